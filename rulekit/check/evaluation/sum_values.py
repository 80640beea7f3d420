"""Numbers, bags, sets and lists: added up, filtered, collected."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulekit.check.evaluation.place_values import distinct
from rulekit.check.tree import typed_expressions as v
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.evaluation.evaluator import Env, Evaluator


NUMBERS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda left, right: left // right if right else 0,  # by 0 only where no guard lets anybody through
}


def _arith(e: Evaluator, node: v.Arith, env: Env) -> Any:
    left, right = e.value(node.left, env), e.value(node.right, env)
    return None if left is None or right is None else e.near(NUMBERS[node.op](left, right), node)


def _combine(e: Evaluator, node: v.Combine, env: Env) -> Any:
    left, right = e.value(node.left, env), e.value(node.right, env)
    if node.sort == "bag":
        return e.near(added(left or {}, right or {}, 1 if node.op == "+" else -1), node)
    if node.sort == "sequence":
        return (*(left or ()), right)
    left, right = left or (), right or ()
    if node.op == "+":
        return distinct((*left, *right))
    return tuple(m for m in left if m not in right)


def added(left: dict[int, int], right: dict[int, int], sign: int) -> dict[int, int]:
    """Two bags kind by kind; what is nought is left out."""
    keys = dict.fromkeys((*left, *right))
    sums = {k: left.get(k, 0) + sign * right.get(k, 0) for k in sorted(keys)}
    return {k: n for k, n in sums.items() if n}


def _amount(e: Evaluator, node: v.AmountOf, env: Env) -> Any:
    count, member = e.value(node.count, env), e.value(node.member, env)
    return {} if not count or member is None else {member: count}


def _scaled(e: Evaluator, node: v.Scaled, env: Env) -> Any:
    times, bag = e.value(node.times, env), e.value(node.bag, env)
    return {} if not times or not bag else e.near({k: n * times for k, n in bag.items()}, node)


def _at(e: Evaluator, node: v.At, env: Env) -> Any:
    bag, key = e.value(node.bag, env), e.value(node.key, env)
    if key is None or bag is None:
        return None
    if isinstance(bag, tuple):
        return dict(bag).get(key)
    return bag.get(key, 0)


def _single(e: Evaluator, node: v.Single, env: Env) -> Any:
    found = e.value(node.member, env)
    return () if found is None else (found,)


def _as_set(e: Evaluator, node: v.AsSet, env: Env) -> Any:
    found = e.value(node.source, env)
    return distinct(found or ())


def _as_bag(e: Evaluator, node: v.AsBag, env: Env) -> Any:
    return {k: n for k, n in e.value(node.map, env) or () if n}


def _listed(e: Evaluator, node: v.Listed, env: Env) -> Any:
    found = [e.value(item, env) for item in node.items]
    if node.flat:
        return distinct(m for f in found for m in (f or ()))
    kept = tuple(f for f in found if f is not None)
    return kept if isinstance(node.type, t.Sequence) else distinct(kept)


def _coordinates(e: Evaluator, node: v.Coordinates, env: Env) -> Any:
    spot = tuple(e.value(item, env) for item in node.items)
    return e.plan.by_parts(node.type).get(spot)


def _interval(e: Evaluator, node: v.Interval, env: Env) -> Any:
    low, high = e.value(node.low, env), e.value(node.high, env)
    return () if low is None or high is None else e.machine.numbers(low, high)


def _filter(e: Evaluator, node: v.Filter, env: Env) -> Any:
    source = e.value(node.source, env) or ()
    name, condition = node.name, node.condition
    return tuple([m for m in source if e.value(condition, {**env, name: m}) is True])


def _collect(e: Evaluator, node: v.Collect, env: Env) -> Any:
    found = [e.value(node.value, {**env, node.name: m}) for m in e.value(node.source, env) or ()]
    if node.sort == "list":
        return tuple(f for f in found if f is not None)
    if node.sort == "union":
        return tuple(sorted({m for f in found for m in (f or ())}))
    return tuple(sorted({f for f in found if f is not None}))


def _let(e: Evaluator, node: v.Let, env: Env) -> Any:
    return e.value(node.value, {**env, node.name: e.value(node.source, env)})


FORMS: dict[type, Any] = {
    v.Arith: _arith,
    v.Combine: _combine,
    v.AmountOf: _amount,
    v.Scaled: _scaled,
    v.At: _at,
    v.Single: _single,
    v.AsSet: _as_set,
    v.AsBag: _as_bag,
    v.Listed: _listed,
    v.Coordinates: _coordinates,
    v.Interval: _interval,
    v.Filter: _filter,
    v.Collect: _collect,
    v.Let: _let,
}
