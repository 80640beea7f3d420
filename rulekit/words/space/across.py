"""`across of c`: the number of the column a place lies in."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.space.coordinates import coordinate, coordinate_of
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a place; the answer is a number."""
    return coordinate(asked, "across")


def meaning(context: WordContext, types: Types, of: int) -> Any:
    """The number of its column, as the shape of the space counts them."""
    return coordinate_of(context, types, of, "across")


WORD = Word(
    "across",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    examples=(("across of (3, 2)", "3"),),
)
