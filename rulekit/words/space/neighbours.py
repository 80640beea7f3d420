"""`neighbours of c`: the places adjacent to a place, or to a member of a set of places."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import members_or_one
from rulekit.words.space.place_types import layout_of, some_places
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a place or places; the answer is a set of places."""
    return t.SetOf(some_places(asked, "neighbours"))


def meaning(context: WordContext, types: Types, of: Any) -> tuple[int, ...]:
    """All that are beside one of them, in the order of the space. A place of the set is in it if another one is
    beside it.
    """
    layout = layout_of(context, types)
    return tuple(sorted({near for place in members_or_one(of) for near in layout.neighbours(place)}))


WORD = Word(
    "neighbours",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    examples=(
        ("neighbours of (1, 1)", "((2, 1), (1, 2), (2, 2))"),
        ("count of neighbours of (2, 2)", "8"),
        ("count of neighbours of row of 1", "6"),
    ),
)
