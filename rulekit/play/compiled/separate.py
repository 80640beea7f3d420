"""A guard split in two: what it reads of the position, and a table of the members that pass for each such reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulekit.check import typed as v
from rulekit.kinds import types as t
from rulekit.play.compiled import values
from rulekit.play.compiled.book import Book, Bound, Lines, Scope
from rulekit.play.compiled.rewriting import BINDING, rebuilt, written_out

MOST = 1024
READING = (v.Read, v.ZoneAt, v.Held, v.MapValues, v.Supposing, v.Earlier, v.Legal, v.Named)


class Mixed(Exception):
    """The position is read at a place that depends on the member: there is nothing to split."""


class Sets(dict[Any, frozenset[Any]]):
    """For each reading the members that pass, worked out when it is first met."""

    def __init__(self, test: Callable[..., Any], members: tuple[Any, ...]) -> None:
        super().__init__()
        self.test = test
        self.members = members

    def __missing__(self, key: tuple[Any, ...]) -> frozenset[Any]:
        found = self[key] = frozenset([m for m in self.members if self.test(None, m, *key)])
        return found


@attrs.frozen
class Split:
    """The table, and the Python for what it is asked."""

    table: str
    readings: tuple[v.T, ...]

    def asked(self, b: Book, scope: Scope) -> str:
        codes = "".join(f"{values.value(b, node, scope)}, " for node in self.readings)
        return f"{self.table}[({codes})]"


def small(kind: t.Type) -> bool:
    """May a value of this type be asked of a table?"""
    inner = t.bare(kind)
    if isinstance(inner, t.Number):
        return inner.high - inner.low < MOST
    return isinstance(inner, t.YesNo | t.Choice | t.Seat | t.Piece | t.Row | t.Place)


def split(b: Book, guards: list[v.T], name: str, kind: t.Type, scope: Scope) -> Split | None:
    """Split guards over one member, or None if they cannot be."""
    inner = t.bare(kind)
    if not isinstance(inner, t.Piece | t.Row | t.Place | t.Choice | t.Seat | t.Number):
        return None
    if isinstance(inner, t.Number) and inner.high - inner.low >= MOST:
        return None
    readings: list[v.T] = []
    sure = frozenset(n for n, bound in scope.items() if bound.sure) | {name}
    try:
        found = [_extracted(b, written_out(b, g, sure), name, readings) for g in guards]
    except Mixed:
        return None
    return Split(_table(b, found, name, inner, readings, scope), tuple(readings))


def _extracted(b: Book, node: Any, name: str, readings: list[v.T]) -> Any:
    if b.purity.constant(node):
        return node
    free = b.purity.free(node)
    if name not in free:
        return _slot(node, readings)
    if isinstance(node, v.Local):
        return node
    whole = isinstance(node, BINDING) and free == {name} and b.purity.pure(node)
    if whole:
        return node
    if isinstance(node, (*BINDING, *READING)):
        raise Mixed
    if isinstance(node, v.Use | v.Related | v.CoreUse) and not b.purity.pure(node):
        raise Mixed
    return rebuilt(node, lambda inner: _extracted(b, inner, name, readings))


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
    b.space["Sets"] = Sets
    b.texts.append(f"{table} = Sets({function}, {b.constant(b.plan.members(kind))})\n")
    return table
