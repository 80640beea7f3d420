"""`tally of a`: how often an action was answered in this game; only laws may ask."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import NUMBER_OF_THINGS
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import PAST, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of an action by its name; the answer is a number."""
    asked.place("of")
    return NUMBER_OF_THINGS


def meaning(context: WordContext, types: Types, of: str) -> int:
    """How often it was answered since the game began."""
    return context.tally(of)


WORD = Word(
    "tally",
    __doc__,
    typing,
    meaning,
    reads=(PAST,),
    named={"of": ("action",)},
    examples=(("tally of rest", "0"),),
)
