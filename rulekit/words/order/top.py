"""`top of z`: the piece that lies uppermost in a pile. `top n of z`: at most n pieces, the uppermost first."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.order.pile_ends import end, last
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import NOTHING


def typing(asked: TypingContext) -> t.Type:
    """Of something with an order: one member, or with a number a list of them."""
    return end(asked, "top")


WORD = Word(
    "top",
    __doc__,
    typing,
    last,
    reads=NOTHING,
    gives=Gives.END,
    ordered=True,
    swap="bottom",
    number="may",
    examples=(("top of deck", "fir"), ("top 2 of deck", "(fir, elm)"), ("top of rack of seat-one", "nothing")),
)
