"""`count of s`: how many there are in it; of a bag all it holds, of a map or list of yes or no how many are yes."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import NUMBER_OF_THINGS
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of anything with members, or a map of yes or no; the answer is a number."""
    if not _answers(asked.place("of")):
        asked.members("of")
    return NUMBER_OF_THINGS


def _answers(kind: t.Type) -> bool:
    """Is this a map of yes or no?"""
    return bool(kind.bare.indexes) and kind.bare.value.bare == t.YES_NO


def meaning(context: WordContext, types: Types, of: Any) -> int:
    """Of a bag all it holds; of answers those that are yes; else the number of members."""
    if isinstance(of, dict):
        return sum(of.values())
    kind = types["of"].bare
    if _answers(kind):
        return sum(1 for _, answer in of if answer)
    if kind.ordered and kind.of.bare == t.YES_NO:
        return sum(1 for answer in of if answer)
    return len(of)


WORD = Word(
    "count",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    gives=Gives.COUNT,
    last=True,
    sizes=True,
    swap="sum",
    synonyms=("number", "size", "length"),
    of_nothing=0,
    examples=(
        ("count of deck", "3"),
        ("count of Cell", "9"),
        ("count of wall", "1"),
        ("count of hand of seat-one", "1"),
    ),
)
