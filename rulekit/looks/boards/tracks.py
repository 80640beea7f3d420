"""Tracks: rows of a list as steps from the bottom up, with the seats that stand on them; each group is a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulekit.looks.drawing.palette import HAIR
from rulekit.looks.drawing.picture import Picture, panel, rows
from rulekit.looks.drawing.svg_shapes import rect, text
from rulekit.looks.drawing.tokens import seat_badge
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.pieces.effect_words import effect_words
from rulekit.looks.pieces.effects import effect_lines
from rulekit.looks.pieces.faces import BROKEN
from rulekit.looks.table_view import TableView

ROOM_OF_EFFECT, STEP, SEAT = 98.0, 25.0, 19.0
Standing = Mapping[int, Sequence[int]]  # the seats on each step
NOBODY: Standing = {}


def track_states(looks_tracks: dict[str, Any]) -> set[str]:
    """The states that are drawn on tracks."""
    names = {track.get(key) for track in looks_tracks.values() for key in ("marker", "at", "only")}
    return {name for name in names if name}


def track(table: TableView, name: str, room: float) -> Picture:
    """One panel for each group of steps that is in play."""
    said = table.looks.section("tracks")[name]
    groups = _groups(table.looks, said)
    live = {index[-1] for index, value in table.states[said["only"]] if value} if "only" in said else {*groups}
    shown = [one for one in groups if one in live]
    return rows([_board(table.looks, said, one, groups[one], _standing(table, said, one)) for one in shown], room)


def track_of_row(looks: PictureModel, kind: str, row: str) -> Picture | None:
    """The track that a row of a list is, where steps are grouped by that list: all its steps, and nobody on them."""
    said = _track_by(looks, kind)
    return _board(looks, said, row, _groups(looks, said)[row]) if said is not None else None


def track_in_words(looks: PictureModel, kind: str, row: str) -> str:
    """The steps of such a track from the bottom up, with what each does; nothing for any other row."""
    said = _track_by(looks, kind)
    if said is None:
        return ""
    steps = sorted((looks.value(said["list"], step, said["step"]), step) for step in _groups(looks, said)[row])
    told = "; ".join(f"step {number}: {_does(looks, said, step)}" for number, step in steps)
    return f"{looks.title(kind, row)}, from the bottom up: {told}."


def _does(looks: PictureModel, said: Mapping[str, Any], step: str) -> str:
    effects = looks.effects(said["list"], step, said["show"])
    return " or ".join(effect_words(looks, sentence) for _, sentence in effects) or "nothing"


def _track_by(looks: PictureModel, kind: str) -> Mapping[str, Any] | None:
    """The section about the track whose steps are grouped by the rows of a list."""
    tracks: Mapping[str, Mapping[str, Any]] = looks.section("tracks")
    return next((said for said in tracks.values() if group_list(looks, said) == kind), None)


def group_list(looks: PictureModel, said: Mapping[str, Any]) -> str:
    """The list whose rows are the tracks, each with its steps; empty if they are no rows."""
    group = looks.type_of(said["list"], said["group"])
    return group.kind if group.row else ""


def _groups(looks: PictureModel, said: Mapping[str, Any]) -> dict[Any, list[str]]:
    """The steps of each track."""
    found: dict[Any, list[str]] = {}
    for row in looks.kind(said["list"]).rows:
        found.setdefault(looks.value(said["list"], row.name, said["group"]), []).append(row.name)
    return found


def _board(
    looks: PictureModel, said: Mapping[str, Any], group: Any, steps: Sequence[str], standing: Standing = NOBODY
) -> Picture:
    titled = group_list(looks, said)
    made_up = any(looks.is_assumed(said["list"], step) for step in steps)
    made_up = made_up or (bool(titled) and looks.is_assumed(titled, group))
    title = looks.title(titled, group) if titled else str(group)
    return panel(title, _steps(looks, said, steps, standing), dash=BROKEN if made_up else None)


def _steps(looks: PictureModel, said: Mapping[str, Any], steps: Sequence[str], standing: Standing) -> Picture:
    svg, crowd = "", max(map(len, standing.values()), default=1)
    width = 26 + ROOM_OF_EFFECT + SEAT * crowd + 4
    for row in steps:
        number = looks.value(said["list"], row, said["step"])
        y = (len(steps) - 1 - number) * STEP
        svg += rect(0, y, width, STEP - 2, 4, fill="face", stroke="line", width=HAIR)
        svg += text(17, y + 15.5, number, 10.5, "dim", "end", 600)
        shown = effect_lines(looks, looks.value(said["list"], row, said["show"]), ROOM_OF_EFFECT, 13)
        scale = min(1, 22 / max(shown.height, 1))
        svg += shown.svg_at(24, y + (STEP - shown.height * scale) / 2, scale)
        for place, seat in enumerate(standing.get(number, ())):
            svg += seat_badge(seat, width - 12 - SEAT * place, y + 12, 15, halo="face")
    return Picture(width, STEP * len(steps) - 2, svg)


def _standing(table: TableView, said: dict[str, Any], group: Any) -> Standing:
    """The seats that stand on each step of a group."""
    places, found = dict(table.states[said["at"]]), dict[int, list[int]]()
    for index, at in table.states[said["marker"]]:
        if at == group:
            found.setdefault(places[index], []).append(index[0])
    return found
