"""`past-run of c towards d through a`: the place behind that run; nothing where the space ends."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.space.place_types import layout_of
from rulekit.words.space.straight_lines import line_type, ray, run_length
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Adjective, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a place, a direction and an adjective; the answer is a place, or nothing."""
    return t.or_nothing(line_type(asked, "past-run"))


def meaning(context: WordContext, types: Types, of: int, towards: int, through: Adjective) -> int | None:
    """The first place in that direction which is not so, None if the board ends before."""
    places = ray(layout_of(context, types), of, towards)
    length = run_length(places, through)
    return places[length] if length < len(places) else None


WORD = Word(
    "past-run",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    along=True,
    takes={"towards": True, "through": True},
    named={"through": ("adjective",)},
    examples=(
        ("past-run of (1, 2) towards e through clear", "(2, 2)"),
        ("past-run of (1, 1) towards e through clear", "nothing"),
    ),
)
