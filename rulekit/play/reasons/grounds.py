"""What an explanation points at: lines of the rules, values that were looked at there, and what part they play."""

from __future__ import annotations

import attrs

from rulekit.source import NOWHERE, Span

DECIDES, LOOKED_AT, LED_HERE = "decides", "looked at", "led here"


@attrs.frozen
class Line:
    """A line of the rules, or a row or effect of a table: its id, if it has one, and where it stands."""

    id: str | None
    span: Span
    option: bool = False
    place: bool = False  # a state, a zone, an option: where values lie, not what is done with them


@attrs.frozen
class Fact:
    """A value that was looked at: where the rules name it, and what it was. Without a place: plain words."""

    span: Span
    value: str


@attrs.frozen
class Ground:
    """One line of an explanation. `words` stand for themselves where no line speaks."""

    line: Line
    role: str = DECIDES
    facts: tuple[Fact, ...] = ()
    words: str = ""


def untold(words: str) -> Ground:
    """What is said where no condition was asked: a clause in brackets, or plain words."""
    return Ground(Line(None, NOWHERE), words=words)
