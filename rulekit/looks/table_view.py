"""A view of a position as it is to be drawn: zones and states by instance, what a move changed, what is left out."""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rulekit.check.names.symbol_info import StateInfo, ZoneInfo
from rulekit.looks.drawing.picture import Picture
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.keys import add_key
from rulekit.looks.pieces.faces import face
from rulekit.looks.view_parts import Index, Key, asked_seats, state_instances, zone_instances

Marks = Mapping[Key, Mapping[str, Any]]  # of a zone: what became of each piece; of a state: {"change", "before"}
SCALE = 0.6  # of pieces on a table, where they have looks


class TableView:
    """One view. `marks` tell what a move changed; `only` are the instances that are drawn, if not all.

    With `offered`, the keys that answer a move now, every thing says its key, and free places among them are drawn.
    `names` are those of the players, where they have some.
    """

    def __init__(
        self, looks: PictureModel, view: Mapping[str, Any], marks: Marks | None = None,
        only: Collection[Key] | None = None, scale: float | None = None, offered: Collection[str] | None = None,
        names: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.looks, self.view, self.marks, self.names = looks, view, marks or {}, names
        styled = bool(looks.section("faces"))
        self.small = not styled
        self.keys, self.offered = offered is not None, frozenset(offered or ())
        self.scale = scale or (SCALE if styled else 1)
        self.zones: dict[str, list[tuple[Index, dict[str, Any]]]] = {}
        for zone, index, content in zone_instances(looks.symbols, view):
            self.zones.setdefault(zone.name, []).append((index, content))
        self.states: dict[str, list[tuple[Index, Any]]] = {}
        for state, index, value in state_instances(looks.symbols, view):
            self.states.setdefault(state.name, []).append((index, value))
        self.hidden = looks.hidden_names
        self.below = _told_below(looks)
        self.only = None if only is None else _with_carriers(only, self.below)
        self.factors: Mapping[str, float] = {}

    # -------------------------------------------------------------- what was said of it

    def zone(self, name: str) -> ZoneInfo:
        """The zone of that name."""
        return self.looks.symbols.zones[name]

    def state(self, name: str) -> StateInfo:
        """The state of that name."""
        return self.looks.symbols.states[name]

    def zone_look(self, name: str) -> Mapping[str, Any]:
        """The section of the looks file about a zone."""
        return self.looks.section("zones").get(name, {})  # type: ignore[no-any-return]

    def state_look(self, name: str) -> Mapping[str, Any]:
        """The section of the looks file about a state."""
        return self.looks.section("states").get(name, {})  # type: ignore[no-any-return]

    def scale_of(self, zone: str) -> float:
        """How large the pieces of a zone are drawn; 1 is the usual size."""
        return float(self.zone_look(zone).get("scale", self.scale)) * self.factors.get(zone, 1)

    def shrunk(self, zones: Collection[str], factor: float) -> TableView:
        """The same view with the pieces of these zones smaller."""
        smaller = copy.copy(self)
        smaller.factors = {**self.factors, **dict.fromkeys(zones, factor)}
        return smaller

    def shows(self, key: Key) -> bool:
        """Whether an instance is drawn at all."""
        return self.only is None or key in self.only

    def changes_in(self, zone: str, index: Index) -> Mapping[str, str]:
        """What became of the pieces of a zone."""
        return self.marks.get(("zone", zone, index), {})

    def change_of(self, state: str, index: Index) -> str | None:
        """What became of a state."""
        return self.marks.get(("state", state, index), {}).get("change")

    @property
    def asked_seats(self) -> tuple[int, ...]:
        """The seats that must answer."""
        return asked_seats(self.view)

    def drawing_with_key(self, drawn: str, key: str) -> str:
        """A drawing that says what it is, where somebody wants to know."""
        return add_key(drawn, key) if self.keys else drawn

    def plain_piece(self, zone: ZoneInfo, piece: Any) -> Picture:
        """A piece without what lies on it."""
        return face(self.looks, zone.kind, piece, zone=zone, small=self.small, scale=self.scale_of(zone.name))


def _told_below(looks: PictureModel) -> dict[str, list[str]]:
    """Of each zone the states that tell something of its pieces by their number, and stand below these."""
    found: dict[str, list[str]] = {}
    for name, said in looks.section("states").items():
        if "below" in said:
            found.setdefault(said["below"], []).append(name)
    return found


def _with_carriers(only: Collection[Key], below: Mapping[str, list[str]]) -> set[Key]:
    """The instances that are drawn, and the zones below whose pieces something of them stands."""
    zones = {state: zone for zone, states in below.items() for state in states}
    return {*only, *(("zone", zones[key[1]], key[2][:-1]) for key in only if key[0] == "state" and key[1] in zones)}


def belongs(index: Index, owner: int | None) -> bool:
    """Whether an instance is of that seat; everything is of nobody's."""
    return owner is None or index[:1] == (owner,)
