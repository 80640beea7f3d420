"""What was read of the last few positions: their machines and legal lists, so that each is worked out once."""

from __future__ import annotations

from typing import Any

from rulekit.gamestate.game_state import GameState
from rulekit.memo import memoize
from rulekit.play import json_api
from rulekit.play.engines import Engine
from rulekit.play.machine.machine import Machine
from rulekit.play.position.strict_json import check_strict_json, copy_json, dumps

Json = Any
KEPT = 16  # positions of one engine of which is kept what was read: more would fill the memory in long games


class PositionReading:
    """One position as somebody reads it. Whatever it gives is the reader's own, and what is kept stays as it is."""

    def __init__(self, state: Any, machine: Machine) -> None:
        self.state = state
        self.held = machine
        self._legal: dict[int, tuple[list[dict[str, Json]], dict[str, int]]] = {}

    @property
    def machine(self) -> Machine:
        """The position as the reference engine holds it, for one reader; several may read beside each other."""
        return self.held.reader()

    def legal(self, seat: int) -> list[dict[str, Json]]:
        """What a seat may answer, in canonical order."""
        json_api.reader(self.held, seat)
        if seat not in self._legal:
            moves = json_api.legal(self.machine, seat)
            texts = [dumps(move) for move in moves]
            self._legal[seat] = moves, {text: number for number, text in reversed(list(enumerate(texts)))}
        found: list[dict[str, Json]] = copy_json(self._legal[seat][0])
        return found

    def move(self, seat: int, number: int) -> dict[str, Json]:
        """The legal move of that number; refused if there are not so many."""
        json_api.reader(self.held, seat)
        moves, _ = self._legal.get(seat, ((), {}))
        if 0 <= number < len(moves):
            found: dict[str, Json] = copy_json(moves[number])
            return found
        return json_api.move(self.machine, seat, number)

    def move_number(self, seat: int, move: Json) -> int:
        """Which of the legal moves is meant; one that is written just as it was listed need not be understood."""
        check_strict_json(move)
        _, numbers = self._legal.get(seat, ((), {})) if type(seat) is int else ((), {})
        listed = numbers.get(dumps(move)) if numbers else None
        return json_api.move_number(self.machine, seat, move) if listed is None else listed


class LatelyRead:
    """The last readings of one engine, the newest first. States never change, so each is known by itself."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.readings: tuple[PositionReading, ...] = ()

    @property
    def table(self) -> GameState | None:
        """The table of the newest reading."""
        return self.readings[0].held.table.reader() if self.readings else None

    def of(self, state: Any) -> PositionReading:
        """What is kept of a state, or a new reading, made from the newest one."""
        for one in self.readings:
            if one.state is state:
                return one
        near = (self.readings[0].state, self.readings[0].held) if self.readings else None
        made = PositionReading(state, self.engine.machine(state, near))
        self.readings = (made, *self.readings[: KEPT - 1])
        return made


@memoize
def lately_read(engine: Engine) -> LatelyRead:
    """The readings of an engine."""
    return LatelyRead(engine)


__all__ = ["PositionReading", "lately_read"]
