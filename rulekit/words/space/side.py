"""`side of e at c`: the direction in which an edge leaves one of its places; nothing at any other."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import unfit
from rulekit.words.space.place_types import directions, edge_end, layout_of
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of an edge and a place; the answer is a direction, or nothing."""
    kind = asked.type("of").bare
    if not kind.is_known:
        return kind
    if not kind.edge:
        return unfit(asked, "side", "of", "an edge of a space")
    asked.want("at", edge_end(asked, kind))
    return t.or_nothing(directions(asked, kind))


def meaning(context: WordContext, types: Types, of: int, at: int) -> int | None:
    """The direction as seen from that place, None if the edge is not at it."""
    return layout_of(context, types).side_of(of, at)


WORD = Word(
    "side",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    takes={"at": True},
    examples=(
        ("side of item (1) of CellEdge at (1, 1)", "n"),
        ("side of item (1) of CellEdge at (1, 2)", "s"),
        ("side of item (1) of CellEdge at (3, 3)", "nothing"),
    ),
)
