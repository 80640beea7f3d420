"""A guard split in two: what it reads of the position, and a table of the members that pass for each such reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import values
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.play.codegen.rewriting import BINDING, rebuilt, replaced, written_out
from rulekit.typesystem import types as t
from rulekit.words.word import Gives

MOST = 1024
READING = (v.Read, v.ZoneAt, v.Held, v.MapValues, v.Supposing, v.Earlier, v.Legal, v.Named)


UNREAD = v.Const(None, type=t.NOTHING)


class Mixed(Exception):
    """The position is read at a place that depends on the member: there is nothing to split."""


class Sets(dict[Any, frozenset[Any]]):
    """For each reading the members that pass, worked out when it is first met."""

    def __init__(self, test: Callable[..., Any], members: tuple[Any, ...]) -> None:
        super().__init__()
        self.test = test
        self.members = members
        self.everything = frozenset(members)

    def __missing__(self, key: tuple[Any, ...]) -> frozenset[Any]:
        found = frozenset([m for m in self.members if self.test(None, m, *key)])
        self[key] = found = self.everything if len(found) == len(self.members) else found
        return found


class Either(dict[Any, tuple[frozenset[Any], frozenset[Any]]]):
    """The same where one reading costs much: the members if it is yes, and if it is no; often these are one."""

    def __init__(self, sets: Sets, place: int) -> None:
        super().__init__()
        self.sets = sets
        self.place = place

    def __missing__(self, key: tuple[Any, ...]) -> tuple[frozenset[Any], frozenset[Any]]:
        yes = self.sets[(*key[: self.place], True, *key[self.place :])]
        no = self.sets[(*key[: self.place], False, *key[self.place :])]
        self[key] = found = (yes, yes if yes == no else no)
        return found


@attrs.frozen
class Split:
    """The table, and the Python for what it is asked."""

    table: str
    readings: tuple[v.T, ...]

    def codes(self, b: Book, scope: Scope) -> list[str]:
        """The Python for each reading."""
        return [values.value(b, node, scope) for node in self.readings]

    def asked(self, codes: list[str]) -> str:
        return f"{self.table}[({''.join(f'{code}, ' for code in codes)})]"


def small(kind: t.Type) -> bool:
    """May a value of this type be asked of a table?"""
    inner = kind.bare
    if isinstance(inner, t.Number):
        return inner.high - inner.low < MOST
    return isinstance(inner, t.YesNo | t.Choice | t.Seat | t.Piece | t.Row | t.Place)


def split(b: Book, guards: list[v.T], name: str, kind: t.Type, scope: Scope) -> Split | None:
    """Split guards over one member, or None if they cannot be."""
    inner = kind.bare
    if not isinstance(inner, t.Piece | t.Row | t.Place | t.Choice | t.Seat | t.Number):
        return None
    if isinstance(inner, t.Number) and inner.high - inner.low >= MOST:
        return None
    readings: list[v.T] = []
    sure = frozenset(n for n, bound in scope.items() if bound.sure) | {name}
    try:
        found = [extracted(b, written_out(b, g, sure), frozenset((name,)), readings) for g in guards]
    except Mixed:
        return None
    found = _fewer(b, found, readings)
    return Split(_table(b, found, name, inner, readings, scope), tuple(readings))


def _fewer(b: Book, guards: list[Any], readings: list[v.T]) -> list[Any]:
    """A reading that follows from others is not asked for."""
    for n, reading in enumerate(readings):
        end = next((k for k, other in enumerate(readings) if _at_an_end(b, other, reading)), None)
        if end is not None:
            said = v.IsNothing(v.Local(f" {end}", type=readings[end].type), False, type=t.YES_NO)
            guards = [replaced(guard, {f" {n}": said}) for guard in guards]
            readings[n] = UNREAD
    for n in sorted(range(len(readings)), key=lambda n: -_size(readings[n])):
        others = {f" {k}": r for k, r in enumerate(readings) if k != n and r is not UNREAD}
        said = _said(readings[n], others)
        if b.purity.is_pure(said) and b.purity.free_names(said) <= set(others):
            guards = [replaced(guard, {f" {n}": said}) for guard in guards]
            readings[n] = UNREAD
    names = {f" {k}": k for k in range(len(readings)) if readings[k] is not UNREAD}
    moved = {name: v.Local(f" {new}", type=readings[old].type) for new, (name, old) in enumerate(names.items())}
    readings[:] = [r for r in readings if r is not UNREAD]
    return [replaced(guard, dict(moved)) for guard in guards]


def _at_an_end(b: Book, node: v.T, empty: v.T) -> bool:
    """Is this a printed value of the top or bottom piece of a zone, nothing exactly where that zone is empty?"""
    if (
        not isinstance(empty, v.CoreUse)
        or empty.definition.gives is not Gives.EMPTINESS
        or not isinstance(empty.get("of"), v.ZoneAt)
    ):
        return False
    if not isinstance(node, v.FieldOf) or None in b.plan.column(node.kind, node.field):
        return False
    piece = node.of
    held = piece.get("of") if isinstance(piece, v.CoreUse) and piece.definition.gives is Gives.END else None
    return isinstance(held, v.Held) and held.zone == empty.get("of")


def _size(node: v.T) -> int:
    return sum(1 for _ in walk((node,)))


def _said(node: Any, others: dict[str, v.T]) -> Any:
    """A value with the names of other readings in the places of their values."""
    for name, reading in others.items():
        if node == reading:
            return v.Local(name, type=reading.type)
    return node if isinstance(node, BINDING) else rebuilt(node, lambda inner: _said(inner, others))


def extracted(b: Book, node: Any, names: frozenset[str], readings: list[v.T]) -> Any:
    """The node with names in place of what does not depend on these; that is what is read."""
    if b.purity.constant(node):
        return node
    free = b.purity.free_names(node)
    if not names & free:
        return _slot(node, readings)
    if isinstance(node, v.Local):
        return node
    whole = isinstance(node, BINDING) and free <= names and b.purity.is_pure(node)
    if whole:
        return node
    if isinstance(node, (*BINDING, *READING)):
        raise Mixed
    if isinstance(node, v.Use | v.Related | v.CoreUse) and not b.purity.is_pure(node):
        raise Mixed
    return rebuilt(node, lambda inner: extracted(b, inner, names, readings))


def _slot(node: v.T, readings: list[v.T]) -> v.T:
    """A name for what is read."""
    if not small(node.type):
        raise Mixed
    if node not in readings:
        readings.append(node)
    return v.Local(f" {readings.index(node)}", type=node.type)


def _table(b: Book, guards: list[Any], name: str, kind: t.Type, readings: list[v.T], scope: Scope) -> str:
    """The function that tests one member against one reading, and the table over it."""
    key = ("split", *(repr(g) for g in guards))
    if key in b.done:
        return b.done[key]
    function, table = b.fresh("ok"), b.fresh("OK")
    b.done[key] = table
    heads = ["s", "m", *(f"r{n}" for n in range(len(readings)))]
    lines = Lines(f"def {function}({', '.join(heads)}):")
    inner = {name: Bound("m", True)}
    for n, node in enumerate(readings):
        inner[f" {n}"] = Bound(f"r{n}", values.sure(b, node, scope))
    tests = [values.test(b, guard, inner) for guard in guards]
    lines.put(f"return {' and '.join(tests)}")
    b.add(lines)
    b.space.update(Sets=Sets, Either=Either)
    b.texts.append(f"{table} = Sets({function}, {b.constant(b.plan.members(kind))})\n")
    return table
