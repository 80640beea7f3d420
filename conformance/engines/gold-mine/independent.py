"""The engine beside this file behind the small door of the benches: two players, no options, chance from a seed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any


def beside() -> Any:
    """The engine as a module."""
    name = "engine_gold_mine_behind_the_door"
    spec = spec_from_file_location(name, Path(__file__).with_name("engine.py"))
    assert spec is not None and spec.loader is not None
    made = module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


e = beside()
SEATS = 2
Dealt = tuple[list[Any], int]


class Game:
    """One game: its position, and what chance has said that nobody has been told yet."""

    def __init__(self, dealt: Dealt) -> None:
        self.told: list[Any] = []
        self.state = e.new_game(SEATS, {}, fate(dealt, self.told))


def fate(dealt: Dealt, told: list[Any]) -> Callable[[str, str, Any], Any]:
    """What was drawn before comes first, then what a source of its own gives."""
    before, source = list(reversed(dealt[0])), Random(dealt[1])

    def chance(label: str, kind: str, domain: Any) -> Any:
        if before:
            return before.pop()
        told.append(drawn(source, kind, domain))
        return told[-1]

    return chance


def drawn(source: Random, kind: str, domain: Any) -> Any:
    if kind == "order":
        return source.sample(domain, len(domain))
    return [source.randint(1, domain[0]) for _ in range(domain[1])]


def prepare(rng: Random) -> Dealt:
    """What chance decides at set-up, and a seed for the rest."""
    return Game(([], rng.getrandbits(32))).told, rng.getrandbits(32)


def outcomes(dealt: Dealt) -> list[Any]:
    return dealt[0]


def new(dealt: Dealt) -> Game:
    return Game(dealt)


def told(game: Game) -> list[Any]:
    """What chance has said since this was asked last, in the words of the rules files."""
    found = game.told[:]
    game.told.clear()
    return found


def legal(game: Game) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = e.legal(game.state)
    return found


def apply(game: Game, move: dict[str, Any]) -> None:
    game.state = e.played(game.state, move)


def over(game: Game) -> bool:
    return game.state.winners is not None


def seat(game: Game) -> int:
    found: int = game.state.actor
    return found


def result(game: Game) -> list[int]:
    """The seats that have won."""
    return list(game.state.winners)


def written(move: dict[str, Any]) -> dict[str, Any]:
    return move
