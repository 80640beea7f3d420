"""`steps of a by b through r`: how many steps the shortest way from a to b has; nothing if there is none."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import NUMBER_OF_THINGS
from rulekit.words.space.place_types import hint
from rulekit.words.space.walks import next_places, through_relation
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import NOTHING, Relation, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Two places and a relation; the answer is a number, or nothing."""
    kind = asked.type("of", hint(asked)).bare
    asked.want("by", kind)
    through_relation(asked, kind)
    return t.or_nothing(NUMBER_OF_THINGS)


def meaning(context: WordContext, types: Types, of: Any, by: Any, through: Relation) -> int | None:
    """The fewest steps, 0 to itself; None if there is no way."""
    everything = context.members(types["of"].bare)
    seen, edge, steps = {of}, [of], 0
    while edge and by not in seen:
        edge = next_places(edge, everything, through, seen)
        seen.update(edge)
        steps += 1
    return steps if by in seen else None


WORD = Word(
    "steps",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    takes={"by": True, "through": True},
    named={"through": ("relation",)},
    examples=(
        ("steps of (1, 1) by (3, 3) through leads", "3"),
        ("steps of (1, 1) by (1, 1) through leads", "0"),
        ("steps of (1, 1) by (2, 2) through leads", "nothing"),
    ),
)
