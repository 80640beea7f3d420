"""Refusals: the error for a move, outcome or position that cannot be taken, with the lines of the rules behind it."""

from __future__ import annotations

import attrs

from rulekit.source import NOWHERE, Span

DECIDES, LOOKED_AT, LED_HERE = "decides", "looked at", "led here"


@attrs.frozen
class RulesLine:
    """A line of the rules, or a row or effect of a table: its id, if it has one, and where it stands."""

    id: str | None
    span: Span
    option: bool = False
    place: bool = False  # a state, a zone, an option: where values lie, not what is done with them


@attrs.frozen
class ObservedValue:
    """A value that was looked at: where the rules name it, and what it was. Without a place: plain words."""

    span: Span
    value: str


@attrs.frozen
class ExplanationLine:
    """One line of an explanation. `words` stand for themselves where no line speaks."""

    line: RulesLine
    role: str = DECIDES
    facts: tuple[ObservedValue, ...] = ()
    words: str = ""


def unexplained_line(words: str) -> ExplanationLine:
    """What is said where no condition was asked: a clause in brackets, or plain words."""
    return ExplanationLine(RulesLine(None, NOWHERE), words=words)


class Refused(Exception):
    """The one error for whatever comes from outside; nothing was changed.

    `reasons` holds clause ids in brackets (`[play.fits]`) where a clause says no, and plain words where none does.
    `code` is one of: malformed, unknown-id, not-there, not-your-turn, no-such-decision, sealed-already, over,
    bad-chance, refused (a clause says no), impossible (a position that cannot be).
    """

    def __init__(self, code: str, *reasons: str, words: str = "", grounds: tuple[ExplanationLine, ...] = ()) -> None:
        self.code = code
        self.words = words  # the reasons as a person wants them, where ids alone say too little
        self.reasons = tuple(dict.fromkeys(reasons))
        self.grounds = grounds  # the same as lines that decide, with what they looked at, where clauses say no
        super().__init__(f"{code}: {'; '.join(self.reasons)}" if reasons else code)


class BadValue(Exception):
    """A written value that is no value of its type; whoever reads it says where it stood."""

    def __init__(self, words: str, code: str = "malformed") -> None:
        self.words = words
        self.code = code
        super().__init__(words)


def short_text(data: object) -> str:
    """A written value in a few letters, whatever it is."""
    if isinstance(data, str):
        return f"`{data[:40].encode('unicode_escape').decode()}`"
    if data is None or isinstance(data, bool):
        return {None: "null", True: "true", False: "false"}[data]
    if isinstance(data, int):
        return str(data) if abs(data) < 10**18 else "a huge number"
    if isinstance(data, list | tuple):
        return "a list"
    return "an object" if isinstance(data, dict) else "something else"
