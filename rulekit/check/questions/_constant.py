"""Conditions that options and the number of players decide: yes, no, or only play can tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from typing import Any

from rulekit.check import typed as v
from rulekit.check.examined import Checked
from rulekit.check.walking import walk
from rulekit.kinds import types as t

Options = Mapping[str, Any]
MOST = 500


def configurations(checked: Checked, seats: int, conditions: Iterable[v.T | None]) -> Iterator[Options]:
    """The choices of the options that conditions read, as far as the demands allow them."""
    demands = [case.condition or case.value for case in checked.demands]
    names = sorted(_options(checked, [*conditions, *demands]))
    values = [_values(checked, name) for name in names]
    for chosen in islice(product(*values), MOST):
        options = dict(zip(names, chosen, strict=True))
        if all(truth(checked, demand, seats, options) is not False for demand in demands if demand is not None):
            yield options


def _options(checked: Checked, nodes: Iterable[v.T | None]) -> set[str]:
    found: set[str] = set()
    todo = [node for node in nodes if node is not None]
    words = {w.key: w.body for w in checked.words}
    seen: set[str] = set()
    while todo:
        for node in walk(todo.pop()):
            if isinstance(node, v.OptionValue):
                found.add(node.name)
            elif isinstance(node, v.Use) and node.word not in seen:
                seen.add(node.word)
                body = words[node.word]
                todo += [body] if isinstance(body, v.T) else []
    return found


def _values(checked: Checked, name: str) -> list[Any]:
    option = checked.symbols.options[name]
    if isinstance(option.type, t.Choice):
        return list(range(len(option.type.members)))
    return [{"yes": True, "no": False}.get(str(value), value) for value in option.values]


def truth(checked: Checked, node: v.T, seats: int, options: Options) -> bool | None:
    """Yes, no, or None where only play can tell."""
    found = _value(checked, node, seats, options)
    return found if isinstance(found, bool) else None


def _value(checked: Checked, node: v.T, seats: int, options: Options) -> Any:
    def inner(part: v.T) -> Any:
        return _value(checked, part, seats, options)

    if isinstance(node, v.Const):
        return node.value
    if isinstance(node, v.OptionValue):
        return options.get(node.name)
    if isinstance(node, v.CoreUse) and node.word == "count":
        of = node.get("of")
        return seats if isinstance(of, v.Members) and isinstance(of.of, t.Seat) else None
    if isinstance(node, v.Use) and not node.args:
        body = next(w.body for w in checked.words if w.key == node.word)
        return inner(body) if isinstance(body, v.T) else None
    if isinstance(node, v.Compare | v.Equal):
        left, right = inner(node.left), inner(node.right)
        return None if left is None or right is None else _tested(node, left, right)
    if isinstance(node, v.Not):
        held = inner(node.inner)
        return None if held is None else not held
    if isinstance(node, v.And | v.Or):
        return _all(node, [inner(part) for part in node.parts])
    return None


def _tested(node: v.Compare | v.Equal, left: Any, right: Any) -> bool:
    if isinstance(node, v.Equal):
        return bool((left == right) != node.negated)
    tests = {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right, "=": left == right}
    return bool(tests[node.op])


def _all(node: v.And | v.Or, parts: list[Any]) -> bool | None:
    deciding = isinstance(node, v.Or)
    if deciding in parts:
        return deciding
    return None if None in parts else not deciding
