"""Picture of a board: its places, the pieces on them, notes beside them, and states drawn on it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from rulekit.check.names.symbol_info import StateInfo
from rulekit.looks.boards.board_layout import board_layout
from rulekit.looks.boards.board_states import state_texts, wall_lines
from rulekit.looks.boards.drawn_board import BARE, HOLDING, DrawnBoard
from rulekit.looks.boards.heaps import heap_picture, heaps, things_across
from rulekit.looks.drawing.palette import HAIR, LINE, WALL, paint
from rulekit.looks.drawing.picture import ENDLESS, Picture, words_picture
from rulekit.looks.drawing.svg_shapes import circle, num, path, rect, text
from rulekit.looks.drawing.tokens import NOTE_SIGN, change_frame, change_sign, disc
from rulekit.looks.keys import place_key, without_answer, zone_key
from rulekit.looks.place_names import ground_naming, place_name
from rulekit.looks.table_view import TableView, belongs
from rulekit.looks.view_parts import Index, seen_piece
from rulekit.typesystem import types as t

LEAST_PIECE, LEAST_BARE = 0.5, 22.0  # how much smaller pieces, and how small bare places, become where room is short
NODE = 5.0  # radius of a place of a graph on which nothing lies
ON_SQUARES, ON_LINES = 0.4, 0.3  # radius of a counter, in parts of a place
IN_CORNER = 10.0  # radius of a counter beside things
SMALL_PLACE = 60.0  # height of places on which labels lie
LOWER = 20.0  # from a crossing to its name
MARGIN = 26  # for the names of rows
NEAR = 2  # places round what has changed, on an endless map


def board_picture(
    table: TableView, ground: t.Type, owner: int | None, near: Iterable[Any] = (), room: float = ENDLESS
) -> Picture:
    """The board of a seat, or of all; `near`: of an endless map only what is near these places.

    It is no wider than the room, unless that would make it too small to be read.
    """
    board = _board(table, ground, owner)
    _measure(board)
    shown = _shown(board, list(near))
    if not shown:
        return words_picture("empty")
    _place(board, shown)
    if _width(board) > room:
        board = _narrowed(board, shown, room)
    svg = _links(board) + _ground(board) + _over(board, _printed(board)) + _lying(board)
    over = _told(board) + _over(board, _outer_walls(board) + state_texts(board))
    left, width = _left(board), _width(board)
    full_h = max(y for _, y in board.places.values()) + board.height
    margins = _margins(board, full_h) if _has_margins(board) else ""
    lower = 18 if _has_margins(board) else 4
    return Picture(width, full_h + lower, f'<g transform="translate({left} 2)">{svg}{margins}{over}</g>')


def _left(board: DrawnBoard) -> int:
    return MARGIN if _has_margins(board) else 2


def _width(board: DrawnBoard) -> float:
    return max(x for x, _ in board.places.values()) + board.width + _left(board) + 4


def _narrowed(board: DrawnBoard, shown: set[Any], room: float) -> DrawnBoard:
    """The same board with fewer things side by side, then smaller pieces, or smaller places where none lie."""
    while board.across > 1 and _width(board) > room:
        board.across -= 1
        _measure(board)
        _place(board, shown)
    if _width(board) <= room:
        return board
    wanted, pieces = _width(board) - room, board.width * _columns(board)
    factor = (pieces - wanted) / pieces
    if board.lies:
        board.table = board.table.shrunk({zone.name for zone, _, _ in board.lies}, max(LEAST_PIECE, factor))
        _measure(board)
    else:
        board.width = board.height = max(LEAST_BARE, board.width * factor)
    _place(board, shown)
    return board


def _columns(board: DrawnBoard) -> float:
    """How many places lie beside each other."""
    across = [board.layout.spots[place][0] for place in board.places]
    return max(across) - min(across) + 1


def _board(table: TableView, ground: t.Type, owner: int | None) -> DrawnBoard:
    def mine(indexes: tuple[t.Type, ...], index: Index) -> bool:
        return owner is None or not indexes[0].player or index[0] == owner

    zones = [table.zone(name) for name in table.zones if name not in table.hidden]
    laid = [zone for zone in zones if zone.indexes and zone.indexes[-1] == ground]
    lies = [(z, i, c) for z in laid for i, c in table.zones[z.name] if c["count"] and mine(z.indexes, i)]
    states = [table.state(name) for name in table.states if name not in table.hidden]
    of_places = [state for state in states if state.indexes and state.indexes[-1] == ground]
    told = [(s, i, value) for s in of_places for i, value in table.states[s.name] if mine(s.indexes, i)]
    return DrawnBoard(table, owner, board_layout(table.looks, ground), lies, told, holds=bool(laid))


def _measure(board: DrawnBoard) -> None:
    """How large a place is: as large as the largest piece on it, or as so many as lie side by side."""
    table = board.table
    drawn = [table.plain_piece(zone, content["pieces"][0]) for zone, _, content in board.lies if content.get("pieces")]
    board.bare_graph = bool(board.layout.links) and not board.holds
    usual = HOLDING if board.holds else BARE
    board.across = min(board.across, things_across(heaps(table, board.lies)))
    board.width = max((one.width for one in drawn), default=usual) * board.across
    board.height = max((one.height for one in drawn), default=usual) * board.across
    if board.layout.is_list:
        board.width = board.height = max(board.width, board.height) + 10


def _shown(board: DrawnBoard, near: list[Any]) -> set[Any]:
    """The places that are drawn."""
    spots, used = board.layout.spots, {index[-1] for _, index, _ in board.lies}
    if not board.layout.open_ended:
        return {*spots} - {*board.look.get("spare", ())} | ((used | _walled(board)) & {*spots})
    changed = [key[2][-1] for key in board.table.marks if key[0] == "zone" and key[2] and key[2][-1] in spots]
    held = used | {*changed} | (board.offered_places & {*spots})
    box = [spots[place] for place in near if place in spots] or [spots[place] for place in held]
    if not box:
        return set()
    room = NEAR if near else 0
    (left, right), (top, foot) = ((min(axis) - room, max(axis) + room) for axis in zip(*box, strict=True))
    return {place for place in held if left <= spots[place][0] <= right and top <= spots[place][1] <= foot}


def _walled(board: DrawnBoard) -> set[Any]:
    """The places at which a wall stands: they are in use though nothing may lie there."""
    walls = board.look.get("walls", {})
    told, looks = board.table.states.get(walls.get("built", ""), ()), board.table.looks
    built = [value for index, value in told if belongs(index, board.owner)]
    return {looks.value(walls["list"], edge, walls["near"]) for edges in built for edge in edges or ()}


def _place(board: DrawnBoard, shown: set[Any]) -> None:
    kinds = {zone.kind for zone, _, _ in board.lies}
    tiled = all(board.table.looks.kind(kind).sort == "tile" for kind in kinds) and bool(kinds)
    gap = 10 if board.holds and not tiled and not board.layout.is_list else 0
    spots = {place: at for place, at in board.layout.spots.items() if place in shown}
    left, top = min(x for x, _ in spots.values()), min(y for _, y in spots.values())
    across, down = board.width + gap, board.height + gap
    board.places = {place: ((x - left) * across, (y - top) * down) for place, (x, y) in spots.items()}


# ------------------------------------------------------------------ the ground


def _ground(board: DrawnBoard) -> str:
    drawn = (
        board.places
        if not board.layout.open_ended
        else [place for place in board.places if place in board.offered_places]
    )
    shape = _hexagon if board.is_hex else _square
    return "".join(_keyed(board, place, shape(board, place)) for place in drawn)


def _keyed(board: DrawnBoard, place: Any, svg: str) -> str:
    """What is drawn of a place says which place it is, and which zones lie there, if they are as good as places.

    Moves name places and not whose: on a board of one's own they are those of whoever is asked.
    """
    if board.owner is not None and board.owner not in board.table.asked_seats:
        return svg
    for zone in (zone for zone in board.table.looks.symbols.zones.values() if zone.indexes == (board.layout.ground,)):
        svg = board.table.drawing_with_key(svg, zone_key(zone.name, (place,)))
    return board.table.drawing_with_key(svg, place_key(board.layout.name, place))


def _over(board: DrawnBoard, svg: str) -> str:
    """What stands above places and is none of the things that can be pointed at."""
    return without_answer(svg) if board.table.keys else svg


def _links(board: DrawnBoard) -> str:
    """The lines of a graph."""
    ends = [pair for pair in _joined(board) if all(place in board.places for place in pair)]
    points = [(*board.centre(one), *board.centre(other)) for one, other in ends]
    outline = "".join(f"M{num(x)} {num(y)}L{num(u)} {num(v)}" for x, y, u, v in points)
    return _over(board, path(outline, stroke="dim", width=LINE)) if outline else ""


def _joined(board: DrawnBoard) -> Iterable[tuple[Any, Any]]:
    """The pairs of places with a line between them: of a graph, or of squares whose crossings are the places."""
    if not board.on_crossings:
        return board.layout.links
    around = ((place, (place[0] + x, place[1] + y)) for place in board.places for x, y in ((1, 0), (0, 1)))
    return [pair for pair in around if pair[1] in board.places]


def _square(board: DrawnBoard, place: Any) -> str:
    x, y = board.places[place]
    if board.on_crossings:  # nothing is seen, but the place can be pointed at
        ground = rect(x, y, board.width, board.height, 0, fill="face")
        return f'<g opacity="0">{ground}</g>' if board.table.keys else ""
    if board.bare_graph:
        at = board.centre(place)
        name = str(place) if board.is_ring else ""
        named = text(at[0], at[1] + LOWER, name, 9, "dim", "middle", room=board.width * 2) if name else ""
        return circle(*at, NODE, paint("face", "ink", HAIR)) + named
    if board.holds and not board.layout.is_list:
        return rect(x, y, board.width, board.height, 0, stroke="line", width=HAIR, dash="2 4")
    even = sum(map(round, board.layout.spots[place])) % 2 == 0
    fill = "floor" if board.layout.is_list or even else "face"
    return rect(x, y, board.width, board.height, 0, fill=fill, stroke="line", width=HAIR)


def _hexagon(board: DrawnBoard, place: Any) -> str:
    (x, y), radius = board.centre(place), board.width * 0.577
    angles = [math.pi * number / 3 for number in range(6)]
    corners = " ".join(f"{num(x + radius * math.sin(a))} {num(y - radius * math.cos(a))}" for a in angles)
    assert board.layout.ground.place
    name = text(x, y + radius - 9, place_name(board.table.looks, board.layout.ground.space, place), 8, "dim", "middle")
    return path(f"M{corners}z", fill="face", stroke="line", width=HAIR) + name


def _has_margins(board: DrawnBoard) -> bool:
    """Coordinates stand at the margin of boards, where two directions say where a place is."""
    return not (board.is_hex or board.bare_graph or board.layout.is_list or board.layout.shape == "ring")


def _margins(board: DrawnBoard, foot: float) -> str:
    """The names of columns and rows; a place is called by both."""
    called = ground_naming(board.table.looks, board.layout.ground)
    columns, rows = dict[float, str](), dict[float, str]()
    for place, (x, y) in board.places.items():
        parts = place if isinstance(place, tuple) else (place,)
        columns[x], rows[y] = called.across(parts), called.down(parts)
    across = (text(x + board.width / 2, foot + 13, said, 10, "dim", "middle") for x, said in columns.items())
    down = (text(-6, y + board.height / 2 + 3.5, said, 10, "dim", "end") for y, said in rows.items() if said)
    return "".join((*across, *down))


def _printed(board: DrawnBoard) -> str:
    """Marks printed on places that are rows of a list."""
    svg = ""
    for place, (x, y) in board.places.items():
        mark = _mark_of(board, place)
        svg += board.table.looks.sign(mark, x + board.width / 2, y + board.height / 2, 26, "line") if mark else ""
    return svg


def _mark_of(board: DrawnBoard, place: Any) -> str | None:
    if not board.layout.is_list:
        return None
    columns = board.look.get("marks", {}).items()
    looks = board.table.looks
    return next((str(sign) for column, sign in columns if looks.value(board.layout.name, place, column)), None)


def _outer_walls(board: DrawnBoard) -> str:
    if "outer" not in board.look:
        return ""
    looks, column = board.table.looks, board.look["outer"]
    return "".join(
        path(wall_lines(board.places[place], board.width)[side], "square", stroke="ink", width=WALL)
        for place in board.places
        for side in looks.value(board.layout.name, place, column)
    )


# ------------------------------------------------------------------ what lies there, and what is told of places


def _lying(board: DrawnBoard) -> str:
    svg = ""
    for place, things in heaps(board.table, board.lies).items():
        if place not in board.places:
            continue
        (x, y), (zone, _, piece, _) = board.places[place], things[-1]
        board.pieces[place] = (zone.kind, seen_piece(piece))
        svg += _keyed(
            board, place, heap_picture(board.table, things, board.across, (board.width, board.height)).svg_at(x, y)
        )
        mark = _mark_of(board, place)
        if mark and "name" not in board.pieces[place][1]:  # what covers a printed mark shows it
            svg += board.table.looks.sign(mark, x + board.width - 20, y + board.height - 20, 18, "dim")
    return svg


def _told(board: DrawnBoard) -> str:
    return "".join(_keyed(board, index[-1], _told_there(board, *told)) for told in board.told for _, index, _ in [told])


def _told_there(board: DrawnBoard, state: StateInfo, index: Index, value: Any) -> str:
    """A state of one place: the disc of a seat, or a sign."""
    place, seat = index[-1], state.type.bare.player
    if place not in board.places or value is None or value is False or (value == 0 and not seat):
        return ""
    x, y = board.places[place]
    svg = _counter(board, place, value) if seat else _sign(board, state, place, value)
    svg = _member(board, state, place, value) or svg
    change = board.table.change_of(state.name, index)
    if change:
        frame = change_frame(change, x + 2, y + 2, board.width - 4, board.height - 4, 4)
        svg += frame + change_sign(change, x, y, board.width - 4, board.height)
    return svg


def _counter(board: DrawnBoard, place: Any, seat: int) -> str:
    """The counter of a seat: a disc, or the sign that the looks file gives it; small in a corner where things lie."""
    look, size = board.table.looks.seat_look(seat), min(board.width, board.height)
    if place in board.pieces:
        x, y = board.places[place]
        return disc(seat, x + IN_CORNER, y + board.height - IN_CORNER, IN_CORNER, look)
    if "sign" in look:
        return board.table.looks.sign(look["sign"], *board.centre(place), size * 0.72, look.get("colour", "ink"))
    return disc(seat, *board.centre(place), size * (ON_LINES if board.bare_graph else ON_SQUARES), look)


def _member(board: DrawnBoard, state: StateInfo, place: Any, value: Any) -> str:
    """A member of a choice, or a row of a list, that stands on a place: its sign, as large as the place allows."""
    typed = state.type.bare
    if not (typed.members or typed.row) or not isinstance(value, str):
        return ""
    member, looks = board.table.looks.member(typed, value), board.table.looks
    size = min(board.width, board.height) * (0.42 if board.holds else 0.72)
    x, y = board.centre(place)
    return looks.member_sign(member, x, y, size)


def _sign(board: DrawnBoard, state: StateInfo, place: Any, value: Any) -> str:
    look, (x, y) = board.table.state_look(state.name), board.places[place]
    sign, colour, looks = look.get("sign", NOTE_SIGN), look.get("colour", "purple"), board.table.looks
    many = value if isinstance(value, int) and not isinstance(value, bool) else 1
    if many <= 3 and board.height > 90:
        heights = [y + board.height - 28 - 18 * number for number in range(many)]
        return "".join(looks.sign(sign, x + 3, height, 17, colour, "face") for height in heights)
    low = board.height < SMALL_PLACE and place in board.pieces  # beside the words of a label, not on them
    x, y = (x + board.width - 26, y + board.height - 10) if low else (x + 3, y + board.height - 28)
    count = text(x + 9, y + 4, many, 11, weight=700) if many > 1 else ""
    return looks.sign(sign, x, y, 17, colour, "face") + count
