"""Hidden pieces that look alike are told once, and compared one by one."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.vectors.answer_checks import ExpectedState
from rulekit.vectors.hidden_runs import fold_runs, unfold_runs


def back(place: int, level: int = 2, pile: int = 0) -> dict[str, Any]:
    return {"at": ["deck", pile, place], "level": level}


PILE = [back(n) for n in range(5)]
RUN = [{"at": ["deck", 0, [0, 4]], "level": 2}]


def test_a_pile_of_backs_is_told_once() -> None:
    assert fold_runs({"zones": {"deck": [[0, PILE]]}}) == {"zones": {"deck": [[0, RUN]]}}


@pytest.mark.parametrize(
    "told",
    [
        [back(0), back(2)],
        [back(1), back(0)],
        [back(0), back(1, level=3)],
        [back(0), back(1, pile=1)],
        [back(0), "known-card"],
        [{"at": ["under", "a1"]}, {"at": ["under", "a2"]}],
        [{"at": 1}, {"at": 2}],
        [],
    ],
    ids=("gap", "backwards", "another look", "another pile", "a known one", "places with names", "no place", "empty"),
)
def test_what_is_no_run_stays_as_it_is(told: list[Any]) -> None:
    assert fold_runs(told) == told == unfold_runs(told)


@pytest.mark.parametrize(
    "told",
    [
        PILE,
        [*PILE, *(back(n, 3) for n in range(5, 8)), "known-card", back(9)],
        {"a": [PILE, [[1, PILE]]], "b": 3},
        None,
    ],
)
def test_whatever_is_folded_comes_out_again(told: Any) -> None:
    assert unfold_runs(fold_runs(told)) == told


def test_an_engine_is_held_against_every_piece() -> None:
    """A pile with one back too few, or one that lies elsewhere, differs."""
    told = {"zones": {"deck": RUN}}
    assert ExpectedState({}, frozenset()).judge_view("-", told)([{"zones": {"deck": PILE}}]) is None
    for wrong in (PILE[:-1], [*PILE[:-1], back(5)], [*PILE[:-1], back(4, 3)]):
        found = ExpectedState({}, frozenset()).judge_view("-", told)([{"zones": {"deck": wrong}}])
        assert found is not None and found.name == "deck"
