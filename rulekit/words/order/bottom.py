"""`bottom of z`: the piece that lies lowest in a pile. `bottom n of z`: at most n pieces, the lowest first."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.order.pile_ends import end, first
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import NOTHING


def typing(asked: TypingContext) -> t.Type:
    """Of something with an order: one member, or with a number a list of them."""
    return end(asked, "bottom")


WORD = Word(
    "bottom",
    __doc__,
    typing,
    first,
    reads=NOTHING,
    gives=Gives.END,
    ordered=True,
    swap="top",
    number="may",
    examples=(("bottom of deck", "ash"), ("bottom 2 of deck", "(ash, elm)"), ("count of bottom 9 of deck", "3")),
)
