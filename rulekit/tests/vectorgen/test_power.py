"""What vectors are worth is counted right: engines found by sort and by tier, lines and guards reached."""

from functools import partial

import pytest

from rulekit.play.game import Game
from rulekit.protocol.in_process import InProcess
from rulekit.tests.vectorgen.test_making import stones
from rulekit.tests.vectors import test_replay as wrong
from rulekit.tests.vectors.stones import Adapter
from rulekit.vectorgen.draft import Made
from rulekit.vectorgen.power import met, power, reach

__all__ = ["stones"]

Stones = tuple[Game, list[Made]]


def _session(engine: type[Adapter]) -> InProcess:
    return InProcess(engine())


def test_wrong_engines_are_counted_by_sort_and_tier(stones: Stones) -> None:
    game, made = stones
    vectors = [one.vector for one in made]
    engines = [Adapter, wrong.TakesAll, wrong.FewMoves]
    found = [met(game, one.__name__, partial(_session, one), vectors) for one in engines]
    assert [one.found for one in found] == [False, True, True]
    told = power(found, {"all": frozenset(one.id for one in vectors), "none": frozenset()})
    assert told.tiers == {"all": 2, "none": 0} and told.missed == ("Adapter",)
    assert told.sorts["scene"] >= 1 and list(told.lines())[-1] == "missed: Adapter"


def test_an_engine_that_breaks_down_is_found_and_started_anew(stones: Stones) -> None:
    game, made = stones

    class Breaks(Adapter):
        def result(self) -> dict[str, object]:
            raise KeyError("lost")

    row = met(game, "breaks", lambda: InProcess(Breaks()), [one.vector for one in made])
    assert row.verdicts["error"] == len(row.failed) and row.verdicts["passed"] > 0


def test_what_is_not_reached_is_named(stones: Stones) -> None:
    told = {one.what: one for one in reach(stones[0], [one.vector for one in stones[1]])}
    assert told["guards that refuse"].reached == told["guards that refuse"].of > 0
    nothing = {one.what: one for one in reach(stones[0], [])}
    assert nothing["clauses"].reached == 0 and nothing["clauses"].missing


@pytest.mark.parametrize("until", [1, 2])
def test_enough_is_enough(stones: Stones, until: int) -> None:
    vectors = [one.vector for one in stones[1]]
    row = met(stones[0], "x", lambda: InProcess(wrong.FewMoves()), vectors, until)
    assert len(row.failed) == until
