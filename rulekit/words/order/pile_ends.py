"""What `top`, `bottom` and `item` share: they need something that has an order."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.argument_types import lifted
from rulekit.words.eyes import Eyes, Types
from rulekit.words.word import Asked


def ordered(asked: Asked, word: str, sets: bool = False) -> t.Type:
    """What lies in order there. A set of values stands in canonical order; only `item` looks at that."""
    kind = t.bare(asked.place("of"))
    shape = _shape(kind)
    if shape == "one":
        return asked.wrong("K28", "top", zone=asked.written("of"), word=word)
    if shape and not (sets and isinstance(kind, t.SetOf)):
        return asked.wrong("K28", "order", zone=asked.written("of"), shape=shape, word=word)
    return asked.members("of")


def _shape(kind: t.Type) -> str:
    """Why this has no order, or nothing if it has one."""
    if isinstance(kind, t.Zone):
        return "" if kind.shape == "pile" else kind.shape or "set"
    shapes = {t.SetOf: "set", t.BagOf: "bag", t.Map: "map"}
    return shapes.get(type(kind), "")


def end(asked: Asked, word: str) -> t.Type:
    """One piece or nothing; with a number a sequence."""
    held = ordered(asked, word)
    if asked.has("n"):
        asked.want("n", t.ANY_NUMBER)
        return t.Sequence(held)
    return t.maybe(held)


def item_type(asked: Asked, word: str) -> t.Type:
    held = ordered(asked, word, sets=True)
    asked.want("n", t.ANY_NUMBER)
    return lifted(asked, t.maybe(held), "n")


def first(eyes: Eyes, types: Types, of: tuple[Any, ...], n: int | None = None) -> Any:
    """The first of a sequence, or the first n."""
    if n is not None:
        return of[: max(n, 0)]
    return of[0] if of else None


def last(eyes: Eyes, types: Types, of: tuple[Any, ...], n: int | None = None) -> Any:
    """The last of a sequence, or the last n, the last first."""
    return first(eyes, types, of[::-1], n)
