"""Tiles that turn: K61 turning field of another ring, K85 no mirror image."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check.emit import problem_at
from rulekit.check.names import symbol_info as i
from rulekit.check.names.symbols import Symbols
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.diagnostics import Problem
from rulekit.model import declarations as d
from rulekit.spaces import geometry
from rulekit.typesystem import types as t

Drawing = tuple[Any, ...]


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K61 where the directions of a tile are another ring than those of the board it lies on, and K85 where
    a mirrored game would need tiles that are not in the box.

    A declaration::

        rows of Tile
          [tile.corner]  corner: mouths n, doors e, copies 3

    K85 if tiles can be turned over and nothing says what this one is then.
    """
    yield from _other_rings(checked)
    yield from _without_mirror(checked)


def _spaces_of_tiles(symbols: Symbols) -> dict[str, dict[str, t.Type]]:
    """Kind of tile -> the spaces it is laid on, with their rings."""
    found: dict[str, dict[str, t.Type]] = {}
    for zone in symbols.zones.values():
        for place in zone.at:
            if place.place and symbols.kinds[zone.kind].sort == "tile":
                ring = geometry.directions(symbols.spaces[place.space], symbols)
                if ring is not None and ring.ring:
                    found.setdefault(zone.kind, {})[place.space] = ring
    return found


def _sides(field: i.FieldInfo) -> t.Type | None:
    """The ring of which a field is a set."""
    return field.type.set_of if field.turning and field.type.set_of.members else None


# ------------------------------------------------------------------ K61


def _other_rings(checked: CheckedRulebook) -> Iterator[Problem]:
    """A field that would turn with the tile, if it were said in the directions of the space."""
    for kind, spaces in _spaces_of_tiles(checked.symbols).items():
        rings = {str(ring) for ring in spaces.values()}
        space, ring = next(iter(spaces.items()))
        for info in _with_parts(checked.symbols, kind):
            for field in info.fields.values():
                own = _sides(field)
                if own is not None and str(own) not in rings and len(own.members) == len(ring.members):
                    yield problem_at("K61", field.span, field=field.name, type=str(own), ring=str(ring), space=space)


def _with_parts(symbols: Symbols, kind: str) -> list[i.KindInfo]:
    return [symbols.kinds[kind], *(info for info in symbols.kinds.values() if info.whole == kind)]


# ------------------------------------------------------------------ K85


def _without_mirror(checked: CheckedRulebook) -> Iterator[Problem]:
    """A law compares a game with its mirror image, and some tile has none."""
    mirrored = {
        law.node.law.over
        for law in checked.laws
        if isinstance(law.node.law, d.Under) and law.node.law.how == "mirroring"
    }
    for kind, spaces in _spaces_of_tiles(checked.symbols).items():
        for space, ring in spaces.items():
            if space in mirrored:
                yield from _without_image(checked, checked.symbols.kinds[kind], ring)


def _without_image(checked: CheckedRulebook, info: i.KindInfo, ring: t.Type) -> Iterator[Problem]:
    size = len(ring.members)
    drawn = {row.name: _drawing(checked.symbols, info, row, ring, size) for row in info.rows}
    known = set(drawn.values())
    for row in info.rows:
        if _drawing(checked.symbols, info, row, ring, size, mirrored=True) not in known:
            yield problem_at("K85", row.span, kind=info.name, row=row.name)


def _drawing(
    symbols: Symbols, info: i.KindInfo, row: i.RowInfo, ring: t.Type, size: int, mirrored: bool = False
) -> Drawing:
    """What is drawn on a tile, the same however it is turned."""
    first = info.number[row.name]
    parts = [(part, one) for part in _with_parts(symbols, info.name)[1:] for one in part.rows if one.whole == first]

    def turned(by: int) -> Drawing:
        whole = _drawing_of(info, row, ring, by, size, mirrored)
        return whole, tuple(sorted(repr((p.name, _drawing_of(p, one, ring, by, size, mirrored))) for p, one in parts))

    return min((turned(by) for by in range(size)), key=repr)


def _drawing_of(info: i.KindInfo, row: i.RowInfo, ring: t.Type, by: int, size: int, mirrored: bool) -> Drawing:
    """The fields of one row, its sides turned; texts are no drawing."""
    found = []
    for field in info.fields.values():
        value = row.values.get(field.name)
        if field.type == t.TEXT:
            continue
        own = _sides(field)
        if own is not None and str(own) == str(ring) and value is not None:
            value = sorted(((-side if mirrored else side) + by) % size for side in value)
        elif isinstance(value, frozenset):
            value = sorted(value)
        found.append((field.name, repr(value)))
    return tuple(found)
