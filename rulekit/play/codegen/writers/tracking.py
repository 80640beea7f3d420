"""The written position of one game under way, kept up to date by writing only what was touched since the last look."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.play.codegen.writers.json_equality import exact
from rulekit.play.codegen.writers.pieces import noted
from rulekit.play.machine.copies import copy_labels, has_copies
from rulekit.play.position.position_writer import PositionWriter
from rulekit.play.position.value_json import ValueCodec
from rulekit.typesystem import types as t


class Noted(list[Any]):
    """A list that notes where it was written."""

    __slots__ = ("spots",)

    def __init__(self, held: Iterable[Any], spots: set[int]) -> None:
        super().__init__(held)
        self.spots = spots

    def __setitem__(self, n: Any, value: Any) -> None:
        if type(n) is slice:
            list.__setitem__(self, n, value)
            self.spots.update(range(len(self)))
        else:
            self.spots.add(n)
            list.__setitem__(self, n, value)


class Tracker:
    """States and zones of one game as a position has them; parts that change are replaced, never changed."""

    def __init__(self, writers: Any, s: Any) -> None:
        self.writers, self.space = writers, writers.space
        self.parts: dict[str, dict[str, Any]] = {"states": {}, "zones": {}}
        self.kept: dict[Any, Any] = {None: {}}
        self.labels: dict[str, list[str]] = {}
        forms = writers.forms
        self.lists: dict[str, str] = self.space["LISTED"]
        self.copied = [
            one.name for one in forms.symbols.kinds.values() if one.is_piece and has_copies(forms.plan, one.name)
        ]
        self.labelled = [n for n in self.lists if forms.copied(forms.inner(forms.symbols.states[n].type)) is not None]
        for part, all_nested in (("states", self.space["NESTED"]), ("zones", self.space["NESTED_ZONES"])):
            for name, nested in all_nested.items():
                self.parts[part][name] = nested.empty()
                self.kept[name] = {}
        self._all_touched(s)

    # -------------------------------------------------------------- what was touched

    def _all_touched(self, s: Any) -> None:
        for name in self.lists:
            self._watched(s, name)
        where = [n for kind in s.shelves.kinds for n in getattr(s, s.shelves.where(kind))]
        s.z = Noted(s.z, {*self.space["ALWAYS"], *where})

    def _watched(self, s: Any, name: str) -> Noted:
        """A list that was put there as a whole is noted from now on; all of it counts as touched."""
        slot = self.lists[name]
        held, (whole, start) = getattr(s, slot), self.space["STARTS"][name]
        entries = range(len(held))
        if whole or (name in self.parts["states"] and self.parts["states"][name] != self.space["NESTED"][name].empty()):
            spots = set(entries)
        else:
            spots = set() if held == start else {n for n in entries if held[n] != start[n]}
        made = Noted(held, spots)
        setattr(s, slot, made)
        return made

    # -------------------------------------------------------------- writing

    def write(self, s: Any) -> dict[str, dict[str, Any]]:
        """The position as it stands; the same two objects each time, with parts that never change."""
        states, zones, space = self.parts["states"], self.parts["zones"], self.space
        if type(s.z) is not Noted:
            s.z = Noted(s.z, set(range(len(s.z))))
        if self.copied:
            self._label(s)
        space["scalars"](s, states, self.labels)
        for name, slot in self.lists.items():
            held = getattr(s, slot)
            if type(held) is not Noted:
                held = self._watched(s, name)
            if held.spots:
                space["UPDATE"][name](s, states, self.kept, self.labels, held.spots)
                held.spots.clear()
                if states[name] is None:
                    states[name] = space["NESTED"][name].pairs(self.kept[name])
        if s.z.spots:
            space["ZONES_AGAIN"](s, zones, self.kept, self.labels, s.z.spots)
            s.z.spots.clear()
            for name in [name for name, value in zones.items() if value is None]:
                zones[name] = space["NESTED_ZONES"][name].pairs(self.kept[name])
        if self.kept[None]:
            self._nest()
        if any(space["WALKED"].values()):
            self._walk(s)
        return self.parts

    def _nest(self) -> None:
        """What has several indexes is put together again below those that were touched."""
        for name, heads in self.kept[None].items():
            part, nested = ("states", "NESTED") if name in self.lists else ("zones", "NESTED_ZONES")
            held = self.parts[part]
            held[name] = self.space[nested][name].replaced(held[name], self.kept[name], heads)
        self.kept[None] = {}

    def _walk(self, s: Any) -> None:
        """What has a form for which nothing is generated."""
        m = self.writers.walk.machine(s)
        scribe, forms = ValueCodec.with_labels(m), self.writers.forms
        for name in self.space["WALKED"]["states"]:
            self.parts["states"][name] = exact(PositionWriter(m, scribe).state(forms.symbols.states[name]))
        for name in self.space["WALKED"]["zones"]:
            spots = [args for args, zone in m.plan.zone_ids[name].items() if m.table.contents(zone)]
            self.parts["zones"][name] = exact(PositionWriter(m, scribe).family(forms.symbols.zones[name], spots))

    # -------------------------------------------------------------- copies

    def _label(self, s: Any) -> None:
        """Copies are labelled again; what holds one whose label is another now counts as touched."""
        for kind in self.copied:
            where = getattr(s, s.shelves.where(kind))
            before, self.labels[kind] = self.labels.get(kind), self._labels(s, kind, where)
            if before is None or before == self.labels[kind]:
                continue
            s.z.spots.update(where[p] for p, label in enumerate(self.labels[kind]) if label != before[p])
            for name in self.labelled:
                held = getattr(s, self.lists[name])
                if type(held) is Noted:
                    held.spots.update(range(len(held)))

    def _labels(self, s: Any, kind: str, where: list[int]) -> list[str]:
        plan = self.writers.forms.plan
        names = [plan.row(kind, piece).name for piece in plan.members(t.Piece(kind))]
        if noted(self.writers.forms, kind):
            found = copy_labels(self.writers.walk.machine(s))
            return [found.get((kind, piece), name) for piece, name in enumerate(names)]
        same = plan.copies(kind)
        count: dict[int, int] = {}
        for zone in sorted(set(where)):
            there = s.z[zone]
            if plan.symbols.zones[plan.zones[zone][0]].shape in ("set", "bag"):
                there = sorted(there, key=lambda piece: (same[piece][0], piece))
            for piece in there:
                if len(same[piece]) > 1:
                    row = same[piece][0]
                    count[row] = count.get(row, 0) + 1
                    names[piece] = f"{names[piece]}#{count[row]}"
        return names


__all__ = ["Noted", "Tracker"]
