"""Dice, tokens and notes below pieces; many things on one place; more seats than there are shapes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import rulekit
from rulekit.data import bundled_games
from rulekit.looks.boards.tracks import group_list
from rulekit.looks.component_picture import component_in_words, component_picture, has_picture
from rulekit.looks.description import position_in_words
from rulekit.looks.drawing.kit_signs import kit_signs
from rulekit.looks.drawing.picture import Picture
from rulekit.looks.drawing.tokens import die
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.legend import legend
from rulekit.looks.looks_check import looks_problems
from rulekit.looks.looks_file import NAME, read_looks
from rulekit.looks.looks_terms import DICE, TOKENS
from rulekit.looks.move_picture import move_picture
from rulekit.looks.table_picture import table_picture
from rulekit.looks.table_view import TableView
from rulekit.looks.things_counted import DIE
from rulekit.play.games.game import Position
from rulekit.tests.bundled import bundled as game
from rulekit.tests.looks.drawn import looks_of, played
from rulekit.tests.looks.test_pictures import texts

NAMES = "alga bead clam dove ebon fawn gull hare iris jade kelp lime".split()
SHELLS = "\n".join(
    f"  [shell.{name}]  {name}: worth {1 + n % 3}, copies 2  @public:sample" for n, name in enumerate(NAMES)
)
CROWDED = f"""\
# Eight seats lay shells on two fields and walk between them.
game crowded for 8 players
type Way is ring of e, w
type Place is 1 to 3
space Cell is square-grid, across 2, down 1, sides Way
piece Shell, 24 in all
  face names it: worth 1 to 3
rows of Shell
{SHELLS}
zone pot            bag of Shell           everyone sees face
zone field at Cell  bag of Shell           everyone sees face
zone row of Player  pile of Shell up to 3  everyone sees face
state stands of Player is Cell
state owner at Cell is Player or nothing
state oars is 0 to 6, must fit, starts 4
state throw of Player is 0 to 9, must fit, starts 7
state known of Player at Place is 0 to 3, must fit
setup
  [setup.lay]    for each c of Cell: repeat 12: lot s in box then move s to field at c  @public:sample
turn
  [turn.go]  player must go  @public:sample
action go
  [go.cell]  cell in Cell  @public:sample
  [go.do]    set stands of player to cell then take 1 from oars  @public:sample
end
  [end.oars]  at end of turn when oars = 0  @public:sample
result
  [result.most]  most worth-of of player wins, ties are shared  @public:sample
define worth-of of p: Player is sum of worth of s for each s in row of p
"""
LOOKS = """\
[states]
oars  = { sign = "bolt", colour = "green", as = "tokens" }
throw = { title = "throw", as = "dice" }
known = { below = "row", quiet = true }
"""


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Position:
    """The table of eight."""
    folder = tmp_path_factory.mktemp("games") / "crowded"
    folder.mkdir()
    (folder / "1-game.rules").write_text(CROWDED)
    (folder / "looks.toml").write_text(LOOKS)
    position = rulekit.load(folder).start(chance=1)
    assert looks_problems(PictureModel(position.game, position.chosen)) == []
    return position


def drawn(position: Position, view: dict[str, Any], room: float = 900) -> tuple[PictureModel, Picture]:
    looks = PictureModel(position.game, position.chosen)
    return looks, table_picture(TableView(looks, view), room)


@pytest.mark.parametrize(("room", "more"), [(900, 4), (348, 11)])
def test_eight_seats_and_twelve_things_on_a_place_are_drawn_apart(crowded: Position, room: float, more: int) -> None:
    """Nobody hides another: no two badges stand on the same point, and what is not drawn is counted."""
    view = crowded.view(0)
    view["states"]["stands"] = [[1, 1]] * 8
    view["zones"]["field"] = [
        [[1, 1], {"count": 12, "pieces": NAMES}],
        [[2, 1], {"count": 12, "pieces": ["kelp"] * 12}],
    ]
    _, picture = drawn(crowded, view, room)
    assert picture.width <= room
    assert all(f"seat {seat}" in texts(picture) for seat in range(8))
    assert texts(picture).count(f"+ {more}") == 1 and texts(picture).split().count("12") == 1
    badges = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" font-size="8[\d.]*" text-anchor="middle"', picture.svg)
    standing = {(x, y) for x, y in badges[:8]}
    assert len(standing) == 8


def test_seats_with_one_shape_have_discs_that_differ(crowded: Position) -> None:
    """There are six shapes; seats 6 and 7 have their number on their discs, and the legend tells each."""
    view = crowded.view(0)
    view["states"]["owner"] = [[[1, 1], 0], [[2, 1], 6]]
    looks, picture = drawn(crowded, view)
    assert [one.word for one in legend(looks, picture).entries if "disc" in one.sign] == ["seat 0", "seat 6"]
    view["states"]["owner"] = [[[1, 1], 6], [[2, 1], 7]]
    _, picture = drawn(crowded, view)
    assert [one.word for one in legend(looks, picture).entries if "disc" in one.sign] == ["seat 6", "seat 7"]


def test_tokens_gone_leave_their_places_and_a_die_shows_what_fell(crowded: Position) -> None:
    looks, picture = drawn(crowded, crowded.view(0))
    bolts = re.findall(rf'd="{re.escape(kit_signs()["bolt"])}"[^>]*class="f-(\w+)"', picture.svg)
    assert Counter(bolts) == {"green": 4, "line": 2}
    assert die(7).svg.count("<circle") == 0 and "7" in texts(die(7)) and die(5).svg.count("<circle") == 5
    assert "oars: 4 of 6" in (told := position_in_words(looks, crowded.view(0))) and "throw of seat 3: 7" in told
    assert [one.word for one in legend(looks, picture).entries if one.sign == "bolt"] == ["oars"]


def test_a_token_that_goes_is_marked_before_and_after(crowded: Position) -> None:
    after = crowded.take(0, 0).after_chance()
    looks = PictureModel(crowded.game, crowded.chosen)
    picture = move_picture(looks, (crowded.view(0), after.view(0)), 0, "go")
    assert 'stroke-dasharray="5 3"' in picture.svg


FILES = {one.name: read_looks(one / NAME) for one in bundled_games()}


def saying(section: str, holds: Callable[[dict[str, Any]], bool]) -> list[tuple[str, str]]:
    """The names of bundled games and of what their files say so, in one section."""
    return [(name, key) for name, file in FILES.items() for key, said in file.get(section, {}).items() if holds(said)]


BELOW = saying("states", lambda said: "below" in said)
DICE_LEFT = saying("states", lambda said: said.get("as") == DICE)
TRACKS = saying("tracks", lambda said: True)


def test_there_is_something_to_test() -> None:
    assert BELOW and DICE_LEFT and TRACKS and saying("states", lambda said: said.get("as") == TOKENS)


@pytest.mark.parametrize(("name", "state"), BELOW)
def test_what_is_told_of_a_piece_by_its_number_stands_below_it(name: str, state: str) -> None:
    """No counter is left, and there are as many notes as things told, also below pieces that are not seen."""
    met = 0
    for here in played(game(name), 25):
        looks, view = looks_of(game(name)), here.view(0)
        typed = looks.symbols.states[state].type.bare
        told = [value for at, value in told_of(here, state) if value and at[0] is not None]
        picture = table_picture(TableView(looks, view))
        assert looks.section("states")[state]["title"] not in texts(picture)
        if typed.numeric:
            notes = re.findall(r'font-size="12" font-weight="700"[^>]*>(\d+)<', picture.svg)
            assert Counter(notes) == Counter(map(str, told))
        met += len(told)
    assert met


def told_of(here: Position, state: str) -> list[tuple[Any, Any]]:
    looks = PictureModel(here.game, here.chosen)
    return TableView(looks, here.view(0)).states[state]


@pytest.mark.parametrize(("name", "state"), DICE_LEFT)
def test_dice_that_are_left_are_dice(name: str, state: str) -> None:
    here = played(game(name), 3)[-1]
    looks = PictureModel(here.game, here.chosen)
    left = [index[-1] for index, count in told_of(here, state) for _ in range(count)]
    title = looks.section("states")[state]["title"]
    assert left and f"{title}: {', '.join(map(str, left))}" in position_in_words(looks, here.view(0))
    picture = table_picture(TableView(looks, here.view(0)))
    assert all(die(number, DIE).svg in picture.svg for number in left)


@pytest.mark.parametrize(("name", "track"), TRACKS)
def test_a_track_is_the_picture_of_the_row_by_which_its_steps_are_grouped(name: str, track: str) -> None:
    """Every step's effect stands in the words; rows of other lists are no pictures of anything."""
    looks = looks_of(game(name))
    said, kinds = looks.section("tracks")[track], looks.symbols.kinds
    group = group_list(looks, said)
    assert has_picture(looks, kinds[group]) and not has_picture(looks, kinds[said["list"]])
    for row in kinds[group].rows:
        steps = [
            one for one in kinds[said["list"]].rows if looks.value(said["list"], one.name, said["group"]) == row.name
        ]
        picture, words = component_picture(looks, group, row.name), component_in_words(looks, group, row.name)
        numbers = {str(looks.value(said["list"], one.name, said["step"])) for one in steps}
        assert all(f"step {number}:" in words for number in numbers) and looks.title(group, row.name) in words
        assert numbers <= {*texts(picture).split()} and legend(looks, picture).entries


SLIPS = (
    ({"states": {"stands": {"as": "dice"}}}, "dice show a number"),
    ({"states": {"known": {"as": "tokens", "sign": "bolt"}}}, "only a number up to"),
    ({"states": {"oars": {"as": "tokens"}}}, "`sign` must stand here too"),
    ({"states": {"oars": {"below": "row"}}}, "does not number the pieces of `row`"),
    ({"states": {"known": {"below": "rwo"}}}, "no zone `rwo`; did you mean `row`?"),
)


@pytest.mark.parametrize(("slip", "said"), SLIPS, ids=lambda one: one[:30] if isinstance(one, str) else "")
def test_a_slip_is_told(crowded: Position, slip: dict[str, Any], said: str) -> None:
    found = looks_problems(PictureModel(crowded.game, crowded.chosen, slip))
    assert any(said in one for one in found), found
