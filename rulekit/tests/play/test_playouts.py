"""Random games: the same anywhere; engines compared step by step; what they add up to."""

from pathlib import Path

import pytest

from rulekit import load
from rulekit.check.configuration_space import GameConfig
from rulekit.cli.commands.new import STARTER
from rulekit.data import bundled_games
from rulekit.play.codegen import bridge, course, generated_engine, shelf
from rulekit.play.games.engine_comparison import compare
from rulekit.play.games.game import Game
from rulekit.play.games.game_config import choose
from rulekit.play.games.playouts import distribution, play, replay_playout, sum_up
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.rule_faults import Fault
from rulekit.tests.bundled import bundled
from rulekit.tests.play.toys import TOYS, starter, toy
from rulekit.tests.scale import examples

FAULTY = "ask-must-stuck"
ENGINES = ("reference", "python")


def usual(game: Game) -> GameConfig:
    return choose(game.checked, None, None, None)


EVERY_TOY = pytest.mark.parametrize("name", sorted(file.stem for file in TOYS.glob("*.rules")))


@EVERY_TOY
def test_both_engines_show_the_same_of_every_small_game(name: str) -> None:
    """What is asked, legal lists, hashes, views, events, reasons, results."""
    for number in range(examples(2, 100)):
        assert compare(toy(name), usual(toy(name)), ENGINES, 1, number, limit=60)[1] is None


@pytest.mark.long
@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.name)
def test_both_engines_show_the_same_of_every_bundled_game(game: Path) -> None:
    """For a while; the nightly run plays on."""
    known = bundled(game)
    assert compare(known, usual(known), ENGINES, 1, 0, limit=examples(20, 2000))[1] is None


def test_a_difference_in_what_can_be_seen_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The generated engine loses what the lines of a step were called."""
    lost = bridge.machine_of
    monkeypatch.setattr(
        generated_engine,
        "machine_of",
        lambda state, moves, near: attrs_of(lost(state, moves, near), lines=["lost.line"]),
    )
    known = load(STARTER)
    steps, found = compare(known, usual(known), ENGINES, 1, 0)
    assert steps == 0 and found is not None and "step 0: lines that ran differs" in str(found)


def attrs_of(m: Machine, lines: list[str]) -> Machine:
    m.lines = lines
    return m


def test_a_difference_in_the_code_that_plays_whole_games_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Although positions, which are another variant of generated code, show nothing."""
    monkeypatch.setattr(course.Course, "codes", lambda self: set())
    known = load(TOYS / "let-changed.rules")
    found = compare(known, usual(known), ENGINES, 1, 0)[1]
    assert found is not None and found.what in ("fault (whole game variant)", "the states (whole game variant)")


def test_a_fault_at_another_clause_is_a_difference_and_the_same_one_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = load(TOYS / f"{FAULTY}.rules")
    assert compare(known, usual(known), ENGINES, 1, 0) == (1, None)
    monkeypatch.setattr(shelf, "_escaped", lambda found: "-")
    known = load(TOYS / f"{FAULTY}.rules")
    found = compare(known, usual(known), ENGINES, 1, 0)[1]
    assert found is not None and (found.what, found.other[:5]) == ("fault (branching variant)", "stuck")


@pytest.mark.parametrize("name", ["chance-roll-lot", "together", "menu-groups", "copies"])
def test_a_game_of_a_number_is_the_same_with_and_without_its_way(name: str) -> None:
    """So that a trace can be made of any game of a campaign, on either engine."""
    for number in range(5):
        starts = [toy(name).start(engine=engine) for engine in ("python", "reference")]
        results = [play(start.engine.for_playouts(), 3, number).result for start in starts]
        assert results[0] == results[1] == replay_playout(starts[0], 3, number).result()


def test_the_sum_of_games_tells_lengths_ends_and_kinds() -> None:
    """In any order."""
    engine = starter().start().engine.for_playouts()
    games = [play(engine, 1, number) for number in range(20)]
    found, turned = sum_up(games), sum_up(reversed(games))
    assert found == turned and found["finished"] == 20 and found["outcomes"] == {"win": 20}
    assert sum(found["wins"].values()) == 20 and list(found["kinds"]) == ["turn.grab"]


def test_faults_and_games_broken_off_are_told_by_their_number() -> None:
    """They can be played again."""
    faulty = play(toy(FAULTY).start().engine, 1, 4)
    broken = play(starter().start().engine, 1, 5, limit=2)
    found = sum_up([faulty, broken])
    assert found["faults"][0]["game"] == 4 and "[turn.take]" in found["faults"][0]["fault"]
    assert found["unfinished"] == [5] and found["decisions"] is None


def test_the_middle_of_numbers() -> None:
    """Least, median, mean, most."""
    assert distribution([3, 1, 2, 10]) == {"least": 1, "median": 3, "mean": 4.0, "most": 10}


def test_rules_that_draw_for_ever_and_ask_nobody_are_told(tmp_path: Path) -> None:
    """On either engine, and where the seed answers at once."""
    file = tmp_path / "dice.rules"
    file.write_text(
        "game dice for 2 players\n"
        "state n is 1 to 6\n"
        "state m is 0 to 9, excess lost\n"
        "action go\n  [go.do]  add 1 to m  @public:sample\n"
        "to throw-one\n  [throw.do]  roll d in 1 to 6 then set n to d  @public:sample\n"
        "play\n  [play.go]  if m = 1: active must go  @public:sample\n"
        "  [play.on]  for ever: throw-one  @public:sample\n"
        "end\n  [end.m]  at once when m + n = 15  @public:sample\n"
        "result\n  [won.m]  winner is active  @public:sample\n"
    )
    game = load(file)
    found = play(game.start().engine, 1, 0)
    assert found.fault is not None and "nobody was asked" in found.fault and "[throw.do]" in found.fault
    with pytest.raises(Fault, match="nobody was asked"):
        game.start(chance=1)
