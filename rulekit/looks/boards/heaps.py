"""Several things on one place of a board: side by side, those that look alike once with their number."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rulekit.check.names.symbol_info import ZoneInfo
from rulekit.looks.boards.drawn_board import MOST_ACROSS
from rulekit.looks.drawing.picture import Picture
from rulekit.looks.drawing.svg_shapes import text
from rulekit.looks.table_view import TableView
from rulekit.looks.view_parts import Index, identity, seen_piece
from rulekit.looks.zone_pictures import count_badge, piece_picture

Lies = tuple[ZoneInfo, Index, Mapping[str, Any]]
Alike = tuple[ZoneInfo, Index, Any, int]  # a piece, and how many look like it


def heaps(table: TableView, lies: Iterable[Lies]) -> dict[Any, list[Alike]]:
    """What lies on each place."""
    found: dict[Any, dict[str, Alike]] = {}
    for zone, index, content in lies:
        there, changes = found.setdefault(index[-1], {}), table.changes_in(zone.name, index)
        for piece in content.get("pieces") or [{}] * content["count"]:
            key = _look_of(zone, piece, changes.get(identity(piece)))
            there[key] = zone, index, piece, there[key][3] + 1 if key in there else 1
    return {place: [*there.values()] for place, there in found.items()}


def _look_of(zone: ZoneInfo, piece: Any, change: str | None) -> str:
    """What two pieces share that look alike: all but their number among copies."""
    seen = seen_piece(piece)
    return json.dumps([zone.name, {**seen, "name": str(seen.get("name", "")).partition("#")[0]}, change])


def things_across(found: Mapping[Any, Collection[Alike]]) -> int:
    """How many things lie beside each other on the fullest place."""
    most = max(map(len, found.values()), default=1)
    return next((side for side in range(1, MOST_ACROSS) if side**2 >= most), MOST_ACROSS)


def heap_picture(table: TableView, things: list[Alike], most: int, size: tuple[float, float]) -> Picture:
    """What lies on one place of this size, at most so many side by side."""
    across, (width, height) = min(most, things_across({"here": things})), size
    shown = things if len(things) <= across**2 else things[: max(1, across**2 - 1)]
    step, down = width / across, height / -(-min(len(things), across**2) // across)
    svg = ""
    for number, (zone, index, piece, count) in enumerate(shown):
        drawn = piece_picture(table, zone, index, piece)
        badge = count_badge(drawn, count) if count > 1 else ""
        left, top = number % across * step, number // across * down
        whole = Picture(drawn.width, drawn.height, drawn.svg + badge)
        svg += whole.svg_at(left + (step - drawn.width) / 2, top + (down - drawn.height) / 2)
    more = sum(count for *_, count in things[len(shown) :])
    svg += text(width - 2, height - 4, f"+ {more}", 10, "ink", "end", 700) if more else ""
    return Picture(width, height, svg)
