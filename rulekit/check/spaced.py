"""Declared spaces: a geometry the kit has, with the settings it takes, and not too large to lay out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.model import declarations as d
from rulekit.node import evolve
from rulekit.problems import nearest
from rulekit.spaces import geometry

if TYPE_CHECKING:
    from rulekit.check.elaborate import Elaborator


def declared_spaces(e: Elaborator) -> None:
    """A geometry that the kit has, with the settings it takes."""
    for space in e.symbols.spaces.values():
        shape = geometry.shapes().get(space.shape)
        if shape is None:
            e.wrong("K07", space.span, "space", name=space.shape, near=nearest(space.shape, list(geometry.shapes())))
            continue
        given = dict(space.attributes)
        for name, value in given.items():
            wanted = shape.attributes.get(name)
            if wanted is None or isinstance(value, int) != wanted.startswith("number"):
                near = nearest(name, list(shape.attributes))
                e.wrong("K07", space.span, "space-setting", name=name, space=space.shape, near=near)
            elif not isinstance(value, int) and value not in e.symbols.types:
                e.wrong("K12", space.span, name=value, near=nearest(value, list(e.symbols.types)))
        missing = [n for n, w in shape.attributes.items() if w.endswith("!") and n not in given]
        if space.shape == "square-grid" and "reaching" not in given:
            missing += [n for n in ("across", "down") if n not in given]
        for name in missing[:1]:
            e.wrong("K07", space.span, "setting-missing", name=name, space=space.shape)
        _not_too_large(e, space)


MOST_PLACES = 65_536


def _not_too_large(e: Elaborator, space: d.Space) -> None:
    """K71 before anybody lays the space out; what is too large is read on as a small one."""
    numbers = {name: value for name, value in space.attributes if isinstance(value, int)}
    wide = 2 * numbers.get("reaching", 0) + 1
    size = numbers.get("across", 1) * numbers.get("down", 1) * numbers.get("long", 1)
    count = max(size, wide * (numbers["deep"] if "deep" in numbers else wide))
    if count > MOST_PLACES:
        e.wrong("K71", space.span, "type", name=space.name, count=count, limit=MOST_PLACES)
        small = tuple((name, min(value, 8) if isinstance(value, int) else value) for name, value in space.attributes)
        e.symbols.spaces[space.name] = evolve(space, attributes=small)
