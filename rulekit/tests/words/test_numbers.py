"""`count`, `sum`, `most`, `least`, `only` and `none`."""

from typing import Any

import pytest

from rulekit.tests.words.position import CARD, CELL, WIND, value
from rulekit.typesystem import types as t

CARDS, NUMBERS, BAG = t.SetOf(CARD), t.Sequence(t.ANY_NUMBER), t.BagOf(WIND)
ANSWERS, ANSWER_MAP = t.Sequence(t.YES_NO), t.Map((CELL,), t.YES_NO)


@pytest.mark.parametrize(
    ("of", "kind", "wanted"),
    [
        ((4, 5), CARDS, 2),
        ((), CARDS, 0),
        (None, CARDS, 0),
        ((7, 7, 7), NUMBERS, 3),
        ({0: 2, 3: 5}, BAG, 7),
        ({}, BAG, 0),
        (((0, True), (1, False), (2, True)), ANSWER_MAP, 2),
        (((0, False),), ANSWER_MAP, 0),
        ((True, False, False), ANSWERS, 1),
    ],
)
def test_what_is_there_is_counted(of: Any, kind: t.Type, wanted: int) -> None:
    assert value("count", of_=(of, kind), whole=t.ANY_NUMBER) == wanted


@pytest.mark.parametrize(
    ("of", "kind", "total", "most", "least"),
    [
        ((3, -1, 3), NUMBERS, 5, 3, -1),
        ((), NUMBERS, 0, None, None),
        (None, NUMBERS, 0, None, None),
        ((4, None), NUMBERS, 4, 4, 4),
        ((None,), NUMBERS, 0, None, None),
        ({0: 2, 3: 5}, BAG, 7, 5, 2),
        ({}, BAG, 0, None, None),
        ((0,), NUMBERS, 0, 0, 0),
    ],
)
def test_numbers_are_added_up_and_compared(of: Any, kind: t.Type, total: int, most: Any, least: Any) -> None:
    assert value("sum", of_=(of, kind), whole=t.ANY_NUMBER) == total
    assert value("most", of_=(of, kind), whole=t.or_nothing(t.ANY_NUMBER)) == most
    assert value("least", of_=(of, kind), whole=t.or_nothing(t.ANY_NUMBER)) == least


@pytest.mark.parametrize(
    ("of", "kind", "wanted"),
    [
        ((4,), CARDS, 4),
        ((0,), CARDS, 0),
        ((), CARDS, None),
        ((4, 5), CARDS, None),
        (None, CARDS, None),
        ((6, 6), NUMBERS, 6),
        ({2: 3}, BAG, 2),
    ],
)
def test_only_one_member_is_the_only_one(of: Any, kind: t.Type, wanted: int | None) -> None:
    assert value("only", of_=(of, kind), whole=t.or_nothing(CARD)) == wanted


@pytest.mark.parametrize(("whole", "wanted"), [(CARDS, ()), (BAG, {}), (t.Sequence(CARD), ())])
def test_none_of_a_kind_is_as_empty_as_is_wanted(whole: t.Type, wanted: Any) -> None:
    assert value("none", of_=((0, 1, 2), CARDS), whole=whole) == wanted
