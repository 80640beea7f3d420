"""`first of s`: the first member in the order of a set, a list or a pile; of nothing it is nothing."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.order.pile_ends import ordered_member
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a set, list or pile; the answer is a member, or nothing."""
    return t.or_nothing(ordered_member(asked, "first", sets=True))


def meaning(context: WordContext, types: Types, of: tuple[Any, ...]) -> Any:
    """The first member, None if there is none."""
    return of[0] if of else None


WORD = Word(
    "first",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    gives=Gives.MEMBER,
    synonyms=("any", "some", "one"),
    examples=(
        ("first of deck", "ash"),
        ("first of those c in deck with most worth of c", "fir"),
        ("first of those p in Player with least (count of hand of p)", "seat-one"),
        ("first of none of Digit", "nothing"),
    ),
)
