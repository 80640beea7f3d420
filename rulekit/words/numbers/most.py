"""`most of s`: the greatest number of a list, set or map, or of the counts a bag has; of nothing it is nothing."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.numbers.amounts import extreme_type, numbers_in
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of numbers in any form; the answer is one of them, or nothing."""
    return extreme_type(asked, "most", greatest=True)


def meaning(context: WordContext, types: Types, of: Any) -> int | None:
    """The greatest, None if there are no numbers."""
    return max(numbers_in(of), default=None)


WORD = Word(
    "most",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    gives=Gives.GREATEST,
    last=True,
    swap="least",
    synonyms=("max", "maximum", "greatest", "biggest"),
    examples=(("most of purse", "5"), ("most of (2, count of deck)", "3"), ("most of none of Digit", "nothing")),
)
