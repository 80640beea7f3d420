"""`a is possible`: some values pass the domains and guards of an action, for `player` or `by p`, offered or not."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import ASKED, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of an action by its name, and perhaps a player; the answer is yes or no."""
    asked.place("of")
    if asked.has("by"):
        asked.want("by", t.SEAT)
    return t.YES_NO


def meaning(context: WordContext, types: Types, of: str, by: int | None = None) -> bool:
    """Whether at least one move of it would be legal for `by`, or for `player` if that is None."""
    return context.possible(of, by)


WORD = Word(
    "possible",
    __doc__,
    typing,
    meaning,
    reads=(ASKED,),
    dear=True,
    takes={"by": False},
    adjective=True,
    named={"of": ("action",)},
    examples=(("rest is possible", "yes"), ("sweep is possible by seat-two", "no")),
)
