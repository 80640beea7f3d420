"""What `ray`, `run` and `past-run` share: going straight on from a place."""

from __future__ import annotations

from rulekit.spaces.shape import Layout
from rulekit.typesystem import types as t
from rulekit.words.space.place_types import directions, one_place
from rulekit.words.space.walks import through_adjective
from rulekit.words.word import TypingContext
from rulekit.words.word_context import Adjective


def line_type(asked: TypingContext, word: str) -> t.Type:
    """The type of the places passed."""
    kind = one_place(asked, word)
    if kind.is_known:
        asked.want("towards", directions(asked, kind))
    if asked.has("through"):
        through_adjective(asked, kind)
    return kind


def ray(layout: Layout, place: int, side: int) -> tuple[int, ...]:
    """All places in a direction, the nearest first."""
    found: list[int] = []
    at = layout.next_place(place, side)
    while at is not None:
        found.append(at)
        at = layout.next_place(at, side)
    return tuple(found)


def run_length(places: tuple[int, ...], through: Adjective) -> int:
    """How many of them, from the first, are all so."""
    return next((n for n, place in enumerate(places) if not through(place)), len(places))
