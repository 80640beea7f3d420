"""The walk of the interpreter over one position of a generated engine, for what no function was generated for."""

from __future__ import annotations

from typing import Any

from rulekit.play.codegen.bridge import machine_of
from rulekit.play.codegen.writers.json_equality import exact
from rulekit.play.machine.machine import Machine
from rulekit.play.position.seat_json import SeatCodec
from rulekit.play.views.seat_view import SeatView


class Walk:
    """The position is laid out for the interpreter once a look; who looks at the next says so by `forget`."""

    def __init__(self, moves: Any) -> None:
        self.moves = moves
        self.count = 0  # looks for which a position had to be laid out
        self._machine: Machine | None = None
        self._lookers: dict[int | None, SeatView] = {}
        self._sights: dict[int | None, SeatCodec] = {}

    def forget(self) -> None:
        """Another position is looked at from now on."""
        if self._machine is not None:
            self._machine = None
            self._lookers.clear()
            self._sights.clear()

    def machine(self, s: Any) -> Machine:
        """The position as the reference engine holds it."""
        if self._machine is None:
            self._machine = machine_of(s, self.moves)
            self.count += 1
        return self._machine

    def move(self, s: Any, token: Any, reader: int | None) -> dict[str, Any]:
        """One move as its chooser sees it."""
        if reader not in self._sights:
            self._sights[reader] = SeatCodec(self.machine(s), reader, in_move=True)
        return dict(exact((self._sights[reader]).move(self.moves[token])))

    def zone(self, s: Any, zone: int, reader: int | None) -> dict[str, Any]:
        """One zone as a reader sees it."""
        return dict(exact(self._looker(s, reader).zone(zone)))

    def family(self, s: Any, name: str, reader: int | None) -> Any:
        """All zones of one name."""
        looker = self._looker(s, reader)
        return exact(looker.family(looker.plan.symbols.zones[name]))

    def state(self, s: Any, name: str, reader: int | None) -> dict[str, Any]:
        """One state under its name; nothing if the reader does not see it."""
        looker = self._looker(s, reader)
        return dict(exact(looker.state(looker.plan.symbols.states[name])))

    def _looker(self, s: Any, reader: int | None) -> SeatView:
        if reader not in self._lookers:
            self._lookers[reader] = SeatView(self.machine(s), reader)
        return self._lookers[reader]
