"""Plays random games of Gold Mine on the handwritten engine and tests the ledger's invariants at every decision."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from engine import HOME, TILES, Chance, Move, State, apply, around, legal, new_game, view


def check(state: State) -> None:
    """The ledger's invariants that one state can show."""
    mine = state.mine
    assert state.reserve + len(state.nuggets) + sum(state.purses) == 28
    assert state.reserve == 28 - sum(TILES[name].kind == "chamber" for name in mine.names.values())
    held = [*mine.names.values(), *state.development, *state.stack, *(n for h in state.hands for n in h)]
    assert len(held) + (state.drawn is not None) == 100 == len({*held, state.drawn or ""} - {""})
    for cell in mine.ways:
        for side, at in around(cell):
            if at in mine.ways and not mine.is_cavern(cell) and not mine.is_cavern(at):
                assert (mine.node_at(cell, side) is None) == (mine.node_at(at, side ^ 2) is None)
    if state.winners is None:
        assert legal(state)
        assert view(state, state.actor)["asked"]["legal"]
        at_home = [seat for seat in range(state.players) if state.miners and state.miners[seat] == (HOME, 0)]
        assert not any(state.wins_at_home(seat) for seat in at_home)


def random_chance(source: Random) -> Chance:
    def chance(label: str, kind: str, domain: Any) -> list[Any]:
        if kind == "order":
            return source.sample(domain, len(domain))
        return [source.randint(1, domain[0]) for _ in range(domain[1])]

    return chance


CONFIGURATIONS: tuple[tuple[int, dict[str, bool]], ...] = (
    (2, {}),
    (3, {"mud": True}),
    (4, {"alliances": True}),
    (5, {}),
    (6, {"mud": True, "alliances": True}),
    (2, {"mud": True, "five_tile": True}),
    (4, {"mud": True, "five_tile": True, "alliances": True}),
)


def pick(source: Random, state: State) -> Move:
    """A random move of a player who likes nuggets, and who goes home when that wins."""
    moves = legal(state)
    rich = state.wins_at_home(state.actor) if state.miners else False
    goals = [[0, 0]] if rich else [list(cell) for cell in state.nuggets]
    loved = [m for m in moves if m["do"] == "collect" or m.get("node", [None])[0] in goals]
    return source.choice(loved or moves)


def self_test(games: int = 200, limit: int = 600) -> dict[str, int]:
    """Random games of several configurations; a game that reaches the limit is unfinished."""
    told = {"moves": 0, "won": 0, "unfinished": 0}
    for number in range(games):
        source = Random(number)
        players, options = CONFIGURATIONS[number % len(CONFIGURATIONS)]
        state = new_game(players, options, random_chance(source))
        for _ in range(limit):
            check(state)
            if state.winners is not None:
                break
            state = apply(state, pick(source, state))
            told["moves"] += 1
        told["won" if state.winners else "unfinished"] += 1
    return told


if __name__ == "__main__":
    print(self_test(*map(int, sys.argv[1:])))
