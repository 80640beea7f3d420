"""`next`, `previous`, `opposite` and `before`."""

import pytest

from rulekit.tests.words.position import STOP, WIND, Position, value
from rulekit.typesystem import types as t


@pytest.mark.parametrize(
    ("word", "of", "kind", "wanted"),
    [
        ("next", 7, WIND, 0),
        ("previous", 0, WIND, 7),
        ("opposite", 6, WIND, 2),
        ("next", 1, t.SEAT, 0),
        ("previous", 0, t.SEAT, 1),
        ("opposite", 0, t.SEAT, 1),
        ("next", 2, STOP, 3),
        ("next", 3, STOP, None),
        ("previous", 0, STOP, None),
        ("next", None, WIND, None),
        ("next", 0, t.or_nothing(WIND), 1),
    ],
)
def test_a_ring_goes_round_and_a_list_ends(word: str, of: int | None, kind: t.Type, wanted: int | None) -> None:
    assert value(word, of_=(of, kind), whole=t.or_nothing(kind)) == wanted


@pytest.mark.parametrize(("seats", "wanted"), [(2, 1), (3, None), (4, 2), (1, None)])
def test_only_an_even_table_has_somebody_opposite(seats: int, wanted: int | None) -> None:
    assert value("opposite", Position(seats=seats), of_=(0, t.SEAT), whole=t.or_nothing(t.SEAT)) == wanted


def test_alone_one_is_next_to_oneself() -> None:
    assert value("next", Position(seats=1), of_=(0, t.SEAT), whole=t.SEAT) == 0


@pytest.mark.parametrize(
    ("left", "right", "wanted"), [(0, 1, True), (1, 0, False), (1, 1, False), (None, 1, False), (0, None, False)]
)
def test_before_is_the_order_written(left: int | None, right: int | None, wanted: bool) -> None:
    assert value("before", of_=(left, WIND), eq=(right, WIND), whole=t.YES_NO) is wanted
