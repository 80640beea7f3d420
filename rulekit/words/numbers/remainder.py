"""`remainder of n by k`: what is left of n when k is taken from it as often as it goes; always from 0 to k - 1."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import lift_nothing
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Two numbers; the answer lies between 0 and one less than the greatest divisor."""
    asked.want("of", t.ANY_NUMBER)
    asked.want("by", t.ANY_NUMBER)
    by = asked.type("by").bare
    most = by.high - 1 if by.numeric else t.LARGEST
    return lift_nothing(asked, t.Number(0, max(most, 0)), "of", "by")


def meaning(context: WordContext, types: Types, of: int, by: int) -> int:
    """What is left over: `remainder of 7 by 3` is 1."""
    return of % by if by else 0  # by 0 only where no guard lets anybody through


WORD = Word(
    "remainder",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    synonyms=("mod", "modulo", "rest"),
    takes={"by": True},
    divisor="by",
    examples=(
        ("remainder of 17 by 5", "2"),
        ("remainder of 10 by 5", "0"),
        ("remainder of (3 - 10) by 5", "3"),
        ("remainder of sum of purse by 3", "2"),
    ),
)
