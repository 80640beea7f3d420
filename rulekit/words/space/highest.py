"""`highest of s`: the place of a set furthest towards the first direction of its space; of several the first."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import unfit
from rulekit.words.space.coordinates import height
from rulekit.words.space.place_types import is_place, layout_of, set_hint
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of places; the answer is one of them, or nothing."""
    kind = asked.members("of", set_hint(asked))
    return t.or_nothing(kind) if is_place(asked, kind) else unfit(asked, "highest", "of", "places of a space")


def meaning(context: WordContext, types: Types, of: tuple[int, ...]) -> int | None:
    """The place furthest in the first direction, None of an empty set."""
    layout = layout_of(context, types)
    return max(of, key=lambda place: height(layout, place), default=None)


WORD = Word(
    "highest",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    gives=Gives.MEMBER,
    swap="lowest",
    examples=(("highest of Cell", "(1, 3)"), ("highest of none of Cell", "nothing")),
)
