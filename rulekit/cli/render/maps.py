"""Maps of pieces that open to their sides: a picture of tiles, then every place on a line; one map for each owner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.cli.render import openings
from rulekit.cli.render import text_board as picture
from rulekit.cli.render.entry import StateEntry, place_in, spot_of
from rulekit.cli.render.openings import PlacedPiece
from rulekit.cli.render.text_board import WIDEST
from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.model.declarations import Space
from rulekit.play.reasons import played_wording
from rulekit.spaces.shape import Layout, Spot
from rulekit.typesystem import types as t
from rulekit.words.vocabulary import FACING


@attrs.define
class TextMap:
    """What lies and stands on the places of one owner, and which entries have been told with it."""

    plan: ConfigIndex
    space: Space
    layout: Layout
    owner: int | None
    pieces: dict[Spot, PlacedPiece] = attrs.field(factory=dict)
    notes: dict[Spot, list[str]] = attrs.field(factory=dict)
    edges: list[str] = attrs.field(factory=list)
    labels: dict[Spot, str] = attrs.field(factory=dict)
    told: list[StateEntry] = attrs.field(factory=list)

    def note(self, spot: Spot, text: str) -> None:
        """Write something beside a place."""
        self.notes.setdefault(spot, []).append(text)

    def place_of(self, piece: str) -> Spot | None:
        """The place on which a piece lies, if it lies on this map."""
        return next((spot for spot, found in self.pieces.items() if found.name == piece), None)


def map_lines(
    plan: ConfigIndex, space: Space, entries: list[StateEntry], pictures: bool
) -> tuple[list[str], list[StateEntry]] | None:
    """The lines of all maps of a space, and the entries that they leave to others; nothing if no piece has openings."""
    layout = plan.layout(space.name)
    zones = [one for one in plan.symbols.zones.values() if _opening(plan, layout, one, space.name)]
    if not zones:
        return None
    owners: list[int | None] = [*range(plan.seats)] if any(t.SEAT in one.indexes for one in zones) else [None]
    names, lines = {one.name for one in zones}, []
    for owner in owners:
        chart = TextMap(plan, space, layout, owner)
        _fill(chart, names, [one for one in entries if owner is None or one.index[:1] == (owner,)])
        lines += _lines(chart, pictures)
        told = {id(one) for one in chart.told}
        entries = [one for one in entries if id(one) not in told]
    return lines + _to_be_laid(plan, layout, {one.kind for one in zones}, entries), entries


def _opening(plan: ConfigIndex, layout: Layout, zone: Any, space: str) -> bool:
    """Do pieces with openings lie in this zone, on places of the space?"""
    kinds = [one for one in plan.symbols.kinds.values() if zone.kind in (one.name, one.whole)]
    here = any(kind.bare == t.Place(space) for kind in zone.indexes)
    return here and any(openings.opens(field.type, layout) for kind in kinds for field in kind.fields.values())


def _to_be_laid(plan: ConfigIndex, layout: Layout, kinds: set[str], entries: list[StateEntry]) -> list[str]:
    """Tiles of the map that lie open elsewhere, but in no pile: what is printed on them, for they may be turned."""
    found = []
    for one in entries:
        zone = plan.symbols.zones.get(one.name)
        if zone is None or zone.shape == "pile" or zone.kind not in kinds & plan.tiles:
            continue
        names = [piece.get("name") if isinstance(piece, dict) else str(piece) for piece in one.pieces]
        pieces = [openings.placed_piece(plan, layout, zone.kind, name, 0) for name in names if name is not None]
        found += [openings.printed_ways(layout, piece) for piece in pieces if piece.ways]
    return [*found, ""] if found else []


# ------------------------------------------------------------------ what is on the map


def _fill(chart: TextMap, names: set[str], entries: list[StateEntry]) -> None:
    here = [one for one in entries if place_in(one, chart.space.name) is not None]
    noted = [one for one in entries if one.type is not None and len(one.kinds) == 1 and isinstance(one.index[0], str)]
    for one in here:
        chart.told.append(one)
        spot = spot_of(one.index[place_in(one, chart.space.name) or 0])
        if one.name in names:
            for piece in one.pieces:
                _lay(chart, chart.plan.symbols.zones[one.name].kind, spot, piece, noted)
        elif one.pieces or (one.type is not None and one.what not in (None, False, 0, [])):
            chart.note(spot, f"{one.name} {one.text}" if one.what is not True else one.name)
    for one in entries:
        for text in _standing(chart, one):
            chart.told.append(one)
            _label(chart, text)


def _lay(chart: TextMap, kind: str, spot: Spot, piece: Any, noted: list[StateEntry]) -> None:
    """One piece, turned as it lies, with what is noted of it."""
    name = piece.get("name", "?") if isinstance(piece, dict) else str(piece)
    own = [one for one in noted if one.index[0] == name]
    marks = {**(piece if isinstance(piece, dict) else {}), **{one.name: one.what for one in own}}
    chart.told += own
    turns = marks.pop(FACING, 0)
    found = openings.placed_piece(chart.plan, chart.layout, kind, name, turns)
    chart.pieces[spot] = found
    chart.labels[spot] = name
    for mark, value in marks.items():
        if mark not in ("name", "at") and value:
            chart.note(spot, f"{mark} {played_wording.value(value)}")
            chart.labels[spot] += "*"


def _label(chart: TextMap, found: tuple[Spot, str]) -> None:
    spot, text = found
    chart.note(spot, text)
    chart.labels[spot] = chart.labels.get(spot, "") + ("@" if "@" not in chart.labels.get(spot, "") else "")


def _standing(chart: TextMap, entry: StateEntry) -> Iterator[tuple[Spot, str]]:
    """Where a state says that something is: a place, a part of a piece, a set of places; edges are told apart."""
    if entry.type is None or entry.what in (None, []) or place_in(entry, chart.space.name) is not None:
        return
    kind, place = entry.type.bare, t.Place(chart.space.name)
    name = entry.name if chart.owner is not None else " ".join([entry.name, *map(str, _seat(entry))])
    if kind == place:
        yield spot_of(entry.what), name
    elif kind.set_of == place:
        yield from ((spot_of(one), name) for one in entry.what)
    elif kind.set_of == t.Edge(chart.space.name):
        chart.told.append(entry)
        chart.edges.append(
            f"  {name}: {'; '.join(' to '.join(map(played_wording.place, edge)) for edge in entry.what)}"
        )
    elif kind.row:
        yield from _within(chart, kind.kind, entry.what, name)


def _within(chart: TextMap, kind: str, what: Any, name: str) -> Iterator[tuple[Spot, str]]:
    """A part by its name, or as it is written with its place first."""
    if isinstance(what, list) and what and isinstance(what[0], list):
        yield spot_of(what[0]), f"{name} in {' '.join(map(played_wording.place, what[1:]))}"
        return
    info = chart.plan.symbols.kinds[kind]
    number = info.number.get(str(what))
    if info.whole is not None and number is not None:
        whole = chart.plan.row(info.whole, chart.plan.whole_of(kind, number)).name
        spot = chart.place_of(whole)
        if spot is not None:
            yield spot, f"{name} in {what}"


def _seat(entry: StateEntry) -> list[Any]:
    return [f"seat {index}" for kind, index in zip(entry.kinds, entry.index, strict=True) if kind == t.SEAT]


# ------------------------------------------------------------------ lines


def _lines(chart: TextMap, pictures: bool) -> list[str]:
    head = [] if chart.owner is None else [f"{chart.space.name} of seat {chart.owner}:"]
    if not chart.pieces and not chart.notes:
        return [f"{head[0]} empty" if head else f"{chart.space.name}: empty"]
    drawn = _tile_lines(chart) if pictures else None
    legend = ["* something is noted of the piece, @ something stands there", ""] if drawn else []
    return [
        *head,
        *(drawn or []),
        *legend,
        *openings.place_lines(chart.layout, chart.pieces, chart.notes),
        *chart.edges,
        "",
    ]


def _tile_lines(chart: TextMap) -> list[str] | None:
    """Tiles on a grid with their openings, pieces of other shapes by their names alone."""
    if chart.space.shape == "square-grid" and chart.labels:
        return openings.tile_lines(chart.layout, chart.pieces, chart.labels, WIDEST)
    return picture.draw_board(chart.space, chart.plan.symbols, chart.labels)
