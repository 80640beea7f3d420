"""`V changes only` and `legality of A reads only` are judged over the text: allowed places, indexes, calls, words."""

from pathlib import Path
from typing import Any

import pytest

from rulekit.data import bundled_games
from rulekit.laws.reads_only import accesses_beyond
from rulekit.pipeline import load
from rulekit.testing.rule_tests import rule_tests, text_violation
from rulekit.tests.bundled import bundled

RULES = """game toy-only for 2 players
state purse of Player is 0 to 9, must fit, starts 5
state bank is 0 to 99, starts 0
state heat is 0 to 9, starts 0
state seen is 0 to 99, ghost
define rich p: Player is purse of p > bank
to pay whom: Player
  [pay.do]  take 1 from purse of whom then add 1 to bank  @public:toy
action give
  [give.rich]  require purse of player > 0  @public:toy
  [give.pay]   pay player  @public:toy
action rob
  [rob.rich]  require next of player is rich  @public:toy
  [rob.do]    take 1 from purse of next of player then add 1 to heat  @public:toy
turn
  [turn.act]  player must give or rob, if able  @public:toy
whenever after give
  [count.give]  add 1 to seen  @public:toy
end
  [end.heat]  at end of turn when heat = 9 or bank = 9  @public:toy
result
  [result.most]  most purse wins, ties are shared  @public:toy
each-step
"""


def found(tmp_path: Path, law: str) -> Any:
    """What the rules touch beyond what a law allows."""
    (tmp_path / "toy.rules").write_text(f"{RULES}  [law.only]  {law}\n")
    checked = load(tmp_path / "toy.rules").checked
    return [str(one) for one in accesses_beyond(checked, checked.laws[0])]


@pytest.mark.parametrize(
    ("law", "wanted"),
    [
        ("give changes only purse, bank", []),
        ("give changes only purse of player, bank", []),
        ("give changes only all of player, bank", []),
        ("give changes only purse of player", ["bank"]),
        ("give changes only bank", ["purse of player"]),
        ("rob changes only purse of player, heat", ["purse of another"]),
        ("rob changes only purse", ["heat"]),
        ("legality of give reads only purse of player", []),
        ("legality of give reads only bank", ["purse of player"]),
        ("legality of rob reads only purse, bank", []),
        ("legality of rob reads only purse", ["bank"]),
        ("legality of rob reads only purse of player, bank", ["purse of another"]),
    ],
)
def test_what_is_touched_beyond_is_told(tmp_path: Path, law: str, wanted: str) -> None:
    """States that laws alone read are no part of it."""
    assert found(tmp_path, law) == wanted


def test_a_broken_static_law_is_one_case_without_a_game(tmp_path: Path) -> None:
    """It is judged once, not for each configuration."""
    (tmp_path / "toy.rules").write_text(f"{RULES}  [law.only]  give changes only bank\n")
    (test,) = [test for test in rule_tests(load(tmp_path / "toy.rules")) if test.clause == "law.only"]
    assert test.sort == "text" and text_violation(test) == "give changes purse of player too"


@pytest.mark.parametrize("folder", bundled_games(), ids=lambda folder: folder.name)
def test_the_bundled_games_keep_their_static_laws(folder: Path) -> None:
    """All of them."""
    checked = bundled(folder).checked
    assert [law.id for law in checked.laws if law.sort == "only" and accesses_beyond(checked, law)] == []
