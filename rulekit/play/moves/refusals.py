"""What is said when a move, an outcome or a position handed in from outside cannot be taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulekit.play.reasons.grounds import Ground


class Refused(Exception):
    """The one error for whatever comes from outside; nothing was changed.

    `reasons` holds clause ids in brackets (`[play.fits]`) where a clause says no, and plain words where none does.
    `code` is one of: malformed, unknown-id, not-there, not-your-turn, no-such-decision, sealed-already, over,
    bad-chance, refused (a clause says no), impossible (a position that cannot be).
    """

    def __init__(self, code: str, *reasons: str, words: str = "", grounds: tuple[Ground, ...] = ()) -> None:
        self.code = code
        self.words = words  # the reasons as a person wants them, where ids alone say too little
        self.reasons = tuple(dict.fromkeys(reasons))
        self.grounds = grounds  # the same as lines that decide, with what they looked at, where clauses say no
        super().__init__(f"{code}: {'; '.join(self.reasons)}" if reasons else code)


class Slip(Exception):
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
