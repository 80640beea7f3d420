"""Generated functions that write what one reader sees of a position: `look(s, r)`, the same as `view.py` walks for."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from rulekit.play.codegen.shelf import safe
from rulekit.play.codegen.writers.forms import VIEW, Forms, Unwritten
from rulekit.play.codegen.writers.pieces import Pieces
from rulekit.play.codegen.writers.sight import Clauses, either, families, owner_at, viewer
from rulekit.play.machine.copies import has_copies, of_copies
from rulekit.play.position.indexed_form import has_text_members, nest
from rulekit.play.position.position_writer import is_written_whole
from rulekit.play.views.seat_view import alias_of, piece_at, seats_only, writes_active
from rulekit.typesystem import types as t
from rulekit.words.vocabulary import ACTIVE


class Views:
    """The text of these functions for one game; a state or zone with an unknown form is written by a walk."""

    def __init__(self, forms: Forms, pieces: Pieces, clauses: Clauses) -> None:
        self.forms, self.pieces, self.clauses = forms, pieces, clauses
        self.missing: list[str] = []
        self.unknown: set[str] = set()  # kinds of which something is noted in a form nobody knows
        self.noted: set[str] = set()  # kinds of which anything is noted
        self.symbols, self.plan = forms.symbols, forms.plan
        forms.space.update(nest=nest, PLAN=forms.plan, ZONE_IDS=forms.plan.zone_ids, first_of=itemgetter(0))

    def write(self) -> None:
        """All of them."""
        for kind in self.pieces.kinds:
            if not self._attempt(f"what is noted of {kind}", self._belongings, kind):
                self.unknown.add(kind)
        for name, _, _ in families(self.forms):
            if not self._attempt(f"zone {name}", self._zone, name):
                self.forms.put(f"def v_{safe(name)}(s, n, r):", "    return WALK.zone(s, n, r)")
        states = [part for info in self.symbols.states.values() for part in self._state_parts(info)]
        zones = [part for name, low, high in families(self.forms) for part in self._zone_parts(name, low, high)]
        body = f"    return {{'states': {{{', '.join(states)}}}, 'zones': {{{', '.join(zones)}}}}}"
        self.forms.put("def look(s, r):", body)

    def _attempt(self, what: str, write: Any, name: str) -> bool:
        try:
            write(name)
        except Unwritten as why:
            self.missing.append(f"view of {what}: {why}")
            return False
        return True

    # -------------------------------------------------------------- what is noted of a piece

    def _of_piece(self, kind: str) -> tuple[list[Any], list[Any]]:
        """States and zones that are indexed by a piece of this kind."""
        states: list[Any] = []
        zones: list[Any] = []
        infos: list[Any] = [*self.symbols.states.values(), *self.symbols.zones.values()]
        for info in infos:
            at = piece_at(info.indexes)
            if at is None or info.indexes[at] != t.Piece(kind):
                continue
            if info.name in self.symbols.zones:
                zones.append(info)
            elif info.decl is None or not info.decl.ghost:
                states.append(info)
        for info in (*states, *zones):
            if len(info.indexes) > 1 or (info.name in self.symbols.states and self._views_of(info)):
                raise Unwritten(f"{info.name} of {kind} and more, or not seen by all")
        return states, zones

    def _belongings(self, kind: str) -> None:
        """`own_Kind(s, p, r, seen)`, and `in_Kind(s, ps, r)` for pieces that nobody can tell apart."""
        states, zones = self._of_piece(kind)
        if states or zones:
            self.noted.add(kind)
        own = [f"def own_{safe(kind)}(s, p, r, seen):", "    found = {}"]
        inner = [f"def in_{safe(kind)}(s, ps, r):", "    found = {}"]
        for info in states:
            x = f"s.{self.forms.book.shelves.slot(info.name)}"
            values = self.forms.know.start.states[info.name]
            start = self.forms.book.give("S0", [values[(p,)] for p in self.plan.members(t.Piece(kind))])
            test = f"{x}[p] != {start}[p]" + ("" if info.decl is not None else " and seen")
            value = self.forms.seen(f"{x}[p]", info.type, VIEW, alias_of(info))
            own.append(f"    if {test}: found[{info.name!r}] = {value}")
            if info.decl is not None:
                inner += [f"    x = {x}", f"    c = sum([x[p] != {start}[p] for p in ps]) if x != {start} else 0"]
                inner.append(f"    if c: found[{info.name!r}] = N[c]")
        for info in zones:
            base = self.forms.book.shelves.zones[info.name].base
            own += [f"    if s.z[p + {base}]:", f"        one = v_{safe(info.name)}(s, p + {base}, r)"]
            own.append(f"        if one: found[{info.name!r}] = one")
            if self.clauses.counted(info.name):
                inner += [f"    c = sum([len(s.z[p + {base}]) for p in ps])", f"    if c: found[{info.name!r}] = N[c]"]
        self.forms.put(*own, "    return found")
        self.forms.put(*inner, "    return found")

    # -------------------------------------------------------------- zones

    def _fields(self, name: str) -> list[tuple[str, str, str]]:
        """What is printed on the sides that are seen of a piece without a name: who sees it, its name, its value."""
        info = self.symbols.kinds[self.symbols.zones[name].kind]
        found = []
        for field in info.fields.values():
            seen = "False" if field.name in info.columns else self.clauses.side(name, set(field.sides))
            if seen != "False":
                column = self.forms.book.give("C", self.plan.column(info.name, field.name))
                found.append((seen, repr(field.name), self.forms.seen(f"{column}[p]", field.type, VIEW)))
        return found

    def _zone(self, name: str) -> None:
        """`q_zone(s, n, p, r, h)`: one piece there; `v_zone(s, n, r)`: the zone."""
        kind = self.symbols.zones[name].kind
        if kind in self.unknown or (VIEW, kind) in self.forms.unwritten:
            raise Unwritten("what is noted of its pieces")
        fn, named = safe(name), self._always_named(name)
        if named is None:
            head = f"def q_{fn}(s, n, p, r, h):"
            self.forms.put(head, *(f"    {line}" for line in self._one(name)))
        count = self.clauses.counted(name)
        lines = ["there = s.z[n]", "found = {'count': N[len(there)]}" if count else "found = {}"]
        lines.append("if not there: return found")
        if named is not None:
            lines.append(f"found['pieces'] = {self._shown_by_name(name, named)}")
        else:
            lines += [f"written = {self._each(name)}", *self._shown(name), "if shown: found['pieces'] = shown"]
            lines += self._within(kind) if count and kind in self.noted else []
        self.forms.put(f"def v_{fn}(s, n, r):", *(f"    {line}" for line in lines), "    return found")

    def _one(self, name: str) -> list[str]:
        """Lines that return one piece: its name and what is noted of it, or its place and what is printed on it."""
        kind, naming = self.symbols.zones[name].kind, self.clauses.naming(name)
        noted = kind in self.noted
        call = f"own_{safe(kind)}(s, p, r, "
        told = [f"name = {self._named(name)}"]
        told += [f"own = {call}True)", "return {'name': name, **own} if own else name"] if noted else ["return name"]
        if naming == "True":
            return told
        lines = [] if naming == "False" else [f"if {naming}:", *(f"    {line}" for line in told)]
        fields = self._fields(name)
        always = ", ".join(f"{field}: {value}" for seen, field, value in fields if seen == "True")
        lines.append(f"found = {{{always}}}")
        lines += [f"if {seen}: found[{field}] = {value}" for seen, field, value in fields if seen != "True"]
        lines.append(f"at = at_h_{safe(name)}(s, n, p, r, h)")
        own = f", **{call}{self.clauses.any_side(name)})" if noted else ""
        return [*lines, f"return {{'at': at, **found{own}}} if at else found"]

    def _within(self, kind: str) -> list[str]:
        """Lines that count what is noted of pieces that are not shown."""
        return [
            "if len(shown) < len(there):",
            f"    inner = in_{safe(kind)}(s, [p for p, one in zip(there, written) if one == {{}}], r)",
            "    if inner: found['within'] = inner",
        ]

    def _always_named(self, name: str) -> str | None:
        """The table of the names by which its pieces are always told, if they are, and nothing is noted of them."""
        kind = t.Piece(self.symbols.zones[name].kind)
        if kind.kind in self.noted or self.clauses.naming(name) != "True" or self.forms.form_of(kind, None) is not None:
            return None
        return self.forms.fixed(kind)

    def _named(self, name: str) -> str:
        """A piece that can be named, as `Sight.write` has it."""
        kind = t.Piece(self.symbols.zones[name].kind)
        form = self.forms.form_of(kind, None)
        return f"{self.forms.fixed(kind)}[p]" if form is None else self.forms.seen("p", kind, VIEW)

    def _each(self, name: str) -> str:
        """All that lies there, piece by piece; of a pile that nobody sees only the top can be looked at."""
        info, fn = self.symbols.zones[name], safe(name)
        keyed = info.shape == "one" or (info.decl is not None and info.decl.known_by is not None)
        clauses = [(view, code) for view, code in self.clauses.of(name) if view.what != "count" and code != "False"]
        whole = self._plain(name)
        if whole is not None:
            return whole
        if keyed or self.clauses.naming(name) == "True" or any(view.end != "top" for view, _ in clauses):
            return f"[q_{fn}(s, n, p, r, h) for h, p in enumerate(there, 1)]"
        return f"[{{}}] * (len(there) - 1) + [q_{fn}(s, n, there[-1], r, len(there))]"

    def _plain(self, name: str) -> str | None:
        """Pieces of a pile that all see and nobody can name: each is its place and what is printed on it."""
        info = self.symbols.zones[name]
        if (
            info.shape != "pile"
            or info.kind in self.noted
            or (info.decl is not None and info.decl.known_by is not None)
        ):
            return None
        if self.clauses.naming(name) != "False" or self.clauses.ordered(name) != "True":
            return None
        fields = self._fields(name)
        if any(seen != "True" for seen, _, _ in fields) or any(isinstance(kind, t.Piece) for kind in info.indexes):
            return None
        place = ", ".join(
            [repr(name), *(self.forms.seen(f"ZONES[n][1][{k}]", kind, VIEW) for k, kind in enumerate(info.indexes))]
        )
        told = "".join(f", {field}: {value}" for _, field, value in fields)
        return f"[{{'at': [*at, N[h]]{told}}} for at in ([{place}],) for h, p in enumerate(there, 1)]"

    def _ordered(self, name: str) -> str:
        """Whether their order may be seen."""
        return self.clauses.ordered(name) if self.symbols.zones[name].shape in ("pile", "one") else "False"

    def _shown_by_name(self, name: str, names: str) -> str:
        """The pieces of a zone by their names: as they lie, or in the order of their numbers."""
        ordered, kind = self._ordered(name), self.symbols.zones[name].kind
        lying = f"[{names}[p] for p in there]"
        copies = self.forms.book.give("C", self.plan.copies(kind))
        key = f", key=lambda p: ({copies}[p][0], dumps({names}[p]))" if has_copies(self.plan, kind) else ""
        placed = f"[{names}[p] for p in sorted(there{key})]"
        return lying if ordered == "True" else placed if ordered == "False" else f"{lying} if {ordered} else {placed}"

    def _shown(self, name: str) -> list[str]:
        """Lines that bring the pieces in the order that may be seen."""
        ordered, naming = self._ordered(name), self.clauses.naming(name)
        copies = self.forms.book.give("C", self.plan.copies(self.symbols.zones[name].kind))
        several = has_copies(self.plan, self.symbols.zones[name].kind)
        key = f"lambda one: ({copies}[one[0]][0], dumps(one[1]))" if several else "first_of"
        lying = "shown = [one for one in written if one != {}]"
        if ordered == "True":
            return [lying]
        if naming == "False":
            return [
                lying,
                f"if len(shown) > 1{'' if ordered == 'False' else f' and not ({ordered})'}: shown.sort(key=dumps)",
            ]
        return [
            f"if len(there) < 2 or ({ordered}): {lying}",
            "else:",
            f"    named = [(p, one) for p, one in zip(there, written) if {naming}]",
            f"    shown = [one for _, one in sorted(named, key={key})]",
            *(
                []
                if naming == "True"
                else [
                    f"    rest = [one for p, one in zip(there, written) if one != {{}} and not ({naming})]",
                    "    shown += sorted(rest, key=dumps) if len(rest) > 1 else rest",
                ]
            ),
        ]

    def _zone_parts(self, name: str, low: int, high: int) -> list[str]:
        """The entry of a family; nothing for those that are told inside pieces."""
        info, call = self.symbols.zones[name], f"v_{safe(name)}"
        kinds = info.indexes
        if piece_at(kinds) is not None:
            return []
        if not kinds:
            return [f"{name!r}: {call}(s, {low}, r)"]
        if len(kinds) == 1 and isinstance(kinds[0], t.Seat):
            return [f"{name!r}: [{call}(s, n, r) for n in range({low}, {high})]"]
        few = f"[n for n in range({low}, {high}) if s.z[n]]"
        if high - low > len(self.plan.members(t.Piece(info.kind))):  # pieces are fewer than places
            few = f"sorted({{n for n in {self.pieces.where(info.kind)} if {low} <= n < {high}}})"
        each = f"for n in {few} if (one := {call}(s, n, r))"
        try:
            if len(kinds) == 1:
                key = self.forms.seen("ZONES[n][1][0]", kinds[0], VIEW)
                return [
                    f"{name!r}: {{{key}: one {each}}}"
                    if has_text_members(kinds[0])
                    else f"{name!r}: [[{key}, one] {each}]"
                ]
            leaf = f"d[a] if a in d else {call}(s, ZONE_IDS[{name!r}][a], r)"
            return [f"{name!r}: {self._nested(kinds, f'{{ZONES[n][1]: one {each}}}', leaf)}"]
        except Unwritten as why:
            self.missing.append(f"view of zone {name}: {why}")
            return [f"{name!r}: WALK.family(s, {name!r}, r)"]

    def _nested(self, kinds: tuple[t.Type, ...], found: str, leaf: str) -> str:
        """Entries by their indexes `a`, put together by `nest`; `d` are those that are written."""
        index = [self.forms.seen("x", kind, VIEW) for kind in kinds]
        arms = self.forms.book.give("Y", kinds)
        name = self.forms.book.fresh("index")
        tests = [f"    if kind is {arms}[{k}]: return {code}" for k, code in enumerate(index)]
        self.forms.put(f"def {name}(s, x, kind, r):", *tests)
        inner = f"nest(PLAN, {arms}, list(d), lambda a: {leaf}, lambda x, k: {name}(s, x, k, r))"
        return f"(lambda d: {inner})({found})"

    # -------------------------------------------------------------- states

    def _views_of(self, info: Any) -> tuple[Any, ...]:
        checked = self.forms.book.program.checked.states.get(info.name)
        return tuple(checked.views) if checked is not None else ()

    def _state_parts(self, info: Any) -> list[str]:
        """The entry of a state; nothing for those that are told inside pieces, or not at all."""
        ghost = info.decl is not None and info.decl.ghost
        if ghost or piece_at(info.indexes) is not None or (info.name == ACTIVE and not writes_active(self.forms.know)):
            return []
        try:
            return [self._state(info)]
        except Unwritten as why:
            self.missing.append(f"view of state {info.name}: {why}")
            return [f"**WALK.state(s, {info.name!r}, r)"]

    def _state(self, info: Any) -> str:
        x = f"s.{self.forms.book.shelves.slot(info.name)}"
        seen = self._seen_by(info)
        if not info.indexes:
            value = self.forms.seen(x, info.type, VIEW, alias_of(info))
            return (
                f"{info.name!r}: {value}" if seen == "True" else f"**({{{info.name!r}: {value}}} if {seen} else {{}})"
            )
        value = self.forms.seen("y", info.type, VIEW, alias_of(info))
        shelf, start = self.forms.book.shelves.states[info.name], self.forms.know.start.states[info.name]
        if len(info.indexes) == 1 and isinstance(info.indexes[0], t.Seat) and not self._views_of(info):
            return f"{info.name!r}: [{value} for y in {x}]"
        whole = is_written_whole(self.plan, info.indexes) or seats_only(info)
        spots, old = (
            self.forms.book.give("M", shelf.spots),
            self.forms.book.give("S0", [start[spot] for spot in shelf.spots]),
        )
        tests = ([] if whole else ["y != o"]) + ([] if seen == "True" else [f"({seen})"]) + self._knowable(info.indexes)
        where = f" if {' and '.join(tests)}" if tests else ""
        zipped = f"zip({spots}, {x}, {old})"
        if self._views_of(info) or any(of_copies(self.plan, kind) for kind in info.indexes):
            key = ", ".join(self.forms.seen(f"a[{k}]", kind, VIEW) for k, kind in enumerate(info.indexes))
            pairs = f"sorted([[{key}, {value}] for a, y, o in {zipped}{where}], key=dumps)"
            return f"**(lambda d: {{{info.name!r}: d}} if d else {{}})({pairs})"
        flat = self.forms.book.give("F", {spot: n for n, spot in enumerate(shelf.spots)})
        leaf = self.forms.book.fresh("leaf")
        self.forms.put(f"def {leaf}(s, a, r):", f"    y = {x}[{flat}[a]]", f"    return {value}")
        found = f"[a for a, y, o in {zipped}{where}]"
        return f"{info.name!r}: {self._nested(info.indexes, found, f'{leaf}(s, a, r)')}"

    def _seen_by(self, info: Any) -> str:
        """Whether the reader sees the entry at `a`."""
        views = self._views_of(info)
        owner = owner_at(info.indexes, "a")
        said = [viewer(self.forms, view, owner) for view in views if view.what != "count"]
        return either(said) if views else "True"

    def _knowable(self, kinds: tuple[t.Type, ...]) -> list[str]:
        """A part may be named where its whole may be."""
        found = []
        for k, kind in enumerate(kinds):
            whole = self.symbols.kinds[kind.kind].whole if isinstance(kind, t.Row) else None
            if whole is not None and isinstance(kind, t.Row):
                pieces = self.forms.book.give(
                    "H", [self.plan.whole_of(kind.kind, part) for part in self.plan.members(kind)]
                )
                found.append(f"can_{safe(whole)}(s, {pieces}[a[{k}]], r)")
        return found
