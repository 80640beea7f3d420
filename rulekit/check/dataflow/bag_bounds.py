"""How many of one member a bag holds, or a map of numbers, for each form in which one is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.facts import Bounds, Facts
from rulekit.check.tree import typed_expressions as v
from rulekit.model import declarations as d
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.dataflow.collection_bounds import Amounts


def highest(kind: t.Type) -> Bounds:
    kind = t.bare(kind)
    if isinstance(kind, t.Map):
        inner = t.bare(kind.value)
        return (inner.low, inner.high) if isinstance(inner, t.Number) else (-t.LARGEST, t.LARGEST)
    return 0, kind.highest if isinstance(kind, t.BagOf) else t.LARGEST


def _amount(a: Amounts, node: v.AmountOf, member: v.T | None, facts: Facts) -> Bounds:
    count = a.numbers.of(node.count, facts)
    if member is None:
        return f.span((0, 0), count)
    if isinstance(member, v.Const) and isinstance(node.member, v.Const):
        return count if member.value == node.member.value else (0, 0)
    return count if member == node.member else f.span((0, 0), count)


def _sum(a: Amounts, node: v.Combine, member: v.T | None, facts: Facts) -> Bounds:
    left, right = a.bag(node.left, member, facts), a.bag(node.right, member, facts)
    return f.plus(left, right) if node.op == "+" else f.minus(left, right)


def _scaled(a: Amounts, node: v.Scaled, member: v.T | None, facts: Facts) -> Bounds:
    return f.times(a.numbers.of(node.times, facts), a.bag(node.bag, member, facts))


def _printed(a: Amounts, node: v.FieldOf, member: v.T | None, facts: Facts) -> Bounds:
    rows = a.numbers.symbols.kinds[node.kind].rows
    bags = [row.values.get(node.field) or {} for row in rows]
    if isinstance(member, v.Const):
        counts = [bag.get(member.value, 0) for bag in bags]
    else:
        counts = [0, *(count for bag in bags for count in bag.values())]
    return (min(counts), max(counts)) if rows else highest(node.type)


def _map(a: Amounts, node: v.AsBag, member: v.T | None, facts: Facts) -> Bounds:
    return a.bag(node.map, member, facts)


def _state(a: Amounts, node: v.Read, member: v.T | None, facts: Facts) -> Bounds:
    if not isinstance(t.bare(node.type), t.Map):
        return highest(node.type)
    if member is None:
        return a.numbers.state(node.state, facts)
    info = a.numbers.symbols.states[node.state]
    return a.numbers.of(v.Read(node.state, (*node.args, member), type=info.type), facts)


def _named(a: Amounts, node: v.Use, member: v.T | None, facts: Facts) -> Bounds:
    def ask(word: Any, inner: Facts) -> Bounds | None:
        return a.bag(word.body, member, inner) if isinstance(word.decl, d.Define) else None

    found: Bounds | None = a.numbers.inside(node, facts, ("bag", member), ask)
    return found if found is not None else highest(node.type)


BAGS: dict[type, Callable[[Amounts, Any, v.T | None, Facts], Bounds]] = {
    v.AmountOf: _amount,
    v.Combine: _sum,
    v.Scaled: _scaled,
    v.FieldOf: _printed,
    v.AsBag: _map,
    v.Read: _state,
    v.Use: _named,
    v.Choice: lambda a, node, member, facts: f.span(a.bag(node.yes, member, facts), a.bag(node.no, member, facts)),
    v.Earlier: lambda a, node, member, facts: a.bag(node.value, member, f.NONE),
}
