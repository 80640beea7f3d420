"""`rotating Player`: every seat moves on by one, round the table."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.laws.law_context import LawContext
from rulekit.laws.metamorphic.renaming import Renaming
from rulekit.laws.metamorphic.twin import Twin, twin


def twins(look: LawContext, over: str) -> Iterator[Twin]:
    """A twin in which everybody sits one seat further on; none for one player."""
    seats = look.m.plan.seats
    found = twin(look.here, Renaming(look.m.plan, seats={seat: (seat + 1) % seats for seat in range(seats)}))
    if found is not None and seats > 1:
        yield found
