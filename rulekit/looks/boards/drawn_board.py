"""A board while it is drawn: its layout, what lies on it, what is said of its places, and where they are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import attrs

from rulekit.check.names.symbol_info import StateInfo, ZoneInfo
from rulekit.looks.boards.board_layout import BoardLayout, Point
from rulekit.looks.keys import places_in
from rulekit.looks.looks_terms import CROSSINGS
from rulekit.looks.table_view import TableView
from rulekit.looks.view_parts import Index

MOST_ACROSS = 3
BARE, HOLDING = 44.0, 60.0  # size of a place of boards without pieces, and of boards with none lying


@attrs.define(slots=False)
class DrawnBoard:
    """A board while it is drawn."""

    table: TableView
    owner: int | None
    layout: BoardLayout
    lies: list[tuple[ZoneInfo, Index, dict[str, Any]]]
    told: list[tuple[StateInfo, Index, Any]]
    holds: bool  # whether pieces can lie there
    width: float = BARE
    height: float = BARE
    across: int = MOST_ACROSS  # how many things lie side by side on the fullest place
    bare_graph: bool = False  # whether places are crossings of lines and no squares
    places: Mapping[Any, Point] = attrs.field(factory=dict)  # of those that are drawn: the upper left corner
    pieces: dict[Any, tuple[str, dict[str, Any]]] = attrs.field(factory=dict)  # what lies there, by place

    @property
    def look(self) -> Mapping[str, Any]:
        """The section of the looks file about this board."""
        found: Mapping[str, Any] = self.table.looks.section("boards").get(self.layout.name, {})
        return found

    @property
    def on_crossings(self) -> bool:
        """Whether places are the crossings of lines, and no squares."""
        return bool(self.look.get("as") == CROSSINGS)

    @property
    def is_ring(self) -> bool:
        """Whether places lie in a ring, for nobody says where: then each needs its name."""
        return self.layout.shape == "ring" or (self.layout.is_list and not {"across", "places"} & {*self.look})

    @property
    def is_hex(self) -> bool:
        """Whether places are hexagons."""
        return self.layout.shape == "hex-grid"

    @cached_property
    def offered_places(self) -> set[Any]:
        """The places that answer a move now."""
        return places_in(self.table.offered, self.layout.name)

    def centre(self, place: Any) -> Point:
        """The middle of a place."""
        x, y = self.places[place]
        return x + self.width / 2, y + self.height / 2
