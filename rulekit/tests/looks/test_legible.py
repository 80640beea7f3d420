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
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.move_picture import move_picture
from rulekit.looks.pieces.faces import face
from rulekit.looks.pieces.ways import APART, BREADTH, ENDS, MIDDLE, TileWay, standing_spots, ways_of
from rulekit.looks.table_picture import table_picture
from rulekit.looks.table_view import TableView
from rulekit.play.games.game import Position
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


DRAWN_SIGN = re.compile(r'translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)" d="([^"]*)"')


@pytest.mark.parametrize("facing", range(4))
def test_whatever_is_printed_in_the_ways_of_a_tile_is_seen(facing: int) -> None:
    """Each sign as often as the tile has it, above all ways, beside other signs, on no other way of the tile."""
    found = 0
    for looks, kind, part, marks in marked_tiles():
        signs = {looks.own_signs[spec["sign"]]: column for column, spec in marks.items()}
        for row in looks.kind(kind).rows:
            svg, ways = (
                face(looks, kind, {"name": row.name, "facing": facing}).svg,
                ways_of(looks, kind, row.name, facing),
            )
            drawn = [one for one in DRAWN_SIGN.finditer(svg) if one[4] in signs]
            printed = [int(looks.value(part, way.part, column)) for way in ways for column in signs.values()]
            assert len(drawn) == sum(printed), row.name
            highest = max(svg.rindex(f'<path d="{way.outline}" stroke-linecap="round"') for way in ways)
            middles = [tuple(float(one[n]) + 12 * float(one[3]) for n in (1, 2)) for one in drawn]
            assert all(one.start() > highest for one in drawn), row.name
            assert all(math.dist(one, other) > 10 for one, other in itertools.combinations(middles, 2)), row.name
            for way, other in itertools.permutations(ways, 2):
                assert all(math.dist(way.middle, point) > BREADTH / 2 for point in along(other)), row.name
            found += len(drawn)
    assert found


def marked_tiles() -> Iterator[tuple[PictureModel, str, str, dict[str, dict[str, str]]]]:
    """Each kind of tiles with ways, the kind of its parts, and what the looks file says is printed there."""
    for looks in map(looks_of, map(game, BUNDLED)):
        for kind, sides in looks.section("faces").items():
            ring = looks.ring_of(kind)
            marks = [look["ways"]["marks"] for look in sides.values() if look.get("ways")]
            yield from ((looks, kind, ring[0].name, one) for one in marks if ring)


def along(way: TileWay) -> list[tuple[float, float]]:
    """Points of a way from its middle, or that of the tile, to its ends."""
    bend = len(way.sides) == 2 and (way.sides[0] + 2) % 4 != way.sides[1]
    x, y = way.middle if bend or len(way.sides) == 1 else (MIDDLE, MIDDLE)
    parts = [part / 10 for part in range(11)]
    return [(x + (u - x) * part, y + (v - y) * part) for u, v in (ENDS[side] for side in way.sides) for part in parts]


@pytest.mark.parametrize("name", BUNDLED)
def test_what_a_picture_repeats_is_written_once(name: str) -> None:
    """The SVG of a table is much smaller than its drawing where much is repeated, and every name it uses is defined."""
    picture = table_picture(TableView(looks_of(game(name)), line(name)[-1].view(0)))
    svg = as_svg(picture, "a table", "what lies there")
    used, defined = set(re.findall(r'href="#(\w+)"', svg)), set(re.findall(r'<(?:g|path) id="(\w+)"', svg))
    assert used <= defined and len(re.findall(r' id="k', svg)) == len(defined)
    assert len(svg) < (0.85 if len(picture.svg) > LARGE else 1.5) * len(picture.svg)


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
