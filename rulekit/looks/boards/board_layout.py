"""Layout of a board: coordinates of its places, by the shape of their space or the map in the looks file."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from rulekit.looks.game_looks import PictureModel
from rulekit.looks.place_names import points_up
from rulekit.spaces.shape import Layout
from rulekit.typesystem import types as t

Point = tuple[float, float]
MANY_PLACES = 40  # an endless map with more is drawn only where something lies
LAID: dict[str, Callable[[Any], Point]] = {
    "square-grid": lambda at: (at[0], at[1]),
    "brick": lambda at: (at[1] / 2, at[0]),
    "hex-grid": lambda at: (at[0] + at[1] / 2, at[1] * 0.87),
}


@attrs.frozen
class BoardLayout:
    """The places of a ground, in steps from left to right and from top to bottom."""

    ground: t.Type
    name: str  # of the space or the list
    shape: str
    spots: Mapping[Any, Point]
    open_ended: bool = False
    links: tuple[tuple[Any, Any], ...] = ()  # of a graph: the pairs of places that are joined

    @property
    def is_list(self) -> bool:
        """Whether the places are rows of a table, not places of a space."""
        return self.ground.row


def grounds(looks: PictureModel) -> list[t.Type]:
    """The types of places that a zone or state is laid out by, or that a state names, in the order of the rules."""
    named = [state.type.bare for state in looks.symbols.states.values()]
    closed = [kind for kind in named if kind.place and not _open_ended(looks, kind)]
    mapped = looks.section("boards")
    indexes = [kind for info in looks.zones_and_states for kind in info.indexes]
    laid = [kind for kind in indexes if kind.place]
    graphs = {name for space in looks.symbols.spaces.values() if (name := dict(space.attributes).get("places"))}
    rows = [kind for kind in indexes if kind.row]
    rows = [kind for kind in rows if kind.kind in graphs or {"places", "across"} & {*mapped.get(kind.kind, {})}]
    return list(dict.fromkeys([*closed, *laid, *rows]))


def ground_name(ground: t.Type) -> str:
    """The name of the space or type whose members are places."""
    assert ground.place or ground.row
    return ground.space if ground.place else ground.kind


def _open_ended(looks: PictureModel, ground: t.Type) -> bool:
    """An endless map, of which only what holds something is drawn."""
    space = looks.symbols.spaces.get(ground.space)
    reaching = space is not None and "reaching" in dict(space.attributes)
    return reaching and len(looks.plan.layout(ground.space).spots) > MANY_PLACES


def board_layout(looks: PictureModel, ground: t.Type) -> BoardLayout:
    """Where each place lies."""
    name = ground_name(ground)
    if ground.row:
        return BoardLayout(ground, name, "map", _mapped(looks, ground), links=_links(looks, name))
    assert ground.place
    layout = looks.plan.layout(name)
    if layout.names:
        return BoardLayout(ground, name, "ring", _ring(list(layout.names)), links=_joined(layout))
    space = looks.symbols.spaces[name]
    flat = any(len(at) > 1 for at in layout.spots)
    laid = LAID.get(space.shape, _in_line) if flat else _in_line
    upward = flat and points_up(layout)
    spots: dict[Any, Point] = {}
    for at in layout.spots:
        x, y = laid(at)
        spots[at if flat else at[0]] = (x, -y if upward else y)
    return BoardLayout(ground, name, space.shape if flat else "line", spots, _open_ended(looks, ground))


def _mapped(looks: PictureModel, ground: t.Type) -> dict[Any, Point]:
    """Places that are rows: where the map in text has them, where two of their columns say, or round a ring."""
    look = looks.section("boards").get(ground.kind, {})
    names = [row.name for row in looks.kind(ground.kind).rows]
    if "places" in look:
        pairs = [(place, (x, y)) for y, line in enumerate(look["places"]) for x, place in enumerate(line.split())]
        return {place: at for place, at in pairs if place != "."}
    if "across" in look and "down" in look:
        at = {name: tuple(looks.value(ground.kind, name, look[axis]) for axis in ("across", "down")) for name in names}
        top = max(y for _, y in at.values()) if look.get("upward", False) else 0
        return {name: (x, top - y if look.get("upward", False) else y) for name, (x, y) in at.items()}
    return _ring(names)


def _links(looks: PictureModel, kind: str) -> tuple[tuple[Any, Any], ...]:
    """What a space joins of which these rows are the places."""
    spaces = looks.symbols.spaces.items()
    name = next((name for name, space in spaces if dict(space.attributes).get("places") == kind), None)
    return _joined(looks.plan.layout(name)) if name is not None else ()


def _joined(layout: Layout) -> tuple[tuple[Any, Any], ...]:
    names = layout.names or ()
    pairs = ((one, other) for one, near in enumerate(layout.links or ()) for other in near if one < other)
    return tuple((names[one], names[other]) for one, other in pairs) if names else ()


def _in_line(at: Any) -> Point:
    return at[0], 0


def _ring(names: list[Any]) -> dict[Any, Point]:
    """Places of a graph: round a ring, so that no two links hide each other."""
    radius = len(names) / 4.5
    turns = [2 * math.pi * number / len(names) for number in range(len(names))]
    return {name: (radius * math.sin(a), -radius * math.cos(a)) for name, a in zip(names, turns, strict=True)}
