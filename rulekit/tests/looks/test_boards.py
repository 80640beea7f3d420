"""Boards of the classics: places that each player counts from his own side, crossings of lines, men on squares."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rulekit.data import bundled_games
from rulekit.looks.boards.board_layout import board_layout, grounds
from rulekit.looks.boards.board_states import is_pawn
from rulekit.looks.boards.seat_board import seat_boards, states_on_board, states_on_boards
from rulekit.looks.description import position_in_words
from rulekit.looks.drawing.palette import MEN, TOKENS
from rulekit.looks.drawing.tokens import PLACE_SIGN
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.legend import legend
from rulekit.looks.looks_check import looks_problems
from rulekit.looks.looks_file import NAME, read_looks
from rulekit.looks.looks_terms import CROSSINGS, read_place
from rulekit.looks.place_names import index_name
from rulekit.looks.table_picture import table_picture
from rulekit.looks.table_view import TableView
from rulekit.tests.bundled import bundled as game
from rulekit.tests.looks.drawn import looks_of, played
from rulekit.tests.looks.test_palette import contrast, luminance
from rulekit.tests.looks.test_pictures import texts
from rulekit.tests.play.toys import toy
from rulekit.typesystem import types as t

SAID = {folder.name: read_looks(folder / NAME) for folder in bundled_games()}  # read without their rules


def with_words(section: str, words: str) -> list[str]:
    """The bundled games whose looks files have these words in a section."""
    return [name for name, said in SAID.items() if words in str(said.get(section, {}))]


COUNTED = [name for name in with_words("boards", "places") if seat_boards(looks_of(game(name)))]
JOINED = [name for name in with_words("boards", "across") if looks_of(game(name)).symbols.spaces]
MANNED = with_words("members", "'colour': 'white'")
CROSSED = with_words("boards", CROSSINGS)
CALLED = [name for name, said in SAID.items() if "seats" in said]
LAST = 7  # places of the board that slips are made in
ROW = "0:1,1:7 0:2,1:6 0:3,1:5 0:4,1:4"
PLACES = [ROW, "0:5,1:3 0:6,1:2 0:7,1:1"]


def looks(board: dict[str, Any]) -> PictureModel:
    """A game whose places are the numbers from 1 to 7, with another board."""
    name = next(one for one in COUNTED if typed(one).high == LAST)
    of = game(name)
    return PictureModel(of, of.start().chosen, {"boards": {type_name(name): board}})


def type_name(name: str) -> str:
    return next(iter(seat_boards(looks_of(game(name)))))


def typed(name: str) -> t.Number:
    found = looks_of(game(name)).symbols.types[type_name(name)]
    assert isinstance(found, t.Number)
    return found


def test_there_are_boards_to_test() -> None:
    assert len(COUNTED) >= 2 and JOINED and MANNED and CROSSED and CALLED


@pytest.mark.parametrize("how", ("points", "bowls"))
def test_places_counted_from_both_sides_are_one_board_and_no_counters(how: str) -> None:
    """The men of both players stand on it."""
    told = looks({"places": PLACES, "as": how, "labels": {"7": "off"}})
    states = {state.name for name in seat_boards(told) for state in states_on_board(told, name)}
    words = texts(table_picture(TableView(told, told.game.start().view(0))))
    assert states and {*states_on_boards(told)} == states
    assert "off" in words and not any(f"{state} 1" in words for state in states)


@pytest.mark.parametrize(
    ("board", "said"),
    (
        ({"places": [ROW]}, "`0:5` stands 0 times"),
        ({"places": [*PLACES, "0:1"]}, "`0:1` stands 2 times"),
        ({"places": [*PLACES, "0:8"]}, "`0:8` stands 1 times"),
        ({"places": ["a 0:1"]}, "`a` is written as `0:13,1:12`"),
        ({"places": PLACES, "as": "point"}, "no manner `point`; did you mean `points`?"),
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
        assert not any(f"{state} 5" in texts(picture) for state in states_on_boards(told)) and picture.height < 480


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


@pytest.mark.parametrize("name", MANNED)
def test_men_are_drawn_by_their_own_signs_and_differ_without_colours(name: str) -> None:
    """Light men and dark men have the same outline; as many of one as of the other at the start."""
    told = looks_of(game(name))
    svg = table_picture(TableView(told, game(name).start().view(0))).svg
    drawn = [part.split(">")[0] for part in svg.split("<path ")]
    men = [part for part in drawn if any(outline in part for outline in told.own_signs.values())]
    assert len(men) == 32 and [
        sum(f"f-{ground} s-rim" in part for part in men) for ground in [ground for ground, _ in MEN.values()]
    ] == [16, 16]


def test_dark_men_are_dark_and_light_men_light_by_day_and_by_night() -> None:
    """On every ground their edge is seen; in print they differ too."""
    dark, light = (ground for ground, _ in MEN.values())
    for scheme in range(3):
        assert luminance(TOKENS[dark][scheme]) < 0.05 and luminance(TOKENS[light][scheme]) > 0.85
        for ground in ("face", "floor", "panel"):
            assert contrast(TOKENS["rim"][scheme], TOKENS[ground][scheme]) > 4.5


@pytest.mark.parametrize("name", CROSSED)
def test_lines_cross_in_the_places_of_a_board_and_no_squares_are_drawn(name: str) -> None:
    told, view = looks_of(game(name)), game(name).start().view(0)
    ground = grounds(told)[0]
    spots = board_layout(told, ground).spots
    lines = re.findall(r"M[\d. ]+L[\d. ]+", table_picture(TableView(told, view)).svg)
    wide, high = (len({spot[axis] for spot in spots.values()}) for axis in (0, 1))
    assert len(lines) == (wide - 1) * high + wide * (high - 1)
    keyed = table_picture(TableView(told, view, offered=[])).svg
    assert keyed.count("data-key") >= len(spots)  # every crossing can be pointed at


@pytest.mark.parametrize("name", CALLED)
def test_seats_are_called_as_the_game_calls_them_and_so_is_what_they_place(name: str) -> None:
    """In the picture, in words, in the legend; players by their own names too."""
    told = looks_of(game(name))
    here = played(game(name), 4)[-1]
    picture = table_picture(TableView(told, here.view(0)))
    for seat, look in enumerate(told.section("seats").values()):
        assert f"seat {seat} ({look['name']})" in texts(picture)
        assert told.seat_name(seat, ("Ann", "Ben")) == f"{('Ann', 'Ben')[seat]} ({look['name']})"
        if "colour" in look:  # a sign is told by what the game calls it, a disc by who plays it
            called = look["name"] if "sign" in look else told.seat_name(seat)
            assert called in [entry.word for entry in legend(told, picture).entries]
    assert f"to move: {told.seat_name(here.pending.seats[0])}" in position_in_words(told, here.view(0))


def test_a_place_of_each_seat_is_its_badge_and_those_who_share_it_stand_beside_each_other() -> None:
    """On a board of all, without a looks file; a set of places stays a sign, which the legend tells by its state."""
    of = toy("space-graph-named")
    here = of.start(chance=1)
    told, view = PictureModel(of, here.chosen), here.view(0)
    assert [state.name for state in told.symbols.states.values() if is_pawn(told, state)] == ["spot"]
    view["states"]["spot"] = ["elm", "elm"]
    svg = table_picture(TableView(told, view)).svg
    board = svg[: svg.index("seat 0")]
    places = re.findall(
        r'<text x="([\d.]+)" y="[\d.]+" font-size="8[\d.]*" text-anchor="middle" font-weight="700"[^>]*>([01])<', board
    )
    assert sorted(number for _, number in places) == ["0", "1"] and abs(float(places[0][0]) - float(places[1][0])) > 15
    assert {"ash", "oak", "elm", "fir"} <= {*texts(table_picture(TableView(told, view))).split()}
    view["states"]["seen"] = [["ash"], ["oak"]]
    assert [
        one.word for one in legend(told, table_picture(TableView(told, view))).entries if one.sign == PLACE_SIGN
    ] == ["seen"]


def test_a_border_is_called_by_its_two_places() -> None:
    of = toy("space-edges")
    told = PictureModel(of, of.start(chance=1).chosen)
    (edge,) = {kind for state in told.symbols.states.values() for kind in state.indexes if kind.edge}
    assert index_name(told, edge, ((2, 1), (2, 2))) == "b1 to b2"
