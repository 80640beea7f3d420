"""`next of x`: the one after it, round a ring, clockwise round the table, or down a list; the last row has none."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.order.ring_steps import step, type_of_one_step
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a member of a ring or list, or a player; the answer is one too, or nothing behind the last row of a list."""
    return type_of_one_step(asked, "next")


def meaning(context: WordContext, types: Types, of: int) -> int | None:
    """One step onwards."""
    return step(context, types["of"], of, 1)


WORD = Word(
    "next",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    gives=Gives.ROUND,
    swap="previous",
    examples=(("next of nw", "n"), ("next of seat-two", "seat-one"), ("next of third", "nothing")),
)
