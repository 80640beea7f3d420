"""Othello as one would write it first: eight rows of eight, and a walk from the cell into every direction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

SIZE = 8
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


class Cell(NamedTuple):
    """Columns and rows from 0; rows count downwards."""

    x: int
    y: int


CELLS = [Cell(x, y) for x in range(SIZE) for y in range(SIZE)]


def start() -> list[list[int | None]]:
    board: list[list[int | None]] = [[None] * SIZE for _ in range(SIZE)]
    board[3][4] = board[4][3] = 0
    board[3][3] = board[4][4] = 1
    return board


@dataclass
class State:
    """Who cannot lay is skipped; when nobody can, the game is over."""

    board: list[list[int | None]] = field(default_factory=start)
    player: int = 0
    finished: bool = False

    def encloses(self, cell: Cell, player: int) -> bool:
        return self.board[cell.y][cell.x] is None and any(self.enclosed(cell, player, way) for way in DIRECTIONS)

    def enclosed(self, cell: Cell, player: int, direction: tuple[int, int]) -> list[Cell]:
        """What a disc of this seat would turn over in one direction."""
        dx, dy = direction
        x, y = cell.x + dx, cell.y + dy
        found: list[Cell] = []
        while 0 <= x < SIZE and 0 <= y < SIZE and self.board[y][x] is not None:
            if self.board[y][x] == player:
                return found
            found.append(Cell(x, y))
            x, y = x + dx, y + dy
        return []

    def moves(self, player: int) -> list[Cell]:
        return [cell for cell in CELLS if self.encloses(cell, player)]

    def can_move(self, player: int) -> bool:
        return any(self.encloses(cell, player) for cell in CELLS)

    def discs(self, player: int) -> int:
        return sum(row.count(player) for row in self.board)


def prepare(rng: Any) -> None:
    """Nothing is left to chance."""


def outcomes(dealt: None) -> list[Any]:
    return []


def new(dealt: None = None) -> State:
    return State()


def legal(state: State) -> list[Cell]:
    return [] if state.finished else state.moves(state.player)


def apply(state: State, cell: Cell) -> None:
    for direction in DIRECTIONS:
        for flipped in state.enclosed(cell, state.player, direction):
            state.board[flipped.y][flipped.x] = state.player
    state.board[cell.y][cell.x] = state.player
    other = 1 - state.player
    if state.can_move(other):
        state.player = other
    elif not state.can_move(state.player):
        state.finished = True


def over(state: State) -> bool:
    return state.finished


def result(state: State) -> list[int]:
    """The seats that have won."""
    first, second = state.discs(0), state.discs(1)
    return [] if first == second else [0 if first > second else 1]


def seat(state: State) -> int:
    return state.player


def written(move: Cell) -> dict[str, Any]:
    return {"do": "lay", "cell": [move.x + 1, move.y + 1]}
