"""`s is empty`: nothing is in it; of a place for one piece, nothing lies there."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import GIVEN, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of anything with members, or a place for pieces; the answer is yes or no."""
    if not asked.place("of").zones:  # the place is asked for, and not what was read from it
        asked.members("of")
    return t.YES_NO


def meaning(context: WordContext, types: Types, of: Any) -> bool:
    """Of one zone whether nothing lies there, of several whether nothing lies in any of them."""
    kind = types["of"].bare
    if kind.zone:
        return not context.contents(of)
    if kind.indexes:
        return not context.filled_indexes(of)
    return not of


WORD = Word(
    "empty",
    __doc__,
    typing,
    meaning,
    reads=(GIVEN,),
    gives=Gives.EMPTINESS,
    sizes=True,
    adjective=True,
    examples=(("deck is empty", "no"), ("rack of seat-one is empty", "yes"), ("spot at (2, 2) is empty", "yes")),
)
