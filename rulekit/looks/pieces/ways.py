"""Square tiles that open to their sides: the ways across a tile, turned as the tile lies."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from rulekit.check.names.symbol_info import FieldInfo, KindInfo
from rulekit.looks.drawing.palette import HAIR, LINE, paint
from rulekit.looks.drawing.picture import Picture
from rulekit.looks.drawing.svg_shapes import circle, path, rect, short
from rulekit.looks.game_looks import SHAPES, GameLooks

SIZE = 96.0
MIDDLE = SIZE / 2
BREADTH = 26.0  # its width
ASIDE, APART = 26.0, 22.0  # from the middle of a way to who stands beside it, and between two of these
AROUND = [(far * x, far * y) for far, x, y in itertools.product((1, 1.3, 1.6), (-1, 1, 0), (-1, 1, 0)) if x or y]
ENDS = ((MIDDLE, 0.0), (SIZE, MIDDLE), (MIDDLE, SIZE), (0.0, MIDDLE))
Point = tuple[float, float]


@attrs.frozen
class Way:
    """One way: the part of the tile, the sides it opens to as it lies, its outline and its middle."""

    part: str
    sides: tuple[int, ...]
    outline: str
    middle: Point


def ring_of(looks: GameLooks, kind: str) -> tuple[KindInfo, FieldInfo] | None:
    """The parts of a tile that open to its four sides, and the column that says to which."""
    for part in looks.symbols.kinds.values():
        if part.whole == kind:
            for field in part.fields.values():
                if field.turning and len(field.type.set_of.members) == len(ENDS):
                    return part, field
    return None


def ways_of(looks: GameLooks, kind: str, row: str, facing: int) -> list[Way]:
    """The ways of a tile as it lies."""
    found = ring_of(looks, kind)
    if found is None:
        return []
    part, field = found
    ring = field.type.set_of.members
    names = next((names for info, names in looks.parts(kind, row) if info is part), [])
    sides = [_turned(ring, looks.value(part.name, name, field.name), facing) for name in names]
    return [_way(name, opened, alone=len(names) == 1) for name, opened in zip(names, sides, strict=True)]


def _turned(ring: Sequence[str], sides: Sequence[str], facing: int) -> tuple[int, ...]:
    return tuple(sorted((ring.index(side) + facing) % len(ring) for side in sides))


def sides_by_name(looks: GameLooks, kind: str, way: Way) -> set[str]:
    """The sides that a way opens to, as the rules call them."""
    found = ring_of(looks, kind)
    return {found[1].type.set_of.members[side] for side in way.sides} if found is not None else set()


def _way(part: str, sides: tuple[int, ...], alone: bool) -> Way:
    if len(sides) == 1:
        (x, y), deep = ENDS[sides[0]], 1 if alone else 0.62
        end = (x + (MIDDLE - x) * deep, y + (MIDDLE - y) * deep)
        return Way(part, sides, f"M{short(x)} {short(y)}L{short(end[0])} {short(end[1])}", end)
    if len(sides) == 2 and (sides[0] + 2) % 4 != sides[1]:
        return _bend(part, sides)
    ways = (f"M{short(ENDS[side][0])} {short(ENDS[side][1])}L{short(MIDDLE)} {short(MIDDLE)}" for side in sides)
    return Way(part, sides, "".join(ways), (MIDDLE, MIDDLE))


def _bend(part: str, sides: tuple[int, ...]) -> Way:
    """Round the corner between two neighbouring sides."""
    (x, y), (u, v) = ENDS[sides[0]], ENDS[sides[1]]
    corner = (SIZE if 1 in sides else 0.0, 0.0 if 0 in sides else SIZE)
    middle = tuple(at + (MIDDLE - at) * 0.7071 for at in corner)
    sweep = 0 if (sides[0] + 1) % 4 == sides[1] else 1
    arc = f"A{short(MIDDLE)} {short(MIDDLE)} 0 0 {sweep} {short(u)} {short(v)}"
    return Way(part, sides, f"M{short(x)} {short(y)}{arc}", (middle[0], middle[1]))


# ------------------------------------------------------------------ drawing


def way_tile(
    looks: GameLooks, kind: str, row: str, seen: Mapping[str, Any], look: Mapping[str, Any], dash: str | None = None
) -> Picture:
    """The whole tile. `look` is what the looks file says of its ways; `dash` breaks its outline."""
    svg = rect(0.5, 0.5, SIZE - 1, SIZE - 1, 4, fill="rock", stroke="line", width=HAIR)
    hall = _hall(looks, kind, row, seen, look)
    found = ring_of(looks, kind)
    assert found is not None
    part, column = found
    marks = look.get("marks") or {
        name: {"sign": SHAPES[(number + 3) % len(SHAPES)]}
        for number, name in enumerate(name for name in part.fields if name != column.name)
    }
    for way in ways_of(looks, kind, row, seen.get("facing", 0)):
        svg += path(way.outline, "round", stroke="dim", width=BREADTH + 3) + hall
        svg += path(way.outline, "round", stroke="floor", width=BREADTH)
        for name, spec in marks.items():
            svg += _mark(looks, way, looks.value(part.name, way.part, name), spec, seen)
    svg += rect(1, 1, SIZE - 2, SIZE - 2, 4, stroke="dim", width=LINE, dash=dash) if dash else ""
    border = -0.4, SIZE + 0.8
    box = f'x="{border[0]}" y="{border[0]}" width="{short(border[1])}" height="{short(border[1])}"'
    view = f'viewBox="{border[0]} {border[0]} {short(border[1])} {short(border[1])}"'
    return Picture(SIZE, SIZE, f'<svg {box} {view} overflow="hidden">{svg}</svg>')


def _hall(looks: GameLooks, kind: str, row: str, seen: Mapping[str, Any], look: Mapping[str, Any]) -> str:
    """The round room in the middle of tiles whose sort has one."""
    room = look.get("room")
    if not room or looks.seen_value(kind, row, seen, room["of"]) not in room["members"]:
        return ""
    return circle(MIDDLE, MIDDLE, 32, paint("floor", "dim", LINE))


def has_mark(looks: GameLooks, kind: str, way: Way) -> bool:
    """Whether anything is printed in a way."""
    found = ring_of(looks, kind)
    columns = [name for name in found[0].fields if name != found[1].name] if found is not None else []
    return any(looks.value(found[0].name, way.part, name) for name in columns) if found is not None else False


def standing_spots(way: Way, marked: bool) -> list[Point]:
    """Where seats can stand in a way so that each is seen: beside what is printed in it, then in the rock round it."""
    x, y = way.middle
    legs = [_towards(way.middle, ENDS[side]) for side in way.sides]
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


def _mark(looks: GameLooks, way: Way, value: Any, spec: Mapping[str, Any], seen: Mapping[str, Any]) -> str:
    """What is printed in a way: signs, or a room with something in it."""
    if not value:
        return ""
    x, y = way.middle
    if not spec.get("room"):
        many = value if isinstance(value, int) and not isinstance(value, bool) else 1
        first = x - (5.5 if many == 2 else 0)
        colour = spec.get("colour", "slate")
        return "".join(looks.sign(spec["sign"], first + 11 * number, y, 17, colour) for number in range(many))
    ground = circle(x, y, 20, paint("floor", "dim", LINE)) + path(way.outline, "butt", stroke="floor", width=BREADTH)
    if seen.get(spec.get("full", ""), 1):
        return ground + looks.sign(spec["sign"], x, y, 24, spec.get("colour", "ochre"))
    return ground + circle(x, y, 9, paint(None, "line", LINE, "3 3"))
