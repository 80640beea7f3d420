"""Two strings of bytes as the choices of one game: one for the players' moves, one for chance.

- Moves: a decision with one legal move takes no byte. With up to 256 moves it takes one, else two, big end first; that
  number, modulo the number of moves, is the move. A game stops where a decision finds no byte left.
- Chance: an order takes a byte (or two) for each member but one, from the last place down: how many places further
  down stands the member it changes places with. Dice and lots take one number for each value. No byte left means 0, or
  anything where chance has been asked several times in a row.
- 0 is always the first move, the first value and the order as it lies. Since moves and chance have strings of their
  own, a move that is taken away leaves every later deck as it was; that is what makes counter-examples shrink well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulekit.play.engines import CHANCE, DECISION, Engine
from rulekit.play.games.game import Position
from rulekit.play.games.playouts import point_of
from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.random_bits import stream

LONGEST = 20_000  # answers; forced moves and chance take no byte, so the strings alone would not end such a game
BYTE = 256
CALM = 4  # draws in a row; rules that draw until something comes would wait for ever for a 0 that never changes
See = Callable[[Any], object]


class ByteReader:
    """A string of bytes that is read number by number; 0 where it has ended."""

    __slots__ = ("at", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    @property
    def has_left(self) -> bool:
        """Whether there are bytes left; behind them every choice is the first one."""
        return self.at < len(self.data)

    def number(self, count: int) -> int:
        """One byte, or two where `count` is above 256; the caller takes it modulo `count`."""
        at, data = self.at, self.data
        if count <= BYTE:
            self.at = at + 1
            return data[at] if at < len(data) else 0
        self.at = at + 2
        return int.from_bytes(data[at : at + 2].ljust(2, b"\0"), "big")


class Choices:
    """The answers of players and of chance, read from their strings as a game asks for them."""

    __slots__ = ("chance", "draws", "moves")

    def __init__(self, moves: bytes, chance: bytes = b"") -> None:
        self.moves = ByteReader(moves)
        self.chance = ByteReader(chance)
        self.draws = 0  # in a row, without a decision between them

    @property
    def has_left(self) -> bool:
        """Can another decision be answered?"""
        return self.moves.has_left

    def move(self, count: int) -> int:
        """The number of one of so many moves."""
        self.draws = 0
        return 0 if count == 1 else self.moves.number(count) % count

    def outcome(self, point: ChancePoint) -> Any:
        """What chance answers."""
        self.draws += 1
        if self.draws > CALM and not self.chance.has_left:
            return point.draw_one(stream("wild", self.draws))
        domain, number = point.domain, self.chance.number
        if point.kind == "dice":
            return tuple([domain[number(len(domain)) % len(domain)] for _ in range(point.count)])
        if point.kind != "order":
            return domain[number(len(domain)) % len(domain)]
        found = list(domain)
        for last in range(len(found) - 1, 0, -1):
            other = last - number(last + 1) % (last + 1)
            found[last], found[other] = found[other], found[last]
        return tuple(found)


def encoded_number(number: int, count: int) -> bytes:
    """The bytes that `ByteReader.number` reads as this number."""
    return number.to_bytes(1 if count <= BYTE else 2, "big")


def encoded_outcome(point: ChancePoint, outcome: Any) -> bytes:
    """The bytes by which `Choices.outcome` gives this outcome."""
    found = list(point.domain)
    if point.kind != "order":
        values = outcome if point.kind == "dice" else [outcome]
        return b"".join(encoded_number(found.index(one), len(found)) for one in values)
    encoded = b""
    for last in range(len(found) - 1, 0, -1):
        place = found.index(outcome[last])
        encoded += encoded_number(last - place, last + 1)
        found[last], found[place] = found[place], found[last]
    return encoded


# ------------------------------------------------------------------ games


def run(engine: Engine, choices: Choices, see: See | None = None) -> Any:
    """Play as far as the choices go, showing every state to `see`; the last state."""
    state = engine.start()
    asked, advance, number = engine.short_question, engine.advance, choices.moves.number
    reader, size = choices.moves, len(choices.moves.data)
    for _ in range(LONGEST):
        if see is not None:
            see(state)
        kind, _, seat, count = asked(state)
        if kind == DECISION:
            choices.draws = 0
            if count == 1:
                state = advance(state, seat, 0)
            elif reader.at < size:
                state = advance(state, seat, number(count) % count)
            else:
                break
        elif kind == CHANCE:
            state = engine.draw(state, choices.outcome(point_of(engine, state)))
        else:
            break
    return state


def walk(here: Position, choices: Choices) -> Iterator[Position]:
    """The same game with every position on the way, the first one too."""
    engine = here.engine
    yield here
    for _ in range(LONGEST):
        kind, _, seat, count = engine.short_question(here.state)
        if kind == CHANCE:
            here = here.drawn_so(choices.outcome(point_of(engine, here.state)))
        elif kind == DECISION and (count == 1 or choices.has_left):
            here = here.take(seat, choices.move(count))
        else:
            return
        yield here
