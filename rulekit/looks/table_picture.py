"""A whole position as somebody sees it: boards first, then what all share, then a mat for each seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from rulekit.looks.boards.board_layout import ground_name, grounds
from rulekit.looks.boards.board_picture import board_picture
from rulekit.looks.boards.board_states import is_standing
from rulekit.looks.boards.seat_board import seat_board, seat_boards, states_on_board, states_on_boards
from rulekit.looks.boards.tracks import track, track_states
from rulekit.looks.counters import counters
from rulekit.looks.drawing.palette import GAP
from rulekit.looks.drawing.picture import NOTHING, Picture, column, panel, rows, words_picture
from rulekit.looks.drawing.tokens import seat_picture
from rulekit.looks.keys import seat_key
from rulekit.looks.table_view import TableView, belongs
from rulekit.looks.view_parts import lies_on_pieces
from rulekit.looks.zone_pictures import zone_panel
from rulekit.typesystem import types as t
from rulekit.words.vocabulary import ACTIVE

ROOM = 900.0
SQUEEZED = 0.8  # how much smaller a board may become for mats that stand side by side
NARROW = 220.0  # zones are not put beside a board if less is left


@attrs.frozen
class _Share:
    """What belongs to a seat, or to nobody: boards, zones, counters."""

    boards: list[Picture]
    zones: list[Picture]
    counters: list[Picture]

    def __bool__(self) -> bool:
        return bool(self.boards or self.zones or self.counters)


def table_picture(table: TableView, room: float = ROOM, near: Iterable[Any] = ()) -> Picture:
    """All of it, no wider than the room; `near`: of endless maps only what is near these places."""
    places = list(near)
    shared = _share(table, None, room, places)
    alone = _mats(table, room, places)
    mats = rows([mat for mat, _ in alone], room, 10)
    if len(alone) > 1 and room / 2 - GAP >= NARROW and all(board * SQUEEZED <= room / 2 for _, board in alone):
        halves = [mat for mat, _ in _mats(table, room / 2 - GAP, places)]
        side_by_side = rows(halves, room, 10)
        fit = all(mat.width <= room / 2 for mat in halves)
        mats = side_by_side if fit and side_by_side.height < mats.height else mats
    key = [] if mats.width or table.only is not None else [_seats(table)]
    return column([one for one in (*_laid(shared, room), mats, *key) if one.width], 10)


def _mats(table: TableView, room: float, near: list[Any]) -> list[tuple[Picture, float]]:
    """The mats of all seats that have something, each with the width of its widest board."""
    mats = [_mat(table, seat, room, near) for seat in range(table.looks.plan.seats)]
    return [(mat, board) for mat, board in mats if mat.width]


def _laid(share: _Share, room: float) -> list[Picture]:
    """Boards with the zones beside them where there is room, counters below."""
    if not share.boards:
        return [rows(share.zones, room), rows(share.counters, room)]
    boards = rows(share.boards, room)
    beside = room - boards.width - GAP
    if beside < NARROW or not (share.zones or share.counters):
        return [boards, rows(share.zones, room), rows(share.counters, room)]
    others = column([one for one in (rows(share.zones, beside), rows(share.counters, beside)) if one.width])
    return [rows([boards, others])]


def _mat(table: TableView, seat: int, room: float, near: list[Any]) -> tuple[Picture, float]:
    """Everything of one seat in a frame, and how wide the widest board in it is."""
    share = _share(table, seat, room - 24, near)
    if not share:
        return NOTHING, 0
    inside = column([one for one in _laid(share, room - 24) if one.width])
    mat = panel(_named(table, seat), inside, role="face", head=seat_picture(seat))
    widest = max((board.width for board in share.boards), default=0)
    return Picture(mat.width, mat.height, table.drawing_with_key(mat.svg, seat_key(seat))), widest


def _named(table: TableView, seat: int) -> str:
    return f"{table.looks.seat_name(seat, table.names)}{', to move' if seat in table.asked_seats else ''}"


def _seats(table: TableView) -> Picture:
    """Who is who, where nobody has anything of his own."""
    named = [(seat_picture(seat), words_picture(_named(table, seat))) for seat in range(table.looks.plan.seats)]
    return rows([rows([badge, words], gap=4) for badge, words in named], gap=16)


def _share(table: TableView, owner: int | None, room: float, near: list[Any]) -> _Share:
    boards = [panel(*one) for one in _boards(table, owner, room, near)]
    beside = room - sum(board.width + GAP for board in boards)
    zones = [zone_panel(table, name, owner, beside if beside > NARROW else room) for name in _zones(table, owner)]
    if owner is None and table.only is None:
        zones += [track(table, name, room) for name in table.looks.section("tracks")]
    return _Share(boards, [one for one in zones if one.width], counters(table, owner, _drawn_elsewhere(table), room))


def _boards(table: TableView, owner: int | None, room: float, near: list[Any]) -> Iterable[tuple[str, Picture]]:
    infos = table.looks.zones_and_states
    for name in seat_boards(table.looks) if owner is None else ():
        shown = {state.name for state in states_on_board(table.looks, name)}
        if table.only is None or shown & {key[1] for key in table.only}:
            title = table.looks.section("boards")[name].get("title", "board")
            yield title, seat_board(table, name, room - 24)
    for ground in grounds(table.looks):
        users = [info for info in infos if ground in info.indexes]
        owned = any(info.indexes[0].player for info in users)
        if owned == (owner is not None) and _touched(table, ground, owner):
            title = table.looks.section("boards").get(ground_name(ground), {}).get("title", "board")
            yield title, board_picture(table, ground, owner, near, room - 24)


def _touched(table: TableView, ground: t.Type, owner: int | None) -> bool:
    """Whether the board shows anything that is to be drawn."""
    if table.only is None:
        return True
    on = {info.name for info in table.looks.symbols.zones.values() if ground in info.indexes}
    on |= {info.name for info in table.looks.symbols.states.values() if ground in info.indexes}
    on |= {s.name for s in table.looks.symbols.states.values() if is_standing(s.type, {ground}, _parts(table))}
    on.add(table.looks.section("boards").get(ground_name(ground), {}).get("walls", {}).get("built", ""))
    return any(name in on and (owner is None or belongs(index, owner)) for _, name, index in table.only)


def _zones(table: TableView, owner: int | None) -> Iterable[str]:
    """The zones of a seat, or of nobody, that are no part of a board and lie on no piece."""
    said = table.looks.section("table").get("top" if owner is None else "mat", ())
    on_boards = set(grounds(table.looks))
    for name in dict.fromkeys([*(one for one in said if one in table.zones), *table.zones]):
        zone = table.zone(name)
        owned = any(kind.player for kind in zone.indexes)
        if name in table.hidden or lies_on_pieces(zone) or on_boards & {*zone.indexes} or owned == (owner is None):
            continue
        mine = [(index, content) for index, content in table.zones[name] if belongs(index, owner)]
        if table.only is None:
            wanted = name in said or any(content["count"] for _, content in mine)
        else:
            wanted = any(("zone", name, index) in table.only for index, _ in mine)
        if wanted:
            yield name


def _drawn_elsewhere(table: TableView) -> set[str]:
    """The states that stand on boards or tracks, and whose turn it is."""
    on_boards = set(grounds(table.looks))
    walls = {board.get("walls", {}).get("built") for board in table.looks.section("boards").values()}
    named = {ACTIVE, *walls, *track_states(table.looks.section("tracks")), *states_on_boards(table.looks)}
    named |= {state for states in table.below.values() for state in states}
    parts = _parts(table)
    for state in table.looks.symbols.states.values():
        if on_boards & {*state.indexes} or is_standing(state.type, on_boards, parts):
            named.add(state.name)
    return {name for name in named if name is not None}


def _parts(table: TableView) -> set[str]:
    """The kinds that are parts of pieces."""
    return {info.name for info in table.looks.symbols.kinds.values() if info.whole}
