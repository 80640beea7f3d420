"""Connect four as one would write it first: columns that fill up, and a look along the lines through the last disc."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

COLUMNS = 7
ROWS = 6
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass
class State:
    """A column lists the seats whose discs lie in it, the lowest first."""

    columns: list[list[int]] = field(default_factory=lambda: [[] for _ in range(COLUMNS)])
    player: int = 0
    discs: int = 0
    winner: int | None = None


def prepare(rng: Any) -> None:
    """Nothing is left to chance."""


def outcomes(dealt: None) -> list[Any]:
    return []


def new(dealt: None = None) -> State:
    return State()


def legal(state: State) -> list[int]:
    if over(state):
        return []
    return [column for column, discs in enumerate(state.columns) if len(discs) < ROWS]


def apply(state: State, column: int) -> None:
    state.columns[column].append(state.player)
    state.discs += 1
    if wins(state.columns, column):
        state.winner = state.player
    state.player = 1 - state.player


def wins(columns: list[list[int]], column: int) -> bool:
    """Whether four stand in line through the topmost disc of a column."""
    row = len(columns[column]) - 1
    player = columns[column][row]
    for right, up in DIRECTIONS:
        length = 1
        for sign in (1, -1):
            c, r = column + sign * right, row + sign * up
            while 0 <= c < COLUMNS and 0 <= r < len(columns[c]) and columns[c][r] == player:
                length += 1
                c, r = c + sign * right, r + sign * up
        if length >= 4:
            return True
    return False


def over(state: State) -> bool:
    return state.winner is not None or state.discs == ROWS * COLUMNS


def result(state: State) -> list[int]:
    """The seats that have won."""
    return [] if state.winner is None else [state.winner]


def seat(state: State) -> int:
    return state.player


def written(move: int) -> dict[str, Any]:
    return {"do": "drop", "slot": move + 1}
