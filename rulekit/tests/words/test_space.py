"""Words of space: `neighbours`, edges, levels, rows and lines, rays and runs, `lowest` and `highest`."""

from typing import Any

import pytest

from rulekit.tests.words.position import BRICK, CELL, EDGE, HEX, LAYOUTS, SPOT, STOP, WIND, at, value
from rulekit.typesystem import types as t

CELLS, WAY = t.SetOf(CELL), t.Sequence(CELL)
NUMBER = t.ANY_NUMBER
N, NE, E, SE, S = range(5)


@pytest.mark.parametrize(
    ("of", "kind", "wanted"),
    [
        (at(1, 1), CELL, (at(2, 1), at(1, 2), at(2, 2))),
        ((at(1, 1), at(2, 1)), CELLS, tuple(at(x, y) for y in (1, 2) for x in (1, 2, 3))),
        ((), CELLS, ()),
        (None, t.or_nothing(CELL), ()),
        (0, SPOT, (1,)),
        (1, STOP, (0, 2)),
        (3, STOP, ()),
    ],
)
def test_neighbours_stand_in_reading_order(of: Any, kind: t.Type, wanted: tuple[int, ...]) -> None:
    assert value("neighbours", of_=(of, kind), whole=CELLS) == wanted


@pytest.mark.parametrize("edge", range(len(LAYOUTS["Cell"].edges)))
def test_an_edge_leaves_each_of_its_ends_towards_the_other(edge: int) -> None:
    ends = value("ends", of_=(edge, EDGE), whole=CELLS)
    sides = [value("side", of_=(edge, EDGE), at=(end, CELL), whole=t.or_nothing(WIND)) for end in ends]
    assert [LAYOUTS["Cell"].next_place(end, side) for end, side in zip(ends, sides, strict=True)] == list(ends[::-1])
    assert (sides[0] + 4) % 8 == sides[1]


def test_an_edge_leaves_no_other_place() -> None:
    assert value("side", of_=(0, EDGE), at=(at(3, 3), CELL), whole=t.or_nothing(WIND)) is None
    assert value("side", of_=(0, EDGE), at=(None, t.or_nothing(CELL)), whole=t.or_nothing(WIND)) is None


@pytest.mark.parametrize(
    ("kind", "spot", "level", "across"), [(CELL, (3, 2), 2, 3), (BRICK, (2, -3), 2, -3), (HEX, (-1, 1), 1, -1)]
)
def test_a_place_has_a_level_and_lies_across(kind: t.Place, spot: tuple[int, int], level: int, across: int) -> None:
    place = LAYOUTS[kind.space].number[spot]
    assert value("level", of_=(place, kind), whole=NUMBER) == level
    assert value("across", of_=(place, kind), whole=NUMBER) == across


@pytest.mark.parametrize("n", [-1, 0, 1, 2, 3, 4])
def test_rows_and_columns_hold_the_places_of_their_number(n: int) -> None:
    inside = range(1, 4) if 1 <= n <= 3 else ()
    assert value("row", of_=(n, NUMBER), whole=CELLS) == tuple(at(x, n) for x in inside)
    assert value("column", of_=(n, NUMBER), whole=CELLS) == tuple(at(n, y) for y in inside)


@pytest.mark.parametrize(("n", "wanted"), [(3, 8), (2, 20), (1, 9), (4, 0), (0, 0), (-3, 0), (None, 0)])
def test_each_straight_line_is_there_once(n: int | None, wanted: int) -> None:
    lines = value("lines", of_=(n, NUMBER), whole=t.SetOf(CELLS))
    assert len(lines) == len(set(lines)) == wanted
    assert all(list(line) == sorted(line) for line in lines)


@pytest.mark.parametrize(
    ("of", "towards", "wanted"),
    [
        (at(1, 1), E, (at(2, 1), at(3, 1))),
        (at(3, 3), N, ()),
        (at(1, 3), SE, (at(2, 2), at(3, 1))),
        (None, E, ()),
        (at(1, 1), None, ()),
    ],
)
def test_a_ray_goes_on_to_the_rim(of: int | None, towards: int | None, wanted: tuple[int, ...]) -> None:
    assert value("ray", of_=(of, CELL), towards=(towards, WIND), whole=WAY) == wanted


@pytest.mark.parametrize(
    ("shut", "run", "past"),
    [
        ([], (at(2, 1), at(3, 1)), None),
        ([at(2, 1)], (), at(2, 1)),
        ([at(3, 1)], (at(2, 1),), at(3, 1)),
        ([at(1, 1)], (at(2, 1), at(3, 1)), None),
    ],
)
def test_a_run_ends_where_the_first_place_is_not_so(shut: list[int], run: tuple[int, ...], past: int | None) -> None:
    given: dict[str, Any] = {
        "of_": (at(1, 1), CELL),
        "towards": (E, WIND),
        "through": (lambda c: c not in shut, t.YES_NO),
    }
    assert value("run", whole=WAY, **given) == run
    assert value("past-run", whole=t.or_nothing(CELL), **given) == past


def test_there_is_nothing_past_the_rim() -> None:
    given: dict[str, Any] = {"of_": (at(3, 1), CELL), "towards": (E, WIND), "through": (lambda c: True, t.YES_NO)}
    assert value("run", whole=WAY, **given) == ()
    assert value("past-run", whole=t.or_nothing(CELL), **given) is None


def test_height_is_towards_the_first_direction() -> None:
    some = (at(2, 2), at(1, 1), at(3, 1), at(3, 3), at(1, 3))
    assert value("lowest", of_=(some, CELLS), whole=t.or_nothing(CELL)) == at(1, 1)
    assert value("highest", of_=(some, CELLS), whole=t.or_nothing(CELL)) == at(3, 3)
    assert value("lowest", of_=((), CELLS), whole=t.or_nothing(CELL)) is None
    assert value("highest", of_=(None, CELLS), whole=t.or_nothing(CELL)) is None


def test_in_bricks_the_first_level_is_the_highest() -> None:
    spots = LAYOUTS["Brick"].number
    two = (spots[(2, 1)], spots[(1, 0)])
    assert value("lowest", of_=(two, t.SetOf(BRICK)), whole=t.or_nothing(BRICK)) == spots[(2, 1)]
    assert value("highest", of_=(two, t.SetOf(BRICK)), whole=t.or_nothing(BRICK)) == spots[(1, 0)]


def test_on_a_line_forwards_is_up() -> None:
    assert value("highest", of_=((0, 3, 2), t.SetOf(SPOT)), whole=t.or_nothing(SPOT)) == 3
