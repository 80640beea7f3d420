"""`row of n`: the places of one row of a space, in order."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.space.coordinates import places_sharing, strip
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a number, where places of a space are wanted; the answer is a set of places."""
    return strip(asked, "row")


def meaning(context: WordContext, types: Types, of: int) -> tuple[int, ...]:
    """The places of that row, in their order."""
    return places_sharing(context, types, of, "row")


WORD = Word(
    "row",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    examples=(("row of 2", "((1, 2), (2, 2), (3, 2))"), ("row of 4 is empty", "yes")),
)
