"""Run-time limits: steps and outcomes between two answers, lengths of lists, numbers far from 0."""

from __future__ import annotations

from math import comb, factorial
from pathlib import PurePath
from typing import Any

from rulekit.limits import ANSWERS_LIMIT, DRAWS_LIMIT, LARGEST, MEMBERS_LIMIT, PASSES_LIMIT
from rulekit.play.machine.rule_faults import Fault
from rulekit.source import NOWHERE, Span

NOTHING_SPENT = (-1, 0)


def spend(m: Any, waits: int, work: int, clause: str | None) -> None:
    """So much more since the last answer, on a position of either engine; a fault if that is too much."""
    since, spent = m.spent
    spent = spent + work if since == waits else work
    if spent > PASSES_LIMIT:
        raise Fault("ran-out", clause, "too many steps without a decision")
    m.spent = (waits, spent)


def check_passes(m: Any, waits: int, times: int, work: int, clause: str | None) -> int:
    """A loop that runs so often."""
    spend(m, waits, max(times, 0) * work, clause)
    return times


def gone_through(m: Any, waits: int, members: Any, work: int, clause: str | None) -> Any:
    """A loop through all of these."""
    found = tuple(members)
    spend(m, waits, len(found) * work, clause)
    return found


def check_list_size(members: int, sizes: range | None, clause: str | None) -> None:
    """Subsets of these sizes, or all orders, can be listed; a fault if they are too many."""
    count = factorial(min(members, 20)) if sizes is None else sum(comb(members, n) for n in sizes)
    if count > ANSWERS_LIMIT:
        raise Fault("ran-out", clause, f"{count:,} answers to choose from; the limit is {ANSWERS_LIMIT:,}")


def numbers(low: int, high: int) -> tuple[int, ...]:
    """The numbers of a range whose ends only play knows."""
    if high - low >= MEMBERS_LIMIT:
        raise Fault("ran-out", None, f"a range of {high - low + 1:,} numbers; the limit is {MEMBERS_LIMIT:,}")
    return tuple(range(low, high + 1))


class DrawLimit:
    """How many outcomes there were since somebody was asked."""

    __slots__ = ("asked", "draws")

    def __init__(self) -> None:
        self.asked = -1
        self.draws = 0

    def count(self, asked: int, clause: str) -> None:
        """One more outcome, after so many decisions; a fault if there were too many in a row."""
        if self.is_exceeded(asked):
            raise Fault("ran-out", clause, f"{DRAWS_LIMIT:,} outcomes in a row and nobody was asked")

    def is_exceeded(self, asked: int) -> bool:
        """The same as an answer."""
        self.draws = self.draws + 1 if asked == self.asked else 1
        self.asked = asked
        return self.draws > DRAWS_LIMIT


def too_far(found: int, where: str | None = None, clause: str | None = None) -> Fault:
    """`where` tells the place of a value that stands in no clause, or in many."""
    told = f"{found:,}" if abs(found) < LARGEST**3 else "far larger"
    place = "" if where is None else f" ({where})"
    return Fault("outside", clause, f"a number would be {told}{place}; none may be more than {LARGEST:,} from 0")


def within(found: Any, where: str | None = None, clause: str | None = None) -> Any:
    """A number, or nothing, or a bag, if it is near enough."""
    if found is None or (found.__class__ is int and -LARGEST <= found <= LARGEST):
        return found
    for number in found.values() if isinstance(found, dict) else (found,):
        if not -LARGEST <= number <= LARGEST:
            raise too_far(number, where, clause)
    return found


def where(span: Span) -> str | None:
    """The line a value is written at, as a fault tells it."""
    return None if span == NOWHERE else f"line {span.line} of {PurePath(span.file).name}"


def near(found: Any, span: Span) -> Any:
    """What a value comes to, on the reference engine."""
    if found is None or (found.__class__ is int and -LARGEST <= found <= LARGEST):
        return found
    return within(found, where(span))
