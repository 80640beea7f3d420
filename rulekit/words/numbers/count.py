"""`count of s`: how many there are in it; of a bag all it holds, of a map or list of yes or no how many are yes."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.argument_types import NUMBER_OF_THINGS
from rulekit.words.eyes import NOTHING, Eyes, Types
from rulekit.words.word import Asked, Gives, Word


def typing(asked: Asked) -> t.Type:
    if not _answers(asked.place("of")):
        asked.members("of")
    return NUMBER_OF_THINGS


def _answers(kind: t.Type) -> bool:
    """Is this a map of yes or no?"""
    kind = t.bare(kind)
    return isinstance(kind, t.Map) and isinstance(t.bare(kind.value), t.YesNo)


def meaning(eyes: Eyes, types: Types, of: Any) -> int:
    if isinstance(of, dict):
        return sum(of.values())
    kind = t.bare(types["of"])
    if _answers(kind):
        return sum(1 for _, answer in of if answer)
    if isinstance(kind, t.Sequence) and isinstance(t.bare(kind.of), t.YesNo):
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
