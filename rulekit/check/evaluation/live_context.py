"""The context of words in play: what a position shows to the words of the kit."""

from __future__ import annotations

from typing import Any

from rulekit.check.names.symbol_info import ZoneInfo
from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.gamestate.game_state import GameState
from rulekit.spaces.shape import Layout
from rulekit.typesystem.types import Type


class PastZone(int):
    """A zone as it was: its number, and what lay in it then."""

    pieces: tuple[int, ...]

    def __new__(cls, zone: int, pieces: tuple[int, ...]) -> PastZone:
        """The zone of this number, when these pieces lay in it."""
        made = super().__new__(cls, zone)
        made.pieces = pieces
        return made


def pieces_lying(table: GameState, zone: int) -> tuple[int, ...]:
    """What lies in a zone, or what lay there."""
    return zone.pieces if isinstance(zone, PastZone) else table.contents(zone)


class LiveContext:
    """One position, looked at by number; what words of the kit may ask stands in `rulekit.words.word_context.Eyes`."""

    def __init__(self, plan: ConfigIndex, table: GameState, machine: Any) -> None:
        self.plan = plan
        self.table = table
        self.machine = machine

    @property
    def seats(self) -> int:
        """How many play."""
        return self.plan.seats

    def members(self, kind: Type) -> tuple[Any, ...]:
        """All members of a type, in order."""
        return self.plan.members(kind)

    def contents(self, zone: int) -> tuple[int, ...]:
        """The pieces in a zone, in order; the zone is given by its number."""
        return pieces_lying(self.table, zone)

    def filled_indexes(self, zones: tuple[tuple[Any, int], ...]) -> tuple[Any, ...]:
        """The indexes of those zones that hold something."""
        if zones and isinstance(zones[0][1], PastZone):
            return tuple(index for index, zone in zones if self.contents(zone))
        return self.table.filled_indexes(zones)

    def zone_of(self, kind: str, piece: int) -> int:
        """The number of the zone a piece lies in."""
        return self.table.zone_of(kind, piece)

    def zone_info(self, zone: int) -> ZoneInfo:
        """The declaration of a zone."""
        info: ZoneInfo = self.plan.symbols.zones[self.plan.zones[zone][0]]
        return info

    def zone_args(self, zone: int) -> tuple[Any, ...]:
        """The indexes of a zone: whose hand, at which place."""
        return self.plan.zones[zone][1]

    def layout(self, space: str) -> Layout:
        """The board of that name."""
        return self.plan.layout(space)

    def payable(self, effect: Any, here: Any) -> bool:
        """Whether the price of an effect can be paid whole now."""
        return bool(self.machine.payable(self, effect, here, None))

    def possible(self, action: str, seat: int | None) -> bool:
        """Whether the seat could make any move of this action now, offered or not."""
        return bool(self.machine.possible(self, action, seat))

    def tally(self, action: str) -> int:
        """How often the action has been answered in this game."""
        return int(self.machine.tally(action))

    def looks(self, kind: str, tile: int, turns: int) -> Any:
        """What a tile looks like when turned: a value that is equal for equal looks."""
        return self.plan.drawing(kind, tile, turns)

    def ring(self, kind: str) -> int:
        """How many members a ring has."""
        return self.plan.ring(kind)
