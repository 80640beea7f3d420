"""The bundled games, each read and checked once in a process: what one test works out serves the next one too."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulekit.data import bundled_games
from rulekit.diagnostics import Problems
from rulekit.pipeline import load
from rulekit.play.games.game import Game

READ: dict[Path, Game | Problems] = {}
"""By their folders; the plugin looks here and puts here what it reads (conftest.py)."""


def bundled(game: Path | str) -> Game:
    """The game of this name, or in this folder; for tests that change neither the game nor the kit."""
    folder = _folders()[game if isinstance(game, str) else game.name]
    if folder not in READ:
        READ[folder] = load(folder)
    found = READ[folder]
    if isinstance(found, Problems):
        raise found
    return found


@cache
def _folders() -> dict[str, Path]:
    return {folder.name: folder for folder in bundled_games()}
