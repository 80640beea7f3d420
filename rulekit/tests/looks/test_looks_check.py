"""Looks files: those of the bundled games are right, and every sort of slip is found."""

from __future__ import annotations

import copy
import functools
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit.data import bundled_games
from rulekit.diagnostics import Problems
from rulekit.looks.game_looks import PictureModel, usable_looks
from rulekit.looks.looks_check import looks_problems
from rulekit.looks.looks_file import NAME, read_looks
from rulekit.looks.open_view import open_view
from rulekit.pipeline import load
from rulekit.site.gather import book
from rulekit.tests.bundled import bundled as game
from rulekit.tests.calling import Call
from rulekit.tests.looks.drawn import looks_of
from rulekit.tests.play.toys import toy

PLAIN = next(folder for folder in bundled_games() if not (folder / NAME).is_file())
WITH_LOOKS = [folder.name for folder in bundled_games() if (folder / NAME).is_file()]


@pytest.mark.parametrize("name", WITH_LOOKS)
def test_the_looks_of_bundled_games_are_right(name: str) -> None:
    """Every name in them is declared."""
    assert looks_problems(looks_of(game(name))) == []


def test_there_are_looks_to_test() -> None:
    assert len(WITH_LOOKS) >= 4


SLIPS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"zonse": {}}, "no section `zonse`; did you mean `zones`?"),
    ({"zones": {"hnad": {}}}, "no zone `hnad`; did you mean `hand`?"),
    ({"zones": {"hand": {"as": "rwo"}}}, "no manner `rwo`; did you mean `row`?"),
    ({"states": {"leed": {}}}, "no state `leed`"),
    ({"zones": {"hand": {"titel": "cards"}}}, "zones.hand: there is no word `titel`; did you mean `title`?"),
    ({"zones": {"hand": {"scale": "big"}}}, "zones.hand.scale: a number above 0 must stand here"),
    ({"zones": {"hand": {"as": "text"}}}, "no manner `text`; there are pile, row, count"),
    ({"zones": {"hand": "cards"}}, "zones.hand: a table in braces must stand here: { title = .. }"),
    ({"states": {"lead": {"sign": "clok"}}}, "no sign `clok`; did you mean `clock`?"),
    ({"states": {"lead": {"colour": "bleu"}}}, "no colour `bleu`; did you mean `blue`?"),
    ({"states": {"lead": {"colour": "crimson"}}}, "no colour `crimson`; there are blue, orange, green"),
    ({"states": {"lead": {"title": 5}}}, "states.lead.title: a text in quotation marks must stand here"),
    ({"states": {"lead": {"quiet": "yes"}}}, "states.lead.quiet: `true` or `false` must stand here"),
    ({"words": {"hnad": "the hand"}}, "no name `hnad`; did you mean `hand`?"),
    ({"words": {"hand": "# cards"}}, "`# cards` has more numbers than `hand`"),
    ({"words": {"hand": 3}}, "must stand in quotation marks"),
    ({"moves": {"nodd": "nod"}}, "no move `nodd`; did you mean `nod`?"),
    ({"moves": {"nod": ["nod {m} times", "nod {k}"]}}, "no choice `k`"),
    ({"asks": {"nod": {"k": "how often?"}}}, "no choice `k`"),
    ({"asks": {"nodd": {"do": "nod"}}}, "no move `nodd`"),
    ({"asks": {"nod": {"do": 1}}}, "a table of texts must stand here"),
    ({"options": {"lots": {"yes": "lots are drawn"}}}, "no option `lots`"),
    ({"members": {"Laef": {}}}, "no choice `Laef`; did you mean `Leaf`?"),
    ({"members": {"Leaf": {"oka": {}}}}, "no member `oka`; did you mean `oak`?"),
    ({"columns": {"Laef": {}}}, "no kind `Laef`; did you mean `Leaf`?"),
    ({"columns": {"Leaf": {"wroth": "value"}}}, "no column or side `wroth`; did you mean `worth`?"),
    ({"columns": {"Leaf": {"front": "first"}}}, "no column or side `front`"),
    ({"columns": {"Leaf": {"worth": 3}}}, "a table of texts must stand here"),
    ({"faces": {"Laef": {}}}, "no kind `Laef`; did you mean `Leaf`?"),
    ({"faces": {"Leaf": {"bakc": {}}}}, "no side `bakc`; did you mean `back`?"),
    ({"faces": {"Leaf": {"front": {"tll": "worth"}}}}, "no slot `tll`"),
    ({"faces": {"Leaf": {"front": {"tl": "wroth"}}}}, "no column `wroth`; did you mean `worth`?"),
    ({"faces": {"Leaf": {"front": {"size": "huge"}}}}, "no size `huge`; there are"),
    ({"faces": {"Leaf": {"front": {"tl": {"of": "worth", "siz": 9}}}}}, "no word `siz`; did you mean `size`?"),
    ({"faces": {"Leaf": {"front": {"tl": {"of": "worth", "as": "pipes"}}}}}, "no manner `pipes`; did you mean `pips`?"),
    (
        {"faces": {"Leaf": {"front": {"tl": {"of": "worth", "as": "goods"}}}}},
        "cannot stand as goods, but as number or pips",
    ),
    ({"faces": {"Leaf": {"front": {"tl": {"of": "worth", "as": "effects"}}}}}, "cannot stand as effects"),
    ({"faces": {"Leaf": {"front": {"tl": {"size": 9}}}}}, "`of` must stand here too"),
    ({"faces": {"Leaf": {"front": {"colour": "worth"}}}}, "`worth` has no colours"),
    ({"faces": {"Leaf": {"front": {"rim": "worth"}}}}, "`worth` is no set of places at the rim"),
    ({"faces": {"Leaf": {"front": {"ways": {}}}}}, "no part of Leaf opens to four sides"),
    ({"faces": {"Leaf": {"front": {"soft": 1}}}}, "front.soft: `true` or `false` must stand here"),
    ({"members": {"Leaf": {"oak": {"color": "blue"}}}}, "no word `color`; did you mean `colour`?"),
    ({"members": {"Leaf": {"oak": "leaf"}}}, "members.Leaf.oak: a table in braces must stand here"),
    ({"effects": {"gain # gold": "#"}}, "is found in no effect"),
    ({"effects": {"gain # gold": "# #"}}, "has more numbers than"),
    ({"tints": {"clok": "blue"}}, "no sign `clok`; did you mean `clock`?"),
    ({"boards": {"Cell": {}}}, "no space or list `Cell`"),
    ({"seats": {"9": {"name": "White"}}}, "seats: there is no seat `9`; there are 0, 1"),
    ({"seats": {"0": {"name": "White", "colour": "whit"}}}, "no colour `whit`; did you mean `white`?"),
    ({"table": {"hiden": []}}, "no list `hiden`"),
    ({"table": {"hide": "hand"}}, "table.hide: a list of names in brackets must stand here"),
    ({"table": {"hide": ["hnad"]}}, "no zone or state `hnad`; did you mean `hand`?"),
    ({"signs": {"mine": 'M0 0"/><script>'}}, "only letters of a path and numbers"),
    ({"tracks": {"way": {"list": "Laef", "at": "leed", "marker": "leed"}}}, "no list `Laef`; did you mean `Leaf`?"),
)


@pytest.mark.parametrize(("slip", "said"), SLIPS, ids=lambda one: one[:30] if isinstance(one, str) else "")
def test_a_slip_is_told_with_the_nearest_name(slip: dict[str, Any], said: str) -> None:
    """Where it stands, what is not known, what was probably meant."""
    of = toy("views-conditions")
    found = looks_problems(PictureModel(of, of.start(players=4, chance=1).chosen, slip))
    assert any(said in one for one in found), found


@pytest.mark.parametrize("name", WITH_LOOKS)
def test_no_word_of_a_looks_file_goes_unread(name: str) -> None:
    """Every word of every table of the bundled files is a slip if one letter is wrong, however deep it stands."""
    told, chosen = looks_of(game(name)), game(name).start().chosen
    short = {section: said for section, said in told.looks.items() if section in {*DEEP, "signs"}}
    for section in DEEP & {*short}:
        for path in words_of(short[section]):
            if (section, len(path)) != FREE:
                wrong = PictureModel(told.game, chosen, misspelt(short, (section, *path)))
                assert looks_problems(wrong), (section, *path)


DEEP = {"members", "faces", "boards", "zones", "states", "tracks", "seats", "table"}
FREE = ("tracks", 1)  # the name of a track is the file's own
OPEN = {"named", "labels"}  # whose words are values


def words_of(said: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every word of a section."""
    for key, value in said.items() if isinstance(said, dict) else ():
        yield (*path, key)
        if key not in OPEN:
            yield from words_of(value, (*path, key))


def misspelt(looks: Any, path: tuple[str, ...]) -> dict[str, Any]:
    """A copy of the file in which the last word of this path has a letter too many."""
    wrong = copy.deepcopy(dict(looks))
    *outer, last = path
    inside = functools.reduce(lambda table, key: table[key], outer, wrong)
    inside[f"{last}x"] = inside.pop(last)
    return wrong


NESTED = "x = " + "[" * 2000
UNREADABLE = ("[zones", "loose = 1", "[zones]\nhand = \x00", NESTED, "a." * 50 + "b = 1", "[zones]\nhand = 1979-99-99")


@pytest.mark.parametrize("text", UNREADABLE, ids=lambda text: text[:9])
def test_a_file_that_cannot_be_read_is_told(text: str, tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(text)
    with pytest.raises(Problems, match=NAME):
        read_looks(tmp_path / NAME)


@pytest.fixture(params=["link", "nowhere", "itself", "folder", "pipe", "letters"])
def spoilt(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A game whose looks file is no file, lies elsewhere, or is no text."""
    folder, elsewhere = tmp_path / "game", tmp_path / "elsewhere.toml"
    shutil.copytree(PLAIN, folder)
    elsewhere.write_text("secret = 1\n")
    looks, links = folder / NAME, {"link": elsewhere, "nowhere": tmp_path / "x", "itself": folder / NAME}
    if request.param in links:
        looks.symlink_to(links[request.param])
    elif request.param == "folder":
        looks.mkdir()
    elif request.param == "pipe":
        os.mkfifo(looks)
    else:
        looks.write_bytes(b"\xff\xfe")
    return folder


def test_a_looks_file_that_is_none_is_a_problem_for_check_and_site(spoilt: Path, rulekit: Call) -> None:
    ran = rulekit("check", spoilt)
    assert ran.code == 1 and "K86" in ran.out and "secret" not in ran.out + ran.err, ran
    with pytest.raises(Problems) as wrong:
        book(spoilt)
    assert {one.code for one in wrong.value.problems} == {"K86"}


@pytest.mark.parametrize("text", ["[[[[x = \n", "[table]\nhide = 5\n", "[zones.nosuch]\n"])
def test_pictures_beside_other_work_do_without_looks_that_are_wrong(text: str, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(PLAIN, folder)
    (folder / NAME).write_text(text)
    loaded = load(folder)
    looks, problems = usable_looks(loaded, loaded.start().chosen)
    assert problems and looks.looks == {} and open_view(looks.symbols, loaded.start().to_json())
