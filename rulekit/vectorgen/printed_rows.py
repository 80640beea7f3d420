"""Which games have tables whose rows must be looked for: those of which a few answers do not read all."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rulekit.play.games.game import Game, Position
from rulekit.play.games.playouts import point_of
from rulekit.play.games.rows_read import Cell, printed_cells, printed_rows, rows_of_step
from rulekit.play.machine.random_bits import Bits, stream

FIRST = 40  # answers
NOTHING: frozenset[Cell] = frozenset()


def covered_cells(here: Position, answer: tuple[Any, ...]) -> frozenset[Cell]:
    """What is printed on rows and read by an answer; nothing where any answers read it all, for it takes time."""
    return rows_of_step(here, answer) if rows_differ(here.game) else NOTHING


@lru_cache(maxsize=8)
def rows_differ(game: Game) -> bool:
    """Whether the first answers of a game leave something unread that is printed on a row."""
    left = {cell for kind, row in printed_rows(game.checked) for cell in printed_cells(game.checked, kind, row)}
    here, bits = game.start(), stream("0", "rows")
    for _ in range(FIRST):
        if here.is_over or not left:
            break
        answer = _drawn_answer(here, bits)
        left -= rows_of_step(here, answer)
        here = here.take(*answer) if len(answer) == 2 else here.drawn_so(answer[0])
    return bool(left)


def _drawn_answer(here: Position, bits: Bits) -> tuple[Any, ...]:
    if here.pending.kind == "chance":
        return (point_of(here.engine, here.state).draw_one(bits),)
    seat = here.pending.seats[0]
    return seat, bits.below(len(here.legal(seat)))


__all__ = ["covered_cells", "rows_differ"]
