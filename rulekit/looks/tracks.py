"""Tracks: rows of a list as steps from the bottom up, with the seats that stand on them."""

from __future__ import annotations

from typing import Any

from rulekit.kinds import types as t
from rulekit.looks.effects import effect_lines
from rulekit.looks.palette import HAIR
from rulekit.looks.picture import Picture, panel, rows
from rulekit.looks.shapes import rect, text
from rulekit.looks.table_view import TableView
from rulekit.looks.tokens import seat_badge

WIDTH, STEP = 132.0, 25.0


def track_states(looks_tracks: dict[str, Any]) -> set[str]:
    """The states that are drawn on tracks."""
    names = {track.get(key) for track in looks_tracks.values() for key in ("marker", "at", "only")}
    return {name for name in names if name}


def track(table: TableView, name: str) -> Picture:
    """One panel for each group of steps that is in play."""
    said, looks = table.looks.section("tracks")[name], table.looks
    groups: dict[Any, list[str]] = {}
    for row in looks.kind(said["list"]).rows:
        groups.setdefault(looks.value(said["list"], row.name, said["group"]), []).append(row.name)
    live = {index[-1] for index, value in table.states[said["only"]] if value} if "only" in said else {*groups}
    group = looks.type_of(said["list"], said["group"])
    titled = group.kind if isinstance(group, t.Row) else ""
    drawn = [
        panel(looks.title(titled, one) if titled else str(one), _steps(table, said, one, steps))
        for one, steps in groups.items()
        if one in live
    ]
    return rows(drawn)


def _steps(table: TableView, said: dict[str, Any], group: Any, steps: list[str]) -> Picture:
    looks, svg = table.looks, ""
    for row in steps:
        number = looks.value(said["list"], row, said["step"])
        y = (len(steps) - 1 - number) * STEP
        svg += rect(0, y, WIDTH, STEP - 2, 4, fill="face", stroke="line", width=HAIR)
        svg += text(15, y + 15.5, number, 10.5, "dim", "end", 600)
        shown = effect_lines(looks, looks.value(said["list"], row, said["show"]), WIDTH - 34, 13)
        scale = min(1, 22 / max(shown.height, 1))
        svg += shown.at(22, y + (STEP - shown.height * scale) / 2, scale)
    places = dict(table.states[said["at"]])
    for index, at in table.states[said["marker"]]:
        if at == group:
            y = (len(steps) - 1 - places[index]) * STEP + 12
            svg += seat_badge(index[0], WIDTH - 12 - 17 * index[0], y, 17, halo="face")
    return Picture(WIDTH, STEP * len(steps) - 2, svg)
