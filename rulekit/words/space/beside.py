"""`a beside b`: the two places are neighbours."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import relation_misfit
from rulekit.words.space.place_types import hint, is_place, layout_of
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Two places of one space; the answer is yes or no."""
    kind = asked.type("of", hint(asked))
    if not is_place(asked, kind):
        return relation_misfit(asked, "beside", "of", "a place of a space")
    asked.want("=", kind.bare)
    return t.YES_NO


def meaning(context: WordContext, types: Types, of: int, eq: int) -> bool:
    """Whether they are neighbours; a place is not its own."""
    return eq in layout_of(context, types).neighbours(of)


def steps_from(context: WordContext, types: Types) -> Callable[[int], tuple[int, ...]]:
    """From a place to all it is beside: what `reach` and `groups` walk along instead of trying every pair."""
    return layout_of(context, types).neighbours


WORD = Word(
    "beside",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    symmetric=True,
    takes={"=": True},
    infix=True,
    ahead=steps_from,
    examples=(
        ("item (1) of Cell beside item (2) of Cell", "yes"),
        ("item (1) of Cell beside item (3) of Cell", "no"),
        ("item (1) of Cell beside item (1) of Cell", "no"),
    ),
)
