"""Positions to draw: games played some way at random."""

from __future__ import annotations

import random

from rulekit.looks.game_looks import PictureModel
from rulekit.play.games.game import Game, Position
from rulekit.play.machine.rule_faults import Fault


def played(of: Game, steps: int, seed: int = 3) -> list[Position]:
    """A game after each of so many moves, or as far as its own rules can play it."""
    here, bits = of.start(players=of.players[-1], chance=seed), random.Random(seed)
    line = [here]
    for _ in range(steps):
        pending = here.pending.to_json()
        if here.is_over or not pending.get("actors"):
            break
        seat = pending["actors"][0]
        try:
            here = here.take(seat, bits.randrange(len(here.legal(seat)))).after_chance()
        except Fault:
            break
        line.append(here)
    return line


def looks_of(of: Game, plain: bool = False) -> PictureModel:
    """The looks of a game in its usual configuration; `plain`: as if it had no looks file."""
    return PictureModel(of, of.start(players=of.players[-1], chance=3).chosen, {} if plain else None)
