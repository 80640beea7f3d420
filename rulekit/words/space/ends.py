"""`ends of e`: the two places that meet at an edge."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import unfit
from rulekit.words.space.place_types import edge_end, layout_of
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of an edge; the answer is a set of two places."""
    kind = asked.type("of").bare
    if not kind.is_known:
        return kind
    if not kind.edge:
        return unfit(asked, "ends", "of", "an edge of a space")
    return t.SetOf(edge_end(asked, kind))


def meaning(context: WordContext, types: Types, of: int) -> tuple[int, ...]:
    """The places at its two ends."""
    return layout_of(context, types).edges[of]


WORD = Word(
    "ends",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    examples=(("ends of item (1) of CellEdge", "((1, 1), (1, 2))"),),
)
