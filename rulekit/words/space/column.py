"""`column of n`: the places of one column of a space, in order."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.space.coordinates import places_sharing, strip
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a number, where places of a space are wanted; the answer is a set of places."""
    return strip(asked, "column")


def meaning(context: WordContext, types: Types, of: int) -> tuple[int, ...]:
    """The places of that column, in their order."""
    return places_sharing(context, types, of, "column")


WORD = Word(
    "column",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    examples=(("column of 1", "((1, 1), (1, 2), (1, 3))"), ("column of 0 is empty", "yes")),
)
