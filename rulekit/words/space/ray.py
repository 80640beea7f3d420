"""`ray of c towards d`: all places that lie in a direction, the nearest first."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.space.place_types import layout_of
from rulekit.words.space.straight_lines import line_type, ray
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a place and a direction; the answer is a list of places."""
    return t.Sequence(line_type(asked, "ray"))


def meaning(context: WordContext, types: Types, of: int, towards: int) -> tuple[int, ...]:
    """All places in that direction up to the edge of the board, without the place itself."""
    return ray(layout_of(context, types), of, towards)


WORD = Word(
    "ray",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    dear=True,
    takes={"towards": True},
    examples=(("ray of (1, 1) towards e", "((2, 1), (3, 1))"), ("ray of (1, 1) towards s is empty", "yes")),
)
