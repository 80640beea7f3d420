"""`poses of t`: the facings in which a tile looks different, the smallest of each look."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.pieces.tile_turns import facings, smallest
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import PRINTED, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a tile; the answer is a set of facings."""
    return t.SetOf(facings(asked, "poses"))


def meaning(context: WordContext, types: Types, of: int) -> tuple[int, ...]:
    """One facing for each different look, in the order of the facings."""
    return tuple(dict.fromkeys(smallest(context, types, of).values()))


WORD = Word(
    "poses",
    __doc__,
    typing,
    meaning,
    reads=(PRINTED,),
    keeps=True,
    examples=(("poses of bar", "(0, 1, 2, 3)"), ("count of poses of bend", "8")),
)
