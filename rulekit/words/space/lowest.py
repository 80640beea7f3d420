"""`lowest of s`: the place of a set furthest from the first direction of its space; of several the first."""

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
    return t.or_nothing(kind) if is_place(asked, kind) else unfit(asked, "lowest", "of", "places of a space")


def meaning(context: WordContext, types: Types, of: tuple[int, ...]) -> int | None:
    """The place furthest from the first direction, None of an empty set."""
    layout = layout_of(context, types)
    return min(of, key=lambda place: height(layout, place), default=None)


WORD = Word(
    "lowest",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    gives=Gives.MEMBER,
    swap="highest",
    examples=(("lowest of Cell", "(1, 1)"), ("lowest of none of Cell", "nothing")),
)
