"""A string of bytes as the choices of one game: what each byte means where somebody, or fate, is asked.

- A decision with one move takes no byte. With up to 256 moves it takes one, else two, big end first; what they say,
  modulo the number of moves, is the number of the move. A game stops where a decision finds no byte left.
- An order takes a byte (or two) for each member but one, from the last place down: so many places further down stands
  the one it changes places with. Dice and lots take one for each value. No byte left means 0: fate goes on as written.
- 0 is always the first move, the first value and the order as it lies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulekit.laws.leaning import EVEN, Lean
from rulekit.play.engines import CHANCE, DECISION, Engine
from rulekit.play.frames import ChancePoint
from rulekit.play.moment import Position

LONGEST = 20_000  # answers; forced moves and fate take no end otherwise
BYTE = 256
See = Callable[[Any], object]


class Choices:
    """A string of bytes while it is read."""

    __slots__ = ("at", "data", "lean")

    def __init__(self, data: bytes, lean: Lean = EVEN) -> None:
        self.data = data
        self.at = 0
        self.lean = lean

    @property
    def left(self) -> bool:
        return self.at < len(self.data)

    def number(self, count: int) -> int:
        """So much of the string as is needed for a number below `count`; not yet brought below it."""
        at, data = self.at, self.data
        if count <= BYTE:
            self.at = at + 1
            return data[at] if at < len(data) else 0
        self.at = at + 2
        return int.from_bytes(data[at : at + 2].ljust(2, b"\0"), "big")

    def move(self, state: Any, count: int) -> int:
        """The number of a move; where it leans, the better of two."""
        said = self.number(count)
        return said % count if self.lean is EVEN else self.lean.better(state, said, count)

    def outcome(self, point: ChancePoint) -> Any:
        """What fate says."""
        domain = point.domain
        if point.kind == "dice":
            return tuple([domain[self.number(len(domain)) % len(domain)] for _ in range(point.count)])
        if point.kind != "order":
            return domain[self.number(len(domain)) % len(domain)]
        found = list(domain)
        for last in range(len(found) - 1, 0, -1):
            other = last - self.number(last + 1) % (last + 1)
            found[last], found[other] = found[other], found[last]
        return tuple(found)


def run(engine: Engine, choices: Choices, see: See | None = None) -> Any:
    """Play as far as the choices go, showing every state to `see`; the last state."""
    state = engine.start()
    asked, advance, move, size = engine.asked, engine.advance, choices.move, len(choices.data)
    for _ in range(LONGEST):
        if see is not None:
            see(state)
        kind, _, seat, count = asked(state)
        if kind == DECISION:
            if count == 1:
                state = advance(state, seat, 0)
            elif choices.at < size:
                state = advance(state, seat, move(state, count))
            else:
                break
        elif kind == CHANCE:
            state = engine.draw(state, choices.outcome(_point(engine, state)))
        else:
            break
    return state


def walk(here: Position, choices: Choices) -> Iterator[Position]:
    """The same with every position on the way, the first one too."""
    engine = here.engine
    yield here
    for _ in range(LONGEST):
        kind, _, seat, count = engine.asked(here.state)
        if kind == CHANCE:
            here = here.drawn_so(choices.outcome(_point(engine, here.state)))
        elif kind == DECISION and (count == 1 or choices.left):
            here = here.take(seat, 0 if count == 1 else choices.move(here.state, count))
        else:
            return
        yield here


def _point(engine: Engine, state: Any) -> ChancePoint:
    point = engine.pending(state)
    assert isinstance(point, ChancePoint)
    return point
