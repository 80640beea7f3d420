"""Conditions with loops over a few members written out: every side, some quarter."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.play.codegen.book import Book
from rulekit.play.codegen.rewriting import bound_in, replaced, written_out
from rulekit.typesystem import types as t

FEW = 8  # members that are written out one by one
MOST = 64  # conditions in all


def conjuncts(b: Book, nodes: tuple[v.T, ...], sure: frozenset[str]) -> list[v.T]:
    """All that must hold, words and relations written out, loops over a few members too."""
    found: list[v.T] = []
    for node in nodes:
        flat = _flat(unrolled(b, node, sure))
        found += flat if len(flat) <= MOST else [node]
    return [node for node in found if not (b.purity.constant(node) and b.purity.fold(node) is True)]


def _flat(node: v.T) -> list[v.T]:
    return [one for part in node.parts for one in _flat(part)] if isinstance(node, v.And) else [node]


def unrolled(b: Book, node: Any, sure: frozenset[str]) -> Any:
    node = written_out(b, node, sure)
    if isinstance(node, v.And | v.Or):
        parts = tuple([unrolled(b, part, sure) for part in node.parts])
        return type(node)(parts, type=t.YES_NO)
    if isinstance(node, v.Not):
        return v.Not(unrolled(b, node.inner, sure), type=t.YES_NO)
    if isinstance(node, v.Quantifier) and len(node.binds) == 1:
        return _loop(b, node, sure)
    return node


def _loop(b: Book, node: v.Quantifier, sure: frozenset[str]) -> v.T:
    """One loop: over what is known before play, or over a printed part of a small kind."""
    ((name, source),) = node.binds
    kind = source.type.member or t.UNKNOWN
    bare = kind.bare
    if isinstance(kind, t.Maybe) or not isinstance(bare, t.Choice | t.Seat | t.Number) or name in bound_in(node.body):
        return node
    if isinstance(bare, t.Number) and bare.high - bare.low >= FEW:
        return node
    known = b.purity.constant(source)
    members = b.purity.fold(source) or () if known else b.plan.members(bare)
    if len(members) > FEW or not (known or b.purity.is_pure(source)):
        return node
    parts = []
    for member in members:
        one = v.Const(member, type=bare)
        part = unrolled(b, replaced(node.body, {name: one}), sure)
        if not known:
            part = _within(part, v.IsIn(one, source, node.kind == "every", type=t.YES_NO), node.kind)
        parts.append(part)
    if node.kind == "every":
        return v.And(tuple(parts), type=t.YES_NO)
    either = v.Or(tuple(parts), type=t.YES_NO)
    return either if node.kind == "some" else v.Not(either, type=t.YES_NO)


def _within(part: v.T, inside: v.T, kind: str) -> v.T:
    """The condition for a member that may not be in the source: `inside` says it is, for `every` that it is not."""
    parts = (inside, part)
    return v.Or(parts, type=t.YES_NO) if kind == "every" else v.And(parts, type=t.YES_NO)
