"""`least of s`: the smallest number of a list, set or map, or of the counts a bag has; of nothing it is nothing."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.numbers.amounts import extreme_type, numbers_in
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of numbers in any form; the answer is one of them, or nothing."""
    return extreme_type(asked, "least", greatest=False)


def meaning(context: WordContext, types: Types, of: Any) -> int | None:
    """The smallest, None if there are no numbers."""
    return min(numbers_in(of), default=None)


WORD = Word(
    "least",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    gives=Gives.LEAST,
    last=True,
    swap="most",
    synonyms=("min", "minimum", "smallest", "fewest"),
    examples=(("least of purse", "3"), ("least of (2, count of deck)", "2"), ("least of none of Digit", "nothing")),
)
