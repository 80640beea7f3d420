"""Generated functions that write one piece for one reader: by name, by where a copy lies, or by its place."""

from __future__ import annotations

from typing import Any

from rulekit.play.codegen.shelf import safe
from rulekit.play.codegen.writers.forms import MOVE, VIEW, Forms, Unwritten
from rulekit.play.codegen.writers.sight import Clauses, families
from rulekit.play.machine.copies import has_copies
from rulekit.typesystem import types as t


def noted(forms: Forms, kind: str) -> bool:
    """Is anything noted of a piece, by which copies in one place can be told apart?"""
    infos: list[Any] = [*forms.symbols.states.values(), *forms.symbols.zones.values()]
    for index in [index for info in infos for index in info.indexes]:
        if index == t.Piece(kind) or (isinstance(index, t.Row) and forms.symbols.kinds[index.kind].whole == kind):
            return True
    return False


class Pieces:
    """`can_Kind`: can the reader name it; `m_Kind`, `h_Kind`: as it is written in a move and in a view."""

    def __init__(self, forms: Forms, clauses: Clauses) -> None:
        self.forms, self.clauses = forms, clauses
        self.kinds = [kind.name for kind in forms.symbols.kinds.values() if kind.is_piece]
        self.space = forms.space
        self.missing: list[str] = []

    def zones_of(self, kind: str) -> list[tuple[str, int]]:
        """Zones that hold the kind, in the order of their numbers, each with the number behind its last."""
        return [(name, end) for name, _, end in families(self.forms) if self.forms.symbols.zones[name].kind == kind]

    def where(self, kind: str) -> str:
        return f"s.{self.forms.book.shelves.where(kind)}"

    def write(self) -> None:
        """All of them; one that needs another that cannot be written cannot be written either."""
        for kind in self.kinds:
            self.naming(kind)
        pairs = [(kind, mode) for kind in self.kinds for mode in (MOVE, VIEW)]
        while sum(self._fails(kind, mode) for kind, mode in pairs):
            pass  # what was written with one that fails is written again

    def _fails(self, kind: str, mode: str) -> bool:
        """Has it just turned out that this one cannot be written?"""
        if (mode, kind) in self.forms.unwritten:
            return False
        try:
            self.writing(kind, mode)
        except Unwritten as why:
            self.forms.unable(kind, mode)
            self.missing.append(f"{kind}: {why}")
            return True
        return False

    # -------------------------------------------------------------- names

    def naming(self, kind: str) -> None:
        """`can_Kind(s, p, r)`."""
        lines = [f"def can_{safe(kind)}(s, p, r):", f"    n = {self.where(kind)}[p]"]
        for name, end in self.zones_of(kind):
            lines.append(f"    if n < {end}: return {self.clauses.naming(name)}")
        self.forms.put(*lines, "    return False")

    def writing(self, kind: str, mode: str) -> None:
        """`m_Kind(s, p, r)` or `h_Kind(s, p, r)`."""
        forms, fn = self.forms, safe(kind)
        copies = mode == MOVE and has_copies(forms.plan, kind)
        name = f"{forms.fixed(t.Piece(kind))}[p]"
        if copies:
            self._placing(kind)
            name = f"placed_{fn}(s, n, p, r)"
        lines = [f"def {mode}_{fn}(s, p, r):", f"    n = {self.where(kind)}[p]"]
        for zone, end in self.zones_of(kind):
            at = f"at_{mode}_{safe(zone)}"
            forms.put(f"def {at}(s, n, p, r, h=0):", *(f"    {line}" for line in self._handle(zone, mode)))
            lines += [f"    if n < {end}:", f"        if {self.clauses.naming(zone)}: return {name}"]
            lines.append(f"        return {at}(s, n, p, r)")
        forms.put(*lines, "    return {}")

    # -------------------------------------------------------------- copies

    def _placing(self, kind: str) -> None:
        """A copy by its name alone, or by where it lies if another that he can name lies in such a place elsewhere."""
        forms, fn = self.forms, safe(kind)
        if noted(forms, kind):
            raise Unwritten(f"copies of {kind} of which something is noted")
        copies = forms.book.give("C", forms.plan.copies(kind))
        self.space["SEATS"] = _seats(forms)
        where, name = self.where(kind), f"{forms.fixed(t.Piece(kind))}[p]"
        lines = [
            f"def placed_{fn}(s, n, p, r):",
            f"    if len({copies}[p]) < 2: return {name}",
            "    zone, mine = ZONES[n][0], r is not None and SEATS[n] == (r,)",
            f"    for c in {copies}[p]:",
            f"        o = {where}[c]",
            f"        if o != n and ZONES[o][0] == zone and (not mine or SEATS[o] == (r,)) and can_{fn}(s, c, r):",
            "            break",
            f"    else: return {name}",
        ]
        for zone, end in self.zones_of(kind):
            shown = self._indexes(zone, MOVE)
            own = "" if forms.symbols.zones[zone].shape == "one" else name
            lines.append(f"    if n < {end}: return [{', '.join(part for part in (repr(zone), *shown, own) if part)}]")
        forms.put(*lines)

    def _indexes(self, zone: str, mode: str) -> list[str]:
        """The indexes of the place `n`; the reader's own seat is left out of a move."""
        parts = []
        for k, kind in enumerate(self.forms.symbols.zones[zone].indexes):
            arg = f"ZONES[n][1][{k}]"
            own = isinstance(kind, t.Seat) and mode == MOVE
            parts.append(f"*(() if {arg} == r else (N[{arg}],))" if own else self.forms.seen(arg, kind, mode))
        return parts

    # -------------------------------------------------------------- places

    def _handle(self, zone: str, mode: str) -> list[str]:
        """Lines that return the place of `p`, or nothing known; `h`: its place in a pile, if that is known."""
        forms = self.forms
        info = forms.symbols.zones[zone]
        lines, parts = [], [repr(zone), *self._indexes(zone, mode)]
        for k, kind in enumerate(info.indexes):
            if isinstance(kind, t.Piece):
                lines += [f"i{k} = {parts[k + 1]}", f"if i{k} == {{}}: return {{}}"]
                parts[k + 1] = f"i{k}"
        if info.shape == "one":
            return [*lines, f"return [{', '.join(parts)}]"]
        key = info.decl.known_by if info.decl is not None else None
        if key is not None:
            of = forms.symbols.states[key]
            if len(of.indexes) != 1:
                raise Unwritten(f"known by {key}")
            read = f"s.{forms.book.shelves.slot(key)}[p]"
            found = f"[{', '.join([*parts, forms.seen(read, of.type, mode)])}]"
            lines.append(f"if {read} is not None: return {found}")
        if info.shape != "pile":
            return [*lines, "return {}"]
        any_side = self.clauses.any_side(zone)
        lines += [
            "h = h or s.z[n].index(p) + 1",
            f"if {self.clauses.ordered(zone)} or (h == len(s.z[n]) and ({any_side})):",
        ]
        return [*lines, f"    return [{', '.join([*parts, 'N[h]'])}]", "return {}"]


def _seats(forms: Forms) -> list[tuple[int, ...]]:
    """With whom each zone lies."""
    found = []
    for name, args in forms.plan.zones:
        indexes = forms.symbols.zones[name].indexes
        found.append(tuple(arg for arg, of in zip(args, indexes, strict=True) if isinstance(of, t.Seat)))
    return found
