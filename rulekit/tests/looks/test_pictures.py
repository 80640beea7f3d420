"""Pictures of every bundled game and of the toys: all pieces, many positions, moves; as strict SVG."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import pytest

from rulekit.data import bundled_games
from rulekit.looks.changes import changes
from rulekit.looks.counters import in_brief, value_in_words
from rulekit.looks.declared_looks import noun
from rulekit.looks.description import position_in_words
from rulekit.looks.drawing.picture import Picture, as_svg, rows
from rulekit.looks.move_picture import move_picture
from rulekit.looks.pieces.derived_row_names import row_name
from rulekit.looks.pieces.faces import back_picture, describe, face
from rulekit.looks.table_picture import ROOM, table_picture
from rulekit.looks.table_view import TableView
from rulekit.tests.bundled import bundled as game
from rulekit.tests.looks.drawn import looks_of, played
from rulekit.tests.play.toys import TOYS, toy

BUNDLED = [folder.name for folder in bundled_games()]
ALLOWED = {"svg", "title", "desc", "style", "g", "rect", "path", "circle", "text", "defs", "use"}
FETCHES = re.compile(r"url\(|href=\"[^#]|@import|<script|javascript:", re.IGNORECASE)


def elements(picture: Picture) -> Iterator[ET.Element]:
    """All elements of the picture as a whole SVG, which must be well-formed and fetch and run nothing."""
    svg = as_svg(picture, "a picture", 'what <it> shows & "more"')
    assert not FETCHES.search(svg)
    for element in ET.fromstring(svg).iter():
        name = element.tag.rpartition("}")[2]
        assert name in ALLOWED and not any(key.startswith("on") for key in element.attrib)
        yield element


def texts(picture: Picture) -> str:
    """All that is written in a picture."""
    return " ".join(element.text or "" for element in elements(picture) if element.tag.endswith("}text"))


@pytest.mark.parametrize("plain", (False, True), ids=("looks", "plain"))
@pytest.mark.parametrize("name", BUNDLED)
def test_every_side_of_every_piece_is_drawn(name: str, plain: bool) -> None:
    """And told in words."""
    looks = looks_of(game(name), plain)
    for kind in looks.symbols.kinds.values():
        if kind.is_piece:
            for row in kind.rows:
                sides = [face(looks, kind.name, row.name, side) for side in looks.sides(kind.name)]
                sides += [face(looks, kind.name, row.name, side, small=True) for side in looks.sides(kind.name)]
                assert all(one.width > 20 and one.height > 10 for one in sides)
                assert [*elements(rows(sides))]
                assert row_name(looks, kind.name, row.name) in describe(looks, kind.name, row.name)
            assert back_picture(looks, kind.name).width > 20


@pytest.mark.long
@pytest.mark.parametrize("plain", (False, True), ids=("looks", "plain"))
@pytest.mark.parametrize("name", BUNDLED)
def test_positions_are_drawn_for_every_reader(name: str, plain: bool) -> None:
    """Every fourth position of a game; the same bytes each time."""
    looks = looks_of(game(name), plain)
    for position in played(game(name), 24)[::4]:
        for reader in (0, None):
            view = position.view(reader)
            picture = table_picture(TableView(looks, view))
            assert 0 < picture.width <= ROOM * 1.6 and [*elements(picture)]
            assert as_svg(picture, "t", "d") == as_svg(table_picture(TableView(looks, view)), "t", "d")
            assert position_in_words(looks, view).endswith(".")


@pytest.mark.long
@pytest.mark.parametrize("name", BUNDLED)
def test_moves_are_drawn_with_what_they_change(name: str) -> None:
    """A move that changes what its player sees has marks; nothing has marks where nothing changed."""
    looks, line = looks_of(game(name)), played(game(name), 16)
    for before, after in itertools.pairwise(line):
        seat = before.pending.to_json()["actors"][0]
        views = before.view(seat), after.view(seat)
        found = changes(looks.symbols, *views)
        assert bool(found.touched_keys) or views[0]["zones"] == views[1]["zones"]
        assert not changes(looks.symbols, views[0], views[0]).touched_keys
        assert [*elements(move_picture(looks, views, seat, "a move", (3, 6)))]


@pytest.mark.parametrize("name", sorted(file.stem for file in TOYS.glob("*.rules")))
def test_toys_are_drawn(name: str) -> None:
    """Games nobody had in mind when the pictures were made."""
    of = toy(name)
    line, looks = played(of, 6), looks_of(of)
    for position in (line[0], line[-1]):
        assert [*elements(table_picture(TableView(looks, position.view(0))))]


def test_what_nobody_may_see_is_not_in_the_picture() -> None:
    """The picture of a reader holds the names that his view holds, and no other."""
    of = toy("views-conditions")
    looks, position = looks_of(of), played(of, 0)[-1]
    for seat in (0, 1, 2, 3, None):
        view, said = position.view(seat), texts(table_picture(TableView(looks, position.view(seat)))).split()
        for row in looks.kind("Leaf").rows:
            assert (row.name in said) == (f"'{row.name}'" in str(view["zones"]))


def test_names_of_a_game_cannot_write_svg() -> None:
    """An outline, a title or a word with signs of markup is shown, not obeyed."""
    of = toy("views-conditions")
    sections: dict[str, dict[str, Any]] = {
        "zones": {"hand": {"title": '<script>x()</script>"'}},
        "signs": {"oak": 'M0 0"/><script>x()</script>'},
    }
    looks = looks_of(of)
    looks.looks, looks.own_signs = sections, sections["signs"]
    picture = table_picture(TableView(looks, of.start(players=4, chance=1).view(0)))
    assert "<script>x()" in texts(picture)
    assert all(not element.tag.endswith("script") for element in ET.fromstring(as_svg(picture, "t", "d")).iter())


def test_a_long_list_is_counted_where_a_counter_has_no_room_for_it() -> None:
    """Boards that were seen before would make a line as long as the game."""
    looks = looks_of(toy("pairs"))
    state = looks.symbols.states["past"]
    assert in_brief(looks, state, [["stone-1-1-black"] * 9] * 7) == "7 in all"
    assert in_brief(looks, state, []) == value_in_words(looks, state, [])


def test_a_minus_stays_and_a_place_is_called_by_its_name() -> None:
    """Not so the hyphens between words."""
    looks = looks_of(toy("space-hex"))
    token, score = (looks.symbols.states[name] for name in ("token", "score"))
    assert value_in_words(looks, score, -3) == "-3"
    assert value_in_words(looks, token, [0, -2]) == "c1"
    assert noun("rank-new") == "rank new"
