"""A refused move is refused with a reason and changes nothing."""

from __future__ import annotations

from typing import Any

from rulekit.laws.law_context import LawContext
from rulekit.play.position.strict_json import dumps
from rulekit.play.refusals import Refused
from rulekit.play.views.indistinguishable_worlds import near_misses

TRIES = 4


def find_violation(look: LawContext) -> str | None:
    """A move that is refused without a reason, or with a trace in the position; None if there is none."""
    here = look.here
    before = dumps(here.to_json())
    for seat in range(here.seats):
        legal = {dumps(move) for move in here.legal(seat)}
        for move in _near_moves(look, seat):
            if dumps(move) in legal:
                continue
            try:
                after = here.apply(seat, move)
            except Refused as refused:
                if not refused.reasons and not refused.code:
                    return f"seat {seat} is refused {dumps(move)} without a reason"
            else:
                if after.step is not None and dumps(after.step["move"]) in legal:
                    continue  # another way to say a move of the list
                return f"seat {seat} may do what its legal list does not name: {dumps(move)}"
            if dumps(here.to_json()) != before:
                return f"the position changed when seat {seat} was refused {dumps(move)}"
    return None


def _near_moves(look: LawContext, seat: int) -> list[Any]:
    """Moves that are nearly legal, and those of a seat that is not asked."""
    asked = look.here.pending.seats
    if seat in asked:
        return list(near_misses(look.here.view(seat), look.rng, TRIES))
    return look.here.legal(asked[0])[:1] if asked else []
