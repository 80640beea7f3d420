"""The bundled games, each read and checked once in a process: what one test works out serves the next one too."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulekit.data import bundled_games
from rulekit.diagnostics import Problems
from rulekit.pipeline import load
from rulekit.play.games.game import Game

_known: dict[str, Game] = {}


def bundled(game: Path | str) -> Game:
    """The game of this name, or in this folder; for tests that change neither the game nor the kit."""
    name = game if isinstance(game, str) else game.name
    if name not in _known:
        _known[name] = load(name)
    return _known[name]


def read_already(games: Mapping[Path, Game | Problems]) -> None:
    """Games that were read while tests were collected, by their folders; only those that are bundled are taken."""
    for folder in bundled_games():
        found = games.get(folder)
        if isinstance(found, Game):
            _known.setdefault(folder.name, found)
