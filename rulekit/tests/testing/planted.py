"""Faults planted in the rules of games: how small pytest makes the games that show them.

`python -m rulekit.tests.testing.planted [GAME [SEED [TIMES]]]` prints the moves of the game that failed first, of what
Hypothesis leaves, and of what the kit's own shrinker makes of that, with the bar and the seconds of a processor. On a
busy machine give both shrinkers so many times their time.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

import attrs
from hypothesis import settings

from rulekit.cli.commands.new import STARTER
from rulekit.data import conformance_root, find_game
from rulekit.fuzz import shrink
from rulekit.fuzz.oracles import LAWS
from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.testing import campaign
from rulekit.testing.budget import Budget
from rulekit.testing.campaign import PropertyCampaign
from rulekit.testing.campaign_oracles import GameObservation, InStep, Oracle, Wanted, WholeGame
from rulekit.testing.drawn import DrawnGame
from rulekit.testing.failure_report import shrink_failure
from rulekit.tests.verify import wrong

PLANTED: list[dict[str, Any]] = tomllib.loads((conformance_root() / "planted.toml").read_text("utf-8"))["planted"]
GAMES = 400  # in which it must show


@attrs.define
class Row:
    """What becomes of one fault; numbers of moves, nothing if it was not found."""

    planted: dict[str, Any]
    first: int | None = None
    drawn: int | None = None  # what Hypothesis leaves
    small: int | None = None
    seats: int = 0
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        return self.small is not None and self.small <= self.planted["most"]

    def __str__(self) -> str:
        moves = " ".join(f"{'-' if one is None else one:>6}" for one in (self.first, self.drawn, self.small))
        verdict = "" if self.holds else "  MISSED"
        told = f"{self.planted['game']:22} {self.planted['blames']:16} {moves} {self.planted['most']:6}"
        return f"{told} {self.seats:7} {self.seconds:7.1f}{verdict}"


HEAD = f"{'game':22} {'clause':16} {'first':>6} {'drawn':>6} {'small':>6} {'bar':>6} {'players':>7} {'cpu s':>7}"


class Noting:
    """An oracle as it is; the first game that breaks the clause is remembered."""

    def __init__(self, oracle: Oracle, clause: str) -> None:
        self.oracle, self.clause = oracle, clause
        self.name, self.least, self.late, self.concerns = oracle.name, oracle.least, oracle.late, oracle.concerns
        self.first: DrawnGame | None = None

    def observe(self, drawn: DrawnGame, only: frozenset[str] | None, wanted: Wanted) -> GameObservation:
        seen = self.oracle.observe(drawn, only, wanted)
        if self.first is None and seen.blame is not None and seen.blame.clause == self.clause:
            self.first = drawn
        return seen


def row(planted: dict[str, Any], folder: Path, seed: int = 0, games: int = GAMES) -> Row:
    """As pytest does it: the campaign with all laws, or with a wrong engine in step, then the kit's shrinker."""
    began, found, target = time.process_time(), Row(planted), LAWS
    if "engine" in planted:
        target = wrong.build_engine(wrong.change(planted["game"], planted["engine"]), folder).text
    oracle = Noting(WholeGame() if target == LAWS else InStep(target), planted["blames"])
    made = PropertyCampaign(changed(planted, folder), oracle)
    made.prepare_test(settings(database=None, print_blob=False, derandomize=False), seed, Budget(0.0, games))
    made.play()
    if oracle.first is not None:
        drawn, blame = made.found[planted["blames"]]
        attempt = shrink_failure(drawn, blame, target, made.first[planted["blames"]])[0]
        found = Row(planted, moves(oracle.first), moves(drawn), attempt.decisions, attempt.chosen.seats)
    found.seconds = time.process_time() - began
    return found


def moves(drawn: DrawnGame) -> int:
    """How many moves lead to the fault, or to the end."""
    return int(drawn.attempt().decisions)


def changed(planted: dict[str, Any], folder: Path) -> Game:
    """The game with this fault in it; as it is where the fault is in an engine."""
    if "engine" in planted:
        return load(planted["game"])
    home = STARTER if planted["game"] == "starter" else find_game(planted["game"])
    left_out = shutil.ignore_patterns(*([] if planted.get("scenes", True) else ["scenes"]))
    shutil.copytree(home, folder / "planted", ignore=left_out)
    file = folder / "planted" / planted.get("file", max(one.name for one in home.glob("*.rules")))
    text = file.read_text("utf-8")
    if "find" in planted:
        assert text.count(planted["find"]) == 1, planted
        text = text.replace(planted["find"], planted["put"])
    else:
        text = f"{text}\n{planted['put']}"
    file.write_text(text, "utf-8")
    return load(folder / "planted")


if __name__ == "__main__":
    games, numbers = sys.argv[1:2], [*map(int, sys.argv[2:4]), *(0, 1)[len(sys.argv[2:4]) :]]
    campaign.SHRINKING, shrink.PATIENCE = (numbers[1] * one for one in (campaign.SHRINKING, shrink.PATIENCE))
    print(HEAD)
    for one in PLANTED:
        if games in ([], [one["game"]]):
            with tempfile.TemporaryDirectory() as place:
                print(row(one, Path(place), numbers[0]), flush=True)
