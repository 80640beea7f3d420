"""What `level`, `across`, `row`, `column`, `highest` and `lowest` share: the two numbers of a place."""

from __future__ import annotations

from typing import Any

from rulekit.spaces.shape import Layout
from rulekit.typesystem import types as t
from rulekit.words.shared_typings import lift_nothing, unfit
from rulekit.words.space.place_types import ground, hoped_space, laid_out, layout_of, one_place
from rulekit.words.word import TypingContext
from rulekit.words.word_context import Types, WordContext

NUMBER_OF = {"row": "level", "column": "across"}  # the word for the number of the strip a place lies in


def coordinate(asked: TypingContext, word: str) -> t.Type:
    """The bounds of one coordinate; a space that has no such coordinate is complained about."""
    kind = one_place(asked, word)
    if not kind.is_known:
        return kind
    layout = laid_out(asked, kind)
    if layout is None:
        return t.ANY_NUMBER
    axis = axis_of(layout, word)
    if axis is None:
        return unfit(asked, word, "of", f"a place that has a number `{word}`")
    found = [spot[axis] for spot in layout.spots]
    return lift_nothing(asked, t.number(min(found, default=0), max(found, default=0)), "of")


def axis_of(layout: Layout, word: str) -> int | None:
    """Which of the numbers of a place the word asks for; None if the board has no such axis."""
    return layout.across if word in ("across", "column") else layout.level


def strip(asked: TypingContext, word: str) -> t.Type:
    """The places that share a coordinate."""
    if asked.type("of", t.ANY_NUMBER).bare.place:
        return asked.complain("K16", "strip", word=word, value=asked.argument_text("of"), right=NUMBER_OF[word])
    asked.want("of", t.ANY_NUMBER)
    kind = hoped_space(asked, word)
    layout = laid_out(asked, kind)
    if layout is not None and axis_of(layout, word) is None:
        return asked.complain("K07", "word", word=f"{word} of", arg="a number")
    return t.SetOf(kind)


def coordinate_of(context: WordContext, types: Types, of: int, word: str) -> Any:
    """One coordinate of a place."""
    layout = layout_of(context, types)
    axis = axis_of(layout, word)
    return None if axis is None else layout.spots[of][axis]


def places_sharing(context: WordContext, types: Types, of: int, word: str) -> tuple[int, ...]:
    """The places one coordinate of which is this number, in reading order."""
    layout = ground(context, types[""])
    axis = axis_of(layout, word)
    return tuple(place for place, spot in enumerate(layout.spots) if axis is not None and spot[axis] == of)


def height(layout: Layout, place: int) -> int:
    """How far a place lies towards the first direction of its space."""
    axis = layout.level or 0
    up = layout.steps[0][axis] if layout.steps else 1
    return layout.spots[place][axis] * (1 if up >= 0 else -1)
