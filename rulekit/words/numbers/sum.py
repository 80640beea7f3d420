"""`sum of s`: the numbers of a list, set, map or bag added up; of nothing it is 0."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.numbers.amounts import numbers, numbers_in
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of numbers in any form; the answer is a number."""
    numbers(asked, "sum")
    return t.ANY_NUMBER


def meaning(context: WordContext, types: Types, of: Any) -> int:
    """All of them added up; 0 if there are none."""
    return sum(numbers_in(of))


WORD = Word(
    "sum",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    gives=Gives.TOTAL,
    last=True,
    swap="count",
    of_nothing=0,
    examples=(
        ("sum of purse", "8"),
        ("sum of worth of c for each c in deck", "6"),
        ("sum of worth of c for each c in rack of seat-one", "0"),
    ),
)
