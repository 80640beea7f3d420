"""`previous of x`: the one before it, round a ring or the table, or up a list, whose first row has none."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.order.ring_steps import step, type_of_one_step
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a member of a ring or list, or a player; the answer is one too, or nothing before the first row of a
    list.
    """
    return type_of_one_step(asked, "previous")


def meaning(context: WordContext, types: Types, of: int) -> int | None:
    """One step back."""
    return step(context, types["of"], of, -1)


WORD = Word(
    "previous",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    gives=Gives.ROUND,
    swap="next",
    examples=(("previous of n", "nw"), ("previous of seat-one", "seat-two"), ("previous of first", "nothing")),
)
