"""Boards whose places each player counts from his own side: points with stacks of men, or bowls with seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from rulekit.check.names.symbol_info import StateInfo
from rulekit.looks.drawing.palette import HAIR
from rulekit.looks.drawing.picture import Picture
from rulekit.looks.drawing.svg_shapes import num, path, rect, text
from rulekit.looks.drawing.tokens import SEATS, change_frame, change_sign, disc, seat_badge
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.looks_terms import BOWLS, POINTS, Place, read_place
from rulekit.looks.table_view import TableView
from rulekit.typesystem import types as t

WIDTHS: Mapping[str, float] = {POINTS: 40.0, BOWLS: 58.0}
HEIGHTS: Mapping[str, float] = {POINTS: 152.0, BOWLS: 64.0}
LEAST = 0.5  # how much narrower a place becomes at most
STACK = 5  # men of one stack that are drawn; of a higher one the number stands on the last


def seat_boards(looks: PictureModel) -> dict[str, list[list[Place | None]]]:
    """The boards of the looks file that are laid out so, by the name of their type: lines of places."""
    found = {}
    for name, board in looks.section("boards").items():
        if looks.symbols.types.get(name, t.UNKNOWN).numeric and "places" in board:
            lines = (line.split() for line in board["places"])
            found[name] = [[None if word == "." else read_place(word) for word in line] for line in lines]
    return found


def states_on_board(looks: PictureModel, name: str) -> list[StateInfo]:
    """The states that such a board shows: a number for each seat and place."""
    typed = looks.symbols.types[name]
    states = looks.symbols.states.values()
    return [state for state in states if state.indexes[1:] == (typed,) and state.indexes[0].player]


@attrs.frozen
class _Cell:
    """One place as it is drawn."""

    table: TableView
    counts: list[tuple[int, int, StateInfo]]  # of each seat that has something there
    place: Place
    label: str
    width: float
    height: float
    upper: bool  # whether men stand from the top down
    even: bool


def seat_board(table: TableView, name: str, room: float) -> Picture:
    """The whole board."""
    look, lines = table.looks.section("boards")[name], seat_boards(table.looks)[name]
    how = look.get("as", BOWLS)
    across = max(map(len, lines))
    width = WIDTHS[how] * min(1, max(LEAST, room / (across * WIDTHS[how])))
    counts = {
        (state.name, *index): value
        for state in states_on_board(table.looks, name)
        for index, value in table.states.get(state.name, ())
    }
    svg = rect(0.5, 0.5, width * across - 1, HEIGHTS[how] * len(lines) - 1, 6, fill="floor", stroke="line", width=HAIR)
    for y, line in enumerate(lines):
        for x, place in enumerate(line):
            if place is not None:
                there = [
                    (seat, counts[state.name, seat, number], state)
                    for state in states_on_board(table.looks, name)
                    for seat, number in place
                    if counts.get((state.name, seat, number))
                ]
                label = str(look.get("labels", {}).get(str(place[0][1]), place[0][1]))
                cell = _Cell(table, there, place, label, width, HEIGHTS[how], y < len(lines) / 2, x % 2 == y % 2)
                svg += Picture(width, HEIGHTS[how], DRAWN[how](cell) + _changed(cell, name)).svg_at(
                    x * width, y * HEIGHTS[how]
                )
    return Picture(width * across, HEIGHTS[how] * len(lines), svg)


def _changed(cell: _Cell, name: str) -> str:
    """The mark of a move."""
    states = states_on_board(cell.table.looks, name)
    marks = (cell.table.change_of(state.name, spot) for state in states for spot in cell.place)
    change = next((mark for mark in marks if mark), None)
    if change is None:
        return ""
    frame = change_frame(change, 2, 2, cell.width - 4, cell.height - 4, 6)
    return frame + change_sign(change, 0, 2, cell.width - 2, cell.height - 2)


def _point(cell: _Cell) -> str:
    """A long triangle with a stack of discs on its broad side."""
    middle, foot = cell.width / 2, cell.height
    low, tip = (16.0, foot * 0.92) if cell.upper else (foot - 16, foot * 0.08)
    outline = f"M3 {num(low)}H{num(cell.width - 3)}L{num(middle)} {num(tip)}z"
    marked = cell.label.isdigit()
    svg = path(outline, fill="back" if cell.even else "face", stroke="line", width=HAIR) if marked else ""
    svg += text(middle, 12 if cell.upper else foot - 4, cell.label, 9.5, "dim", "middle")
    radius = min(cell.width / 2 - 2, 12.5)
    step, at = radius * 1.9, 0
    for seat, count, _ in cell.counts:
        for man in range(min(count, STACK)):
            y = low + radius + step * (at + man) if cell.upper else low - radius - step * (at + man)
            svg += disc(seat, middle, y, radius, cell.table.looks.seat_look(seat))
            if man == STACK - 1 and count > STACK:
                svg += _on_disc(middle, y, radius, count)
        at += min(count, STACK)
    return svg


def _on_disc(x: float, y: float, radius: float, count: int) -> str:
    ground = rect(x - radius * 0.8, y - 8, radius * 1.6, 16, 8, fill="ink")
    return ground + text(x, y + 4, count, 11, "face", "middle", 700)


def _bowl(cell: _Cell) -> str:
    """A round hollow of one seat with the number of what lies in it."""
    seat, label = cell.place[0][0], cell.label
    count = sum(count for _, count, _ in cell.counts)
    hue = SEATS[seat % len(SEATS)][0]
    svg = rect(4, 4, cell.width - 8, cell.height - 8, 18, fill=f"{hue}-soft", stroke=hue, width=HAIR)
    svg += text(cell.width / 2, cell.height / 2 + 7, count, 20, "ink", "middle", 700, room=cell.width - 12)
    if label.isdigit():
        return svg + text(cell.width / 2, cell.height - 9, label, 9, "dim", "middle")
    return (
        svg
        + seat_badge(seat, cell.width / 2, 16, 12)
        + text(cell.width / 2, cell.height - 9, label, 9, "dim", "middle", room=cell.width - 10)
    )


DRAWN = {POINTS: _point, BOWLS: _bowl}


def states_on_boards(looks: PictureModel) -> Iterator[str]:
    """The states that stand on such boards and so are no counters."""
    for name in seat_boards(looks):
        yield from (state.name for state in states_on_board(looks, name))
