"""What the result of a game asks is met: the case that holds of every word it reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.pipeline import load
from rulekit.verify.lockstep.lines_met import met_lines

WORDS = """end
  [end.empty]  at end of turn when stones = 0  @end.empty
define taker, first of
  [taker.lucky]    active if last-stone is lucky  @result.last-stone
  [taker.unlucky]  next of active  @ruling:AMB-1
result
  [result.taker]  winner is taker  @result.last-stone
"""


@pytest.mark.parametrize(("value", "case"), [("lucky", "taker.lucky"), ("unlucky", "taker.unlucky")])
def test_the_case_that_a_result_takes_is_met(game: Path, value: str, case: str) -> None:
    file = game / "3-end.rules"
    _, mark, laws = file.read_text(encoding="utf-8").partition("# What must hold")
    file.write_text(WORDS + mark + laws, encoding="utf-8")
    here = load(game).start(2, {"last-stone": value})
    while not here.is_over:
        here = here.take(here.pending.seats[0], 0)
    assert {"taker.lucky", "taker.unlucky"} & met_lines(here.line()) == {case}


GRADES = """end
  [end.empty]  at end of turn when stones = 0  @end.empty
define taker of n: Number, first of
  [size.small]  active if n <= 4  @result.last-stone
  [size.large]  next of active  @result.last-stone
result
  [result.size]  winner is taker of (stones + {more})  @ruling:AMB-1
"""


@pytest.mark.parametrize(("more", "case"), [(4, "size.small"), (5, "size.large")])
def test_the_case_of_a_word_that_the_result_asks_about_a_number_is_met(game: Path, more: int, case: str) -> None:
    file = game / "3-end.rules"
    _, mark, laws = file.read_text(encoding="utf-8").partition("# What must hold")
    file.write_text(GRADES.format(more=more) + mark + laws, encoding="utf-8")
    here = load(game).start(2)
    while not here.is_over:
        here = here.take(here.pending.seats[0], 0)
    assert {"size.small", "size.large"} & met_lines(here.line()) == {case}
