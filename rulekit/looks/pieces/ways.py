"""Square tiles that open to their sides: the ways across a tile, turned as the tile lies."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from rulekit.looks.declared_looks import noun
from rulekit.looks.drawing.palette import HAIR, LINE, paint
from rulekit.looks.drawing.picture import Picture
from rulekit.looks.drawing.svg_shapes import circle, num, path, rect
from rulekit.looks.game_looks import SHAPES, PictureModel
from rulekit.words.vocabulary import FACING

SIZE = 96.0
MIDDLE = SIZE / 2
BREADTH = 26.0  # its width
ASIDE, APART = 26.0, 22.0  # from the middle of a way to who stands beside it, and between two of these
STUB = 0.36  # how far a dead end reaches towards the middle of a tile that other ways cross
UNCROSSED = 0.64  # of the way from the middle to the border: where what is printed on a bridge belongs to one way alone
ROOM, STUB_ROOM = 20.0, 15.0  # radius of a room in a way
PRINTED, KEPT = 17.0, 24.0  # size of a sign in a way, and of one that has a room for itself
CLOSE, BESIDE = 11.0, 19.0  # from sign to sign: of the same sort, of several sorts
AROUND = [(far * x, far * y) for far, x, y in itertools.product((1, 1.3, 1.6), (-1, 1, 0), (-1, 1, 0)) if x or y]
ENDS = ((MIDDLE, 0.0), (SIZE, MIDDLE), (MIDDLE, SIZE), (0.0, MIDDLE))
SIDES = {"n": "north", "e": "east", "s": "south", "w": "west"}
Point = tuple[float, float]


@attrs.frozen
class TileWay:
    """One way: the part of the tile, the sides it opens to as it lies, its outline and its middle."""

    part: str
    sides: tuple[int, ...]
    outline: str
    middle: Point


def ways_of(looks: PictureModel, kind: str, row: str, facing: int) -> list[TileWay]:
    """The ways of a tile as it lies."""
    found = looks.ring_of(kind)
    if found is None:
        return []
    part, field = found
    ring = field.type.set_of.members
    names = next((names for info, names in looks.parts(kind, row) if info is part), [])
    sides = [_turned(ring, looks.value(part.name, name, field.name), facing) for name in names]
    crossed = sum(len(opened) == 2 and (opened[0] + 2) % 4 == opened[1] for opened in sides) > 1
    return [_way(name, opened, len(names) == 1, crossed) for name, opened in zip(names, sides, strict=True)]


def _turned(ring: Sequence[str], sides: Sequence[str], facing: int) -> tuple[int, ...]:
    return tuple(sorted((ring.index(side) + facing) % len(ring) for side in sides))


def sides_by_name(looks: PictureModel, kind: str, way: TileWay) -> list[str]:
    """The sides that a way opens to, as the rules call them and in their order."""
    found = looks.ring_of(kind)
    return [found[1].type.set_of.members[side] for side in way.sides] if found is not None else []


def side_in_words(side: str) -> str:
    """`north` of a side that is called `n`; other names stay."""
    return SIDES.get(side, noun(side))


def sides_in_words(sides: Sequence[str]) -> str:
    """`north, east and west`"""
    said = [side_in_words(one) for one in sides]
    return " and ".join(filter(None, [", ".join(said[:-1]), *said[-1:]]))


def _way(part: str, sides: tuple[int, ...], alone: bool, crossed: bool) -> TileWay:
    if len(sides) == 1:
        (x, y), deep = ENDS[sides[0]], 1 if alone else STUB
        end = (x + (MIDDLE - x) * deep, y + (MIDDLE - y) * deep)
        return TileWay(part, sides, f"M{num(x)} {num(y)}L{num(end[0])} {num(end[1])}", end)
    if len(sides) == 2 and (sides[0] + 2) % 4 != sides[1]:
        return _bend(part, sides)
    ways = (f"M{num(ENDS[side][0])} {num(ENDS[side][1])}L{num(MIDDLE)} {num(MIDDLE)}" for side in sides)
    x, y = ENDS[sides[-1]] if crossed and len(sides) == 2 else (MIDDLE, MIDDLE)
    return TileWay(part, sides, "".join(ways), (MIDDLE + (x - MIDDLE) * UNCROSSED, MIDDLE + (y - MIDDLE) * UNCROSSED))


def _bend(part: str, sides: tuple[int, ...]) -> TileWay:
    """Round the corner between two neighbouring sides."""
    (x, y), (u, v) = ENDS[sides[0]], ENDS[sides[1]]
    corner = (SIZE if 1 in sides else 0.0, 0.0 if 0 in sides else SIZE)
    middle = tuple(at + (MIDDLE - at) * 0.7071 for at in corner)
    sweep = 0 if (sides[0] + 1) % 4 == sides[1] else 1
    arc = f"A{num(MIDDLE)} {num(MIDDLE)} 0 0 {sweep} {num(u)} {num(v)}"
    return TileWay(part, sides, f"M{num(x)} {num(y)}{arc}", (middle[0], middle[1]))


# ------------------------------------------------------------------ drawing


def way_tile(
    looks: PictureModel, kind: str, row: str, seen: Mapping[str, Any], look: Mapping[str, Any], dash: str | None = None
) -> Picture:
    """The whole tile. `look` is what the looks file says of its ways; `dash` breaks its outline."""
    svg = rect(0.5, 0.5, SIZE - 1, SIZE - 1, 4, fill="rock", stroke="line", width=HAIR)
    hall = _hall(looks, kind, row, seen, look)
    found = looks.ring_of(kind)
    assert found is not None
    part, column = found
    marks = look.get("marks") or {
        name: {"sign": SHAPES[(number + 3) % len(SHAPES)]}
        for number, name in enumerate(name for name in part.fields if name != column.name)
    }
    ways = ways_of(looks, kind, row, seen.get(FACING, 0))
    for way in ways:
        svg += path(way.outline, "round", stroke="dim", width=BREADTH + 3) + hall
        svg += path(way.outline, "round", stroke="floor", width=BREADTH)
    for way in ways:  # above them all: each stands where no other way goes
        printed = [(spec, looks.value(part.name, way.part, name)) for name, spec in marks.items()]
        svg += _marks(looks, way, [(spec, value) for spec, value in printed if value], seen)
    svg += rect(1, 1, SIZE - 2, SIZE - 2, 4, stroke="dim", width=LINE, dash=dash) if dash else ""
    border = -0.4, SIZE + 0.8
    box = f'x="{border[0]}" y="{border[0]}" width="{num(border[1])}" height="{num(border[1])}"'
    view = f'viewBox="{border[0]} {border[0]} {num(border[1])} {num(border[1])}"'
    return Picture(SIZE, SIZE, f'<svg {box} {view} overflow="hidden">{svg}</svg>')


def _hall(looks: PictureModel, kind: str, row: str, seen: Mapping[str, Any], look: Mapping[str, Any]) -> str:
    """The round room in the middle of tiles whose sort has one."""
    room = look.get("room")
    if not room or looks.seen_value(kind, row, seen, room["of"]) not in room["members"]:
        return ""
    return circle(MIDDLE, MIDDLE, 32, paint("floor", "dim", LINE))


def has_mark(looks: PictureModel, kind: str, way: TileWay) -> bool:
    """Whether anything is printed in a way."""
    found = looks.ring_of(kind)
    columns = [name for name in found[0].fields if name != found[1].name] if found is not None else []
    return any(looks.value(found[0].name, way.part, name) for name in columns) if found is not None else False


def standing_spots(way: TileWay, marked: bool) -> list[Point]:
    """Where seats can stand in a way so that each is seen: beside what is printed in it, then in the rock round it."""
    x, y = way.middle
    legs = [leg for side in way.sides if math.dist(leg := _towards(way.middle, ENDS[side]), way.middle) >= APART]
    spots = [*([] if marked else [way.middle]), *legs]
    for dx, dy in AROUND:
        spot = _inside((x + dx * ASIDE, y + dy * ASIDE))
        if all(math.dist(spot, other) >= APART for other in (*spots, way.middle)):
            spots.append(spot)
    return spots


def _towards(start: Point, end: Point) -> Point:
    """Well away from the start, and not at the very end."""
    part = max(0.64, min(0.9, (APART + 1) / max(math.dist(start, end), 1)))
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _inside(spot: Point) -> Point:
    """No further out than the tile."""
    low, high = SIZE * 0.12, SIZE * 0.88
    return min(max(spot[0], low), high), min(max(spot[1], low), high)


def _marks(
    looks: PictureModel, way: TileWay, printed: Sequence[tuple[Mapping[str, Any], Any]], seen: Mapping[str, Any]
) -> str:
    """What is printed in a way: signs side by side, in a room if one of them has one."""
    if not printed:
        return ""
    (x, y), room = way.middle, _room(way) if any(spec.get("room") for spec, _ in printed) else 0.0
    signs = [spec for spec, value in printed for _ in range(1 if isinstance(value, bool) else int(value))]
    size = PRINTED if not room else KEPT * room / ROOM * (1 if len(signs) == 1 else 0.75)
    step = CLOSE if len(printed) == 1 else BESIDE * (room or ROOM) / ROOM
    svg = circle(x, y, room, paint("floor", "dim", LINE)) if room else ""
    svg += path(way.outline, "butt", stroke="floor", width=BREADTH) if room else ""
    for number, spec in enumerate(signs):
        at = x + step * (number - (len(signs) - 1) / 2)
        if seen.get(spec.get("full", ""), 1):
            svg += looks.sign(spec["sign"], at, y, size, spec.get("colour", "ochre" if spec.get("room") else "slate"))
        else:
            svg += circle(at, y, size * 0.375, paint(None, "line", LINE, "3 3"))
    return svg


def _room(way: TileWay) -> float:
    """How large a room of this way may be: a dead end beside other ways has little space."""
    return STUB_ROOM if len(way.sides) == 1 and way.middle != (MIDDLE, MIDDLE) else ROOM
