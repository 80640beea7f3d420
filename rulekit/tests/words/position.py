"""A position made by hand, for words to look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from rulekit.spaces import brick, hex_grid, line, square_grid
from rulekit.spaces.graph import build as graph
from rulekit.spaces.shape import Layout
from rulekit.typesystem import types as t
from rulekit.words import vocabulary
from rulekit.words.word import keyword

CARD, TILE, STOP = t.Piece("Card"), t.Piece("Tile"), t.Row("Stop")
CELL, SPOT, EDGE, BRICK, HEX = t.Place("Cell"), t.Place("Spot"), t.Edge("Cell"), t.Place("Brick"), t.Place("Hex")
WIND = t.Choice("Wind", ("n", "ne", "e", "se", "s", "sw", "w", "nw"), True)
SIX = ("tl", "tr", "r", "br", "bl", "l")

LAYOUTS: Mapping[str, Layout] = {
    "Cell": square_grid.build({"across": 3, "down": 3, "sides": WIND.members}),
    "Spot": line.build({"long": 4}),
    "Brick": brick.build({"sides": SIX, "deep": 2, "reaching": 4}),
    "Hex": hex_grid.build({"sides": SIX, "reaching": 1}),
    "Stop": graph({"places": ("first", "second", "third", "alone"), "edges": ((0, 1), (1, 2))}),
}


@attrs.frozen
class Shown:
    """A declared zone."""

    name: str
    kind: str = "Card"
    shape: str = "pile"
    of: tuple[t.Type, ...] = ()
    at: tuple[t.Type, ...] = ()


DECK, HAND, BOX = Shown("deck"), Shown("hand", shape="set", of=(t.SEAT,)), Shown("box of Card", shape="set")
ROW, OWN = Shown("row", shape="one", at=(CELL,)), Shown("own", shape="one", of=(t.SEAT,), at=(CELL,))


@attrs.frozen
class Position:
    """Zones 0 to 5: a deck of 3, 1 and 2, the hands of two players, a row place, an own place, an empty box."""

    seats: int = 2
    zones: tuple[tuple[Shown, tuple[int, ...], tuple[int, ...]], ...] = (
        (DECK, (), (3, 1, 2)),
        (HAND, (0,), ()),
        (HAND, (1,), (4,)),
        (ROW, (7,), (0,)),
        (OWN, (1, 5), (5,)),
        (BOX, (), ()),
    )
    counts: Mapping[str, int] = {"Card": 6, "Stop": 4}
    drawings: tuple[str, ...] = ("a", "b", "a", "b")

    def members(self, kind: t.Type) -> tuple[Any, ...]:
        if isinstance(kind, t.Place):
            return tuple(range(len(LAYOUTS[kind.space].spots)))
        if isinstance(kind, t.Choice):
            return tuple(range(len(kind.members)))
        return tuple(range(self.seats if isinstance(kind, t.Seat) else self.counts[str(kind)]))

    def contents(self, zone: int) -> tuple[int, ...]:
        return self.zones[zone][2]

    def filled_indexes(self, zones: tuple[tuple[Any, int], ...]) -> tuple[Any, ...]:
        return tuple(index for index, zone in zones if self.contents(zone))

    def zone_of(self, kind: str, piece: int) -> int:
        return next(n for n, (info, _, held) in enumerate(self.zones) if info.kind == kind and piece in held)

    def zone_info(self, zone: int) -> Shown:
        return self.zones[zone][0]

    def zone_args(self, zone: int) -> tuple[int, ...]:
        return self.zones[zone][1]

    def layout(self, space: str) -> Layout:
        return LAYOUTS[space]

    def payable(self, effect: Any, here: Any) -> bool:
        return bool(effect == "cheap" or here == 3)

    def possible(self, action: str, seat: int | None) -> bool:
        return action == "rest" and seat in (None, 0)

    def tally(self, action: str) -> int:
        return len(action)

    def looks(self, kind: str, tile: int, turns: int) -> str:
        return self.drawings[turns]

    def ring(self, kind: str) -> int:
        return len(self.drawings)


def value(word: str, context: Position | None = None, whole: t.Type = t.UNKNOWN, **given: tuple[Any, t.Type]) -> Any:
    """What a word gives; every slot is given as a value and its type, `of_` is `of`, `eq` is the right side."""
    found = vocabulary.find(word)
    assert found is not None
    slots = {"=" if name == "eq" else name.rstrip("_"): pair for name, pair in given.items()}
    types = {"": whole, **{slot: kind for slot, (_, kind) in slots.items()}}
    return found.run(context or Position(), types=types, **{keyword(slot): found for slot, (found, _) in slots.items()})


def at(x: int, y: int) -> int:
    """The number of a place of the three by three grid."""
    return LAYOUTS["Cell"].number[(x, y)]
