"""`look of t turned q`: the smallest facing in which a tile looks as it does when turned q times."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.pieces.tile_turns import facings, smallest
from rulekit.words.shared_typings import lift_nothing
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import PRINTED, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a tile and a number of turns; the answer is a facing."""
    kind = facings(asked, "look")
    asked.want("turned", t.ANY_NUMBER)
    return lift_nothing(asked, kind, "of", "turned")


def meaning(context: WordContext, types: Types, of: int, turned: int) -> int:
    """Of all facings in which the tile looks as it does when turned so, the smallest."""
    look = smallest(context, types, of)
    return look[turned % len(look)]


WORD = Word(
    "look",
    __doc__,
    typing,
    meaning,
    reads=(PRINTED,),
    takes={"turned": True},
    examples=(("look of bar turned 5", "1"), ("look of bend turned 5", "5"), ("look of bend turned 8", "0")),
)
