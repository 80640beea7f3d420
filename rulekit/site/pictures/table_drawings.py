"""What lies on a table, drawn and told once for each way it can lie, whatever the rules make of it."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

import attrs

from rulekit.looks.description import position_in_words
from rulekit.looks.drawing.picture import Picture
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.table_picture import table_picture
from rulekit.looks.table_view import Marks, TableView
from rulekit.looks.view_parts import Key
from rulekit.site.pictures.kept_pictures import KeptPictures
from rulekit.site.reader_words import PEOPLE


@attrs.frozen
class DrawnTable:
    """A picture, and the same in words."""

    picture: Picture
    words: str


@attrs.frozen
class DrawnPart:
    """What of a table is drawn: these instances, with marks of what a move changed, near these places."""

    only: Collection[Key]
    marks: Marks = attrs.field(factory=dict)
    near: Collection[Any] = ()


def draw_table(
    kept: KeptPictures, looks: PictureModel, view: Mapping[str, Any], part: DrawnPart, room: float
) -> DrawnTable:
    """Part of a view, no wider than the room: as it was drawn last time, if it lay the same way then."""
    what = (looks.chosen, view, *map(_in_order, (part.marks.items(), part.only, part.near)), room)
    found = kept.of_declared(repr(what), lambda: to_text(_draw(looks, view, part, room)))
    drawn = from_text(found)
    assert drawn is not None
    return drawn


def _in_order(many: Collection[Any]) -> list[str]:
    return sorted(map(repr, many))


def _draw(looks: PictureModel, view: Mapping[str, Any], part: DrawnPart, room: float) -> DrawnTable:
    picture = table_picture(TableView(looks, view, part.marks, part.only, names=PEOPLE), room, part.near)
    return DrawnTable(picture, position_in_words(looks, view, part.only, PEOPLE))


def to_text(one: DrawnTable | None) -> str:
    """One picture as text."""
    return json.dumps(drawing_as_data(one))


def from_text(text: str) -> DrawnTable | None:
    """One picture from its text."""
    return from_written(json.loads(text))


def drawing_as_data(one: DrawnTable | None) -> list[Any] | None:
    """One picture as data."""
    return None if one is None else [one.picture.width, one.picture.height, one.picture.svg, one.words]


def from_written(side: list[Any] | None) -> DrawnTable | None:
    """One picture from its data."""
    return None if side is None else DrawnTable(Picture(*side[:3]), side[3])
