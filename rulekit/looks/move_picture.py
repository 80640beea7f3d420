"""A move as a picture: what it changes, before and after, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulekit.check.names.symbols import Symbols
from rulekit.looks.changes import Changes, changes
from rulekit.looks.declared_looks import noun
from rulekit.looks.drawing.picture import Picture, column, panel, row, rows, words_picture
from rulekit.looks.drawing.svg_shapes import num, text_width
from rulekit.looks.drawing.tokens import CHANGE_WORDS, change_badge, die, seat_picture
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.table_picture import table_picture
from rulekit.looks.table_view import TableView
from rulekit.looks.view_parts import deep_tuple, state_instances

ROOM = 900.0
SIDE, ARROW = 430.0, 36.0  # for each of the two, and for the arrow between them
View = Mapping[str, Any]


def move_picture(
    looks: PictureModel, views: tuple[View, View], seat: int, words: str, dice: tuple[int, ...] = (),
    room: float = ROOM,
) -> Picture:  # fmt: skip
    """The views of one reader before and after, the move in words, and the dice that fell.

    Side by side where the room allows it, else one below the other.
    """
    before, after = views
    found = changes(looks.symbols, before, after)
    near = list(_places(looks.symbols, found, before, after))
    drawn = [
        panel(
            title,
            table_picture(TableView(looks, view, marks, found.touched_keys), min(SIDE, room - 20), near),
            role="face",
        )
        for title, view, marks in (("before", before, found.before), ("after", after, found.after))
    ]
    head = [seat_picture(seat, 19), words_picture(noun(words), 15, "ink", 700), *map(die, dice)]
    return column([row(head), _beside(looks, drawn, room), legend()])


def _beside(looks: PictureModel, drawn: list[Picture], room: float) -> Picture:
    """The two with an arrow between them."""
    middle = max(one.height for one in drawn) / 2
    arrow = looks.sign("arrow", ARROW / 2, middle, 30, "mark")
    wide = row([drawn[0], Picture(ARROW, middle * 2, arrow), drawn[1]])
    if wide.width <= room:
        return wide
    half = num(ARROW / 2)
    pointing = looks.sign("arrow", ARROW / 2, ARROW / 2, 24, "mark")
    down = f'<g transform="rotate(90 {half} {half})">{pointing}</g>'
    return column([drawn[0], Picture(ARROW, ARROW, down), drawn[1]])


def legend() -> Picture:
    """What the marks mean."""
    return rows(
        [Picture(24 + text_width(said, 11), 18, _legend(change, said)) for change, said in CHANGE_WORDS.items()], gap=14
    )


def _legend(change: str, said: str) -> str:
    return change_badge(change, 9, 9) + words_picture(said).svg_at(20, 2)


def _places(symbols: Symbols, found: Changes, before: View, after: View) -> Iterator[Any]:
    """The places of boards on which something has changed."""
    for kind, _, index in found.touched_keys:
        if kind == "zone" and index and isinstance(index[-1], tuple):
            yield index[-1]
    for view in (before, after):
        for state, index, value in state_instances(symbols, view):
            first = value[0] if isinstance(value, list) and value else None
            if ("state", state.name, index) in found.touched_keys and isinstance(first, list) and len(first) == 2:
                yield deep_tuple(first)
