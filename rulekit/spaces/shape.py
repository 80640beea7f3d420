"""The interface of shapes: places, directions, steps, rotations and mirror images."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from rulekit.records import record

Spot = tuple[int, ...]  # coordinates of a place
Facts = Mapping[str, Any]  # attributes of the space: numbers, and members of named rings or rows of named lists


@record
class Shape:
    """A kind of geometry. `attributes` says what it takes: number, ring, list; required ones end in `!`."""

    name: str
    attributes: Mapping[str, str]
    arity: int
    sides: Callable[[Facts], tuple[str, ...]]
    build: Callable[[Facts], Layout]
    sentence: str


@attrs.define(eq=False)
class Layout:
    """One space laid out. Places are numbered in reading order."""

    spots: tuple[Spot, ...]
    sides: tuple[str, ...]
    steps: tuple[Spot, ...]  # what each direction adds
    origin: Spot | None
    names: tuple[str, ...] | None = None  # of places that are rows
    links: tuple[tuple[int, ...], ...] | None = None  # neighbours, where steps do not give them
    straights: tuple[Spot, ...] = ()  # directions of straight lines, each once
    level: int | None = None  # which coordinate is the row, which the column
    across: int | None = None

    @functools.cached_property
    def number(self) -> dict[Spot, int]:
        """The number of each place, by its coordinates."""
        return {spot: n for n, spot in enumerate(self.spots)}

    def next_place(self, place: int, side: int) -> int | None:
        """The next place in a direction, or nothing."""
        return self._beyond[place][side]

    @functools.cached_property
    def _beyond(self) -> tuple[tuple[int | None, ...], ...]:
        return tuple(tuple(self._neighbour(spot, step) for step in self.steps) for spot in self.spots)

    def _neighbour(self, spot: Spot, step: Spot) -> int | None:
        return self.number.get(tuple(a + b for a, b in zip(spot, step, strict=True)))

    @functools.cached_property
    def _near(self) -> dict[int, tuple[int, ...]]:
        return {}

    def neighbours(self, place: int) -> tuple[int, ...]:
        """The adjacent places in reading order."""
        found = self._near.get(place)
        if found is None:
            if self.links is not None:
                found = self.links[place]
            else:
                steps = (self.next_place(place, s) for s in range(len(self.steps)))
                found = tuple(sorted({p for p in steps if p is not None}))
            self._near[place] = found
        return found

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Straight runs of so many places, each once."""
        if length not in self._lines:
            self._lines[length] = self._runs(length)
        return self._lines[length]

    @functools.cached_property
    def _lines(self) -> dict[int, tuple[tuple[int, ...], ...]]:
        return {}

    def _runs(self, length: int) -> tuple[tuple[int, ...], ...]:
        found = []
        for spot in self.spots:
            for step in self.straights:
                run = [tuple(a + k * b for a, b in zip(spot, step, strict=True)) for k in range(length)]
                if all(s in self.number for s in run):
                    found.append(tuple(self.number[s] for s in run))
        return tuple(found)

    @functools.cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Where two places meet, by the smaller place and then by direction."""
        found: dict[tuple[int, int], None] = {}
        for place in range(len(self.spots)):
            ways = range(len(self.steps)) if self.links is None else ()
            near = [self.next_place(place, s) for s in ways] if self.links is None else list(self.links[place])
            for other in near:
                if other is not None and place < other:
                    found[(place, other)] = None
        return tuple(found)

    @functools.cached_property
    def edge_number(self) -> dict[tuple[int, int], int]:
        """The number of each border, by the two places beside it."""
        return {edge: n for n, edge in enumerate(self.edges)}

    def side_of(self, edge: int, place: int) -> int | None:
        """The direction in which an edge leaves a place."""
        ends = self.edges[edge]
        if place not in ends:
            return None
        other = ends[1] if ends[0] == place else ends[0]
        return next((s for s in range(len(self.steps)) if self.next_place(place, s) == other), None)

    def place_name(self, place: int) -> Any:
        """The one written form of a place: its name, its number, or its coordinates."""
        if self.names is not None:
            return self.names[place]
        spot = self.spots[place]
        return spot[0] if len(spot) == 1 else list(spot)


def square_steps(count: int) -> tuple[Spot, ...]:
    """Steps of a ring of 4 or 8: the first member is up the second coordinate, a quarter further up the first."""
    eight = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
    return eight if count == 8 else eight[::2]


HALF = ((1, 0), (0, 1), (1, 1), (1, -1))  # each straight direction of a square grid once
