"""`a before b`: of a ring, a choice or the players, the first stands earlier in the order of its type."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import is_a, relation_misfit
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Two members of one choice, or two players; the answer is yes or no."""
    kind = asked.type("of")
    if not is_a(kind, t.Choice, t.Seat):
        return relation_misfit(asked, "before", "of", "a member of a choice or a Player")
    asked.want("=", kind.bare)
    return t.YES_NO


def meaning(context: WordContext, types: Types, of: int, eq: int) -> bool:
    """Members are numbered in their order, so the smaller number comes first."""
    return of < eq


WORD = Word(
    "before",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    takes={"=": True},
    infix=True,
    examples=(("small before large", "yes"), ("nw before n", "no"), ("seat-one before seat-one", "no")),
)
