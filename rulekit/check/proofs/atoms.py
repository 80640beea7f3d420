"""Plain sentences: a condition taken apart into what must hold, and what that says of numbers."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.check.proofs.inlining import same
from rulekit.check.tree import typed_expressions as v
from rulekit.typesystem import types as t

Limits = tuple[int, int]
DENIED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def atoms(node: v.T) -> list[v.T]:
    """The sentences that all hold when a condition holds at a decision; the game is not over there."""
    if isinstance(node, v.And):
        return [atom for part in node.parts for atom in atoms(part)]
    if isinstance(node, v.Or):
        open_ = [part for part in node.parts if not _over(part)]
        return atoms(open_[0]) if len(open_) == 1 else [node]
    if isinstance(node, v.IsNot) and not isinstance(node.value.type, t.Maybe):
        return denied(node.test)
    if isinstance(node, v.Not):
        return denied(node.inner)
    return [node]


def denied(node: v.T) -> list[v.T]:
    """The sentences that all hold when a condition does not."""
    if isinstance(node, v.Not):
        return atoms(node.inner)
    if isinstance(node, v.Or):
        return [atom for part in node.parts for atom in denied(part)]
    if isinstance(node, v.Compare) and node.op in DENIED and _there(node):
        return [v.Compare(DENIED[node.op], node.left, node.right, type=t.YES_NO)]
    if isinstance(node, v.Equal) and _there(node):
        return [v.Equal(node.left, node.right, not node.negated, type=t.YES_NO)]
    if isinstance(node, v.IsNothing):
        return [v.IsNothing(node.value, not node.negated, type=t.YES_NO)]
    if isinstance(node, v.Quantifier) and node.kind == "no":
        return [v.Quantifier("some", node.binds, node.body, type=t.YES_NO)]
    return [v.Not(node, type=t.YES_NO)]


def _over(node: v.T) -> bool:
    return isinstance(node, v.CoreUse) and node.word == "finished"


def _there(node: v.Compare | v.Equal) -> bool:
    return not isinstance(node.left.type, t.Maybe) and not isinstance(node.right.type, t.Maybe)


def empty_of(node: v.T) -> v.T | None:
    """The collection that a sentence says is not empty."""
    if isinstance(node, v.IsNot):
        node = v.Not(node.test, type=t.YES_NO)
    if isinstance(node, v.Not) and isinstance(node.inner, v.CoreUse) and node.inner.word == "empty":
        return node.inner.get("of")
    return None


def limits(node: v.T, known: Iterable[v.T]) -> Limits:
    """Between which numbers a value lies, from its type and from what is known."""
    if isinstance(node, v.Const) and isinstance(node.value, int):
        return int(node.value), int(node.value)
    kind = t.bare(node.type)
    low, high = (kind.low, kind.high) if isinstance(kind, t.Number) else (-t.LARGEST, t.LARGEST)
    if isinstance(node, v.CoreUse) and node.word == "count":
        low = max(low, 0)
    said = [one for one in (_said(atom, node) for atom in known) if one is not None]
    for least, most, _ in said:
        low, high = max(low, least), min(high, most)
    for out in sorted(n for _, _, n in said if n is not None):
        low += out == low
    for out in sorted((n for _, _, n in said if n is not None), reverse=True):
        high -= out == high
    return low, high


def _said(atom: v.T, node: v.T) -> tuple[int, int, int | None] | None:
    """What one sentence says of a number: at least, at most, and not."""
    if not isinstance(atom, v.Compare | v.Equal):
        return None
    op = atom.op if isinstance(atom, v.Compare) else "is not" if atom.negated else "="
    left, right = atom.left, atom.right
    if isinstance(left, v.Const):
        left, right, op = right, left, TURNED.get(op, op)
    if not isinstance(right, v.Const) or not isinstance(right.value, int) or not same(left, node):
        return None
    n = int(right.value)
    low, high = -t.LARGEST, t.LARGEST
    if op == "is not":
        return low, high, n
    return (*{"<": (low, n - 1), "<=": (low, n), ">": (n + 1, high), ">=": (n, high)}.get(op, (n, n)), None)
