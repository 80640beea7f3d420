"""Wrong engines of conformance/mutants, played until they part from the rules.

Those in Python are asked in this process: nothing hostile stands in this repository, and a process and a box cost time.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import attrs

from rulekit.adequacy.wrong_engines import (
    build_engine,
    change,
    changed_file,
    configurations,
    fits,
    read_changes,
    right_clauses,
)
from rulekit.check.configuration_space import GameConfig
from rulekit.data import conformance_root
from rulekit.play.games.game import Game
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.session import EngineSession
from rulekit.runner import python_host as host
from rulekit.runner.engine_command import EngineCommand
from rulekit.tests.verify.side_by_side import Found, side_by_side
from rulekit.verify.lockstep.played_game import LookPlan
from rulekit.verify.lockstep.start_positions import StartPosition, of_scenes
from rulekit.verify.work_order import EngineOpener

GAMES = 300  # whole ones, in which a mistake must show
TIMES, MOVES, VIEWS = 3, 6, 5  # how often and how far it is played from each scene, and how often views are looked at


def collected() -> list[tuple[str, str]]:
    """Every game that has wrong engines, with the name of each."""
    files = sorted((conformance_root() / "mutants").glob("*.toml"))
    return [(file.stem, wrong["name"]) for file in files for wrong in read_changes(file.stem)["wrong"]]


@attrs.frozen
class Here:
    """A file of Python, asked in this process."""

    file: Path

    def open(self) -> EngineSession:
        """A new game of the engine."""
        return InProcess(host.make_engine(self.file))


def engine(file: Path) -> EngineOpener:
    """How an adapter is opened."""
    return Here(file) if file.suffix == ".py" else EngineCommand(str(file), sandbox="none")


def met(game: Game, wrong: dict[str, Any], engine: EngineOpener) -> Found:
    """Played until it parts from the rules: whole games, or, where chance alone seldom comes, from what scenes give."""
    sample = configurations(game, wrong)
    if wrong.get("begin") != "scenes":
        return side_by_side(game, engine.open, sample, GAMES, most=1)
    begins = tuple(one for one in given(game) if fits(one.chosen, wrong))
    manner = LookPlan(views=VIEWS, enough=MOVES)
    return side_by_side(game, engine.open, configured(begins), TIMES * len(begins), manner, 1, begins)


@cache
def given(game: Game) -> tuple[StartPosition, ...]:
    """The positions of all its scenes."""
    return tuple(of_scenes(game))


def configured(begins: tuple[StartPosition, ...]) -> tuple[GameConfig, ...]:
    return tuple(dict.fromkeys(one.chosen for one in begins))


__all__ = [
    "build_engine",
    "change",
    "changed_file",
    "collected",
    "configurations",
    "engine",
    "met",
    "read_changes",
    "right_clauses",
]
