"""Players that are no people: at random, or from a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rulekit.play.games.game import Position
from rulekit.play.machine.random_bits import stream
from rulekit.play.refusals import Refused

Player = Callable[[Position, int], Any]  # a position and the seat that is asked; gives a move in JSON


def random_player(seed: int | str) -> Player:
    """Every legal move equally likely; the same seed plays the same."""
    bits = stream(seed)

    def choose(position: Position, seat: int) -> Any:
        return bits.pick(position.legal(seat))

    return choose


def scripted_player(moves: Iterable[Any]) -> Player:
    """These moves, one after the other; refused when there are no more."""
    left = iter(moves)

    def choose(position: Position, seat: int) -> Any:
        for move in left:
            return move
        raise Refused("script", f"the script has no further move for seat {seat}")

    return choose


def playout(position: Position, players: Player | Mapping[int, Player], limit: int | None = None) -> Position:
    """The last position of a game between these players; `limit` stops it after so many decisions."""
    here, made = position, 0
    while here.pending.kind == "decision" and (limit is None or made < limit):
        seat = here.pending.seats[0]
        player = players[seat] if isinstance(players, Mapping) else players
        here = here.apply(seat, player(here, seat))
        made += 1
    return here
