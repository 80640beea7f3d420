"""Pairs of members under one condition: what the position says of each first member is read once and kept, and a table
tells which second members fit such a saying. What cannot be split so is asked of each pair that is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.play.codegen import keeping, loops, nearby, separate, sights, values
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.play.codegen.rewriting import bound_in, rebuilt, replaced
from rulekit.play.codegen.unrolling import conjuncts
from rulekit.play.machine.purity import Purity
from rulekit.typesystem import types as t


class Readings(dict[tuple[Any, ...], int]):
    """Readings by number, in the order in which they were met."""

    def __init__(self) -> None:
        super().__init__()
        self.known: list[tuple[Any, ...]] = []

    def __missing__(self, reading: tuple[Any, ...]) -> int:
        found = self[reading] = len(self.known)
        self.known.append(reading)
        return found


class Fits(dict[int, tuple[Any, ...]]):
    """For one reading the second members that fit it, worked out when it is first met."""

    def __init__(self, test: Callable[..., Any], members: tuple[Any, ...], given: tuple[Any, ...], known: Any) -> None:
        super().__init__()
        self.test = test
        self.members = members
        self.given = given
        self.known = known

    def __missing__(self, number: int) -> tuple[Any, ...]:
        told = (*self.given, *self.known[number])
        found = self[number] = tuple([m for m in self.members if self.test(None, m, *told)])
        return found


class Charts(dict[tuple[Any, ...], Fits]):
    """The same for each content of the names that are given."""

    def __init__(
        self, test: Callable[..., Any], purity: Purity, source: v.T, names: tuple[str, ...], readings: Readings
    ) -> None:
        super().__init__()
        self.test = test
        self.known = readings.known
        self.purity = purity
        self.source = source
        self.names = names

    def __missing__(self, given: tuple[Any, ...]) -> Fits:
        members = self.purity.evaluator.value(self.source, dict(zip(self.names, given, strict=True))) or ()
        found = self[given] = Fits(self.test, tuple(members), given, self.known)
        return found


@attrs.frozen
class Pair:
    """Two names and what they go through, and all that must hold of them."""

    one: str
    first: v.T
    other: str
    second: v.T
    conditions: tuple[v.T, ...]


def of_front(b: Book, front: Any, n: int) -> Pair | None:
    """Two parameters at the end of an action, with nothing but guards behind them."""
    pair, guards = front[n : n + 2], front[n + 2 :]
    if len(pair) < 2 or not all(isinstance(p, typed_statements.Param) for p in pair) or not guards:
        return None
    if not all(isinstance(g, typed_statements.Guard) and g.id not in b.program.bends for g in guards):
        return None
    if any(p.amount != "one" or not _plain(b, p.source) or sights.matters(b, p.source) for p in pair):
        return None
    return Pair(pair[0].name, pair[0].source, pair[1].name, pair[1].source, tuple([g.condition for g in guards]))


def _plain(b: Book, source: v.T) -> bool:
    kind = (source.type.member or t.UNKNOWN).bare
    copied = isinstance(kind, t.Piece) and any(len(c) > 1 for c in b.plan.copies(kind.kind))
    return not copied and not loops.maybe_inside(source.type) and separate.small(kind)


# ------------------------------------------------------------------ what is split


@attrs.define
class Split:
    """What becomes of the conditions: those on the first member, what is read of it, the table, what is left."""

    first: list[v.T]
    readings: list[v.T]
    table: list[v.T]
    rest: list[v.T]


def opened(b: Book, lines: Lines, pair: Pair, scope: Scope) -> Scope | None:
    """Open loops over all pairs for which the conditions hold; nothing if they cannot be split."""
    given, pair = _given(b, pair, scope)
    names = {**scope, **{name: Bound(name.strip(), True) for name in given}}
    split = _split(b, pair, names)
    if split is None:
        return None
    outer = _outer(b, split, pair, names)
    if outer is None or not _still(b, pair, split):
        return None
    for name, node in given.items():
        lines.put(f"{name.strip()} = {values.value(b, node, scope)}")
        lines.into(f"if {name.strip()} is not None:")
    free = [_alone(b, node, pair.one) for node in split.rest]
    readings = _readings(b, pair, (split.first, split.readings, free))
    rows, table = _rows(b, pair, split, free, readings), _table(b, pair, split, outer, names, readings)
    fits, one, key, other = (b.fresh(x) for x in ("fits", "m", "key", "m"))
    known = [b.fresh("free") for _ in free]
    lines.put(f"{fits} = {table}[({''.join(f'{names[o].code}, ' for o in outer)})]")
    lines.into(f"for {', '.join((one, key, *known))} in {rows}(s):")
    lines.into(f"for {other} in {fits}[{key}]:")
    found = {**names, pair.one: Bound(one, True), pair.other: Bound(other, True)}
    for name, node, part in zip(known, split.rest, free, strict=True):
        test = values.test(b, node, found)
        loops.asked(lines, test if part is None else f"({name} or {test})")
    return found


def _readings(b: Book, pair: Pair, parts: tuple[list[Any], ...]) -> str:
    """The table of readings; of what is read in the same way there is one."""
    shadowed = any(pair.one in bound_in(node) for nodes in parts for node in nodes if node is not None)
    member = v.Local(" m", type=pair.first.type.member or t.UNKNOWN)
    said = [[node and replaced(node, {pair.one: member}) for node in nodes] for nodes in parts]
    key = ("readings", b.remembering, b.fresh("alone") if shadowed else repr(said))
    if key not in b.done:
        b.done[key] = b.give("READINGS", Readings())
    return b.done[key]


def _alone(b: Book, node: v.T, one: str) -> v.T | None:
    """The part of a condition that may settle it for a first member, whatever the second."""
    parts = [p for p in node.parts if b.purity.free_names(p) == {one}] if isinstance(node, v.Or) else []
    return parts[0] if parts and keeping.lasting(b, (parts[0],), True) else None


def _given(b: Book, pair: Pair, scope: Scope) -> tuple[dict[str, v.T], Pair]:
    """What a relation is asked of that may be nothing gets a name: without it there is no pair."""
    found: dict[str, v.T] = {}
    for node in pair.conditions:
        for arg in node.args if isinstance(node, v.Related) else ():
            inside = {pair.one, pair.other} & b.purity.free_names(arg)
            known = isinstance(arg, v.Local | v.Const) or values.sure(b, arg, scope) or arg in found.values()
            if not inside and not known and separate.small(arg.type):
                found[f" {b.fresh('same')}"] = arg
    for name, arg in found.items():
        local = v.Local(name, type=arg.type.bare)
        pair = attrs.evolve(
            pair, second=_put(pair.second, arg, local), conditions=tuple([_put(c, arg, local) for c in pair.conditions])
        )
    return found, pair


def _put(node: Any, old: v.T, new: v.T) -> Any:
    """With a name in the places of a value."""
    return new if node == old else rebuilt(node, lambda inner: _put(inner, old, new))


def _split(b: Book, pair: Pair, scope: Scope) -> Split | None:
    sure = frozenset(n for n, bound in scope.items() if bound.sure) | {pair.one, pair.other}
    found = Split([], [], [], [])
    for node in conjuncts(b, pair.conditions, sure):
        free = b.purity.free_names(node)
        if free <= {pair.one} and not found.rest:
            found.first.append(node)
            continue
        said = None if pair.one in free and free == {pair.one} else _said(b, node, pair.one, found.readings)
        if said is None:
            found.rest.append(node)
        elif found.rest:
            return None  # what is left is asked last
        else:
            found.table.append(said)
    return found if found.readings else None


def _said(b: Book, node: v.T, one: str, readings: list[v.T]) -> v.T | None:
    """The condition with names for what is read of the first member; what is read is noted if all can be."""
    noted = list(readings)
    names = frozenset(b.purity.free_names(node) - {one})
    try:
        found: v.T = separate.extracted(b, node, names, noted)
    except separate.Mixed:
        return None
    if any(isinstance(reading, v.Local) or b.purity.free_names(reading) - {one} for reading in noted):
        return None
    readings[:] = noted
    return found


def _outer(b: Book, split: Split, pair: Pair, scope: Scope) -> tuple[str, ...] | None:
    """The names from outside that the table needs; None if the second source or the table reads the position."""
    free = b.purity.free_names(pair.second).union(*(b.purity.free_names(node) for node in split.table))
    outer = tuple(sorted(n for n in free if n != pair.other and not n[1:].isdigit()))
    good = all(name in scope and scope[name].sure for name in outer)
    pure = b.purity.is_pure(pair.second) and all(b.purity.is_pure(node) for node in split.table)
    return outer if good and pure and pair.one not in free else None


def _still(b: Book, pair: Pair, split: Split) -> bool:
    """Does what is read change seldom, and rest on nothing but the first member?"""
    nodes = (pair.first, *split.first, *split.readings)
    return not b.purity.free_names(pair.first) and keeping.lasting(b, nodes)


# ------------------------------------------------------------------ what is written


def _rows(b: Book, pair: Pair, split: Split, free: list[v.T | None], readings: str) -> str:
    """The function that gives each first member with the number of what is read of it, and what settles the rest."""
    nodes = (*split.first, *split.readings, *(node for node in free if node is not None))
    found = nearby.looks(b, nodes, pair.one)
    name = b.fresh("rows")
    lines = Lines(f"def {name}(s):")
    lines.put("out = []")
    if found is not None:
        if ("row", readings) not in b.done:
            known = keeping.known_for(b, nodes, found.names, nearby.around(b, found, pair.one))
            b.done["row", readings] = f"{_row(b, pair, split, free, readings)} {known}"
        row, known = b.done["row", readings].split()
        lines.put(f"known = {known}(s)")
        one = loops.walked(b, lines, pair.first, pair.one, {})[pair.one].code
        lines.put(f"found = known.get({one}, NOTYET)")
        lines.put(f"if found is NOTYET: found = known[{one}] = {row}(s, {one})")
        lines.put("if found is not None: out.append(found)")
    else:
        scope = loops.walked(b, lines, pair.first, pair.one, {})
        for node in split.first:
            loops.asked(lines, values.test(b, node, scope))
        lines.put(f"out.append({_read(b, pair, split, free, readings, scope)})")
    lines.depth = 1
    lines.put("return tuple(out)")
    b.add(lines, True)
    return keeping.kept_for(b, (pair.first, *nodes), name)


def _row(b: Book, pair: Pair, split: Split, free: list[v.T | None], readings: str) -> str:
    """The function that gives this for one first member; nothing if it is none."""
    name = b.fresh("row")
    lines = Lines(f"def {name}(s, m):")
    scope = {pair.one: Bound("m", True)}
    for node in split.first:
        loops.asked(lines, values.test(b, node, scope))
    lines.put(f"return {_read(b, pair, split, free, readings, scope)}")
    lines.depth = 1
    lines.put("return None")
    b.add(lines, True)
    return name


def _read(b: Book, pair: Pair, split: Split, free: list[v.T | None], readings: str, scope: Scope) -> str:
    codes = "".join(f"{values.value(b, node, scope)}, " for node in split.readings)
    settled = "".join(f", {'False' if node is None else values.test(b, node, scope)}" for node in free)
    return f"({scope[pair.one].code}, {readings}[({codes})]{settled})"


def _table(b: Book, pair: Pair, split: Split, outer: tuple[str, ...], scope: Scope, readings: str) -> str:
    """The table, with the function that tests one second member against one reading."""
    function, table = b.fresh("ok"), b.fresh("CHART")
    heads = ["s", "m", *(f"o{n}" for n in range(len(outer))), *(f"r{n}" for n in range(len(split.readings)))]
    lines = Lines(f"def {function}({', '.join(heads)}):")
    inner = {pair.other: Bound("m", True), **{name: Bound(f"o{n}", True) for n, name in enumerate(outer)}}
    for n, node in enumerate(split.readings):
        inner[f" {n}"] = Bound(f"r{n}", values.sure(b, node, {**scope, pair.one: Bound("?", True)}))
    lines.put(f"return {' and '.join(values.test(b, node, inner) for node in split.table) or 'True'}")
    b.add(lines)
    b.space["Charts"] = Charts
    source = b.give("N", pair.second)
    b.texts.append(f"{table} = Charts({function}, {b.give('P', b.purity)}, {source}, {outer!r}, {readings})\n")
    return table
