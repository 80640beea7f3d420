"""What a position shows to the words of the kit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.check.names.symbol_info import ZoneInfo
from rulekit.gamestate.game_state import Table
from rulekit.spaces.shape import Layout
from rulekit.typesystem.types import Type

if TYPE_CHECKING:
    from rulekit.check.evaluation.evaluator import Evaluator


class Past(int):
    """A zone as it was: its number, and what lay in it then."""

    pieces: tuple[int, ...]

    def __new__(cls, zone: int, pieces: tuple[int, ...]) -> Past:
        made = super().__new__(cls, zone)
        made.pieces = pieces
        return made


def lying(table: Table, zone: int) -> tuple[int, ...]:
    """What lies in a zone, or what lay there."""
    return zone.pieces if isinstance(zone, Past) else table.contents(zone)


class Eyes:
    """One position, looked at by number."""

    def __init__(self, e: Evaluator) -> None:
        self.e = e

    @property
    def seats(self) -> int:
        return self.e.plan.seats

    def members(self, kind: Type) -> tuple[Any, ...]:
        return self.e.plan.members(kind)

    def contents(self, zone: int) -> tuple[int, ...]:
        return lying(self.e.table, zone)

    def filled(self, zones: tuple[tuple[Any, int], ...]) -> tuple[Any, ...]:
        if zones and isinstance(zones[0][1], Past):
            return tuple(index for index, zone in zones if self.contents(zone))
        return self.e.table.filled(zones)

    def zone_of(self, kind: str, piece: int) -> int:
        return self.e.table.zone_of(kind, piece)

    def zone_info(self, zone: int) -> ZoneInfo:
        info: ZoneInfo = self.e.plan.symbols.zones[self.e.plan.zones[zone][0]]
        return info

    def zone_args(self, zone: int) -> tuple[Any, ...]:
        return self.e.plan.zones[zone][1]

    def layout(self, space: str) -> Layout:
        return self.e.plan.layout(space)

    def payable(self, effect: Any, here: Any) -> bool:
        return bool(self.e.machine.payable(self.e, effect, here, None))

    def possible(self, action: str, seat: int | None) -> bool:
        return bool(self.e.machine.possible(self.e, action, seat))

    def tally(self, action: str) -> int:
        return int(self.e.machine.tally(action))

    def looks(self, kind: str, tile: int, turns: int) -> Any:
        return self.e.plan.drawing(kind, tile, turns)

    def ring(self, kind: str) -> int:
        return self.e.plan.ring(kind)
