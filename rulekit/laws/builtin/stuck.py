"""Whoever must answer can, and the rules never run into a fault."""

from __future__ import annotations

from rulekit.laws.law_context import LawContext


def find_violation(look: LawContext) -> str | None:
    """A fault ends a campaign and is noted there under this law; here only that there is something to answer."""
    here = look.here
    for seat in here.pending.seats:
        if not here.legal(seat):
            return f"seat {seat} is asked at [{here.pending.line}] and has nothing to answer"
    return None
