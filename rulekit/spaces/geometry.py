"""Shapes by name, and what a declared space is like before it is laid out."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from typing import Any

import rulekit.spaces as room
from rulekit.model.declarations import Space
from rulekit.spaces.shape import Layout, Shape
from rulekit.typesystem import types as t

NOT_SHAPES = ("geometry", "shape")


@functools.cache
def shapes() -> dict[str, Shape]:
    """Every shape of the kit by its name."""
    found = {}
    for module in pkgutil.iter_modules(room.__path__):
        if module.name not in NOT_SHAPES:
            shape = getattr(importlib.import_module(f"{room.__name__}.{module.name}"), "SHAPE", None)
            if isinstance(shape, Shape):
                found[shape.name] = shape
    return found


def arity(space: Space) -> int:
    """How many numbers name a place."""
    shape = shapes().get(space.shape)
    return shape.arity if shape else 2


def directions(space: Space, symbols: Any) -> t.Type | None:
    """The type of the directions of a space, or None if it has none."""
    for name, value in space.attributes:
        if name == "sides":
            found = symbols.types.get(value)
            return found if found is not None and found.members else t.UNKNOWN
    if space.shape == "line":
        return t.Choice("direction", ("fore", "back"), True)
    return None


def facts(space: Space, symbols: Any) -> dict[str, Any]:
    """The attributes of a space with names looked up: rings become members, lists become rows and pairs."""
    found: dict[str, Any] = {}
    for name, value in space.attributes:
        if isinstance(value, int):
            found[name] = value
        elif name == "edges":
            found[name] = _pairs(symbols.kinds.get(value), symbols)
        elif name == "places":
            info = symbols.kinds.get(value)
            found[name] = [row.name for row in info.rows] if info else []
        else:
            kind = symbols.types.get(value)
            found[name] = kind.members if kind is not None and kind.members else ()
    return found


def _pairs(info: Any, symbols: Any) -> list[tuple[int, int]]:
    """The two ends of each joint: the values of its two fields of one kind."""
    if info is None:
        return []
    ends = [f.name for f in info.fields.values() if f.type.bare.row][:2]
    pairs = [tuple(row.values.get(name) for name in ends) for row in info.rows]
    return [(p[0], p[1]) for p in pairs if len(p) == 2 and None not in p]


def layout(space: Space, symbols: Any) -> Layout:
    """A declared space laid out; the same attributes share one layout and what is worked out on it."""
    found = facts(space, symbols).items()
    return _laid_out(space.shape, tuple((name, tuple(one) if isinstance(one, list) else one) for name, one in found))


@functools.lru_cache(maxsize=64)
def _laid_out(shape: str, given: tuple[tuple[str, Any], ...]) -> Layout:
    return shapes()[shape].build(dict(given))


def place_number(space: Space, name: str, symbols: Any) -> int | None:
    """The number of a place that has a name."""
    for attribute, value in space.attributes:
        info = symbols.kinds.get(value) if attribute == "places" else None
        if info is not None:
            found: int | None = info.number.get(name)
            return found
    return None
