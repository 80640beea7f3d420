"""Pictures can be read: text is large enough as it is seen, they fit a narrow page, things do not hide each other."""

from __future__ import annotations

import itertools
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache

import pytest

from rulekit.data import bundled_games
from rulekit.looks.drawing.palette import LEGIBLE
from rulekit.looks.drawing.picture import Picture, as_svg
from rulekit.looks.drawing.tokens import CHANGE_WORDS
from rulekit.looks.move_picture import move_picture
from rulekit.looks.pieces.faces import face
from rulekit.looks.pieces.ways import APART, standing_spots, ways_of
from rulekit.looks.table_picture import table_picture
from rulekit.looks.table_view import TableView
from rulekit.play.position.public_position import Position
from rulekit.tests.bundled import bundled as game
from rulekit.tests.looks.drawn import looks_of, played

BUNDLED = [folder.name for folder in bundled_games()]
NARROW = 348.0  # what a page of 360 has for a picture
SCALE = re.compile(r"scale\(([\d.]+)\)")
LARGE = 20_000  # letters of a drawing that repeats much
SHRUNK = 0.06  # a scale is written with three digits


@cache
def line(name: str) -> list[Position]:
    return played(game(name), 60)


def sizes(picture: Picture) -> Iterator[tuple[float, str]]:
    """The size of every text as it is seen, and the text."""
    yield from _sizes(ET.fromstring(f"<svg>{picture.svg}</svg>"), 1.0)


def _sizes(element: ET.Element, scale: float) -> Iterator[tuple[float, str]]:
    found = SCALE.search(element.get("transform", ""))
    scale *= float(found[1]) if found else 1
    if element.tag == "text":
        yield float(element.get("font-size", "0")) * scale, element.text or ""
    for child in element:
        yield from _sizes(child, scale)


def small_print(picture: Picture) -> list[tuple[float, str]]:
    return [one for one in sizes(picture) if one[0] < LEGIBLE - SHRUNK]


@pytest.mark.parametrize("room", (900.0, NARROW))
@pytest.mark.parametrize("name", BUNDLED)
def test_no_text_of_a_table_is_too_small_to_be_read(name: str, room: float) -> None:
    """At full width and on a telephone, at the start and later."""
    looks = looks_of(game(name))
    for position in line(name)[::20]:
        assert small_print(table_picture(TableView(looks, position.view(0)), room)) == []


@pytest.mark.parametrize("scale", (1, 0.6, 0.4))
@pytest.mark.parametrize("name", BUNDLED)
def test_no_text_of_a_piece_is_too_small_to_be_read(name: str, scale: float) -> None:
    """Every side of every piece, also where it is drawn small."""
    looks = looks_of(game(name))
    for kind in (kind for kind in looks.symbols.kinds.values() if kind.is_piece):
        for row, side in itertools.product(kind.rows, looks.sides(kind.name)):
            assert small_print(face(looks, kind.name, row.name, side, scale=scale)) == []


@pytest.mark.parametrize("name", BUNDLED)
def test_a_table_is_no_wider_than_a_narrow_page(name: str) -> None:
    """Panels stand below each other; only an endless map may need more, which then lies in a picture of its own."""
    looks = looks_of(game(name))
    for position in line(name)[::20]:
        picture = table_picture(TableView(looks, position.view(0)), NARROW)
        assert picture.width <= NARROW + 1


@pytest.mark.parametrize("name", BUNDLED)
def test_a_move_is_no_wider_than_a_narrow_page(name: str) -> None:
    """Before and after stand below each other."""
    looks = looks_of(game(name))
    for before, after in itertools.pairwise(line(name)[:9]):
        seat = before.pending.to_json()["actors"][0]
        assert (
            move_picture(looks, (before.view(seat), after.view(seat)), seat, "a move", room=NARROW).width <= NARROW + 1
        )


@pytest.mark.parametrize("name", BUNDLED)
def test_seats_in_one_way_do_not_hide_each_other_nor_what_is_printed_there(name: str) -> None:
    """Wherever four of them stand in one corridor."""
    looks = looks_of(game(name))
    tiles = [(kind.name, row.name) for kind in looks.symbols.kinds.values() if kind.is_piece for row in kind.rows]
    for kind, tile in tiles:
        for way, marked in itertools.product(ways_of(looks, kind, tile, 0), (True, False)):
            spots = standing_spots(way, marked)[:4]
            pairs = itertools.combinations([*spots, *([way.middle] if marked else [])], 2)
            assert all(math.dist(one, other) >= APART for one, other in pairs), (tile, way)


@pytest.mark.parametrize("name", BUNDLED)
def test_what_a_picture_repeats_is_written_once(name: str) -> None:
    """The SVG of a table is much smaller than its drawing where much is repeated, and every name it uses is defined."""
    picture = table_picture(TableView(looks_of(game(name)), line(name)[-1].view(0)))
    svg = as_svg(picture, "a table", "what lies there")
    used, defined = set(re.findall(r'href="#(\w+)"', svg)), set(re.findall(r'<(?:g|path) id="(\w+)"', svg))
    assert used <= defined and len(re.findall(r' id="k', svg)) == len(defined)
    assert len(svg) < (0.8 if len(picture.svg) > LARGE else 1.5) * len(picture.svg)


def test_what_can_be_pointed_at_is_never_shared() -> None:
    """A click must find the thing itself: a drawing with a key stands where it is drawn, however often."""
    keyed = f'<g data-key="x">{"<rect/>" * 30}</g>'
    twice = Picture(9, 9, f"<g>{keyed}</g><g>{keyed}</g>")
    assert as_svg(twice, "t", "d").count('data-key="x"') == 2
    plain = "<rect/>" * 30
    assert as_svg(Picture(9, 9, f"<g>{plain}</g><g>{plain}</g>"), "t", "d").count("<rect/>") == 30


@pytest.mark.parametrize("name", BUNDLED)
def test_the_marks_of_a_move_stand_in_its_picture_with_their_words(name: str) -> None:
    """What came, what leaves and what changed is told by a sign and a word, not by a colour."""
    looks, (before, after) = looks_of(game(name)), line(name)[:2]
    seat = before.pending.to_json()["actors"][0]
    drawn = move_picture(looks, (before.view(seat), after.view(seat)), seat, "a move")
    assert all(f">{said}<" in drawn.svg for said in CHANGE_WORDS.values())
