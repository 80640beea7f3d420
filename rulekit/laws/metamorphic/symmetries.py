"""How a board turns and mirrors: permutations of its directions, with what becomes of its places."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import attrs

from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.spaces.shape import Layout
from rulekit.typesystem import types as t

SMALL = 1_000  # places


@attrs.frozen
class Symmetry:
    """A permutation of the directions and one of the places that fit each other."""

    sides: tuple[int, ...]
    places: Mapping[int, int] = attrs.field(hash=False)


@lru_cache(maxsize=32)
def symmetries(layout: Layout, mirrored: bool) -> tuple[Symmetry, ...]:
    """Turns, or reflections, that take the whole board to itself; the origin of a very large one stays."""
    if layout.links is not None or layout.names is not None or len(layout.sides) < 2:
        return ()
    count = len(layout.sides)
    perms = [tuple((k - n) % count for n in range(count)) for k in range(count)]
    if not mirrored:
        perms = [tuple((k + n) % count for n in range(count)) for k in range(1, count)]
    found = (_symmetry_of(layout, sides) for sides in perms)
    return tuple(one for one in found if one is not None)


def _symmetry_of(layout: Layout, sides: tuple[int, ...]) -> Symmetry | None:
    """The places that go with these directions, tried from every image of the first place."""
    start = 0 if layout.origin is None else layout.number[layout.origin]
    others = range(len(layout.spots)) if len(layout.spots) <= SMALL else ()
    for image in (start, *others):
        places = _spread(layout, sides, start, image)
        if places is not None:
            return Symmetry(sides, places)
    return None


def _spread(layout: Layout, sides: tuple[int, ...], start: int, image: int) -> dict[int, int] | None:
    """From one place to its neighbours, as long as they fit; all places must be reached, each once."""
    places, todo = {start: image}, [start]
    while todo:
        place = todo.pop()
        for side, other in enumerate(sides):
            near, far = layout.next_place(place, side), layout.next_place(places[place], other)
            if (near is None) != (far is None):
                return None
            if near is None or far is None:
                continue
            if near not in places:
                places[near] = far
                todo.append(near)
            elif places[near] != far:
                return None
    return places if len(places) == len(layout.spots) == len(set(places.values())) else None


def directions(plan: ConfigIndex, layout: Layout, one: Symmetry) -> dict[t.Type, Mapping[int, int]]:
    """Every type whose members are the directions of this board, renamed."""
    names = dict(enumerate(one.sides))
    types = [kind for kind in plan.symbols.types.values() if kind.members]
    return {kind: names for kind in types if kind.members == layout.sides}
