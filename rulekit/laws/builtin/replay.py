"""The record of a game, played again, leads to the same position on either engine."""

from __future__ import annotations

from rulekit.laws.law_context import LawContext, about_copies
from rulekit.play.engines import PYTHON, REFERENCE
from rulekit.play.refusals import Refused

SHORT = 40  # answers; longer games are played again on the generated engine alone


def find_violation(look: LawContext) -> str | None:
    """Where the record leads to another position; None if it leads to the same one."""
    trace = look.here.trace()
    for engine in (PYTHON, REFERENCE) if len(trace.steps) <= SHORT else (PYTHON,):
        try:
            trace.replay(look.here.game, engine)
        except Refused as refused:
            return f"the {engine} engine cannot replay the game so far: {refused}{about_copies(look)}"
    return None
