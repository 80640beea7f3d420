"""The rules as an engine that remembers where every way from a beginning led: going the same way again costs nothing.

For whoever replays vectors on the rules. To count all ways, a vector goes each of them from the beginning, so that no
engine needs a copy; positions of the rules never change, so they can be kept.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rulekit.play.games.game import Game, Position
from rulekit.play.position.strict_json import dumps
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.protocol.session import Json

MOST = 20_000  # positions; with more of them the next beginning is a new one


@attrs.define(eq=False)
class Waypoint:
    """A position that was come to, and those that answers led to from there."""

    here: Position
    onward: dict[str, Waypoint] = attrs.field(factory=dict)


class RememberingEngine(RulesEngine):
    """Plays by the rules, each way from the present beginning once: `begin_anew` forgets all of them.

    What must be done when a way is gone for the first time stands in the methods named `first_..`.
    """

    def __init__(self, game: Game, version: str) -> None:
        super().__init__(game, version)
        self.begin_anew()

    def begin_anew(self) -> None:
        """Forgets every way."""
        self.beginnings: dict[str, Waypoint] = {}  # the present one, by the call that began
        self.last: Waypoint | None = None  # where the game stands, if that is on a way from the beginning
        self.count = 0

    def start(self, config: dict[str, Json]) -> None:
        """Begin a game of this configuration."""
        self._begin(dumps(["start", config]), lambda: self.first_start(config))

    def load(self, position: Json) -> None:
        """Go to a position."""
        self._begin(dumps(["load", position]), lambda: self.first_load(position))

    def move(self, seat: int, move: Json) -> None:
        """Play a move; `Refused` if it is not legal."""
        self._go(dumps(["move", seat, move]), lambda: self.first_move(seat, move))

    def chance(self, label: str, outcome: Json) -> None:
        """Take an outcome of chance."""
        self._go(dumps(["chance", label, outcome]), lambda: self.first_chance(label, outcome))

    def restore(self, saved: Json) -> None:
        """Go to a position that `save` gave; what follows is no way from the beginning."""
        self.last = None
        super().restore(saved)

    def back(self) -> None:
        """Return to the position of the last `fork`; what follows is remembered no more."""
        self.last = None
        super().back()

    # -------------------------------------------------------------- for the first time

    def first_start(self, config: dict[str, Json]) -> None:
        """Begin such a game when no such game was begun before."""
        super().start(config)

    def first_load(self, position: Json) -> None:
        """Go to a position that was not gone to before."""
        super().load(position)

    def first_move(self, seat: int, move: Json) -> None:
        """Play a move that was not played here before, or is refused."""
        super().move(seat, move)

    def first_chance(self, label: str, outcome: Json) -> None:
        """Take an outcome that was not taken here before, or is refused."""
        super().chance(label, outcome)

    # -------------------------------------------------------------- remembered

    def _begin(self, call: str, first: Callable[[], None]) -> None:
        if call not in self.beginnings or self.count > MOST:
            self.begin_anew()
        self._reach(self.beginnings, call, first)
        self.kept = []

    def _go(self, call: str, first: Callable[[], None]) -> None:
        if self.last is None:
            first()
        else:
            self._reach(self.last.onward, call, first)

    def _reach(self, known: dict[str, Waypoint], call: str, first: Callable[[], None]) -> None:
        """To where the call led before; if there is no such place, it is made. What is refused leads nowhere."""
        if call not in known:
            first()
            known[call] = Waypoint(self.current_position)
            self.count += 1
        self.last = known[call]
        self.here = self.last.here


__all__ = ["RememberingEngine"]
