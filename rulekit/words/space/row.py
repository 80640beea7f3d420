"""`row of n`: the places of one row of a space, in order."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.eyes import NOTHING, Eyes, Types
from rulekit.words.space.coordinates import sharing, strip
from rulekit.words.word import Asked, Word


def typing(asked: Asked) -> t.Type:
    """Of a number, where places of a space are wanted; the answer is a set of places."""
    return strip(asked, "row")


def meaning(eyes: Eyes, types: Types, of: int) -> tuple[int, ...]:
    """The places of that row, in their order."""
    return sharing(eyes, types, of, "row")


WORD = Word(
    "row",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    examples=(("row of 2", "((1, 2), (2, 2), (3, 2))"), ("row of 4 is empty", "yes")),
)
