"""Request for a verification: the game, the engine, how much to play, what is accepted, where it is kept."""

from __future__ import annotations

import hashlib
import math
from pathlib import Path
from typing import Any, Protocol

import attrs

from rulekit.check import configuration_space
from rulekit.check.configuration_space import GameConfig
from rulekit.play.games.game import Game
from rulekit.play.position.strict_json import dumps
from rulekit.protocol.handshake import Agreement
from rulekit.protocol.operations import FEATURES
from rulekit.protocol.session import EngineSession
from rulekit.vectors.form import Vector
from rulekit.vectors.normal import Tree
from rulekit.verify import model
from rulekit.verify.baseline import BaselineEntry
from rulekit.verify.lockstep.start_positions import StartPosition

HIGHEST = 4
Task = tuple[str, str, int]  # the stage, the id of a vector, the number of a game
Json = Any


class EngineOpener(Protocol):
    """How an engine is started; plain enough to be sent to another process where several are used."""

    def open(self) -> EngineSession:
        """A new engine; `EngineFailure` if it does not start."""


@attrs.frozen
class Material:
    """Vectors to be replayed, with what their manifest says of lists that are sets."""

    vectors: tuple[Vector, ...] = ()
    sets: dict[str, Tree] = attrs.field(factory=dict)
    why: str = ""  # why there are none
    left_out: tuple[model.Missing, ...] = ()


@attrs.frozen(eq=False)
class WorkOrder:
    """What was asked for."""

    game: str
    engine: EngineOpener
    configurations: tuple[GameConfig, ...]
    seed: str = "0"
    games: int | None = None  # so many, else as many as there is time for
    decisions: int | None = None  # games until so many
    seconds: float = math.inf  # for the games
    vector_seconds: float = math.inf  # for the vectors
    starts: tuple[StartPosition, ...] = ()  # positions that games begin with, in turn; none: the beginning
    longest: int | None = None
    jobs: int = 1
    level: int = HIGHEST
    until: int | None = None  # causes after which it ends
    material: Material = Material()
    accepted: tuple[BaselineEntry, ...] = ()
    only: tuple[str, ...] = ()  # units by id; nothing else is done
    tables: tuple[tuple[str, str], ...] = ()
    log: Path | None = None
    command: str = ""
    hash: str = ""
    isolation: str = "none"
    version: str = ""
    vectors_until: float = math.inf  # the moment, by `time.monotonic()`, after which no vector asks anything
    agreed: Agreement | None = None  # what it said at the first handshake, and must say whenever it is started again

    @property
    def header(self) -> dict[str, Json]:
        """What must be the same for a journal to be gone on with."""
        chosen = [one.to_json() for one in self.configurations]
        return {
            "game": self.game,
            "engine": self.command,
            "sha256": self.hash,
            "configurations": chosen,
            "seed": self.seed,
            "level": self.level,
            "longest": self.longest,
            "starts": hashlib.sha256(dumps([one.position for one in self.starts]).encode()).hexdigest(),
            "only": list(self.only),
            "tables": [list(one) for one in self.tables],
        }


def sample_configurations(game: Game) -> tuple[GameConfig, ...]:
    """All configurations, or of very many a sample that shows every pair of choices."""
    return configuration_space.configurations(game.checked)


def offered_features(level: int) -> list[str]:
    """The features that belong to a level and those below."""
    return [name for name, one in FEATURES.items() if one.level <= level]


__all__ = ["HIGHEST", "EngineOpener", "Material", "Task", "WorkOrder", "offered_features", "sample_configurations"]
