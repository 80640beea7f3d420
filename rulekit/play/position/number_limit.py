"""Numbers that come too far from 0: a fault in both engines alike, with the same words.

States have ranges of their own. This is for whatever has none: values on their way, names, reports, bags.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from rulekit.limits import LARGEST
from rulekit.play.machine.rule_faults import Fault
from rulekit.source import NOWHERE, Span


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
