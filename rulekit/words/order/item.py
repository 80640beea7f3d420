"""`item (n) of z`: the n-th of a pile from the bottom, or of a kind in its order, from 1; nothing outside."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.order.pile_ends import item_type
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of something with an order, and a number; the answer is a member, or nothing."""
    return item_type(asked, "item")


def meaning(context: WordContext, types: Types, of: tuple[Any, ...], n: int) -> Any:
    """The n-th from 1, None outside."""
    return of[n - 1] if 1 <= n <= len(of) else None


WORD = Word(
    "item",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    gives=Gives.NTH,
    ordered=True,
    number="must",
    examples=(("item (2) of deck", "elm"), ("item (4) of deck", "nothing"), ("item (2) of Player", "seat-two")),
)
