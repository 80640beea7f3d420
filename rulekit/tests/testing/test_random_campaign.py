"""The kit's own random games: what `rulekit test` plays where there is no Hypothesis."""

import json
import math
from pathlib import Path

import attrs
import pytest

from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.testing.budget import (
    Budget,
    Sample,
    configurations_with_new,
    percent,
    rarest_visible_share,
    sample_of,
    summary,
    unmet_choices,
    values_of,
)
from rulekit.testing.random_campaign import RandomCampaign
from rulekit.testing.rule_tests import rule_tests
from rulekit.tests.laws.both_ways import falsified

pytestmark = pytest.mark.long

GAMES = Path(__file__).parents[1] / "games"
LAWS = GAMES / "laws.rules"
OPTIONS = GAMES / "options.rules"


def campaign(game: Game, games: int, seed: str = "0") -> RandomCampaign:
    made = RandomCampaign(game, seed)
    made.play(Budget(math.inf, games))
    return made


def test_every_law_scene_and_built_in_law_is_a_test() -> None:
    """Also those that need no game, and those that need two."""
    found = list(rule_tests(load(LAWS)))
    assert {test.sort for test in found} == {"law", "text", "scene", "built-in"}
    assert {"law.sum", "law.grab", "law.only", "law.reads", "law.seats", "law.tally"} <= {test.clause for test in found}
    wanted = ["toy-laws[law.sum]", "toy-laws[law.sum] @scene Five in all"]
    assert [test.id for test in found if test.clause == "law.sum"] == wanted


def test_a_true_game_breaks_no_law() -> None:
    made = campaign(load(LAWS), 20)
    assert made.found == {} and made.sample.games == 20 == made.sample.ended
    assert {"law.sum", "law.grab", "law.tally"} <= made.judged


def test_every_false_law_is_found() -> None:
    """Each by its own clause, whatever breaks before it."""
    game = falsified(load(LAWS))
    found = campaign(game, 40).found
    wanted = {law.id for law in game.checked.laws if law.sort in ("plain", "after") and law.kind != "never-changes"}
    assert wanted and wanted <= set(found)


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = (campaign(falsified(load(LAWS)), 10, "same") for _ in range(2))
    assert {k: v.script for k, v in one.found.items()} == {k: v.script for k, v in other.found.items()}
    assert one.answers == other.answers != campaign(falsified(load(LAWS)), 10, "else").answers


def test_every_choice_of_every_option_is_met_however_short_the_time() -> None:
    game = load(OPTIONS)
    made = RandomCampaign(game, "0")
    made.play(Budget(1e-9))
    every = {value for one in sample_of(game) for value in values_of(one)}
    assert (
        made.sample.games >= len(configurations_with_new(game))
        and {v for one in configurations_with_new(game) for v in values_of(one)} == every
    )


def test_choices_that_fewer_games_than_needed_left_out_are_told() -> None:
    """Whoever asks for one game exactly gets one; it proves nothing of rules for more players or another option."""
    game = load(OPTIONS)
    made = RandomCampaign(game, "0")
    made.play(Budget(0.0, 1))
    left = unmet_choices(game, sample_of(game)[:1])
    assert left and f"None was played {', none '.join(left)}." in made.sample.line()
    made.play(Budget(0.0, len(configurations_with_new(game))))
    assert "None was played" not in made.sample.line() and unmet_choices(game, sample_of(game)) == []


def test_time_is_kept_and_few_games_are_too_few() -> None:
    """Within the seconds; beyond them only until there are enough games, and not for ever."""
    budget = Budget(5.0)
    assert budget.allows(1000, 4.9, True) and not budget.allows(1000, 5.1, True)
    assert budget.allows(59, 5.1, True) and not budget.allows(59, 21, True) and budget.allows(0, 21, False)
    assert Budget(0.0, 3).allows(2, 99, True) and not Budget(99.0, 3).allows(3, 0, True)


def test_a_fault_is_found_with_the_move_that_faults(tmp_path: Path) -> None:
    rules = LAWS.read_text(encoding="utf-8").replace("[grab.left]  require n <= left ", "[grab.left]  require n >= 0 ")
    (tmp_path / "toy.rules").write_text(
        rules.split("scene ")[0].replace("require n >= 0", "require left >= 0"), "utf-8"
    )
    game = load(tmp_path / "toy.rules")
    found = campaign(game, 60).found
    assert any(failure.blame.sort == "fault" for failure in found.values())


# ------------------------------------------------------------------ the last line


@pytest.mark.parametrize(("games", "rare"), [(59, 0.0495), (299, 0.00997), (2995, 0.000999)])
def test_the_bound_is_the_one_of_independent_games(games: int, rare: float) -> None:
    """With 95 % certainty; 3 in N is its rule of thumb."""
    assert rarest_visible_share(games) == pytest.approx(rare, rel=0.01)


def test_the_line_says_what_a_sample_is_worth() -> None:
    line = Sample("toy", games=300, ended=200, whole=299).line()
    assert line == (
        "toy: 300 random games, 200 of them to the end. "
        "A fault that occurs in fewer than 1.00 % of such games could have stayed unseen (95 %)."
    )
    assert "fault" not in Sample("toy", games=300, ended=200, whole=299, failed=1).line()
    assert "fault" not in Sample("toy", games=1).line()
    assert [percent(n) for n in (0.5, 0.0123, 0.00987, 0.000123)] == ["50 %", "1.2 %", "0.99 %", "0.012 %"]


def test_a_sample_that_came_twice_is_told_once() -> None:
    assert len(list(summary(['{"game": "a", "games": 3}', '{"game": "a", "games": 3}', '{"game": "b"}']))) == 2


def test_two_games_of_one_name_have_a_line_each() -> None:
    """Even if both were played equally often; that one fails says nothing of the other."""
    played = Sample("a", games=3, whole=3, origin="x")
    one, other = (json.dumps(attrs.evolve(played, origin=place).to_json()) for place in ("x", "y"))
    told = list(summary([one, other, '{"game": "a", "failed": 1, "origin": "x"}']))
    assert len(told) == 2 and ["fault" in line for line in told] == [False, True]


def test_a_failure_elsewhere_takes_the_promise_away() -> None:
    """A sample without games tells of positions that failed; other games keep their bound."""
    played = '{"game": "a", "games": 300, "ended": 300, "whole": 300}'
    other = played.replace('"a"', '"b"')
    lines = list(summary([played, '{"game": "a", "failed": 1}', other]))
    assert [line.split(":")[0] for line in lines] == ["a", "b"]
    assert ["could have stayed unseen" in line for line in lines] == [False, True]
