"""Declared spaces: a geometry the kit has, with the settings it takes, and not too large to lay out."""

from __future__ import annotations

from rulekit.check.names.symbols import Symbols
from rulekit.diagnostics import nearest
from rulekit.limits import MEMBERS_LIMIT
from rulekit.model import declarations as d
from rulekit.records import evolve
from rulekit.spaces import geometry


def declared_spaces(symbols: Symbols) -> None:
    """A geometry that the kit has, with the settings it takes."""
    for space in symbols.spaces.values():
        shape = geometry.shapes().get(space.shape)
        if shape is None:
            symbols.complain(
                "K07", space.span, "space", name=space.shape, near=nearest(space.shape, list(geometry.shapes()))
            )
            continue
        given = dict(space.attributes)
        for name, value in given.items():
            wanted = shape.attributes.get(name)
            if wanted is None or isinstance(value, int) != wanted.startswith("number"):
                near = nearest(name, list(shape.attributes))
                symbols.complain("K07", space.span, "space-setting", name=name, space=space.shape, near=near)
            elif not isinstance(value, int) and value not in symbols.types:
                symbols.complain("K12", space.span, name=value, near=nearest(value, list(symbols.types)))
        missing = [n for n, w in shape.attributes.items() if w.endswith("!") and n not in given]
        if space.shape == "square-grid" and "reaching" not in given:
            missing += [n for n in ("across", "down") if n not in given]
        for name in missing[:1]:
            symbols.complain("K07", space.span, "setting-missing", name=name, space=space.shape)


def bounded_spaces(symbols: Symbols) -> None:
    """K71 before anybody lays a space out, as rows do that nobody wrote."""
    for space in symbols.spaces.values():
        _not_too_large(symbols, space)


def _not_too_large(symbols: Symbols, space: d.Space) -> None:
    """What is too large is read on as a small one."""
    numbers = {name: value for name, value in space.attributes if isinstance(value, int)}
    wide = 2 * numbers.get("reaching", 0) + 1
    size = numbers.get("across", 1) * numbers.get("down", 1) * numbers.get("long", 1)
    count = max(size, wide * (numbers["deep"] if "deep" in numbers else wide))
    if count > MEMBERS_LIMIT:
        symbols.complain("K71", space.span, "type", name=space.name, count=count, limit=MEMBERS_LIMIT)
        small = tuple((name, min(value, 8) if isinstance(value, int) else value) for name, value in space.attributes)
        symbols.spaces[space.name] = evolve(space, attributes=small)
