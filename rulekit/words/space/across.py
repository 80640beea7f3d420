"""`across of c`: the number of the column a place lies in."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.eyes import NOTHING, Eyes, Types
from rulekit.words.space.coordinates import coordinate, where
from rulekit.words.word import Asked, Word


def typing(asked: Asked) -> t.Type:
    """Of a place; the answer is a number."""
    return coordinate(asked, "across")


def meaning(eyes: Eyes, types: Types, of: int) -> Any:
    """The number of its column, as the shape of the space counts them."""
    return where(eyes, types, of, "across")


WORD = Word(
    "across",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    examples=(("across of (3, 2)", "3"),),
)
