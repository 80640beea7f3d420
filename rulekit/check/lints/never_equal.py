"""K56: tests of one number that its range leaves no chance, and of `nothing` where something always is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.emit import say
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.enclosing_lines import written
from rulekit.check.tree.typed_roots import every
from rulekit.diagnostics import Problem
from rulekit.typesystem import types as t

FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "="}


def examine(checked: Checked) -> Iterable[Problem]:
    for sort, node in every(checked, v.Compare, v.Equal, v.IsNothing):
        if sort == "law":
            continue  # laws say what never is
        if isinstance(node, v.Compare):
            yield from _tested(checked, node, node.op)
        elif isinstance(node, v.Equal) and not node.negated:
            yield from _tested(checked, node, "=")
        elif isinstance(node, v.IsNothing):
            yield from _something(checked, node)


def _tested(checked: Checked, node: v.Compare | v.Equal, op: str) -> Iterator[Problem]:
    """A state or a field against a number beyond its range."""
    for side, other, sign in ((node.left, node.right, op), (node.right, node.left, FLIPPED[op])):
        kind = t.bare(side.type)
        if not isinstance(side, (v.Read, v.FieldOf)) or not isinstance(kind, t.Number) or not _number(other):
            continue
        if _never(kind, sign, other.value):  # type: ignore[attr-defined]
            facts = {"low": kind.low, "high": kind.high, "value": written(checked, side.span)}
            yield say("K56", node.span, "range", condition=written(checked, node.span), **facts)


def _number(node: v.T) -> bool:
    return isinstance(node, v.Const) and isinstance(node.value, int) and not isinstance(node.value, bool)


def _never(kind: t.Number, sign: str, value: int) -> bool:
    return {
        "=": not kind.low <= value <= kind.high,
        "<": kind.low >= value,
        "<=": kind.low > value,
        ">": kind.high <= value,
        ">=": kind.high < value,
    }[sign]


def _something(checked: Checked, node: v.IsNothing) -> Iterator[Problem]:
    """`heap is nothing`, where heap is a number that is always there."""
    inner = node.value
    plain = isinstance(inner, v.Read) and isinstance(inner.type, t.Number | t.YesNo | t.Choice | t.Seat)
    if plain and all(not isinstance(arg.type, t.Maybe) for arg in inner.args):  # type: ignore[attr-defined]
        yield say("K56", node.span, "something", value=written(checked, inner.span))
