"""Tracks: rows of a list as steps from the bottom up, with the seats that stand on them."""

from __future__ import annotations

from typing import Any

from rulekit.looks.drawing.palette import HAIR
from rulekit.looks.drawing.picture import Picture, panel, rows
from rulekit.looks.drawing.svg_shapes import rect, text
from rulekit.looks.drawing.tokens import seat_badge
from rulekit.looks.pieces.effects import effect_lines
from rulekit.looks.table_view import TableView

ROOM_OF_EFFECT, STEP, SEAT = 98.0, 25.0, 19.0


def track_states(looks_tracks: dict[str, Any]) -> set[str]:
    """The states that are drawn on tracks."""
    names = {track.get(key) for track in looks_tracks.values() for key in ("marker", "at", "only")}
    return {name for name in names if name}


def track(table: TableView, name: str, room: float) -> Picture:
    """One panel for each group of steps that is in play."""
    said, looks = table.looks.section("tracks")[name], table.looks
    groups: dict[Any, list[str]] = {}
    for row in looks.kind(said["list"]).rows:
        groups.setdefault(looks.value(said["list"], row.name, said["group"]), []).append(row.name)
    live = {index[-1] for index, value in table.states[said["only"]] if value} if "only" in said else {*groups}
    group = looks.type_of(said["list"], said["group"])
    titled = group.kind if group.row else ""
    drawn = [
        panel(looks.title(titled, one) if titled else str(one), _steps(table, said, one, steps))
        for one, steps in groups.items()
        if one in live
    ]
    return rows(drawn, room)


def _steps(table: TableView, said: dict[str, Any], group: Any, steps: list[str]) -> Picture:
    looks, svg, standing = table.looks, "", _standing(table, said, group)
    width = 24 + ROOM_OF_EFFECT + SEAT * max(map(len, standing.values()), default=1) + 4
    for row in steps:
        number = looks.value(said["list"], row, said["step"])
        y = (len(steps) - 1 - number) * STEP
        svg += rect(0, y, width, STEP - 2, 4, fill="face", stroke="line", width=HAIR)
        svg += text(15, y + 15.5, number, 10.5, "dim", "end", 600)
        shown = effect_lines(looks, looks.value(said["list"], row, said["show"]), ROOM_OF_EFFECT, 13)
        scale = min(1, 22 / max(shown.height, 1))
        svg += shown.at(22, y + (STEP - shown.height * scale) / 2, scale)
        for place, seat in enumerate(standing.get(number, ())):
            svg += seat_badge(seat, width - 12 - SEAT * place, y + 12, 15, halo="face")
    return Picture(width, STEP * len(steps) - 2, svg)


def _standing(table: TableView, said: dict[str, Any], group: Any) -> dict[int, list[int]]:
    """The seats that stand on each step of a group."""
    places, found = dict(table.states[said["at"]]), dict[int, list[int]]()
    for index, at in table.states[said["marker"]]:
        if at == group:
            found.setdefault(places[index], []).append(index[0])
    return found
