"""`reach of a through r`: a and all r leads to; `within n`: in so many steps; `stopping s`: s is entered, not left."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import member_or_self, members_or_one, one_or_member
from rulekit.words.space.place_types import hint
from rulekit.words.space.walks import next_places, through_relation
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Relation, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of a place or places, and a relation; the answer is a set of places."""
    kind = member_or_self(asked, "of", hint(asked))
    through_relation(asked, kind)
    if asked.has("stopping"):
        asked.want("stopping", t.SetOf(kind))
    if asked.has("within"):
        asked.want("within", t.ANY_NUMBER)
    return t.SetOf(kind)


def meaning(
    context: WordContext, types: Types, of: Any, through: Relation, stopping: Any = (), within: int | None = None
) -> tuple[Any, ...]:
    """All that can be come to, the beginning among them. What is in `stopping` is entered and not left; `within`
    limits the steps.
    """
    everything = context.members(one_or_member(types))
    shut, seen, edge, steps = set(members_or_one(stopping)), set(members_or_one(of)), list(members_or_one(of)), 0
    if within is not None and within < 0:
        return ()
    while edge and (within is None or steps < within):
        fresh = next_places(edge, everything, through, seen)
        seen.update(fresh)
        edge = [one for one in fresh if one not in shut]
        steps += 1
    return tuple(one for one in everything if one in seen)


WORD = Word(
    "reach",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    keeps=True,
    dear=True,
    takes={"through": True, "stopping": False, "within": False},
    named={"through": ("relation",)},
    examples=(
        ("count of reach of (1, 1) through leads", "8"),
        ("reach of (1, 1) through leads within 1", "((1, 1), (2, 1), (1, 2))"),
        ("reach of (1, 1) through leads stopping ((2, 1), (1, 2))", "((1, 1), (2, 1), (1, 2))"),
        ("reach of (1, 1) through leads within 1 stopping ((1, 1), (2, 1))", "((1, 1), (2, 1), (1, 2))"),
        ("count of reach of (2, 2) through leads within 0", "1"),
    ),
)
