"""The bundled games, each read and checked once in a process: what one test works out serves the next one too."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulekit.pipeline import load
from rulekit.play.game import Game


def bundled(game: Path | str) -> Game:
    """The game of this name, or in this folder; for tests that change neither the game nor the kit."""
    return _loaded(game if isinstance(game, str) else game.name)


@cache
def _loaded(name: str) -> Game:
    return load(name)
