"""`empty`, `inside`, `beside`, `payable`, `possible` and `tally`."""

from typing import Any

import pytest

from rulekit.tests.words.position import CARD, CELL, STOP, WIND, at, value
from rulekit.typesystem import types as t

YES_NO = t.YES_NO
BAG, CARDS = t.BagOf(WIND), t.SetOf(CARD)
EFFECT = t.EffectOf("Card", "doing")


@pytest.mark.parametrize(
    ("of", "kind", "wanted"),
    [
        (0, t.Zone("Card", "pile"), False),
        (1, t.Zone("Card", "set"), True),
        (3, t.Zone("Card", "one"), False),
        (((0, 1), (1, 2)), t.Map((t.SEAT,), t.Zone("Card", "set")), False),
        (((0, 1),), t.Map((t.SEAT,), t.Zone("Card", "set")), True),
        ((), CARDS, True),
        ((0,), CARDS, False),
        ({}, BAG, True),
        (None, t.Zone("Card", "pile"), False),
    ],
)
def test_empty_asks_the_place(of: Any, kind: t.Type, wanted: bool) -> None:
    assert value("empty", of_=(of, kind), whole=YES_NO) is wanted


@pytest.mark.parametrize(
    ("left", "right", "kind", "wanted"),
    [
        ((1, 2), (2, 3, 1), CARDS, True),
        ((1, 2), (1,), CARDS, False),
        ((), (), CARDS, True),
        ({0: 1}, {0: 2, 1: 1}, BAG, True),
        ({0: 3}, {0: 2}, BAG, False),
        ({4: 1}, {}, BAG, False),
        ({}, {}, BAG, True),
        (None, (1,), CARDS, False),
    ],
)
def test_inside_compares_member_by_member(left: Any, right: Any, kind: t.Type, wanted: bool) -> None:
    assert value("inside", of_=(left, kind), eq=(right, kind), whole=YES_NO) is wanted


@pytest.mark.parametrize(
    ("left", "right", "kind", "wanted"),
    [
        (at(1, 1), at(2, 2), CELL, True),
        (at(1, 1), at(3, 1), CELL, False),
        (at(1, 1), at(1, 1), CELL, False),
        (at(3, 1), at(1, 2), CELL, False),
        (0, 1, STOP, True),
        (0, 3, STOP, False),
        (None, 1, STOP, False),
    ],
)
def test_beside_is_to_be_a_neighbour(left: Any, right: Any, kind: t.Type, wanted: bool) -> None:
    assert value("beside", of_=(left, kind), eq=(right, kind), whole=YES_NO) is wanted


def test_payable_looks_at_the_price_and_at_here() -> None:
    assert value("payable", of_=("cheap", EFFECT), whole=YES_NO) is True
    assert value("payable", of_=("dear", EFFECT), whole=YES_NO) is False
    assert value("payable", of_=("dear", EFFECT), at=(3, CARD), whole=YES_NO) is True
    assert value("payable", of_=("cheap", EFFECT), at=(None, t.or_nothing(CARD)), whole=YES_NO) is False
    assert value("payable", of_=(None, EFFECT), whole=YES_NO) is False


def test_possible_is_asked_for_player_or_another() -> None:
    assert value("possible", of_=("rest", YES_NO), whole=YES_NO) is True
    assert value("possible", of_=("rest", YES_NO), by=(0, t.SEAT), whole=YES_NO) is True
    assert value("possible", of_=("rest", YES_NO), by=(1, t.SEAT), whole=YES_NO) is False
    assert value("possible", of_=("rest", YES_NO), by=(None, t.or_nothing(t.SEAT)), whole=YES_NO) is False


def test_a_tally_is_what_the_driver_counted() -> None:
    assert value("tally", of_=("rest", YES_NO), whole=t.ANY_NUMBER) == 4
