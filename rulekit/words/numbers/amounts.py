"""What `sum`, `most` and `least` share: the numbers of a list, a set, a map or a bag."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import unfit
from rulekit.words.word import TypingContext


def numbers(asked: TypingContext, word: str) -> t.Type:
    """The bounds of what is given; one complaint if they are no numbers."""
    kind = asked.place("of").bare
    held = asked.members("of").bare
    if kind.counted:
        return t.Number(1, max(kind.highest, 1))
    if held.numeric:
        return held
    if not isinstance(held, t.Unknown | t.Never):
        unfit(asked, word, "of", "numbers")
    return t.ANY_NUMBER


def extreme_type(asked: TypingContext, word: str, greatest: bool) -> t.Type:
    """The greatest or least of numbers: nothing of nothing, but a map or a list in brackets always has one."""
    kind, bounds = asked.place("of").bare, numbers(asked, word)
    if kind.indexes:
        return t.or_nothing(bounds) if kind.value.optional else bounds
    sure = [item for item in asked.items("of") if item.numeric]
    if not sure:
        return t.or_nothing(bounds)
    if greatest:
        return t.number(max(item.low for item in sure), bounds.high)
    return t.number(bounds.low, min(item.high for item in sure))


def numbers_in(of: Any) -> list[int]:
    """The numbers themselves: of a bag how many it holds of each kind it holds."""
    return list(of.values()) if isinstance(of, dict) else [value for value in of if value is not None]
