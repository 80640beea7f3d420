"""States drawn on a board: seats on places or on ways, sets of places, borders, walls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulekit.check.names.symbol_info import StateInfo
from rulekit.looks.boards.board_layout import Point
from rulekit.looks.boards.drawn_board import DrawnBoard
from rulekit.looks.drawing.palette import WALL
from rulekit.looks.drawing.svg_shapes import num, path
from rulekit.looks.drawing.tokens import PLACE_SIGN, change_badge, seat_badge
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.pieces.ways import SIZE, TileWay, has_mark, sides_by_name, standing_spots, ways_of
from rulekit.looks.table_view import belongs
from rulekit.looks.view_parts import Index, deep_tuple
from rulekit.typesystem import types as t
from rulekit.words.vocabulary import FACING

STANDING = 13.0  # size of a seat that stands in a way
BESIDE = (  # of several on one place, each from its middle
    (0, 0), (17, 0), (-17, 0), (0, 17), (17, 17), (-17, 17), (0, -17), (17, -17), (-17, -17),
)  # fmt: skip


def wall_lines(corner: Point, size: float) -> dict[str, str]:
    """The outlines of the four sides of a square place."""
    (x, y), length = corner, num(size)
    left, top, right, foot = num(x), num(y), num(x + size), num(y + size)
    return {
        "n": f"M{left} {top}h{length}",
        "s": f"M{left} {foot}h{length}",
        "w": f"M{left} {top}v{length}",
        "e": f"M{right} {top}v{length}",
    }


def state_texts(board: DrawnBoard) -> str:
    """All of it, in the order of the states."""
    svg, crowd = "", dict[Any, int]()
    for name, told in board.table.states.items():
        for index, value in told:
            if value not in (None, []) and belongs(index, board.owner) and name not in board.table.hidden:
                svg += "".join(_of_state(board, board.table.state(name), index, value, crowd))
    return svg


def is_standing(kind: t.Type, grounds: set[t.Type], parts: set[str]) -> bool:
    """Whether a value of this type is drawn on a board: a place, a border, a part of a piece, or a set of these."""
    inner = kind.bare
    inner = inner.of if inner.distinct else inner
    return inner in grounds or inner.edge or (inner.row and inner.kind in parts)


def _of_state(board: DrawnBoard, state: StateInfo, index: Index, value: Any, crowd: dict[Any, int]) -> Iterator[str]:
    walls: Mapping[str, Any] = board.look.get("walls", {})
    kind = state.type.bare
    inner = kind.of if kind.distinct else kind
    if walls.get("built") == state.name:
        yield from (_wall(board, walls, edge) for edge in value)
    elif inner == board.layout.ground:
        if is_pawn(board.table.looks, state):
            yield _seat_on_place(board, index[0], deep_tuple(value), crowd)
        else:
            yield from (_on_place(board, state, deep_tuple(one)) for one in (value if inner is not kind else [value]))
    elif inner.edge:
        yield from (_on_border(board, state, edge) for edge in (value if inner is not kind else [value]))
    elif kind.row and board.table.looks.kind(kind.kind).whole:
        yield _in_way(board, state, index, value, crowd)


def _wall(board: DrawnBoard, walls: Mapping[str, Any], edge: Any) -> str:
    looks = board.table.looks
    near, way = (looks.value(walls["list"], edge, walls[column]) for column in ("near", "way"))
    if near not in board.places:  # a place of its own beside the board, which this picture leaves out
        return ""
    outline = wall_lines(board.places[near], board.width)[way]
    ground = path(outline, "round", stroke=walls.get("colour", "ochre"), width=WALL + 4)
    return ground + path(outline, "butt", stroke="face", width=1.5, dash="8 5")


def _on_place(board: DrawnBoard, state: StateInfo, place: Any) -> str:
    if isinstance(place, dict) or place not in board.places:
        return ""
    look, (x, y) = board.table.state_look(state.name), board.places[place]
    beside = (x + board.width - 3, y + board.height - 22)
    at = beside if place in board.pieces else board.centre(place)
    return board.table.looks.sign(look.get("sign", PLACE_SIGN), *at, 17, look.get("colour", "ink"), "face")


def is_pawn(looks: PictureModel, state: StateInfo) -> bool:
    """Whether a state tells the one place of each seat on a board of all: then its badge stands there."""
    place, of_seats = state.type.bare, len(state.indexes) == 1 and state.indexes[0].player
    owned = any(info.indexes[0].player for info in looks.zones_and_states if place in info.indexes)
    return of_seats and not owned and not place.distinct and "sign" not in looks.section("states").get(state.name, {})


def _seat_on_place(board: DrawnBoard, seat: int, place: Any, crowd: dict[Any, int]) -> str:
    """Where a seat stands, beside others that stand there too."""
    if isinstance(place, dict) or place not in board.places:
        return ""
    number = crowd[place] = crowd.get(place, -1) + 1
    left, down = BESIDE[number % len(BESIDE)]
    x, y = board.centre(place)
    return seat_badge(seat, x + left, y + down, STANDING, halo="face")


def _on_border(board: DrawnBoard, state: StateInfo, edge: Any) -> str:
    ends = [deep_tuple(one) for one in edge] if isinstance(edge, list) else []
    if len(ends) != 2 or any(end not in board.places for end in ends):
        return ""
    (x, y), (u, v) = map(board.centre, ends)
    look = board.table.state_look(state.name)
    return board.table.looks.sign(look.get("sign", "circle"), (x + u) / 2, (y + v) / 2, 20, look.get("colour", "ink"))


def _in_way(board: DrawnBoard, state: StateInfo, index: Index, value: Any, crowd: dict[Any, int]) -> str:
    """A seat in a way; nothing where it cannot be found, for the counters tell it."""
    found = _way_of(board, value) if index else None
    if found is None:
        return ""
    place, way = found
    key = place, way.middle if way else None
    number = crowd[key] = crowd.get(key, -1) + 1
    spots = standing_spots(way, _is_marked(board, place, way)) if way else [(SIZE / 2, SIZE / 2)]
    (x, y), scale = board.places[place], board.width / SIZE
    left, down = spots[number % len(spots)]
    at = x + left * scale, y + down * scale
    change = board.table.change_of(state.name, index)
    badge = change_badge(change, at[0] + 11, at[1] - 10) if change else ""
    return seat_badge(index[0], *at, STANDING, halo="face") + badge


def _way_of(board: DrawnBoard, value: Any) -> tuple[Any, TileWay | None] | None:
    """The place of a way and the way: written as the part of its tile, or as its place and the sides it opens to."""
    if isinstance(value, str):
        lying = ((place, way) for place in board.pieces if place in board.places for way in _ways(board, place))
        return next(((place, way) for place, way in lying if way.part == value), None)
    if not (isinstance(value, list) and len(value) == 2 and all(isinstance(one, list) for one in value)):
        return None
    place, sides = deep_tuple(value[0]), {str(side) for side in value[1]}
    if place not in board.places or place not in board.pieces:
        return None
    looks, (kind, _) = board.table.looks, board.pieces[place]
    return place, next((one for one in _ways(board, place) if {*sides_by_name(looks, kind, one)} == sides), None)


def _ways(board: DrawnBoard, place: Any) -> list[TileWay]:
    kind, seen = board.pieces[place]
    if "name" not in seen:
        return []
    return ways_of(board.table.looks, kind, str(seen["name"]).partition("#")[0], seen.get(FACING, 0))


def _is_marked(board: DrawnBoard, place: Any, way: TileWay) -> bool:
    """Whether something is printed in the middle of a way."""
    kind, _ = board.pieces[place]
    return has_mark(board.table.looks, kind, way)
