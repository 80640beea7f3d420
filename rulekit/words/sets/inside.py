"""`a inside b`: every member of a is in b; a bag holds no more of anything than the other."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.eyes import NOTHING, Eyes, Types
from rulekit.words.word import Asked, Gives, Word


def typing(asked: Asked) -> t.Type:
    right, left = t.bare(asked.place("=")), t.bare(asked.place("of"))
    bag = _bag(right) or _bag(left)
    held = bag.of if bag is not None else _held(asked, "=", right)
    for slot in ("=", "of"):
        asked.want(slot, bag if bag is not None else t.SetOf(held))
    return t.YES_NO


def _bag(kind: t.Type) -> t.BagOf | None:
    """A bag, or a map that stands for one."""
    if isinstance(kind, t.Map) and len(kind.indexes) == 1 and isinstance(kind.value, t.Number):
        return t.BagOf(kind.indexes[0])
    return kind if isinstance(kind, t.BagOf) else None


def _held(asked: Asked, slot: str, kind: t.Type) -> t.Type:
    return t.bare(asked.members(slot) if t.is_collection(kind) else asked.type(slot))


def meaning(eyes: Eyes, types: Types, of: Any, eq: Any) -> bool:
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
