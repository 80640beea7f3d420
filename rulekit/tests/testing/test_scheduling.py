"""How tests are dealt out: games in one piece, and no end of the run where several workers die."""

from types import SimpleNamespace
from typing import Any

import pytest

from rulekit.testing.scheduling import GameScheduling, game_of

ITEMS = [
    "a/1.rules::a[games]",
    "a/2.rules::a[law.one]",
    "b/1.rules::b[games]",
    *(f"test_one.py::{n}" for n in "abcdef"),
]


class Worker:
    """A worker of pytest-xdist as its scheduler sees it."""

    shutting_down = False
    gateway = SimpleNamespace(id="gw")

    def __init__(self) -> None:
        self.given: list[str] = []

    def send_runtest_some(self, numbers: list[int]) -> None:
        self.given += [ITEMS[n] for n in numbers]

    def shutdown(self) -> None:
        self.shutting_down = True


def scheduling(dist: str) -> GameScheduling:
    """As for `-n 2 --dist ..`."""
    values = {"tx": ["2*popen"], "dist": dist}
    config: Any = SimpleNamespace(getvalue=values.__getitem__, option=SimpleNamespace(loadscopereorder=True))
    return GameScheduling(config)


@pytest.fixture
def begun() -> tuple[GameScheduling, Worker, Worker]:
    """Two workers that have got their first tests."""
    made, one, other = scheduling("load"), Worker(), Worker()
    for worker in (one, other):
        made.add_node(worker)
    for worker in (one, other):
        made.add_node_collection(worker, ITEMS)
    made.schedule()
    return made, one, other


def test_the_tests_of_a_game_stay_together(begun: tuple[GameScheduling, Worker, Worker]) -> None:
    _, one, other = begun
    assert one.given[:2] == ITEMS[:2] and not set(one.given) & set(other.given)


def test_the_title_of_a_scene_is_no_part_of_its_group() -> None:
    scene = "spec/a/scenes/1.rules::a[one.two] @scene Of two[games]"
    assert game_of(scene) == ""
    assert game_of("spec/a/1.rules::a[law.one]") == "game a"


@pytest.mark.parametrize(
    ("dist", "group"),
    [
        ("load", "test_one.py::Class::test_a"),
        ("worksteal", "test_one.py::Class::test_a"),
        ("loadscope", "test_one.py::Class"),
        ("loadfile", "test_one.py"),
        ("loadgroup", "test_one.py::Class::test_a"),  # one without a group
    ],
)
def test_however_other_tests_are_dealt_out_a_game_stays_together(dist: str, group: str) -> None:
    made = scheduling(dist)
    assert made._split_scope("test_one.py::Class::test_a") == group
    assert made._split_scope("test_one.py::test_a[@x]") != "x]"
    assert made._split_scope("b/1.rules::a[games]") == made._split_scope("b/4.rules::a[law.one]") == "game a"


def test_workers_that_die_one_after_the_other_are_replaced(begun: tuple[GameScheduling, Worker, Worker]) -> None:
    """The second dies while the one in the place of the first still collects; it gets its tests when it has."""
    made, one, other = begun
    first, second = Worker(), Worker()
    assert made.remove_node(one) == ITEMS[0]
    made.add_node(first)
    assert made.remove_node(other) is not None
    made.add_node(second)
    made.add_node_collection(first, ITEMS)
    made.schedule()
    assert len(first.given) > 1 and not second.given
    made.add_node_collection(second, ITEMS)
    made.schedule()
    assert len(second.given) > 1 and not set(first.given) & set(second.given)
