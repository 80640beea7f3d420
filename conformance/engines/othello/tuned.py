"""Othello on two 64-bit boards: all enclosed runs of one direction grow at once by shifting."""

from __future__ import annotations

from typing import Any

ALL = (1 << 64) - 1
INNER = sum(0b01111110 << 8 * row for row in range(8))  # discs that can be enclosed along a row
SHIFTS = ((1, INNER), (8, ALL), (7, INNER), (9, INNER))
BITS = [[8 * row + column for column in range(8) if byte >> column & 1] for row in range(8) for byte in range(256)]


class State:
    """`mine` and `theirs` as the seat to move sees them; `moves` are its free cells as bits."""

    __slots__ = ("finished", "mine", "moves", "player", "theirs")

    def __init__(self) -> None:
        self.mine = 1 << 28 | 1 << 35
        self.theirs = 1 << 27 | 1 << 36
        self.player = 0
        self.moves = reach(self.mine, self.theirs)
        self.finished = False


def reach(mine: int, theirs: int) -> int:
    """The empty cells from which at least one disc is enclosed."""
    found = 0
    for shift, mask in SHIFTS:
        held = theirs & mask
        run = held & mine << shift
        run |= held & run << shift
        run |= held & run << shift
        run |= held & run << shift
        run |= held & run << shift
        run |= held & run << shift
        found |= run << shift
        run = held & mine >> shift
        run |= held & run >> shift
        run |= held & run >> shift
        run |= held & run >> shift
        run |= held & run >> shift
        run |= held & run >> shift
        found |= run >> shift
    return found & ~(mine | theirs) & ALL


def enclosed(mine: int, theirs: int, disc: int) -> int:
    """The discs that one more disc turns over."""
    found = 0
    for shift, mask in SHIFTS:
        held = theirs & mask
        run = 0
        step = disc << shift & held
        while step:
            run |= step
            step <<= shift
            if step & mine:
                found |= run
                break
            step &= held
        run = 0
        step = disc >> shift & held
        while step:
            run |= step
            step >>= shift
            if step & mine:
                found |= run
                break
            step &= held
    return found


def prepare(rng: Any) -> None:
    """Nothing is left to chance."""


def outcomes(dealt: None) -> list[Any]:
    return []


def new(dealt: None = None) -> State:
    return State()


def legal(state: State) -> list[int]:
    found: list[int] = []
    moves, row = state.moves, 0
    while moves:
        byte = moves & 255
        if byte:
            found += BITS[row + byte]
        moves >>= 8
        row += 256
    return found


def apply(state: State, cell: int) -> None:
    disc = 1 << cell
    mine, theirs = state.mine, state.theirs
    turned = enclosed(mine, theirs, disc)
    mine |= turned | disc
    theirs ^= turned
    moves = reach(theirs, mine)
    if moves:
        state.mine, state.theirs, state.moves = theirs, mine, moves
        state.player ^= 1
        return
    state.mine, state.theirs, state.moves = mine, theirs, reach(mine, theirs)
    state.finished = not state.moves


def over(state: State) -> bool:
    return state.finished


def result(state: State) -> list[int]:
    """The seats that have won."""
    ahead = state.mine.bit_count() - state.theirs.bit_count()
    return [] if not ahead else [state.player if ahead > 0 else 1 - state.player]


def seat(state: State) -> int:
    return state.player


def written(move: int) -> dict[str, Any]:
    return {"do": "lay", "cell": [move % 8 + 1, move // 8 + 1]}
