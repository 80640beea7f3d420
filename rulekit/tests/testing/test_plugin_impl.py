"""The same laws on an external engine: one that keeps the rules passes, planted slips are found and blamed."""

import re
import shlex
from pathlib import Path

import pytest

from rulekit.tests.testing.collecting import change, pytest_on

pytestmark = pytest.mark.long

ENGINE = """
class Adapter:
    def hello(self):
        plays = [{"game": "twelve-stones", "seats": [2]}]
        return {"engine": {"name": "stones"}, "games": plays, "features": ["position", "views"]}

    def start(self, config):
        self.stones, self.seat, self.lucky = 12, 0, config["options"]["last-stone"] == "lucky"

    def chance(self, label, outcome):
        raise AssertionError("nothing is drawn")

    def pending(self):
        return {"kind": "decision", "seats": [self.seat]} if self.stones else {"kind": "end"}

    def legal(self, seat):
        return [{"do": "grab", "n": n} for n in (1, 2, 3) if n <= self.stones and seat == self.seat]

    def move(self, seat, move):
        if seat != self.seat or move not in self.legal(seat):
            raise ValueError("not legal")
        self.stones -= move["n"]
        self.seat = 1 - self.seat

    def position(self):
        return {"states": {"active": self.active(), "stones": self.stones}, "zones": {}}

    def view(self, seat):
        return self.position()

    def active(self):
        return self.seat if self.stones else 1 - self.seat

    def result(self):
        winners = [self.active() if self.lucky else 1 - self.active()]
        return {"leaders": winners, "outcome": "win", "winners": winners}
"""


@pytest.fixture
def engine(game: Path) -> Path:
    """Another engine for the starter, which keeps the rules."""
    file = game.parent / "engine.py"
    file.write_text(ENGINE, encoding="utf-8")
    return file


def outcome(game: Path, engine: Path, *more: str) -> tuple[int, str]:
    """What came of it."""
    ran = pytest_on(game.parent, game.name, "--rulekit-impl", engine.name, "--rulekit-games", "40", "-rA", *more)
    return ran.returncode, ran.stdout


def test_an_engine_that_keeps_the_rules_passes(game: Path, engine: Path) -> None:
    """Every random game is played in step; the laws are about the rules, and are not collected."""
    code, told = outcome(game, engine)
    assert code == 0 and "PASSED twelve-stones/1-things.rules::twelve-stones[in-step]" in told, told
    assert "twelve-stones: 4" in told and "law.heap" not in told


def test_a_slip_is_shrunk_and_blamed(game: Path, engine: Path) -> None:
    """Stones that come back: a short game, both sides, and an example."""
    change(engine, 'self.stones -= move["n"]', 'self.stones += 1 if self.stones == 12 else -move["n"]')
    code, told = outcome(game, engine)
    assert code == 1 and "Traceback" not in told and "[grab.do]" in told, told
    assert "move 1 " in told and "move 2 " not in told and "@example(drawn_game(" in told


def test_what_is_printed_runs_the_same_again_wherever_the_game_lies(game: Path, engine: Path) -> None:
    """Such as a bundled game, seen from a project of one's own; the engine and its limits are named as well."""
    change(engine, 'self.stones -= move["n"]', 'self.stones += 1 if self.stones == 12 else -move["n"]')
    project = game.parent / "project"
    project.mkdir()
    options = ("--rulekit-impl", str(engine), "--rulekit-limit", "step=9")
    told = pytest_on(project, "--rulekit-game", str(game), *options, "--rulekit-games", "20").stdout
    again = re.search(r"again +pytest (.*)", told)
    assert again is not None and "--rulekit-limit step=9" in again[1], told
    ran = pytest_on(project, *shlex.split(again[1]), "--rulekit-games", "20")
    assert ran.returncode == 1 and "twelve-stones[in-step] does not hold" in ran.stdout, ran.stdout + ran.stderr


def test_a_slip_no_law_speaks_of_is_found_as_well(game: Path, engine: Path) -> None:
    """A move left out of the list."""
    change(engine, "for n in (1, 2, 3)", "for n in (1, 2)")
    code, told = outcome(game, engine)
    assert code == 1 and "[grab.count]" in told, told


def test_an_engine_that_does_not_start_is_told_once(game: Path) -> None:
    """Before anything is collected."""
    ran = pytest_on(game.parent, game.name, "--rulekit-impl", "nowhere.py")
    assert ran.returncode == 4 and ran.stderr.count("--rulekit-impl: nowhere.py cannot be started") == 1


def test_an_engine_that_fails_does_not_pass(game: Path, engine: Path) -> None:
    """It is told what it said."""
    change(engine, 'self.stones -= move["n"]', "raise RuntimeError(1)")
    code, told = outcome(game, engine)
    assert code == 1 and "RuntimeError: 1" in told and "PASSED" not in told, told


def test_limits_of_the_engine_are_those_that_were_asked_for(game: Path, engine: Path) -> None:
    change(engine, "def legal(self, seat):", "def legal(self, seat):\n        import time; time.sleep(60)")
    options = ("--rulekit-limit", "step=0.3", "--rulekit-games", "2")
    ran = pytest_on(game, "--rulekit-impl", str(engine), *options)
    assert ran.returncode == 1 and "within 0.3 seconds" in ran.stdout
    ran = pytest_on(game, "--rulekit-impl", str(engine), "--rulekit-limit", "step=soon")
    assert ran.returncode == 4 and "no number of seconds" in ran.stderr
