"""Tests and conditions worked out before play: yes, no, or open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check import typed as v
from rulekit.check.open_values import OPEN, Folding, Names, every, some
from rulekit.kinds import types as t


def _negate(value: Any) -> Any:
    return OPEN if value is OPEN else not value


def _compare(f: Folding, node: v.Compare, names: Names) -> Any:
    left, right = f.value(node.left, names), f.value(node.right, names)
    if left is None or right is None:
        return False
    return OPEN if left is OPEN or right is OPEN else COMPARE[node.op](left, right)


COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


def _equal(f: Folding, node: v.Equal, names: Names) -> Any:
    left, right = f.value(node.left, names), f.value(node.right, names)
    if left is None or right is None:
        return False
    if left is OPEN or right is OPEN:
        return OPEN
    kind = t.bare(node.left.type)
    if isinstance(kind, t.SetOf):
        return (set(left) == set(right)) != node.negated
    if isinstance(kind, t.Piece) and (isinstance(node.left, v.Const) or isinstance(node.right, v.Const)):
        rows = f.symbols.kinds[kind.kind].members
        return (rows[left] == rows[right]) != node.negated
    return bool(left == right) != node.negated


def _nothing(f: Folding, node: v.IsNothing, names: Names) -> Any:
    found = f.value(node.value, names)
    return OPEN if found is OPEN else (found is None) != node.negated


def _in(f: Folding, node: v.IsIn, names: Names) -> Any:
    left, right = f.value(node.left, names), f.value(node.right, names)
    if left is None:
        return False
    return OPEN if left is OPEN or right is OPEN or right is None else (left in right) != node.negated


def _is_not(f: Folding, node: v.IsNot, names: Names) -> Any:
    found = f.value(node.value, names)
    return False if found is None else _negate(f.value(node.test, names))


def _and(f: Folding, node: v.And, names: Names) -> Any:
    return every(f.each(node.parts, names))


def _or(f: Folding, node: v.Or, names: Names) -> Any:
    return some(f.each(node.parts, names))


def _not(f: Folding, node: v.Not, names: Names) -> Any:
    return _negate(f.value(node.inner, names))


def _related(f: Folding, node: v.Related, names: Names) -> Any:
    args = f.each(node.args, names)
    return False if any(a is None for a in args) else f.relation(node.relation, args, names)


def _quantifier(f: Folding, node: v.Quantifier, names: Names) -> Any:
    def over(binds: tuple[tuple[str, v.T], ...], inner: Names) -> Any:
        if not binds:
            return f.value(node.body, inner)
        source = f.value(binds[0][1], inner)
        if source is OPEN:
            return OPEN
        answers = [over(binds[1:], {**inner, binds[0][0]: one}) for one in source]
        return every(answers) if node.kind == "every" else some(answers)

    found = over(node.binds, names)
    return _negate(found) if node.kind == "no" else found


def _choice(f: Folding, node: v.Choice, names: Names) -> Any:
    holds = f.value(node.condition, names)
    if holds is OPEN:
        yes, no = f.value(node.yes, names), f.value(node.no, names)
        return yes if yes is not OPEN and yes == no and type(yes) is type(no) else OPEN
    return f.value(node.yes if holds else node.no, names)


FORMS: dict[type, Callable[..., Any]] = {
    v.Compare: _compare,
    v.Equal: _equal,
    v.IsNothing: _nothing,
    v.IsIn: _in,
    v.IsNot: _is_not,
    v.And: _and,
    v.Or: _or,
    v.Not: _not,
    v.Related: _related,
    v.Quantifier: _quantifier,
    v.Choice: _choice,
}
