"""`only of s`: its single member; nothing if there is none, or several."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of anything with members; the answer is one of them, or nothing."""
    return t.or_nothing(asked.members("of"))


def meaning(context: WordContext, types: Types, of: Any) -> Any:
    """The member if there is exactly one; repetitions count once. None otherwise."""
    members = list(dict.fromkeys(of))
    return members[0] if len(members) == 1 else None


WORD = Word(
    "only",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    gives=Gives.SOLE,
    last=True,
    examples=(
        ("only of hand of seat-one", "oak"),
        ("only of deck", "nothing"),
        ("only of none of Cell", "nothing"),
    ),
)
