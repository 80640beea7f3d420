"""`none of K`: the empty set of that kind."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a kind; the answer is an empty set of it, or an empty bag or list where one is wanted."""
    held, hope = asked.members("of"), (asked.expected_type() or t.UNKNOWN).bare
    if isinstance(hope, t.BagOf | t.Sequence) and t.is_same_kind(hope.of, held):
        return hope
    return t.SetOf(held)


def meaning(context: WordContext, types: Types, of: Any) -> Any:
    """Nothing in it, in the form the type asks for."""
    return {} if types[""].counted else ()


WORD = Word(
    "none",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    gives=Gives.NONE,
    examples=(
        ("count of none of Cell", "0"),
        ("none of Cell is empty", "yes"),
    ),
)
