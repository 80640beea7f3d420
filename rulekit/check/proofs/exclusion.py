"""Can two conditions hold together? Told from numbers, members, and a condition against its denial."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.typesystem import types as t

Limits = tuple[int, int]


def excludes(checked: Checked, one: v.T, other: v.T) -> bool:
    """Is it sure that both never hold at once?"""
    first, second = (list(_ways(checked, node)) for node in (one, other))
    return all(_clash(a, b) for a in first for b in second)


def _ways(checked: Checked, node: v.T) -> Iterator[tuple[v.T, ...]]:
    """The ways in which a condition can hold: each a list of what holds then."""
    if isinstance(node, v.Or):
        for part in node.parts:
            yield from _ways(checked, part)
    elif isinstance(node, v.And):
        yield from _joined(checked, node.parts)
    elif isinstance(node, v.Use) and not node.args and isinstance(_body(checked, node.word), v.T):
        yield from _ways(checked, _body(checked, node.word))
    else:
        yield (node,)


def _joined(checked: Checked, parts: tuple[v.T, ...]) -> Iterator[tuple[v.T, ...]]:
    if not parts:
        yield ()
        return
    rest = list(_joined(checked, parts[1:]))
    for way in _ways(checked, parts[0]):
        yield from ((*way, *more) for more in rest)


def _body(checked: Checked, key: str) -> v.T:
    body = next(w.body for w in checked.words if w.key == key)
    return body if isinstance(body, v.T) else v.Broken(type=t.YES_NO)


def _clash(first: tuple[v.T, ...], second: tuple[v.T, ...]) -> bool:
    return any(against(a, b) for a in first for b in second)


def against(one: v.T, other: v.T) -> bool:
    """Two plain tests that deny each other."""
    if denial(one) == other or denial(other) == one:
        return True
    left, right = _limited(one), _limited(other)
    if left is not None and right is not None and left[0] == right[0]:
        return left[1][1] < right[1][0] or right[1][1] < left[1][0]
    a, b = _members(one), _members(other)
    return a is not None and b is not None and a[0] == b[0] and not a[1] & b[1]


def denial(node: v.T) -> v.T:
    """What holds where a test does not; tests that may meet nothing are denied by `not` alone."""
    if isinstance(node, v.Not):
        return node.inner
    if isinstance(node, v.IsNothing):
        return v.IsNothing(node.value, not node.negated, type=node.type)
    return v.Not(node, type=t.YES_NO)


def _limited(node: v.T) -> tuple[v.T, Limits] | None:
    """A number against a fixed number: what it may be then."""
    if not isinstance(node, v.Compare | v.Equal):
        return None
    op = node.op if isinstance(node, v.Compare) else "="
    if isinstance(node, v.Equal) and node.negated:
        return None
    left, right = node.left, node.right
    if isinstance(left, v.Const):
        left, right, op = right, left, {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
    if not isinstance(right, v.Const) or not isinstance(right.value, int) or isinstance(right.value, bool):
        return None
    n = right.value
    if not isinstance(t.bare(left.type), t.Number):
        return None
    low, high = -t.LARGEST, t.LARGEST
    return left, {"<": (low, n - 1), "<=": (low, n), ">": (n + 1, high), ">=": (n, high)}.get(op, (n, n))


def _members(node: v.T) -> tuple[v.T, frozenset[object]] | None:
    """Something against fixed members: which of them it may be then."""
    if isinstance(node, v.Equal) and isinstance(node.right, v.Const):
        chosen: frozenset[object] = frozenset((node.right.value,))
        kind = t.bare(node.left.type)
        if not node.negated:
            return node.left, chosen
        count = {t.Choice: len(getattr(kind, "members", ())), t.YesNo: 2}.get(type(kind))
        return (node.left, frozenset(range(count)) - chosen) if count else None
    return None
