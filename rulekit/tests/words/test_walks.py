"""`reach`, `steps` and `groups`."""

from typing import Any

import pytest

from rulekit.tests.words.position import SPOT, STOP, value
from rulekit.typesystem import types as t

SPOTS, WAYS = t.SetOf(SPOT), t.SetOf(t.SetOf(SPOT))
LINE = (lambda a, b: abs(a - b) == 1, t.YES_NO)  # 0 - 1 - 2 - 3
UP = (lambda a, b: b == a + 1, t.YES_NO)
NOWHERE = (lambda a, b: False, t.YES_NO)


@pytest.mark.parametrize(
    ("of", "through", "more", "wanted"),
    [
        (1, LINE, {}, (0, 1, 2, 3)),
        (1, UP, {}, (1, 2, 3)),
        (3, UP, {}, (3,)),
        (2, NOWHERE, {}, (2,)),
        ((3, 0), NOWHERE, {}, (0, 3)),
        ((), LINE, {}, ()),
        (None, LINE, {}, ()),
        (0, LINE, {"within": 2}, (0, 1, 2)),
        (0, LINE, {"within": 0}, (0,)),
        (0, LINE, {"within": -1}, ()),
        (0, LINE, {"within": 99}, (0, 1, 2, 3)),
        (0, LINE, {"within": None}, ()),
        (0, LINE, {"stopping": (2,)}, (0, 1, 2)),
        (0, LINE, {"stopping": (0,)}, (0, 1, 2, 3)),
        (1, LINE, {"stopping": (0, 1, 2, 3)}, (0, 1, 2)),
        ((0, 3), LINE, {"stopping": (1, 2, 3)}, (0, 1, 2, 3)),
        (0, LINE, {"stopping": ()}, (0, 1, 2, 3)),
        (0, LINE, {"stopping": (1,), "within": 1}, (0, 1)),
    ],
)
def test_all_is_reached_that_can_be(of: Any, through: Any, more: dict[str, Any], wanted: tuple[int, ...]) -> None:
    given = {"of_": (of, SPOTS if isinstance(of, tuple) else SPOT), "through": through}
    slots: dict[str, Any] = {
        name: (found, SPOTS if name == "stopping" else t.ANY_NUMBER) for name, found in more.items()
    }
    assert value("reach", whole=SPOTS, **given, **slots) == wanted


def test_a_stop_that_is_left_at_the_start_is_not_left_again() -> None:
    ways = {0: (1,), 1: (0, 2), 2: (3,), 3: ()}
    through = (lambda a, b: b in ways[a], t.YES_NO)
    found = value("reach", of_=((0, 1), SPOTS), through=through, stopping=((0, 1, 2), SPOTS), whole=SPOTS)
    assert found == (0, 1, 2)


@pytest.mark.parametrize(
    ("of", "by", "through", "wanted"),
    [
        (0, 3, LINE, 3),
        (3, 0, LINE, 3),
        (2, 2, NOWHERE, 0),
        (3, 0, UP, None),
        (0, 3, UP, 3),
        (None, 1, LINE, None),
        (1, None, LINE, None),
    ],
)
def test_the_shortest_way_has_so_many_steps(of: Any, by: Any, through: Any, wanted: int | None) -> None:
    assert value("steps", of_=(of, SPOT), by=(by, SPOT), through=through, whole=t.or_nothing(t.ANY_NUMBER)) == wanted


@pytest.mark.parametrize(
    ("of", "through", "wanted"),
    [
        ((0, 1, 2, 3), LINE, ((0, 1, 2, 3),)),
        ((0, 1, 3), LINE, ((0, 1), (3,))),
        ((0, 2, 3), UP, ((0,), (2, 3))),
        ((3, 2, 0), UP, ((3, 2), (0,))),
        ((0, 1), NOWHERE, ((0,), (1,))),
        ((), LINE, ()),
        (None, LINE, ()),
    ],
)
def test_groups_hang_together_inside_the_set(of: Any, through: Any, wanted: tuple[tuple[int, ...], ...]) -> None:
    assert value("groups", of_=(of, SPOTS), through=through, whole=WAYS) == wanted


def test_a_relation_needs_no_space() -> None:
    ways = (lambda a, b: (a, b) in {(0, 2), (2, 1)}, t.YES_NO)
    assert value("reach", of_=(0, STOP), through=ways, whole=t.SetOf(STOP)) == (0, 1, 2)
    assert value("groups", of_=((0, 1, 2, 3), t.SetOf(STOP)), through=ways, whole=t.SetOf(STOP)) == ((0, 1, 2), (3,))
