"""What is counted as reached: lines that ran, guards that alone refused, effects with their lines; and what cannot."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit import Game, load
from rulekit.check.tree import typed_statements
from rulekit.cli.commands.new import STARTER
from rulekit.data import bundled_games
from rulekit.fuzz.calibration import sample
from rulekit.fuzz.coverage import GUARD, LINE, PAIR, CoverageCounter
from rulekit.fuzz.coverage_goals import Goal, match_excuses
from rulekit.fuzz.game_script import GameScript, choose_any, play
from rulekit.play.machine.frames import Move
from rulekit.play.machine.machine import Machine
from rulekit.play.reasons.move_explanation import MoveExplainer
from rulekit.tests.calling import Call
from rulekit.tests.play.toys import TOYS, toy

MOST = 150  # decisions of a game whose witnesses are looked at


def reached(game: Game, games: int = 30) -> tuple[CoverageCounter, set[Goal]]:
    """Random games in the first configuration."""
    counted = CoverageCounter(game, sample(game)[0])
    counted.begin()
    found: set[Goal] = set()
    for seed in range(games):
        found |= counted.take_reached_goals(play(counted.engine, GameScript(seed, (), seed), choose_any).state)
    return counted, found


def names(found: set[Goal], sort: str) -> set[str]:
    return {name for one, name in found if one == sort}


def test_lines_and_endings_that_ran_are_reached() -> None:
    _, found = reached(load(STARTER))
    assert names(found, LINE) == {"grab.do", "turn.grab", "end.empty"}


def test_a_guard_is_reached_only_when_it_alone_refuses() -> None:
    _, found = reached(toy("reasons-all"))
    assert {"paint.red"} <= names(found, GUARD)


def test_a_guard_of_a_procedure_and_the_price_that_runs_it_are_reached() -> None:
    _, found = reached(toy("prices"))
    assert names(found, GUARD) == {"pay.enough", "price of two.pay"}


def test_an_effect_is_reached_by_itself_and_with_each_line_it_runs() -> None:
    _, found = reached(toy("effects"))
    assert {"Tool.doing.loom.b", "Tool.doing.loom.b > earn.add", "Tool.doing.well.1"} <= names(found, PAIR)


def test_what_was_only_tried_has_not_run() -> None:
    """The first loom cannot be paid at the start, and the game ends after one move."""
    counted, found = reached(toy("effects"))
    assert "Tool.doing.loom.a > spend.take" not in names(found, PAIR) and counted.goals.open


def test_a_line_an_option_closes_is_out_of_reach_in_that_configuration() -> None:
    game = load(STARTER)
    opened = [CoverageCounter(game, chosen).goals for chosen in sample(game)]
    assert len(opened) == 2 and all(not goals.shut for goals in opened)


def test_a_guard_that_an_option_makes_idle_is_out_of_reach_in_that_configuration(game: Path) -> None:
    rules = game / "2-play.rules"
    spoken = rules.read_text(encoding="utf-8").replace("require n <=", "require last-stone is lucky or n <=")
    rules.write_text(spoken, encoding="utf-8")
    shut = [CoverageCounter(load(game), chosen).goals.shut.get((GUARD, "grab.enough")) for chosen in sample(load(game))]
    assert shut == ["it always holds in this configuration", None]


LUCK = "  [earn.luck]  if here is not nothing and what at salt >= 1: add 1 to score of player  @public:toy\n"


def lucky(folder: Path, *changes: tuple[str, str]) -> set[str]:
    """The effects of a toy that can come to its line about luck."""
    text = (TOYS / "effects.rules").read_text().split("scene ")[0].replace("to spend what", f"{LUCK}to spend what")
    for old, new in changes:
        text = text.replace(old, new)
    (folder / "toy.rules").write_text(text)
    found = load(folder / "toy.rules")
    pairs = names(set(CoverageCounter(found, sample(found)[0]).goals.open), PAIR)
    return {name.partition(" > ")[0] for name in pairs if name.endswith("> earn.luck")}


def test_a_line_about_what_is_not_in_a_bag_is_out_of_reach_however_often_it_is_taken(tmp_path: Path) -> None:
    """The loom earns wool only, once or many times."""
    assert lucky(tmp_path) == {"Tool.doing.well.1"}
    assert lucky(tmp_path, ("earn 1 wool", "earn 1 wool per worth of here")) == {"Tool.doing.well.1"}
    assert len(lucky(tmp_path, ("earn 1 wool", "earn 1 salt per worth of here"))) == 2


def test_a_line_about_here_is_out_of_reach_where_no_effect_is_told_where_it_is(tmp_path: Path) -> None:
    """Without `with` nothing is here."""
    assert lucky(tmp_path, ("perform how with tool", "perform how"), ("worth of here", "1")) == set()


# ------------------------------------------------------------------ the reference says so too


def witnesses(game: Game) -> Iterator[tuple[Machine, str, int, Move]]:
    """Every guard that refuses alone at some position of a random game, with the position and the move."""
    counted = CoverageCounter(game, sample(game)[-1], whole=False)  # what is under way must be seen
    engine = counted.engine
    for seed in range(3):
        counted.begin()
        met: list[Any] = []

        def seen(state: Any, met: list[Any] = met) -> bool:
            for name, (seat, token) in counted.witnesses().items():
                if name not in {one[1] for one in met}:
                    met.append((engine.machine(state).copy(), name, seat, engine.moves[token]))
            return False

        play(engine, GameScript(seed, (), seed), choose_any, MOST, seen)
        yield from met


def own_reasons(m: Machine, seat: int, move: Move) -> list[str]:
    """Which guards and parameters of the action the reference blames, and how often its price."""
    body = m.blocks[f"action {move.action}"].body
    assert body is not None
    because = MoveExplainer(m.evaluator()).explain(body.front, body, {"player": seat}, dict(move.args)).because
    own = {step.id for step in body.front if isinstance(step, typed_statements.Guard | typed_statements.Param)}
    return [name for name in because if name in own] or ["price"]


GAMES = [TOYS / "reasons-all.rules", TOYS / "prices.rules", TOYS / "effects.rules", *bundled_games()]


@pytest.mark.long
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_reference_blames_the_same_guard_and_no_other(path: Path) -> None:
    met = list(witnesses(load(path)))
    for m, name, seat, move in met:
        wanted = ["price"] if name.startswith("price of ") else [name]
        assert own_reasons(m, seat, move) == wanted
    assert met


# ------------------------------------------------------------------ the command


def test_the_command_tells_what_was_reached_and_what_was_not(rulekit: Call) -> None:
    ran = rulekit("dev", "coverage", TOYS / "effects.rules", "--games", 40)
    assert ran.code == 0 and "lines that ran" in ran.out


def test_its_report_is_for_tools_too(rulekit: Call) -> None:
    report = json.loads(rulekit("dev", "coverage", TOYS / "effects.rules", "--games", 40, "--format", "json").out)
    assert report["total"]["guards"]["percent"] == 100.0 and report["configurations"]


def test_reasons_in_the_rulings_excuse_what_is_never_reached(rulekit: Call, game: Path) -> None:
    rules, rulings = game / "2-play.rules", game / "rulings.md"
    more = "  [grab.more]    if stones = 12: take 1 from stones   @grab.gone\nturn"
    rules.write_text(rules.read_text(encoding="utf-8").replace("turn", more, 1), encoding="utf-8")
    ran = rulekit("dev", "coverage", game, "--games", 20, "--least", 100)
    assert ran.code == 1 and "never reached:\n  line   grab.more" in ran.out
    with rulings.open("a", encoding="utf-8") as file:
        file.write("\n## Unreached\n\n- line [grab.more]: something was taken just now\n")
    ran = rulekit("dev", "coverage", game, "--games", 20, "--least", 100)
    assert ran.code == 0 and "never reached, for a reason:\n  line   grab.more: something" in ran.out


def test_a_reason_with_a_star_is_one_for_all_that_fits_until_something_that_fits_is_reached() -> None:
    """A single exception makes it idle."""
    reason, left = (
        {(PAIR, "Tool.*.a > spend.take"): "too dear"},
        [(PAIR, "Tool.x.a > spend.take"), (LINE, "spend.take")],
    )
    assert match_excuses(reason, left, []) == {left[0]: "too dear"}
    assert match_excuses(reason, left, [(PAIR, "Tool.y.a > spend.take")]) == {}


def test_too_little_coverage_can_be_an_error(rulekit: Call) -> None:
    assert rulekit("dev", "coverage", TOYS / "effects.rules", "--games", 1, "--least", 100).code == 1
    assert rulekit("dev", "coverage", STARTER, "--games", 40, "--least", 100).code == 0
