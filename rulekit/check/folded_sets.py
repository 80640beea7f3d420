"""Arithmetic and collections worked out before play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from rulekit.check import typed as v
from rulekit.kinds import types as t


class Folding(Protocol):
    """What works values out; see folding.py."""

    eyes: Any

    def value(self, node: v.T, names: Mapping[str, Any]) -> Any: ...


Names = Mapping[str, Any]
Form = Callable[[Any, Any, Names], Any]


def forms(open_: Any) -> dict[type, Form]:
    """A small function for each form; `open_` stands for what cannot be told."""

    def settled(form: Callable[..., Any], *parts: str) -> Form:
        """Work the parts out; open if one of them is."""

        def ask(f: Folding, node: Any, names: Names) -> Any:
            values = [f.value(getattr(node, part), names) for part in parts]
            return open_ if any(value is open_ for value in values) else form(node, *values)

        return ask

    def listed(f: Folding, node: v.Listed, names: Names) -> Any:
        values = [f.value(item, names) for item in node.items]
        if any(value is open_ for value in values):
            return open_
        kept = [value for value in values if value is not None]
        return tuple(one for part in kept for one in part) if node.flat else tuple(kept)

    def filtered(f: Folding, node: v.Filter, names: Names) -> Any:
        source = f.value(node.source, names)
        if source is open_:
            return open_
        found = [(one, f.value(node.condition, {**names, node.name: one})) for one in source or ()]
        return open_ if any(holds is open_ for _, holds in found) else tuple(one for one, holds in found if holds)

    def collected(f: Folding, node: v.Collect, names: Names) -> Any:
        source = f.value(node.source, names)
        if source is open_:
            return open_
        values = [f.value(node.value, {**names, node.name: one}) for one in source or ()]
        return open_ if any(value is open_ for value in values) else _gathered(values, node.sort)

    def place(f: Folding, node: v.Coordinates, names: Names) -> Any:
        spot = tuple(f.value(item, names) for item in node.items)
        kind = t.bare(node.type)
        if open_ in spot or not isinstance(kind, t.Place):
            return open_
        return f.eyes.layout(kind.space).number.get(spot)

    def otherwise(f: Folding, node: v.Otherwise, names: Names) -> Any:
        value = f.value(node.value, names)
        return f.value(node.default, names) if value is None else value

    return {
        v.Arith: settled(_arith, "left", "right"),
        v.Combine: settled(_combine, "left", "right"),
        v.AmountOf: settled(lambda n, count, member: {member: count} if count else {}, "count", "member"),
        v.Scaled: settled(lambda n, times, bag: {k: c * times for k, c in bag.items() if c * times}, "times", "bag"),
        v.At: settled(lambda n, bag, key: bag.get(key, 0) if isinstance(bag, dict) else open_, "bag", "key"),
        v.Single: settled(lambda n, one: () if one is None else (one,), "member"),
        v.AsSet: settled(lambda n, source: tuple(dict.fromkeys(source or ())), "source"),
        v.Interval: settled(
            lambda n, low, high: tuple(range(low, high + 1)) if high - low < 5000 else open_, "low", "high"
        ),
        v.Listed: listed,
        v.Filter: filtered,
        v.Collect: collected,
        v.Coordinates: place,
        v.Otherwise: otherwise,
    }


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


def _gathered(values: list[Any], sort: str) -> tuple[Any, ...]:
    kept = [value for value in values if value is not None]
    if sort == "list":
        return tuple(kept)
    if sort == "union":
        return tuple(dict.fromkeys(one for part in kept for one in part))
    return tuple(dict.fromkeys(kept))
