"""A position in words: everything that the picture shows, called as readers call it, told once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.check.names.symbols import Symbols
from rulekit.data import bundled_games
from rulekit.looks.boards.seat_board import seat_boards, states_on_boards
from rulekit.looks.changes import changes
from rulekit.looks.declared_looks import noun
from rulekit.looks.description import TOGETHER, Row, instance_in_words, position_in_words, position_rows, zone_title
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.move_picture import move_picture
from rulekit.looks.open_view import hands_open, open_view
from rulekit.looks.pieces.derived_row_names import row_name
from rulekit.looks.pieces.ways import sides_by_name, ways_of
from rulekit.looks.table_picture import table_picture
from rulekit.looks.table_view import TableView
from rulekit.looks.view_parts import is_pile, nested_zones, state_instances, zone_instances
from rulekit.looks.wording import member_words
from rulekit.pipeline import load
from rulekit.play.games.game import Position
from rulekit.tests.bundled import bundled as game
from rulekit.tests.looks.drawn import looks_of, played
from rulekit.tests.play.toys import TOYS

NORTH = {"n": "north", "e": "east", "s": "south", "w": "west"}
BUNDLED = [folder.name for folder in bundled_games()]
PAGE = Path(rulekit.__file__).parents[1] / "docs" / "looks.md"
CODE = re.compile(r"^```python\n(import rulekit\n.*?)^```", re.DOTALL | re.MULTILINE)
LINE = 40


@cache
def line(name: str) -> list[Position]:
    return played(game(name), LINE)


def looks_at(here: Position) -> PictureModel:
    return PictureModel(here.game, here.chosen)


def rows(here: Position, seat: int | None = 0, names: tuple[str, ...] = ()) -> list[Row]:
    return position_rows(looks_at(here), here.view(seat), names=names)


@pytest.mark.parametrize("name", BUNDLED)
def test_every_row_says_something_else(name: str) -> None:
    """What and where stand together once; nothing is called as only the rules call it."""
    for here in line(name)[:: LINE // 4]:
        told = rows(here)
        assert len({row[:2] for row in told} | {row[1:] for row in told}) >= len(told)
        assert len(set(told)) == len(told) and all(what and said and "None" not in said for what, _, said in told)


@pytest.mark.parametrize("name", BUNDLED)
def test_who_is_to_move_is_told_by_name_and_first(name: str) -> None:
    for here in (one for one in line(name)[:3] if not one.is_over):
        seats = here.pending.to_json()["actors"]
        names = tuple(f"Player{number}" for number in range(here.seats))
        told = rows(here, names=names)
        assert told[0] == ("to move", "", looks_at(here).seat_name(seats[0], names) if len(seats) == 1 else TOGETHER)
        assert "active" not in {what for what, _, _ in told}


def carried(here: Position) -> Iterator[str]:
    """The names of what lies on pieces that are seen."""
    looks = looks_at(here)
    for _, _, content in zone_instances(looks.symbols, here.view(0)):
        for piece in content.get("pieces", ()):
            for under, inner in nested_zones(looks.symbols, piece):
                yield from (row_name(looks, under.kind, str(one)) for one in inner.get("pieces", ()))


def test_what_lies_on_a_piece_is_told_with_it() -> None:
    """Also if of that piece only one side is seen, without its name."""
    found = [(here, [*carried(here)]) for name in BUNDLED for here in line(name)[:: LINE // 4]]
    assert any(names for _, names in found)
    for here, names in found:
        told = position_in_words(looks_at(here), here.view(0))
        assert all(one in told for one in names)


def ringed() -> Iterator[tuple[PictureModel, str, str]]:
    """Every tile that opens to its sides and lies on a board, with that zone."""
    for name in BUNDLED:
        looks = looks_of(game(name))
        for zone in looks.symbols.zones.values():
            if zone.indexes and zone.indexes[-1].place and looks.ring_of(zone.kind):
                yield from ((looks, zone.name, row.name) for row in looks.kind(zone.kind).rows)


@pytest.mark.parametrize("facing", range(4))
def test_a_tile_is_told_with_the_sides_it_opens_to_as_it_lies(facing: int) -> None:
    tiles = [*ringed()]
    assert tiles
    for looks, zone, row in tiles:
        info = looks.symbols.zones[zone]
        place = [*looks.plan.layout(info.indexes[-1].space).spots[0]]
        view = open_view(looks.symbols, {"zones": {zone: [[place, [row]]]}, "states": {}})
        view["zones"][zone][0][1]["pieces"] = [{"name": row, "facing": facing}]
        ways = ways_of(looks, info.kind, row, facing)
        sides = ([NORTH.get(side, side) for side in sides_by_name(looks, info.kind, way)] for way in ways)
        opened = ", and to ".join(" and ".join(filter(None, [", ".join(one[:-1]), one[-1]])) for one in sides)
        assert f"{row_name(looks, info.kind, row)} open to {opened}" in position_in_words(looks, view)


def test_a_way_of_a_tile_is_told_by_its_shape_and_place() -> None:
    """Not by the name that the rules have for it; of several ways of a tile, with the sides."""
    found = 0
    for looks, zone, row in ringed():
        info = looks.symbols.zones[zone]
        place = [*looks.plan.layout(info.indexes[-1].space).spots[0]]
        ways = ways_of(looks, info.kind, row, 0)
        for state in (one for one in looks.symbols.states.values() if one.type.bare.kind in wholes(looks, info.kind)):
            for way in ways:
                position = {"zones": {zone: [[place, [row]]]}, "states": {state.name: [way.part]}}
                ((_, _, told),) = said_of(looks, position, state.name)
                assert told.startswith(row_name(looks, state.type.bare.kind, way.part)) and " at " in told, told
                assert (" to " in told) == (len(ways) > 1) and way.part not in told
                found += 1
    assert found


def wholes(looks: PictureModel, kind: str) -> set[str]:
    """The kinds of parts of a kind of tile."""
    return {part.name for part in looks.symbols.kinds.values() if part.whole == kind}


def said_of(looks: PictureModel, position: dict[str, Any], state: str) -> list[Row]:
    """The rows of a position about a state."""
    title = looks.section("states").get(state, {}).get("title", noun(state))
    return [row for row in position_rows(looks, open_view(looks.symbols, position)) if row[0] == title]


@pytest.mark.parametrize("name", BUNDLED)
def test_what_is_counted_for_a_member_is_told_by_its_words(name: str) -> None:
    looks = looks_of(game(name))
    for state in looks.symbols.states.values():
        for kind in (one for one in state.indexes if one.members):
            for member in kind.members:
                said = instance_in_words(looks, state.name, (member,), [kind])
                assert member_words(looks, str(kind.bare), member) in said


def test_places_of_which_the_same_is_told_share_a_row() -> None:
    """Of boards on which members of a choice stand: as many rows as there are sorts of men."""
    shared = 0
    for name in BUNDLED:
        here, looks = line(name)[0], looks_of(game(name))
        view = here.view(0)
        boards = [s for s in looks.symbols.states.values() if len(s.indexes) == 1 and s.indexes[0].place]
        for state in (
            state for state in boards if state.name not in looks.hidden_names and state.name in view["states"]
        ):
            standing = [value for _, value in view["states"][state.name] if value is not None and value is not False]
            told = [said for what, _, said in rows(here) if what == noun(state.name)]
            assert len(told) == len({*map(str, standing)}) or state.name in looks.section("states")
            shared += len(told) < len(standing)
    assert shared


def test_an_empty_place_of_a_counted_board_is_not_told() -> None:
    boards = [name for name in BUNDLED if seat_boards(looks_of(game(name)))]
    assert boards
    for name in boards:
        names = {noun(one) for one in states_on_boards(looks_of(game(name)))}
        men = [row for row in rows(line(name)[-1]) if row[0] in names]
        assert men and all(" at " in where and said != "0" for _, where, said in men)


def test_counts_for_members_of_a_choice_stand_in_one_row() -> None:
    """`goods of seat 0: wood 5, stone 3`."""
    found = 0
    for name in BUNDLED:
        looks, told = looks_of(game(name)), rows(line(name)[-1])
        for state in looks.symbols.states.values():
            listed = [kind for kind in state.indexes if kind.members or kind.row]
            if len(state.indexes) == 2 and state.indexes[0].player and listed and state.type.bare.numeric:
                mine = [said for what, where, said in told if (what, where) == (noun(state.name), "of seat 0")]
                assert len(mine) <= 1
                found += any("," in said for said in mine)
    assert found


def test_of_a_pile_the_top_is_told_and_how_many() -> None:
    """As the picture shows it, also with everything open: who reads must not know what comes next."""
    piles = 0
    for name in BUNDLED:
        here, looks = line(name)[0], looks_at(line(name)[0])
        for view in (open_view(looks.symbols, here.to_json()), here.view(0)):
            told = position_rows(looks, view)
            for zone, index, content in zone_instances(looks.symbols, view):
                how = looks.section("zones").get(zone.name, {}).get("as", "")
                shown = zone.name not in looks.hidden_names and content["count"] > 1
                if shown and len(zone.indexes) == 0 and is_pile(how, zone, index, content["count"], part=False):
                    (said,) = (said for what, _, said in told if what == zone_title(looks, zone.name))
                    counted = f"{content['count']} {noun(zone.kind).lower()}s"
                    tops = content.get("pieces", [])[-1:]
                    assert said == counted if not tops else said.startswith(f"{counted}, on top: "), said
                    assert said.count(",") <= 3, said
                    piles += 1
    assert piles > 8


def test_the_start_table_shows_hands_and_no_deck() -> None:
    closed = 0
    for name in BUNDLED:
        here = line(name)[0]
        for zone, index, content in zone_instances(looks_at(here).symbols, view := hands_open(here)):
            if index[:1] and zone.indexes[0].player:
                mine = {(z.name, i): c for z, i, c in zone_instances(looks_at(here).symbols, here.view(index[0]))}
                assert content == mine[zone.name, index]
            elif content["count"] and not content.get("pieces"):
                closed += 1
        assert view["states"] == open_view(looks_at(here).symbols, here.to_json())["states"]
    assert closed > 3


@pytest.mark.parametrize("name", BUNDLED)
def test_what_the_looks_file_hides_is_told_no_more_than_drawn(name: str) -> None:
    looks = looks_of(game(name))
    hidden = {noun(one) for one in looks.hidden_names} - {
        noun(one.name) for one in looks.zones_and_states if one.name not in looks.hidden_names
    }
    assert not hidden & {what for here in line(name)[:: LINE // 2] for what, _, _ in rows(here)}


@pytest.mark.parametrize("name", BUNDLED)
def test_of_pieces_that_are_not_seen_only_the_number_is_told(name: str) -> None:
    here = line(name)[-1]
    looks = looks_at(here)
    for seat in range(here.seats):
        told = position_rows(looks, here.view(seat))
        for zone, index, content in zone_instances(looks.symbols, here.view(seat)):
            if (
                content["count"]
                and not content.get("pieces")
                and index == (1 - seat,)
                and zone.name not in looks.hidden_names
            ):
                counted = f"{content['count']} {zone.kind.lower()}" + "s" * (content["count"] > 1)
                assert counted in [said for _, where, said in told if where == f"of seat {1 - seat}"]


@pytest.mark.skipif(not PAGE.is_file(), reason="the pages are not part of an installed kit")
def test_the_example_in_python_on_the_page_runs() -> None:
    found = CODE.search(PAGE.read_text(encoding="utf-8"))
    assert found is not None
    names: dict[str, Any] = {}
    exec(compile(found[1], str(PAGE), "exec"), names)
    assert names["svg"].startswith("<svg") and names["beside"].startswith("<style>") and names["table"]


SECRET = """
game toy-secrets for 2 to 3 players
type Suit is one of red, blue
state bids of Player at Suit is 0 to 9, excess lost, starts 0, owner sees it
state marks of Player is 0 to 9, excess lost, starts 0, others sees it
action bid
  [bid.n]  n in 1 to 2                                @public:toy
  [bid.s]  s in Suit                                  @public:toy
  [bid.do]  add n to bids of player at s              @public:toy
  [bid.go]  add n + 5 to marks of player              @public:toy
turn
  [turn.bid]  player must bid                         @public:toy
end
  [end.two]  at end of turn when marks of player > 6  @public:toy
result
  [result.most]  most marks wins, ties are shared     @public:toy
"""


def test_a_state_that_only_some_see_is_told_of_the_seat_it_belongs_to(tmp_path: Path) -> None:
    """A view lists such states one by one; a place in that list is no seat."""
    (tmp_path / "toy-secrets.rules").write_text(SECRET)
    of = load(tmp_path / "toy-secrets.rules")
    here = of.start(3, chance=1)
    symbols = of.checked.symbols
    for _ in range(2):
        here = here.take(here.pending.seats[0], 0)
    spots = {(name, index): value for name, index, value in told(symbols, open_view(symbols, here.to_json()))}
    assert spots["bids", (1, "red")] == 1 and spots["marks", (1,)] == 6 and spots["marks", (2,)] == 0
    for seat in range(3):
        seen = {(name, index): value for name, index, value in told(symbols, here.view(seat))}
        assert seen.items() <= spots.items()
        assert {index[0] for name, index in seen if name == "bids"} == {seat}
        assert {index[0] for name, index in seen if name == "marks"} == {0, 1, 2} - {seat}
    said = position_in_words(PictureModel(of, here.chosen), here.view(1))
    assert "bids of seat 1: blue 0, red 1" in said and "marks of seat 0: 6" in said and "marks of seat 1" not in said
    after = here.take(2, 0)
    touched = changes(symbols, here.view(2), after.view(2)).touched_keys
    assert ("state", "bids", (2, "red")) in touched and not [key for key in touched if key[1] == "marks"]
    assert move_picture(PictureModel(of, here.chosen), (here.view(0), after.view(0)), 2, "bid").svg


@pytest.mark.parametrize("indexes", ["of Gate at Player", "of Player at Gate"])
def test_a_state_of_parts_that_have_copies_is_told_too(indexes: str, tmp_path: Path) -> None:
    """A view lists it one by one as well, since parts of copies share their names."""
    text = (TOYS / "parts-of-copies.rules").read_text(encoding="utf-8").partition("scene [")[0]
    spot = "hits of g at player" if "of Gate" in indexes else "hits of player at g"
    text = text.replace("state score", f"state hits {indexes} is 0 to 9, excess lost\nstate score")
    (tmp_path / "hits.rules").write_text(text.replace("then add across", f"then add 1 to {spot} then add across"))
    of = load(tmp_path / "hits.rules")
    here = of.start(chance=1).take(0, 1)
    seen = [(index, value) for name, index, value in told(of.checked.symbols, here.view(0)) if name == "hits"]
    assert len(seen) == 14 and [index for index, value in seen if value] in (
        [(("board", (1, 1), "right-gate"), 0)],
        [(0, ("board", (1, 1), "right-gate"))],
    )
    assert "hits" in position_in_words(PictureModel(of, here.chosen), here.view(0))
    assert table_picture(TableView(PictureModel(of, here.chosen), here.view(0)), 800).svg


def told(symbols: Symbols, view: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    return [(state.name, index, value) for state, index, value in state_instances(symbols, view)]
