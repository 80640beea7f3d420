"""Boards of the classics: places that each player counts from his own side, crossings of lines, men on squares."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.data import bundled_games
from rulekit.looks.boards.board_layout import board_layout, grounds
from rulekit.looks.boards.seat_board import drawn_there, read_place, seat_boards, told_on
from rulekit.looks.game_looks import GameLooks
from rulekit.looks.looks_check import looks_problems
from rulekit.looks.table_picture import table_picture
from rulekit.looks.table_view import TableView
from rulekit.tests.bundled import bundled as game
from rulekit.tests.looks.drawn import looks_of, played
from rulekit.tests.looks.test_pictures import texts
from rulekit.typesystem import types as t

BUNDLED = [folder.name for folder in bundled_games()]
COUNTED = [name for name in BUNDLED if seat_boards(looks_of(game(name)))]
JOINED = [
    name
    for name in BUNDLED
    if looks_of(game(name)).symbols.spaces and "across" in str(looks_of(game(name)).section("boards"))
]
HOLLOW = [name for name in BUNDLED if "hollow" in str(looks_of(game(name)).section("members"))]
LAST = 7  # places of the board that slips are made in
ROW = "0:1,1:7 0:2,1:6 0:3,1:5 0:4,1:4"
PLACES = [ROW, "0:5,1:3 0:6,1:2 0:7,1:1"]


def looks(board: dict[str, Any]) -> GameLooks:
    """A game whose places are the numbers from 1 to 7, with another board."""
    name = next(one for one in COUNTED if typed(one).high == LAST)
    of = game(name)
    return GameLooks(of, of.start().chosen, {"boards": {type_name(name): board}})


def type_name(name: str) -> str:
    return next(iter(seat_boards(looks_of(game(name)))))


def typed(name: str) -> t.Number:
    found = looks_of(game(name)).symbols.types[type_name(name)]
    assert isinstance(found, t.Number)
    return found


def test_there_are_boards_to_test() -> None:
    assert len(COUNTED) >= 2 and JOINED and HOLLOW


@pytest.mark.parametrize("how", ("points", "bowls"))
def test_places_counted_from_both_sides_are_one_board_and_no_counters(how: str) -> None:
    """The men of both players stand on it."""
    told = looks({"places": PLACES, "as": how, "labels": {"7": "off"}})
    states = {state.name for name in seat_boards(told) for state in told_on(told, name)}
    words = texts(table_picture(TableView(told, told.game.start().view(0))))
    assert states and {*drawn_there(told)} == states
    assert "off" in words and not any(f"{state} 1" in words for state in states)


@pytest.mark.parametrize(
    ("board", "said"),
    (
        ({"places": [ROW]}, "`0:5` stands 0 times"),
        ({"places": [*PLACES, "0:1"]}, "`0:1` stands 2 times"),
        ({"places": [*PLACES, "0:8"]}, "`0:8` stands 1 times"),
        ({"places": ["a 0:1"]}, "`a` is written as `0:13,1:12`"),
        ({"places": PLACES, "as": "point"}, "no as `point`; did you mean `points`?"),
        ({"placse": PLACES}, "no word `placse`; did you mean `places`?"),
    ),
)
def test_a_slip_in_a_board_is_told(board: dict[str, Any], said: str) -> None:
    """Each number of the type stands once for each player who counts it, and words of a board are known."""
    assert any(said in one for one in looks_problems(looks(board))), looks_problems(looks(board))


def test_a_place_is_read_with_the_number_of_each_player() -> None:
    assert read_place("0:13,1:12") == ((0, 13), (1, 12))
    assert [*seat_boards(looks({"places": [". 0:1"]})).values()] == [[[None, ((0, 1),)]]]


@pytest.mark.parametrize("name", COUNTED)
def test_no_counter_of_a_place_is_left_where_a_board_shows_it(name: str) -> None:
    """And the picture is lower than one counter for each place would make it."""
    told = looks_of(game(name))
    for position in played(game(name), 20)[::5]:
        picture = table_picture(TableView(told, position.view(0)))
        assert not any(f"{state} 5" in texts(picture) for state in drawn_there(told)) and picture.height < 480


@pytest.mark.parametrize("name", JOINED)
def test_the_places_of_a_graph_lie_where_their_columns_say_and_lines_join_them(name: str) -> None:
    """Each line that the rules join runs straight across or down, and no two places lie on one another."""
    told = looks_of(game(name))
    layout = board_layout(told, grounds(told)[0])
    assert len({*layout.spots.values()}) == len(layout.spots) > 20
    joined = [(layout.spots[one], layout.spots[other]) for one, other in layout.links]
    assert len(joined) > 30 and all(x == u or y == v for (x, y), (u, v) in joined)
    svg = table_picture(TableView(told, game(name).start().view(0))).svg
    assert max(outline.count("L") for outline in svg.split('d="')) >= len(joined)


@pytest.mark.parametrize("name", HOLLOW)
def test_men_are_drawn_by_their_own_signs_and_differ_without_colours(name: str) -> None:
    """Light men are hollow: the same outline with the ground inside. As many of them as of dark men at the start."""
    told = looks_of(game(name))
    svg = table_picture(TableView(told, game(name).start().view(0))).svg
    drawn = [part.split(">")[0] for part in svg.split("<path ")]
    men = [part for part in drawn if any(outline in part for outline in told.own_signs.values())]
    assert len(men) == 32 and sum("f-face" in part for part in men) == 16
