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
    name = "engine_imperial_miners_behind_the_door"
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
    """What was drawn before comes first, then what a source of its own gives; kept as the rules files write it."""
    before, source = list(reversed(dealt[0])), Random(dealt[1])

    def chance(label: str, kind: str, domain: Any) -> Any:
        if before:
            said = before.pop()
        else:
            said = source.sample(domain, len(domain)) if kind == "order" else source.choice(domain)
            told.append(said)
        return said if kind == "order" else [said]

    return chance


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
    game.state = e.answered(game.state, move, seat(game))


def over(game: Game) -> bool:
    return bool(game.state.over)


def seat(game: Game) -> int:
    found: int = e.asked_seat(game.state)
    return found


def result(game: Game) -> list[int]:
    """The score of each seat."""
    return list(e.result(game.state)["scores"])


def said(game: Game, move: dict[str, Any]) -> dict[str, Any]:
    """A move as the rules files write it: an option is called after its card, `tea-room.a`."""
    if move["do"] not in ("option", "event-option"):
        return move
    state = game.state
    cell, options = state.then[1], state.then[2]
    holder = state.event if cell is None else state.seats[seat(game)].mine[cell]
    return {**move, "how": f"{holder}.{move.get('how', options[0]['label'])}"}
