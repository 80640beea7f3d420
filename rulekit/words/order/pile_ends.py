"""What `top`, `bottom` and `item` share: they need something that has an order."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import lift_nothing
from rulekit.words.word import TypingContext
from rulekit.words.word_context import Types, WordContext


def ordered_member(asked: TypingContext, word: str, sets: bool = False) -> t.Type:
    """What lies in order there. A set of values stands in canonical order; only `item` looks at that."""
    kind = asked.place("of").bare
    shape = _shape(kind)
    if shape == "one":
        return asked.complain("K28", "top", zone=asked.argument_text("of"), word=word)
    if shape and not (sets and kind.distinct):
        return asked.complain("K28", "order", zone=asked.argument_text("of"), shape=shape, word=word)
    return asked.members("of")


def _shape(kind: t.Type) -> str:
    """Why this has no order, or nothing if it has one."""
    if kind.zone:
        return "" if kind.shape == "pile" else kind.shape or "set"
    shapes = {t.SetOf: "set", t.BagOf: "bag", t.Map: "map"}
    return shapes.get(type(kind), "")


def end(asked: TypingContext, word: str) -> t.Type:
    """One piece or nothing; with a number a sequence."""
    held = ordered_member(asked, word)
    if asked.has("n"):
        asked.want("n", t.ANY_NUMBER)
        return t.Sequence(held)
    return t.or_nothing(held)


def item_type(asked: TypingContext, word: str) -> t.Type:
    """A member of what has an order, or nothing, for the number may lie outside."""
    held = ordered_member(asked, word, sets=True)
    asked.want("n", t.ANY_NUMBER)
    return lift_nothing(asked, t.or_nothing(held), "n")


def first(context: WordContext, types: Types, of: tuple[Any, ...], n: int | None = None) -> Any:
    """The first of a sequence, or the first n."""
    if n is not None:
        return of[: max(n, 0)]
    return of[0] if of else None


def last(context: WordContext, types: Types, of: tuple[Any, ...], n: int | None = None) -> Any:
    """The last of a sequence, or the last n, the last first."""
    return first(context, types, of[::-1], n)
