"""The legal list names no move twice, and has the one order that the rules give it."""

from __future__ import annotations

from rulekit.laws.law_context import LawContext
from rulekit.play.machine.frames import Decision, Pending, Sealed
from rulekit.play.position.position_reader import PositionReader
from rulekit.play.position.strict_json import dumps


def find_violation(look: LawContext) -> str | None:
    """A move that stands twice, or two in the wrong order; None if the list is right."""
    for seat in look.here.pending.seats:
        texts = [dumps(move) for move in look.here.legal(seat)]
        if len(set(texts)) < len(texts):
            return f"seat {seat} may do this twice: {next(text for text in texts if texts.count(text) > 1)}"
    return _same_order(look)


def _same_order(look: LawContext) -> str | None:
    """The reference engine, asked anew, gives the same list in the same order."""
    if not isinstance(look.m.pending, Decision | Sealed):
        return None
    again = look.m.copy()
    PositionReader(again).step_again()
    if _lists(again.pending) != _lists(look.m.pending):
        return f"the legal list at [{look.m.pending.line}] is not in the order of the rules"
    return None


def _lists(pending: Pending | None) -> object:
    """The moves of each seat that is asked."""
    return getattr(pending, "moves", None)
