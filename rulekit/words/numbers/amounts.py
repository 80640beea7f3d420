"""What `sum`, `most` and `least` share: the numbers of a list, a set, a map or a bag."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.argument_types import unfit
from rulekit.words.word import Asked


def numbers(asked: Asked, word: str) -> t.Number:
    """The bounds of what is given; one complaint if they are no numbers."""
    kind = t.bare(asked.place("of"))
    held = t.bare(asked.members("of"))
    if isinstance(kind, t.BagOf):
        return t.Number(1, max(kind.highest, 1))
    if isinstance(held, t.Number):
        return held
    if not isinstance(held, t.Unknown | t.Never):
        unfit(asked, word, "of", "numbers")
    return t.ANY_NUMBER


def extreme(asked: Asked, word: str, greatest: bool) -> t.Type:
    """The greatest or least of numbers: nothing of nothing, but a map or a list in brackets always has one."""
    kind, bounds = t.bare(asked.place("of")), numbers(asked, word)
    if isinstance(kind, t.Map):
        return t.maybe(bounds) if isinstance(kind.value, t.Maybe) else bounds
    sure = [item for item in asked.items("of") if isinstance(item, t.Number)]
    if not sure:
        return t.maybe(bounds)
    if greatest:
        return t.number(max(item.low for item in sure), bounds.high)
    return t.number(bounds.low, min(item.high for item in sure))


def given(of: Any) -> list[int]:
    """The numbers themselves: of a bag how many it holds of each kind it holds."""
    return list(of.values()) if isinstance(of, dict) else [value for value in of if value is not None]
