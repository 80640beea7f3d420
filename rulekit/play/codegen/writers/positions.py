"""Generated functions that write again what was touched of a position: states and zones as `position.py` has them.

`scalars(s, Z, L)` writes states without indexes, `UPDATE[name](s, Z, K, L, spots)` the touched entries of another,
`ZONES_AGAIN(s, Z, K, L, spots)` the touched zones. `Z` holds what is written by name, `K` what it is put together
from, `L` the labels of copies. A part that changes is replaced, never changed, so whoever keeps the old one may.
"""

from __future__ import annotations

from typing import Any

from rulekit.play.codegen.shelf import Shelf, safe
from rulekit.play.codegen.writers.forms import Forms, Unwritten
from rulekit.play.codegen.writers.json_equality import exact
from rulekit.play.codegen.writers.nested import Nested
from rulekit.play.codegen.writers.sight import families
from rulekit.play.position.indexed_form import has_text_members
from rulekit.play.position.position_writer import is_written_whole
from rulekit.typesystem import types as t


class Positions:
    """The text of these functions for one game; what has an unknown form is listed in `walked` and left to a walk."""

    def __init__(self, forms: Forms) -> None:
        self.forms, self.shelves = forms, forms.book.shelves
        self.missing: list[str] = []
        self.walked: dict[str, list[str]] = {"states": [], "zones": []}

    def write(self) -> None:
        """All of them."""
        forms, b = self.forms, self.forms.book
        states = [one for one in forms.symbols.states.values() if not (one.decl is not None and one.decl.ghost)]
        single = [line for info in states if not info.indexes for line in self._attempt("states", info, self._single)]
        forms.put("def scalars(s, Z, L):", *(single or ["    pass"]))
        lists = [info for info in states if info.indexes and self._attempt("states", info, self._state)]
        names = {info.name: f"again_{safe(info.name)}" for info in lists}
        forms.put(f"UPDATE = {{{', '.join(f'{name!r}: {fn}' for name, fn in names.items())}}}")
        arms: list[str] = []
        for name, _, end in families(forms):
            lines = self._attempt("zones", forms.symbols.zones[name], self._zone)
            arms += [
                f"        {'elif' if arms else 'if'} n < {end}:",
                *(f"            {line}" for line in lines or ["pass"]),
            ]
        forms.put(
            "def ZONES_AGAIN(s, Z, K, L, spots):",
            "    z, new = s.z, set()",
            "    for n in spots:",
            *(arms or ["        pass"]),
        )
        forms.space.update(
            LISTED={info.name: b.shelves.slot(info.name) for info in lists},
            NESTED={one: Nested(forms.plan, forms.symbols.states[one].indexes, self._index) for one in names},
            NESTED_ZONES={
                name: Nested(forms.plan, info.indexes, self._index)
                for name, info in forms.symbols.zones.items()
                if info.indexes
            },
            STARTS={info.name: self._start(info) for info in lists},
            WALKED=self.walked,
            ALWAYS=self._always(),
        )

    def _attempt(self, part: str, info: Any, write: Any) -> list[str]:
        try:
            return list(write(info))
        except Unwritten as why:
            self.missing.append(f"{part} {info.name}: {why}")
            self.walked[part].append(info.name)
            return []

    def _index(self, member: Any, kind: t.Type) -> Any:
        return exact(self.forms.scribe.write(member, kind))

    def _start(self, info: Any) -> tuple[bool, list[Any]]:
        """Whether every entry is written, and what each is at the start."""
        start = self.forms.know.start.states[info.name]
        return is_written_whole(self.forms.plan, info.indexes), [
            start[spot] for spot in self.shelves.states[info.name].spots
        ]

    def _always(self) -> list[int]:
        """Places that are written also where they are empty: those without indexes, and those over seats."""
        found: list[int] = []
        for name, low, high in families(self.forms):
            if all(isinstance(kind, t.Seat) for kind in self.forms.symbols.zones[name].indexes):
                found += range(low, high)
        return found

    # -------------------------------------------------------------- states

    def _single(self, info: Any) -> list[str]:
        return [f"    Z[{info.name!r}] = {self.forms.plain(f's.{self.shelves.slot(info.name)}', info.type)}"]

    def _state(self, info: Any) -> list[str]:
        """A function for an indexed state."""
        forms, name = self.forms, info.name
        self._names(info.indexes)
        whole, start = self._start(info)
        held = "True" if whole else f"value != {forms.book.give('S0', start)}[i]"
        shelf = self.shelves.states[name]
        leaf = forms.plain("value", info.type)
        spot = self._spot(shelf) if len(shelf.axes) == 1 else f"{forms.book.give('M', shelf.spots)}[i]"
        head = [f"def again_{safe(name)}(s, Z, K, L, spots):", f"    new, x = set(), s.{self.shelves.slot(name)}"]
        lines = ["value = x[i]", *self._placed(info, spot, leaf, held)]
        forms.put(*head, "    for i in spots:", *(f"        {line}" for line in lines))
        return [name]

    def _names(self, kinds: tuple[t.Type, ...]) -> None:
        for kind in kinds:
            if self.forms.copied(kind) is not None:
                raise Unwritten(f"an index {kind} of copies")

    def _spot(self, shelf: Shelf) -> str:
        axis = shelf.axes[0]
        straight = axis.low == 0 and axis.ids is None
        return "i" if straight else f"{self.forms.book.give('M', tuple(spot[0] for spot in shelf.spots))}[i]"

    def _placed(self, info: Any, spot: str, leaf: str, held: str) -> list[str]:
        """One entry put where it belongs: in a list over seats, an object over names, or among pairs."""
        name, kinds = info.name, info.indexes
        if not kinds:
            return [f"Z[{name!r}] = {leaf}"]
        if len(kinds) > 1:
            gone = f"K[{name!r}].pop({spot}, None)"
            kept = (
                [f"K[{name!r}][{spot}] = {leaf}"]
                if held == "True"
                else [f"if {held}: K[{name!r}][{spot}] = {leaf}", f"else: {gone}"]
            )
            return [*kept, f"K[None].setdefault({name!r}, set()).add({spot}[0])"]
        fresh = f"if {name!r} not in new: new.add({name!r}); Z[{name!r}] = Z[{name!r}].copy()"
        if isinstance(kinds[0], t.Seat):
            return [fresh, f"Z[{name!r}][{spot}] = {leaf}"]
        key = self.forms.leaf(spot, kinds[0].bare)
        if has_text_members(kinds[0]):
            return [fresh, f"d = Z[{name!r}]", f"if {held}: d[{key}] = {leaf}", f"else: d.pop({key}, None)"]
        put = [f"d = K[{name!r}]", f"if {held}: d[{spot}] = [{key}, {leaf}]", f"else: d.pop({spot}, None)"]
        return [*put, f"Z[{name!r}] = None"]  # the pairs are put together when all are there

    # -------------------------------------------------------------- zones

    def _zone(self, info: Any) -> list[str]:
        """Lines for the place `n` of a family."""
        self._names(info.indexes)
        spot = "ZONES[n][1]" if len(info.indexes) > 1 else "ZONES[n][1][0]"
        return self._placed(info, spot, self._pieces(info), "z[n]")

    def _pieces(self, info: Any) -> str:
        kind = t.Piece(info.kind)
        if self.forms.copied(kind) is None:
            return f"[{self.forms.fixed(kind)}[p] for p in z[n]]"
        labelled = f"L[{info.kind!r}]"
        if info.shape not in ("set", "bag"):
            return f"[{labelled}[p] for p in z[n]]"
        firsts = self.forms.book.give("C", [copies[0] for copies in self.forms.plan.copies(info.kind)])
        return f"[one[2] for one in sorted([({firsts}[p], len({labelled}[p]), {labelled}[p]) for p in z[n]])]"
