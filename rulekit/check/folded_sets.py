"""Arithmetic and collections worked out before play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check import typed as v
from rulekit.check.open_values import OPEN, Folding, Names
from rulekit.kinds import types as t

LONGEST = 5000  # of a range that is listed


def _settled(form: Callable[..., Any], *parts: str) -> Callable[..., Any]:
    """Work the parts out; open if one of them is."""

    def ask(f: Folding, node: Any, names: Names) -> Any:
        values = [f.value(getattr(node, part), names) for part in parts]
        return OPEN if any(value is OPEN for value in values) else form(node, *values)

    return ask


def _listed(f: Folding, node: v.Listed, names: Names) -> Any:
    values = [f.value(item, names) for item in node.items]
    if any(value is OPEN for value in values):
        return OPEN
    kept = [value for value in values if value is not None]
    return tuple(one for part in kept for one in part) if node.flat else tuple(kept)


def _filter(f: Folding, node: v.Filter, names: Names) -> Any:
    source = f.value(node.source, names)
    if source is OPEN:
        return OPEN
    found = [(one, f.value(node.condition, {**names, node.name: one})) for one in source or ()]
    return OPEN if any(holds is OPEN for _, holds in found) else tuple(one for one, holds in found if holds)


def _collect(f: Folding, node: v.Collect, names: Names) -> Any:
    source = f.value(node.source, names)
    if source is OPEN:
        return OPEN
    values = [f.value(node.value, {**names, node.name: one}) for one in source or ()]
    return OPEN if any(value is OPEN for value in values) else _gathered(values, node.sort)


def _gathered(values: list[Any], sort: str) -> tuple[Any, ...]:
    kept = [value for value in values if value is not None]
    if sort == "list":
        return tuple(kept)
    if sort == "union":
        return tuple(dict.fromkeys(one for part in kept for one in part))
    return tuple(dict.fromkeys(kept))


def _place(f: Folding, node: v.Coordinates, names: Names) -> Any:
    spot = tuple(f.value(item, names) for item in node.items)
    kind = t.bare(node.type)
    if OPEN in spot or not isinstance(kind, t.Place):
        return OPEN
    return f.eyes.layout(kind.space).number.get(spot)


def _otherwise(f: Folding, node: v.Otherwise, names: Names) -> Any:
    value = f.value(node.value, names)
    return f.value(node.default, names) if value is None else value


def _arith(node: v.Arith, left: Any, right: Any) -> Any:
    if left is None or right is None:
        return None
    if node.op == "/":
        return left // right if right else None
    return {"+": left + right, "-": left - right, "*": left * right}[node.op]


def _combine(node: v.Combine, left: Any, right: Any) -> Any:
    if node.sort == "bag":
        keys = dict.fromkeys([*left, *right])
        sign = 1 if node.op == "+" else -1
        counts = {k: left.get(k, 0) + sign * right.get(k, 0) for k in keys}
        return {k: c for k, c in counts.items() if c}
    if node.sort == "sequence":
        return (*left, right) if node.op == "+" else left
    if node.op == "-":
        return tuple(one for one in left if one not in right)
    return tuple(dict.fromkeys([*left, *right]))


def _amount(node: v.AmountOf, count: Any, member: Any) -> Any:
    return {member: count} if count and member is not None else {}


def _scaled(node: v.Scaled, times: Any, bag: Any) -> Any:
    return {member: count * times for member, count in bag.items() if count * times}


def _at(node: v.At, bag: Any, key: Any) -> Any:
    return bag.get(key, 0) if isinstance(bag, dict) else OPEN


def _single(node: v.Single, one: Any) -> Any:
    return () if one is None else (one,)


def _set(node: v.AsSet, source: Any) -> Any:
    return tuple(dict.fromkeys(source or ()))


def _interval(node: v.Interval, low: Any, high: Any) -> Any:
    if low is None or high is None:
        return ()
    return tuple(range(low, high + 1)) if high - low < LONGEST else OPEN


FORMS: dict[type, Callable[..., Any]] = {
    v.Arith: _settled(_arith, "left", "right"),
    v.Combine: _settled(_combine, "left", "right"),
    v.AmountOf: _settled(_amount, "count", "member"),
    v.Scaled: _settled(_scaled, "times", "bag"),
    v.At: _settled(_at, "bag", "key"),
    v.Single: _settled(_single, "member"),
    v.AsSet: _settled(_set, "source"),
    v.Interval: _settled(_interval, "low", "high"),
    v.Listed: _listed,
    v.Filter: _filter,
    v.Collect: _collect,
    v.Coordinates: _place,
    v.Otherwise: _otherwise,
}
