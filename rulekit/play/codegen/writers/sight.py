"""Python text for who sees what: the view clauses of zones and states as conditions on the reader `r`."""

from __future__ import annotations

from typing import Any

from rulekit.play.codegen import conditions, values
from rulekit.play.codegen.book import Bound
from rulekit.play.codegen.writers.forms import Forms, Unwritten
from rulekit.typesystem import types as t


def either(parts: list[str]) -> str:
    """Python for "one of these holds"."""
    parts = [part for part in dict.fromkeys(parts) if part != "False"]
    return "True" if "True" in parts else " or ".join(f"({part})" for part in parts) or "False"


def families(forms: Forms) -> list[tuple[str, int, int]]:
    """Every zone family with the numbers of its places, the lowest first."""
    shelves = forms.book.shelves.zones
    found = sorted((shelf.base, shelf.base + shelf.size, name) for name, shelf in shelves.items() if shelf.size)
    return [(name, low, high) for low, high, name in found]


def owner_at(indexes: tuple[t.Type, ...], args: str) -> str:
    """Python for the seat among the indexes of a place."""
    seat = next((n for n, kind in enumerate(indexes) if isinstance(kind, t.Seat)), None)
    return "None" if seat is None else f"{args}[{seat}]"


def viewer(forms: Forms, view: Any, owner: str) -> str:
    """Whether one clause speaks of the reader and its condition holds; the end of a pile is left out."""
    scope = {who: Bound(owner, owner != "None") for who in ("owner", "player")}
    if isinstance(view.viewer, str):
        code = {
            "everyone": "True",
            "nobody": "False",
            "owner": "False" if owner == "None" else f"r == {owner}",
            "others": "r is not None" if owner == "None" else f"r is not None and r != {owner}",
        }[view.viewer]
    else:
        code = f"r is not None and r in ({values.value(forms.book, view.viewer, scope)} or ())"
    if view.condition is None or code == "False":
        return code
    test = conditions.boolean(forms.book, view.condition, scope)
    return test if code == "True" else "False" if test == "False" else f"{code} and {test}"


class Clauses:
    """What the view clauses of each zone say of the piece `p` at the place `n` to the reader `r`."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self._of: dict[str, list[tuple[Any, str]]] = {}

    def of(self, zone: str) -> list[tuple[Any, str]]:
        """Each clause with its condition, the end of a pile included."""
        if zone not in self._of:
            forms = self.forms
            owner = owner_at(forms.symbols.zones[zone].indexes, "ZONES[n][1]")
            found = []
            for view in forms.book.program.checked.zone_views.get(zone, ()):
                code = viewer(forms, view, owner)
                if view.end is not None and code != "False":
                    code = f"({code}) and s.z[n][{-1 if view.end == 'top' else 0}] == p"
                found.append((view, code))
            self._of[zone] = found
        return self._of[zone]

    def naming(self, zone: str) -> str:
        """Can the reader name the piece?"""
        kind = self.forms.symbols.kinds[self.forms.symbols.zones[zone].kind]
        sides = {face.side or "face" for face in kind.decl.faces if face.names_it}
        if self.forms.book.program.never_lies(kind.name):
            return "True" if sides else "False"
        return self.side(zone, sides)

    def side(self, zone: str, sides: set[str]) -> str:
        """Does the reader see one of these sides?"""
        if not sides:
            return "False"
        return either([code for view, code in self.of(zone) if view.what == "it" or view.what in sides])

    def any_side(self, zone: str) -> str:
        kind = self.forms.symbols.kinds[self.forms.symbols.zones[zone].kind]
        if not kind.decl.faces:
            return "False"
        if self.forms.book.program.never_lies(kind.name):
            return "True"
        return either([code for view, code in self.of(zone) if view.what != "count"])

    def ordered(self, zone: str) -> str:
        """Does the reader see all of the zone, and so its order?"""
        return either([code for view, code in self.of(zone) if view.what != "count" and view.end is None])

    def counted(self, zone: str) -> bool:
        """May the pieces be counted? All may, unless the first clause about it says nobody."""
        counts = [view for view, _ in self.of(zone) if view.what == "count" and view.end is None]
        if not any(view.viewer == "nobody" for view in counts):
            return True
        if counts[0].viewer != "nobody":
            raise Unwritten("a count that some see")
        return False
