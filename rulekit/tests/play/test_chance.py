"""Chance: seeds, tapes and outcomes, and the generator behind the seeds."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rulekit import Refused, load
from rulekit.play.games.game import Position
from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.random_bits import fresh_seed, stream
from rulekit.play.position.chance_outcomes import ChanceOutcomes
from rulekit.tests.play.toys import toy

FIRST_SIX = [806, 714, 227, 151, 706, 503]
ORDER = (7, 0, 2, 3, 4, 5, 6, 1)


def dice() -> Position:
    """A position in which two dice are about to be rolled."""
    return toy("chance-roll-lot").start().draw(0).apply(0, {"do": "throw"})


def test_the_generator_is_the_one_that_is_described() -> None:
    """These numbers are for ever."""
    bits = stream(7, "game", 0)
    assert [bits.below(1000) for _ in range(6)] == FIRST_SIX
    assert stream("x").order(range(8)) == ORDER
    assert 0 <= fresh_seed() < 1 << 32


def test_the_generator_is_fair() -> None:
    """Every number below seven about as often as the others."""
    bits = stream(1)
    counts = [0] * 7
    for _ in range(7000):
        counts[bits.below(7)] += 1
    assert max(abs(count - 1000) for count in counts) < 120


@pytest.mark.parametrize(("kind", "count", "ways"), [("dice", 1, 3), ("dice", 2, 9), ("pick", 1, 3), ("order", 3, 6)])
def test_every_outcome_comes_about_as_often_as_every_other(kind: str, count: int, ways: int) -> None:
    """Dice, lots and orders; none is left out."""
    point = ChancePoint("line", kind, None, (1, 2, 3), count)  # type: ignore[arg-type]
    bits, each = stream("fair"), 400
    counts = Counter(point.draw_one(bits) for _ in range(each * ways))
    assert len(counts) == ways and max(abs(count - each) for count in counts.values()) < each / 4


ALIKE = """game alike for 2 players
piece Bean, 4 in all
  face names it: worth 1 to 2
rows of Bean
  [bean.bean]  bean: worth 1, copies 4  @public:toy
zone sack  pile of Bean  nobody sees it
setup
  [setup.mix]  shuffle Bean into sack  @public:toy
action wait
  [wait.do]  shuffle sack  @public:toy
play
  [play.ask]  seat-one must wait  @public:toy
  [play.end]  finish  @public:toy
result
  [result.most]  most count of sack wins, ties are shared  @public:toy
"""


@pytest.mark.parametrize("engine", ["python", "reference"])
def test_fate_is_not_asked_for_the_order_of_what_is_all_alike(engine: str, tmp_path: Path) -> None:
    (tmp_path / "alike.rules").write_text(ALIKE, "utf-8")
    game = load(tmp_path / "alike.rules")
    here = game.start(engine=engine)
    assert here.pending.kind == "decision" and here.apply(0, {"do": "wait"}).is_over


def test_without_a_source_the_position_stops_where_fate_is_asked() -> None:
    """The label is the line and the how-manieth time it draws."""
    assert dice().pending.to_json() == {"kind": "chance", "label": "throw.dice#1", "n": 2, "op": "dice"}
    assert dice().draw([2, 5]).apply(1, {"do": "throw"}).pending.label == "throw.dice#2"


def test_a_seed_gives_the_same_outcomes_on_every_branch_and_engine() -> None:
    """A position can be gone on from twice."""
    starts = [toy("chance-shuffle").start(chance="five", engine=engine) for engine in ("python", "reference")]
    assert starts[0] == starts[1]
    here = toy("chance-roll-lot").start(chance=4)
    seat = here.pending.seats[0]
    assert here.apply(seat, {"do": "throw"}) == here.apply(seat, {"do": "throw"})


@pytest.mark.parametrize("outcome", [[7, 1], [1], [1, 1, 1], 3, None, "six", [True, 1], [[1], 1], {}])
def test_an_outcome_out_of_its_domain_is_refused(outcome: Any) -> None:
    """And changes nothing."""
    here = dice()
    before = here.hash()
    with pytest.raises(Refused, match="bad-chance"):
        here.draw(outcome)
    assert here.hash() == before


def test_a_shuffle_wants_every_piece_once() -> None:
    """Top first."""
    here = toy("chance-shuffle").start()
    order = next(here.outcomes())
    assert here.draw(order) == here.draw(list(order))
    for wrong in (order[:-1], [*order[:-1], order[0]], [*order, order[0]]):
        with pytest.raises(Refused, match="bad-chance"):
            here.draw(wrong)


def test_fate_cannot_answer_for_a_player() -> None:
    """Nor a player for chance."""
    with pytest.raises(Refused, match="no-such-decision"):
        dice().apply(0, {"do": "throw"})
    with pytest.raises(Refused):
        dice().draw([1, 1]).draw([1, 1])


def test_a_tape_is_read_in_order_and_what_is_left_is_told() -> None:
    """Bare, or with labels that are compared."""
    tape = [1, {"chance": "throw.dice#1", "outcome": [6, 6]}, [1, 2], "red"]
    here = toy("chance-roll-lot").start(chance=tape).apply(1, {"do": "throw"}).apply(0, {"do": "throw"})
    assert here.is_over and here.result()["scores"] == [2, 36] and here.leftover == ("red",)


@pytest.mark.parametrize(
    ("tape", "code"),
    [
        ([1], "chance-missing"),
        ([1, [7, 1]], "bad-chance"),
        ([1, {"chance": "one.lot#1", "outcome": [1, 1]}], "bad-chance"),
    ],
)
def test_a_tape_that_does_not_fit_is_refused(tape: list[Any], code: str) -> None:
    """Too short, out of the domain, or another label."""
    start = toy("chance-roll-lot").start(chance=tape)
    with pytest.raises(Refused, match=code):
        start.apply(1, {"do": "throw"})


def test_chance_must_be_something_that_can_answer() -> None:
    """A seed, a list, or a source."""
    with pytest.raises(Refused, match="chance is a seed"):
        toy("chance-roll-lot").start(chance=1.5)


@pytest.mark.parametrize(
    ("name", "moves"), [("chance-roll-lot", ["throw", "draw-one", "draw-two"]), ("chance-shuffle", [])]
)
def test_every_outcome_is_listed_once_and_counted(name: str, moves: list[str]) -> None:
    """And drawn ones are among them, written as they are read."""
    starts = [toy(name).start()]
    starts += [starts[0].draw(0).apply(0, {"do": move}) for move in moves]
    for here in starts:
        point = here.engine.pending(here.state)
        assert isinstance(point, ChancePoint)
        listed = list(here.outcomes())
        assert len({str(one) for one in listed}) == len(listed) == ChanceOutcomes(here.machine, point).count()
        drawn = ChanceOutcomes(here.machine, point).outcome_json(point.draw_one(stream(1)))
        assert drawn in listed and here.draw(drawn).step["outcome"] == drawn
