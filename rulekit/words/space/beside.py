"""`a beside b`: the two places are neighbours."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.typesystem import types as t
from rulekit.words.argument_types import unrelated
from rulekit.words.eyes import NOTHING, Eyes, Types
from rulekit.words.space.place_types import hint, is_place, layout_of
from rulekit.words.word import Asked, Word


def typing(asked: Asked) -> t.Type:
    kind = asked.type("of", hint(asked))
    if not is_place(asked, kind):
        return unrelated(asked, "beside", "of", "a place of a space")
    asked.want("=", t.bare(kind))
    return t.YES_NO


def meaning(eyes: Eyes, types: Types, of: int, eq: int) -> bool:
    return eq in layout_of(eyes, types).neighbours(of)


def ahead(eyes: Eyes, types: Types) -> Callable[[int], tuple[int, ...]]:
    return layout_of(eyes, types).neighbours


WORD = Word(
    "beside",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    symmetric=True,
    takes={"=": True},
    infix=True,
    ahead=ahead,
    examples=(
        ("item (1) of Cell beside item (2) of Cell", "yes"),
        ("item (1) of Cell beside item (3) of Cell", "no"),
        ("item (1) of Cell beside item (1) of Cell", "no"),
    ),
)
