"""Connect four on bitboards: seven bits to a column, the topmost always empty, so that lines are found by shifting."""

from __future__ import annotations

from typing import Any

HEIGHT = 7  # bits of a column
FLOOR = [1 << HEIGHT * column for column in range(7)]
COLUMN = [0b111111 << HEIGHT * column for column in range(7)]
ROOF = [(column, 1 << HEIGHT * column + 5) for column in range(7)]
FULL = sum(COLUMN)
LINES = ((1, 2), (HEIGHT - 1, 2 * HEIGHT - 2), (HEIGHT, 2 * HEIGHT), (HEIGHT + 1, 2 * HEIGHT + 2))


class State:
    """`mine` are the discs of the seat to move, `filled` those of both."""

    __slots__ = ("filled", "mine", "player", "winner")

    def __init__(self) -> None:
        self.filled = 0
        self.mine = 0
        self.player = 0
        self.winner = -1


def prepare(rng: Any) -> None:
    """Nothing is left to chance."""


def outcomes(dealt: None) -> list[Any]:
    return []


def new(dealt: None = None) -> State:
    return State()


def legal(state: State) -> list[int]:
    filled = state.filled
    return [column for column, top in ROOF if not filled & top] if state.winner < 0 else []


def apply(state: State, column: int) -> None:
    filled = state.filled
    disc = filled + FLOOR[column] & COLUMN[column]
    mine = state.mine | disc
    state.mine = filled ^ state.mine
    state.filled = filled | disc
    for once, twice in LINES:
        pair = mine & mine >> once
        if pair & pair >> twice:
            state.winner = state.player
    state.player ^= 1


def over(state: State) -> bool:
    return state.winner >= 0 or state.filled == FULL


def result(state: State) -> list[int]:
    """The seats that have won."""
    return [state.winner] if state.winner >= 0 else []


def seat(state: State) -> int:
    return state.player


def written(move: int) -> dict[str, Any]:
    return {"do": "drop", "slot": move + 1}
