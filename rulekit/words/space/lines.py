"""`lines of n`: every straight run of n places, each once, as a set."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.space.place_types import ground, hoped_space
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a number, where places of a space are wanted; the answer is a set of sets of places."""
    asked.want("of", t.ANY_NUMBER)
    return t.SetOf(t.SetOf(hoped_space(asked, "lines")))


def meaning(context: WordContext, types: Types, of: int) -> tuple[tuple[int, ...], ...]:
    """Every run of so many places, whichever end it is walked from, once."""
    runs = ground(context, types[""]).lines(of) if of > 0 else ()
    return tuple(dict.fromkeys(tuple(sorted(run)) for run in runs))


WORD = Word(
    "lines",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    examples=(("count of lines of 3", "8"), ("count of lines of 1", "9"), ("count of lines of 4", "0")),
)
