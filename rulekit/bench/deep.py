"""Positions deep in random games at which there is much to choose, for engines by hand that list such choices."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from rulekit.bench.playing import handwritten
from rulekit.data import bundled_games
from rulekit.pipeline import load
from rulekit.play.codegen.drive import Driver
from rulekit.play.codegen.runtime import RUNNING
from rulekit.play.games.game import Game
from rulekit.play.position.public_position import Position

DEEP = 250  # decisions that are left behind
MUCH = 12  # moves and more
LONGEST = 700  # decisions of a game, then another begins
FEW = 4  # positions of each kind of decision
Run = Callable[[], None]


def listers(game: str) -> dict[str, Any]:
    """The modules of conformance/engines that list choices: `laid_out(position)`, `legal(state)`, `ASKED`."""
    return {kind: made for kind, made in handwritten(game).items() if hasattr(made, "laid_out")}


def games_with_listers() -> list[str]:
    return [game.name for game in bundled_games() if listers(game.name)]


def positions(name: str, asked: tuple[str, ...], few: int | None = None, seed: int = 0) -> dict[str, list[Position]]:
    """For each kind of decision some positions with much to choose, of several games."""
    game: Game = load(name)
    few = FEW if few is None else few
    found: dict[str, list[Position]] = {kind: [] for kind in asked}
    number = seed
    while any(len(some) < few for some in found.values()):
        _gathered(game, number, found, few)
        number += 1
    return found


def _gathered(game: Game, number: int, found: dict[str, list[Position]], few: int) -> None:
    """One random game; of each kind at most two, so that games differ."""
    source, here, taken = Random(number), game.start(chance=number), dict.fromkeys(found, 0)
    for made in range(LONGEST):
        if here.over:
            return
        seat = here.pending.seats[0]
        moves = here.legal(seat)
        kinds = {move["do"] for move in moves}
        kind = kinds.pop()
        if not kinds and made >= DEEP and len(moves) >= MUCH and taken.get(kind, 2) < 2 and len(found[kind]) < few:
            found[kind].append(here)
            taken[kind] += 1
        here = here.apply(seat, moves[int(source.random() * len(moves))])


def again(driver: Driver, here: Position) -> Run:
    """Asks once more what is asked at a position, on the engine that was written for the game."""
    from rulekit.play.codegen.bridge import state_of

    state = state_of(driver, here.machine)
    state.stage = RUNNING
    driver.run(state)
    frame = state.frames[-1]
    body = frame.body

    def run() -> None:
        state.stage = RUNNING
        body(state, frame)

    return run


def listed(made: Any, here: Position) -> Run:
    """The same on an engine by hand."""
    state, legal = made.laid_out(here.to_json()), made.legal

    def run() -> None:
        legal(state)

    return run
