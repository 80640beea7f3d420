"""`a inside b`: every member of a is in b; a bag holds no more of anything than the other."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.word import Gives, TypingContext, Word
from rulekit.words.word_context import NOTHING, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Two sets, or two bags; the answer is yes or no."""
    right, left = asked.place("=").bare, asked.place("of").bare
    bag = _bag(right) or _bag(left)
    held = bag.of if bag is not None else _member_type(asked, "=", right)
    for slot in ("=", "of"):
        asked.want(slot, bag if bag is not None else t.SetOf(held))
    return t.YES_NO


def _bag(kind: t.Type) -> t.Type | None:
    """A bag, or a map that stands for one."""
    if kind.indexes and len(kind.indexes) == 1 and kind.value.numeric:
        return t.BagOf(kind.indexes[0])
    return kind if kind.counted else None


def _member_type(asked: TypingContext, slot: str, kind: t.Type) -> t.Type:
    return (asked.members(slot) if kind.collection else asked.type(slot)).bare


def meaning(context: WordContext, types: Types, of: Any, eq: Any) -> bool:
    """Whether the second has every member of the first, of a bag at least as many."""
    if isinstance(of, dict):
        return all(eq.get(kind, 0) >= count for kind, count in of.items())
    return set(of) <= set(eq)


WORD = Word(
    "inside",
    __doc__,
    typing,
    meaning,
    reads=NOTHING,
    gives=Gives.INCLUSION,
    takes={"=": True},
    infix=True,
    examples=(("row of 1 inside Cell", "yes"), ("Cell inside row of 1", "no"), ("fee inside goods of seat-one", "no")),
)
