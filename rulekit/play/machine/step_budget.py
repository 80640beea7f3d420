"""Steps of loops between two answers: what only play can count, and where it is too much in both engines alike.

`work` stands with each op: what one pass costs, as rulekit/check/budgets/cost_estimate.py has it.
Somebody who is asked, and a draw, begin a new count, and so does whatever is only tried.
"""

from __future__ import annotations

from math import comb, factorial
from typing import Any

from rulekit.limits import ANSWERS_LIMIT, MEMBERS_LIMIT, PASSES_LIMIT
from rulekit.play.machine.rule_faults import Fault

NOTHING_SPENT = (-1, 0)


def spend(m: Any, waits: int, work: int, clause: str | None) -> None:
    """So much more since the last answer, on a position of either engine; a fault if that is too much."""
    since, spent = m.spent
    spent = spent + work if since == waits else work
    if spent > PASSES_LIMIT:
        raise Fault("ran-out", clause, "too many steps without a decision")
    m.spent = (waits, spent)


def repeated(m: Any, waits: int, times: int, work: int, clause: str | None) -> int:
    """A loop that runs so often."""
    spend(m, waits, max(times, 0) * work, clause)
    return times


def gone_through(m: Any, waits: int, members: Any, work: int, clause: str | None) -> Any:
    """A loop through all of these."""
    found = tuple(members)
    spend(m, waits, len(found) * work, clause)
    return found


def listed(members: int, sizes: range | None, clause: str | None) -> None:
    """Subsets of these sizes, or all orders, can be listed; a fault if they are too many."""
    count = factorial(min(members, 20)) if sizes is None else sum(comb(members, n) for n in sizes)
    if count > ANSWERS_LIMIT:
        raise Fault("ran-out", clause, f"{count:,} answers to choose from; the limit is {ANSWERS_LIMIT:,}")


def numbers(low: int, high: int) -> tuple[int, ...]:
    """The numbers of a range whose ends only play knows."""
    if high - low >= MEMBERS_LIMIT:
        raise Fault("ran-out", None, f"a range of {high - low + 1:,} numbers; the limit is {MEMBERS_LIMIT:,}")
    return tuple(range(low, high + 1))
