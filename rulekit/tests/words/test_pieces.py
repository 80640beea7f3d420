"""`owner`, `zone`, `place`, `places`, `poses` and `look`."""

from typing import Any

import pytest

from rulekit.tests.words.position import CARD, CELL, TILE, Position, value
from rulekit.typesystem import types as t

NUMBER = t.ANY_NUMBER


@pytest.mark.parametrize(
    ("piece", "owner", "zone", "place"),
    [(3, None, 0, None), (4, 1, 2, None), (0, None, 3, 7), (5, 1, 4, 5), (None, None, None, None)],
)
def test_a_piece_knows_where_it_lies(piece: Any, owner: Any, zone: Any, place: Any) -> None:
    assert value("owner", of_=(piece, CARD), whole=t.or_nothing(t.SEAT)) == owner
    assert value("zone", of_=(piece, CARD), whole=t.or_nothing(t.Zone("Card", ""))) == zone
    assert value("place", of_=(piece, CARD), whole=t.or_nothing(CELL)) == place


@pytest.mark.parametrize(("piece", "zone", "wanted"), [(5, "own", 5), (5, "row", None), (0, "row", 7)])
def test_a_place_can_be_asked_for_in_one_zone_only(piece: int, zone: str, wanted: int | None) -> None:
    assert value("place", of_=(piece, CARD), at=(zone, t.YES_NO), whole=t.or_nothing(CELL)) == wanted


def test_places_are_those_that_hold_something() -> None:
    hands, kind = ((0, 1), (1, 2)), t.Map((t.SEAT,), t.Zone("Card", "set"))
    assert value("places", of_=(hands, kind), whole=t.SetOf(t.SEAT)) == (1,)
    assert value("places", of_=((), kind), whole=t.SetOf(t.SEAT)) == ()


@pytest.mark.parametrize(
    ("drawings", "poses"),
    [("abab", (0, 1)), ("aaaa", (0,)), ("abcd", (0, 1, 2, 3)), ("abbb", (0, 1)), ("abcabc", (0, 1, 2))],
)
def test_a_tile_has_as_many_poses_as_looks(drawings: str, poses: tuple[int, ...]) -> None:
    context = Position(drawings=tuple(drawings))
    assert value("poses", context, of_=(0, TILE), whole=t.SetOf(NUMBER)) == poses


@pytest.mark.parametrize(("turned", "wanted"), [(0, 0), (1, 1), (2, 0), (3, 1), (7, 1), (-1, 1), (None, None)])
def test_a_look_is_the_smallest_facing_that_looks_the_same(turned: int | None, wanted: int | None) -> None:
    assert value("look", of_=(0, TILE), turned=(turned, NUMBER), whole=t.or_nothing(NUMBER)) == wanted


def test_a_look_is_always_one_of_the_poses() -> None:
    context = Position(drawings=tuple("abcbaacb"))
    looks = {value("look", context, of_=(0, TILE), turned=(n, NUMBER), whole=NUMBER) for n in range(8)}
    assert looks == set(value("poses", context, of_=(0, TILE), whole=t.SetOf(NUMBER)))
