"""`places of z`: the places at which a zone holds something, in their order."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import unfit
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import GIVEN, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a zone without its last index: `places of board`; the answer is a set of such indexes."""
    kind = asked.place("of").bare
    if kind.indexes and kind.value.bare.zone and len(kind.indexes) == 1:
        return t.SetOf(kind.indexes[0])
    if not kind.is_known:
        return kind
    return unfit(asked, "places", "of", "a zone without its last index")


def meaning(context: WordContext, types: Types, of: tuple[tuple[Any, int], ...]) -> tuple[Any, ...]:
    """The places where something lies, in their order."""
    return context.filled_indexes(of)


WORD = Word(
    "places",
    __doc__,
    typing,
    meaning,
    reads=(GIVEN,),
    sizes=True,
    tells=lambda zone: bool(zone.at),
    examples=(("places of spot", "((1, 1), (3, 2))"), ("places of hand", "(seat-one, seat-two)")),
)
