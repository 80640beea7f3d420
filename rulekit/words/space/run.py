"""`run of c towards d through a`: the longest first part of the ray whose places are all so."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.space.place_types import layout_of
from rulekit.words.space.straight_lines import line_type, ray, run_length
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Adjective, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a place, a direction and an adjective; the answer is a list of places."""
    return t.Sequence(line_type(asked, "run"))


def meaning(context: WordContext, types: Types, of: int, towards: int, through: Adjective) -> tuple[int, ...]:
    """The first places in the direction that are all so, the nearest first; none if the very first is not."""
    places = ray(layout_of(context, types), of, towards)
    return places[: run_length(places, through)]


WORD = Word(
    "run",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    along=True,
    dear=True,
    takes={"towards": True, "through": True},
    named={"through": ("adjective",)},
    examples=(
        ("run of (1, 1) towards e through clear", "((2, 1), (3, 1))"),
        ("run of (1, 2) towards e through clear is empty", "yes"),
    ),
)
