"""Pieces that open to the sides of the places they lie on: corridors, half edges; turned as they lie."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulekit.check.names.symbol_info import KindInfo
from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.spaces.shape import Layout, Spot
from rulekit.typesystem import types as t


@attrs.frozen
class PieceWay:
    """One way through a piece: the sides it opens to, and what is printed on it."""

    sides: tuple[int, ...]
    printed: tuple[str, ...]


@attrs.frozen
class PlacedPiece:
    """A piece on its place, with its ways as it lies."""

    name: str
    ways: tuple[PieceWay, ...]

    @property
    def sides(self) -> frozenset[int]:
        """All sides that are open."""
        return frozenset(side for way in self.ways for side in way.sides)


def placed_piece(plan: ConfigIndex, layout: Layout, kind: str, name: str, turns: int) -> PlacedPiece:
    """A piece by its name; without ways if nothing printed on it names sides of the space."""
    info = plan.symbols.kinds[kind]
    member = info.number.get(name.partition("#")[0])
    if member is None:
        return PlacedPiece(name, ())
    found = [_way(plan, layout, info, member, turns)]
    for part in plan.symbols.kinds.values():
        if part.whole == kind:
            found += [_way(plan, layout, part, n, turns) for n in plan.parts(part.name).get(member, ())]
    return PlacedPiece(name, tuple(way for way in found if way is not None))


def _way(plan: ConfigIndex, layout: Layout, info: KindInfo, member: int, turns: int) -> PieceWay | None:
    named = next((field for field in info.fields.values() if opens(field.type, layout)), None)
    if named is None:
        return None
    size = len(layout.sides)
    sides = plan.column(info.name, named.name)[member] or ()
    turned = tuple(sorted((side + turns) % size for side in sides)) if named.turning else tuple(sorted(sides))
    return PieceWay(turned, tuple(_marks_of(plan, info, member)) if info.whole is not None else ())


def _marks_of(plan: ConfigIndex, info: KindInfo, member: int) -> Iterator[str]:
    """What else is printed on a part: `chamber`, `puddles 2`."""
    for field in info.fields.values():
        bare = field.type.bare
        value = plan.column(info.name, field.name)[member] if bare.numeric or bare == t.YES_NO else None
        if value:
            yield field.name if bare == t.YES_NO else f"{field.name} {value}"


def opens(kind: t.Type, layout: Layout) -> bool:
    """Is this a set of the sides of the space?"""
    return bool(kind.set_of.members) and kind.set_of.members == layout.sides


def meeting_text(layout: Layout, pieces: dict[Spot, PlacedPiece], spot: Spot, side: int) -> str:
    """What a way meets at a side: another one, nothing yet, or a piece that is closed there."""
    here = layout.number[spot]
    beyond = layout.next_place(here, side)
    other = None if beyond is None else pieces.get(layout.spots[beyond])
    if beyond is None or other is None:
        return f"{layout.sides[side]} open"
    back = next(s for s in range(len(layout.sides)) if layout.next_place(beyond, s) == here)
    where = " ".join(map(str, layout.spots[beyond]))
    return f"{layout.sides[side]} {'meets' if back in other.sides else 'closed by'} {where}"


def place_lines(layout: Layout, pieces: dict[Spot, PlacedPiece], notes: dict[Spot, list[str]]) -> list[str]:
    """Place after place on a line of its own, in reading order: the piece, its ways, what lies or stands there."""
    lines = []
    for spot in sorted({*pieces, *notes}, key=layout.number.__getitem__):
        piece = pieces.get(spot)
        ways = [_opening_text(layout, pieces, spot, way) for way in piece.ways] if piece is not None else []
        parts = [*([piece.name] if piece is not None else []), *filter(None, ways), *notes.get(spot, ())]
        lines.append(f"  {' '.join(map(str, spot))}: {'; '.join(parts)}")
    return lines


def printed_ways(layout: Layout, piece: PlacedPiece) -> str:
    """A piece that lies nowhere yet: its ways as they are printed."""
    ways = [", ".join(layout.sides[side] for side in way.sides) for way in piece.ways]
    marks = [f" ({', '.join(way.printed)})" if way.printed else "" for way in piece.ways]
    return f"  {piece.name} unturned: {'; '.join(map(str.__add__, ways, marks))}"


def _opening_text(layout: Layout, pieces: dict[Spot, PlacedPiece], spot: Spot, way: PieceWay) -> str:
    sides = ", ".join(meeting_text(layout, pieces, spot, side) for side in way.sides)
    return f"{sides} ({', '.join(way.printed)})" if way.printed else sides


# ------------------------------------------------------------------ the picture of a grid of tiles


def tile_lines(
    layout: Layout, pieces: dict[Spot, PlacedPiece], labels: dict[Spot, str], widest: int
) -> list[str] | None:
    """Three lines for each row of tiles, a stroke for each open side; nothing if it would be too wide."""
    columns = range(min(x for x, _ in labels), max(x for x, _ in labels) + 1)
    rows = range(min(y for _, y in labels), max(y for _, y in labels) + 1)
    width = max(*map(len, labels.values()), *(len(str(x)) for x in columns), 3) + 2
    margin = max(len(str(y)) for y in rows) + 1
    if margin + width * len(columns) > widest:
        return None
    north = next((s for s, step in enumerate(layout.steps) if step == (0, 1)), 0)
    up = layout.sides[north][:1] in ("n", "u")
    lines = [" " * margin + "".join(str(x).center(width) for x in columns).rstrip()]
    for y in reversed(rows) if up else rows:
        tiles = [_tile(layout, pieces.get((x, y)), labels.get((x, y), ""), width, up) for x in columns]
        for n, head in enumerate(("", str(y), "")):
            lines.append((head.rjust(margin - 1) + " " + "".join(tile[n] for tile in tiles)).rstrip())
    return lines


def _tile(layout: Layout, piece: PlacedPiece | None, label: str, width: int, up: bool) -> tuple[str, str, str]:
    open_ = {layout.steps[side] for side in piece.sides} if piece is not None else set()
    above, below = ((0, 1), (0, -1)) if up else ((0, -1), (0, 1))
    middle = label.center(width - 2) if label else ".".center(width - 2)
    west, east = ("-" if step in open_ else " " for step in ((-1, 0), (1, 0)))
    return (
        ("|" if above in open_ else " ").center(width),
        f"{west}{middle}{east}",
        ("|" if below in open_ else " ").center(width),
    )
