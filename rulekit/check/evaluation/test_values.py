"""Tests and choices: equality, order, membership, quantifiers; a test with nothing in it is false."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rulekit.check.tree import typed_expressions as v
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.evaluation.evaluator import Env, Evaluator


def _choice(e: Evaluator, node: v.Choice, env: Env) -> Any:
    return e.value(node.yes if e.holds(node.condition, env) else node.no, env)


def _otherwise(e: Evaluator, node: v.Otherwise, env: Env) -> Any:
    found = e.value(node.value, env)
    return e.value(node.default, env) if found is None else found


COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def _compare(e: Evaluator, node: v.Compare, env: Env) -> Any:
    left, right = e.value(node.left, env), e.value(node.right, env)
    return left is not None and right is not None and COMPARISONS[node.op](left, right)


def _equal(e: Evaluator, node: v.Equal, env: Env) -> Any:
    left, right = e.value(node.left, env), e.value(node.right, env)
    if left is None or right is None:
        return False
    return same(e, node.left, left, right) != node.negated


def same(e: Evaluator, node: v.T, left: Any, right: Any) -> bool:
    """Equality: sets without regard to order, copies of one row as one thing where the row is named."""
    kind = t.bare(node.type)
    if isinstance(kind, t.SetOf):
        return set(left) == set(right)
    if isinstance(kind, t.EffectOf) and (isinstance(left, tuple) or isinstance(right, tuple)):
        return bool(set(e.plan.effects_told(kind, left)) & set(e.plan.effects_told(kind, right)))
    if isinstance(kind, t.Piece) and left != right:
        copies = e.plan.copies(kind.kind)
        return right in copies[left] and len(copies[left]) > 1
    return bool(left == right)


def _is_nothing(e: Evaluator, node: v.IsNothing, env: Env) -> Any:
    return (e.value(node.value, env) is None) != node.negated


def _is_in(e: Evaluator, node: v.IsIn, env: Env) -> Any:
    left, right = e.value(node.left, env), e.value(node.right, env)
    if left is None:
        return False
    there = right or ()
    kind = t.bare(node.left.type)
    if isinstance(node.left, v.Const) and isinstance(kind, t.Piece):
        found = any(c in there for c in e.plan.copies(kind.kind)[left])
    else:
        found = left in there
    return found != node.negated


def _is_not(e: Evaluator, node: v.IsNot, env: Env) -> Any:
    return e.value(node.value, env) is not None and not e.holds(node.test, env)


def _and(e: Evaluator, node: v.And, env: Env) -> Any:
    for part in node.parts:
        if e.value(part, env) is not True:
            return False
    return True


def _or(e: Evaluator, node: v.Or, env: Env) -> Any:
    for part in node.parts:
        if e.value(part, env) is True:
            return True
    return False


def _not(e: Evaluator, node: v.Not, env: Env) -> Any:
    return not e.holds(node.inner, env)


def _quantifier(e: Evaluator, node: v.Quantifier, env: Env) -> Any:
    every = node.kind == "every"
    for inner in _bound(e, node.binds, env):
        if (e.value(node.body, inner) is True) != every:
            return node.kind == "some"
    return node.kind != "some"


def _bound(e: Evaluator, binds: tuple[tuple[str, v.T], ...], env: Env) -> Iterator[Env]:
    if not binds:
        yield env
        return
    (name, source), rest = binds[0], binds[1:]
    for member in e.value(source, env) or ():
        inner = {**env, name: member}
        if rest:
            yield from _bound(e, rest, inner)
        else:
            yield inner


def _supposing(e: Evaluator, node: v.Supposing, env: Env) -> Any:
    return e.machine.supposing(e, node, env)


def _legal(e: Evaluator, node: v.Legal, env: Env) -> Any:
    return e.machine.legal_now(e, node.action, {name: e.value(a, env) for name, a in node.args}, env)


FORMS: dict[type, Any] = {
    v.Choice: _choice,
    v.Otherwise: _otherwise,
    v.Compare: _compare,
    v.Equal: _equal,
    v.IsNothing: _is_nothing,
    v.IsIn: _is_in,
    v.IsNot: _is_not,
    v.And: _and,
    v.Or: _or,
    v.Not: _not,
    v.Quantifier: _quantifier,
    v.Supposing: _supposing,
    v.Legal: _legal,
}
