"""A difference is shown from the latest position that the engine takes; one that takes none needs the whole game."""

import json
from pathlib import Path
from typing import Any

import pytest

from rulekit import Game, load
from rulekit.fuzz.external_oracle import LatePosition, strangers
from rulekit.fuzz.failure_files import latest_failing_position, smallest_failing_game
from rulekit.fuzz.replay_attempt import ReplayedGame
from rulekit.play.games.game import Trace
from rulekit.protocol import codec
from rulekit.runner.engine_command import EngineCommand
from rulekit.tests.calling import Call
from rulekit.tests.protocol import stones
from rulekit.tests.verify.side_by_side import side_by_side
from rulekit.verify.lockstep.played_game import LookPlan
from rulekit.verify.work_order import sample_configurations

pytestmark = pytest.mark.long

GOOD = Path(stones.__file__).read_text(encoding="utf-8")
WRONG = {"result": ("[self.turn if self.lucky", "[1 - self.turn if self.lucky"), "legal": ("n <= self.left", "n <= 3")}
MOVES = {"result": 1, "legal": 0}  # that are needed after the latest position


def engine(folder: Path, kind: str, loads: bool = True) -> str:
    """The starter game with a mistake, perhaps taking positions."""
    text = GOOD.replace(*WRONG[kind]).replace('"load", ', '"load", ' if loads else "")
    (folder / "engine.py").write_text(text, encoding="utf-8")
    return str(folder / "engine.py")


def failing(loaded: Game, source: str) -> Trace:
    """A game in which it parts from the rules."""
    found = side_by_side(
        loaded, EngineCommand(source).open, sample_configurations(loaded), 20, LookPlan(copies=0), most=1
    )
    trace = found.differences[0].trace
    assert trace is not None
    return trace


def shown(loaded: Game, source: str) -> tuple[ReplayedGame, LatePosition | None]:
    found = smallest_failing_game(loaded, failing(loaded, source), source, None)
    assert found is not None
    return found[0], latest_failing_position(*found, source)


@pytest.mark.parametrize("kind", WRONG)
def test_the_last_move_is_enough_where_positions_are_taken(kind: str, game: Path, tmp_path: Path) -> None:
    attempt, after = shown(load(game), engine(tmp_path, kind))
    assert attempt.decisions >= 3 and after is not None
    assert after.moves == MOVES[kind]


def test_the_position_and_the_moves_after_it_are_the_end_of_the_game(game: Path, tmp_path: Path) -> None:
    attempt, after = shown(load(game), engine(tmp_path, "result"))
    assert after is not None and [*after.steps] == [*attempt.trace.steps[-1:]]
    assert load(game).position(after.start).apply(after.steps[0]["seat"], after.steps[0]["move"]).is_over


def test_an_engine_that_takes_no_positions_needs_the_whole_game(game: Path, tmp_path: Path) -> None:
    assert shown(load(game), engine(tmp_path, "result", loads=False))[1] is None


def test_an_engine_that_takes_another_position_than_it_is_given_shows_nothing_late(game: Path, tmp_path: Path) -> None:
    file = Path(engine(tmp_path, "result"))
    file.write_text(file.read_text(encoding="utf-8").replace('["stones"], ', '["stones"] + 1, '), encoding="utf-8")
    assert shown(load(game), str(file))[1] is None


def test_an_engine_that_fails_at_a_position_is_not_asked_for_more(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, asked, plain = Path(engine(tmp_path, "result")), list[str](), codec.request
    file.write_text(file.read_text(encoding="utf-8").replace('if position["asks"]', 'if 1 / 0 or position["asks"]'))

    def heard(number: int, op: str, given: Any) -> bytes:
        asked.append(op)
        return plain(number, op, given)

    monkeypatch.setattr(codec, "request", heard)
    assert shown(load(game), str(file))[1] is None
    assert asked.count("load") == 1


def test_the_file_of_a_failure_has_it_and_its_story_tells_it(game: Path, rulekit: Call, tmp_path: Path) -> None:
    source, file = engine(tmp_path, "result"), tmp_path / "long.json"
    file.write_text(failing(load(game), source).text(), encoding="utf-8")
    ran = rulekit("shrink", file, "--game", game, "--impl", source)
    assert ran.code == 1 and "the last move is enough" in ran.out
    assert len(json.loads((tmp_path / "long.small.json").read_text(encoding="utf-8"))["late"]["steps"]) == 1


def test_a_judge_that_was_closed_starts_again(game: Path, tmp_path: Path) -> None:
    loaded, source = load(game), engine(tmp_path, "legal")
    trace = failing(loaded, source)
    strangers(source).close()
    assert smallest_failing_game(loaded, trace, source, None) is not None


def test_a_mistake_in_the_result_is_shown_in_the_shortest_game(game: Path, tmp_path: Path) -> None:
    assert shown(load(game), engine(tmp_path, "result", loads=False))[0].decisions == 4
