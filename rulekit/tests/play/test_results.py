"""How games come out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit import load
from rulekit.play.machine.frames import Over
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.game_result import GameResult
from rulekit.tests.play.walking import GAMES, start, walk


def ends(name: str, seats: int | None = None) -> list[dict[str, Any]]:
    """The results of some random games."""
    lasts = (list(walk(name, seed, 400, seats))[-1] for seed in range(6))
    return [GameResult(m).to_json() for m in lasts if isinstance(m.pending, Over)]


def test_a_tie_is_shared_by_all_who_lead() -> None:
    shared = [end for end in ends("result-ties") if len(end["leaders"]) > 1]
    assert shared and all(end["winners"] == end["leaders"] and end["outcome"] == "shared" for end in shared)


def test_the_first_criterion_is_the_score_and_the_second_decides() -> None:
    decided = [end for end in ends("result-ties") if end["outcome"] == "win"]
    assert decided and all(end["scores"] == [1, 1] and len(end["winners"]) == 1 for end in decided)


def test_a_game_that_is_won_by_somebody_has_winners_and_an_outcome_alone() -> None:
    assert all(set(end) == {"winners", "outcome"} and end["outcome"] == "win" for end in ends("finish-won-by"))


def test_alone_there_is_a_grade_and_no_winner() -> None:
    assert all(end["outcome"] == end["grade"] and end.get("winners") == [] for end in ends("result-grade", 1))


def test_decided_by_the_position_an_empty_set_is_a_draw() -> None:
    found = {(len(end["winners"]), end["outcome"]) for end in ends("result-grade", 2)}
    assert found <= {(0, "drawn"), (1, "win"), (2, "shared")} and found


@pytest.mark.parametrize("name", ["result-ties", "solo"])
def test_there_is_no_result_before_the_end(name: str) -> None:
    with pytest.raises(AssertionError):
        GameResult(start(name)).to_json()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_that_ends_has_a_result(name: str) -> None:
    last = list(walk(name, answers=60))[-1]
    assert not isinstance(last.pending, Over) or GameResult(last).to_json()["outcome"]


def test_an_end_that_the_result_forgot_is_told_and_can_be_written(tmp_path: Path) -> None:
    """The position is as good as any other; whoever asks for the result learns of the fault."""
    file = tmp_path / "odd.rules"
    file.write_text(
        "game odd for 1 player\n"
        "state n is 0 to 9, must fit\n"
        "action go\n  [go.n]  k in 1 to 2  @public:sample\n  [go.do]  add k to n  @public:sample\n"
        "turn\n  [turn.go]  player must go, if able  @public:sample\n"
        "end\n  [end.three]  at end of turn when n >= 3  @public:sample\n"
        "result\n  [won.three]  winner is seat-one if n = 3  @public:sample\n"
    )
    game = load(file)
    over = game.start().apply(0, {"do": "go", "k": 2}).apply(0, {"do": "go", "k": 2})
    assert over.is_over and "no-result" in over.to_json()["asks"]["over"]["fault"]
    assert game.position(over.to_json()).hash() == over.hash()
    with pytest.raises(Fault, match="no line of the result"):
        over.result()


TIED = """game tied for 3 players
state score of Player is 0 to 9, excess lost
action earn
  [earn.n]  n in 1 to 2  @public:sample
  [earn.do]  add n to score of player  @public:sample
turn
  [turn.earn]  player must earn  @public:sample
end
  [end.round]  at end of turn when active = seat-three  @public:sample
result
  [result.most]  most score wins, ties are {ties}  @public:sample
"""


@pytest.mark.parametrize(
    ("ties", "winners"), [("shared", [0, 2]), ("undecided", []), ("drawn", [])], ids=["shared", "undecided", "drawn"]
)
def test_who_wins_a_tie_is_as_the_rules_say(ties: str, winners: list[int], tmp_path: Path) -> None:
    """Those who lead lead whatever becomes of it; one who leads alone has won."""
    (tmp_path / "tied.rules").write_text(TIED.format(ties=ties), "utf-8")
    game = load(tmp_path / "tied.rules")
    for earned, found in (
        ((2, 1, 2), {"scores": [2, 1, 2], "leaders": [0, 2], "winners": winners, "outcome": ties}),
        ((1, 2, 1), {"scores": [1, 2, 1], "leaders": [1], "winners": [1], "outcome": "win"}),
    ):
        here = game.start()
        for n in earned:
            here = here.apply(here.pending.seats[0], {"do": "earn", "n": n})
        assert here.result() == found
