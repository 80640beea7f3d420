"""Choices with which no game ends: a value of an option, or a number of players, though games end with others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from rulekit.check.configuration_space import GameConfig
from rulekit.fuzz.coverage_goals import read_excuses
from rulekit.fuzz.dead_games import DeadGames, find_dead_games, play_to_end
from rulekit.play.games.game import Game
from rulekit.testing.budget import choice_text, sample_of, values_of


def dead_choices(game: Game, ended: Iterable[GameConfig], home: Path, seed: str) -> DeadGames:
    """`ended` are the configurations in which a game has come to its end.

    With a choice that none of them has, some games are played much further before it is called dead.
    """
    met = {value for one in ended for value in values_of(one)}
    for choice, some in _choices(sample_of(game)):
        if choice not in met:
            batch = play_to_end(game.checked, some, seed)
            found = find_dead_games(game.checked, batch, read_excuses(home), f" {choice_text(*choice)}")
            if found.finding:
                return found
    return DeadGames()


def _choices(sample: tuple[GameConfig, ...]) -> Iterator[tuple[tuple[str, Any], list[GameConfig]]]:
    """Every choice with the configurations that have it, in the order in which they come."""
    found: dict[tuple[str, Any], list[GameConfig]] = {}
    for one in sample:
        for value in (*one.options, ("", one.seats)):
            found.setdefault(value, []).append(one)
    yield from found.items()
