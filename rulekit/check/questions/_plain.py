"""Values written out: words replaced by what they say, names by what they were bound to, so that two can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

import attrs

from rulekit.check import does
from rulekit.check import typed as v
from rulekit.check.examined import Checked
from rulekit.check.walking import fields, walk
from rulekit.kinds import types as t

Names = Mapping[str, v.T]
DEEPEST = 60


class Plain:
    """Writes out the values of one rulebook."""

    def __init__(self, checked: Checked) -> None:
        self.words = {w.key: w for w in checked.words}
        self.fresh = count()

    def full(self, node: v.T, names: Names, depth: int = 0) -> v.T:
        """A value with every word unfolded; bound names become new ones, so that none can be mistaken."""
        if depth > DEEPEST:
            return node
        if isinstance(node, v.Local):
            return names.get(node.name, node)
        if isinstance(node, v.Held):
            return self.full(node.zone, names, depth)
        if isinstance(node, v.AsSet):
            return self.full(node.source, names, depth)
        if isinstance(node, v.MapValues | v.AsBag):
            return self.full(node.map, names, depth)
        if isinstance(node, v.Use):
            return self._use(node, names, depth)
        if isinstance(node, v.Filter | v.Collect):
            source = self.full(node.source, names, depth + 1)
            name, inner = self._bind(node.name, node.source, names)
            part = "condition" if isinstance(node, v.Filter) else "value"
            value = self.full(getattr(node, part), inner, depth + 1)
            return attrs.evolve(node, name=name, source=source, **{part: value})
        if isinstance(node, v.Quantifier):
            return self._quantifier(node, names, depth)
        return self._inside(node, names, depth)

    def _bind(self, name: str, source: v.T, names: Names) -> tuple[str, Names]:
        new = f"{name}#{next(self.fresh)}"
        return new, {**names, name: v.Local(new, type=t.member(source.type) or t.UNKNOWN)}

    def _quantifier(self, node: v.Quantifier, names: Names, depth: int) -> v.T:
        binds = []
        for name, source in node.binds:
            kept = self.full(source, names, depth + 1)
            new, names = self._bind(name, source, names)
            binds.append((new, kept))
        return attrs.evolve(node, binds=tuple(binds), body=self.full(node.body, names, depth + 1))

    def _use(self, node: v.Use, names: Names, depth: int) -> v.T:
        word = self.words[node.word]
        args = tuple(self.full(arg, names, depth + 1) for arg in node.args)
        hidden = tuple((name, self.full(value, names, depth + 1)) for name, value in node.hidden)
        if not isinstance(word.body, v.T):
            return attrs.evolve(node, args=args, hidden=hidden)
        inner = {param.name: arg for param, arg in zip(word.params, args, strict=False)} | dict(hidden)
        return self.full(word.body, inner, depth + 1)

    def _inside(self, node: v.T, names: Names, depth: int) -> v.T:
        changed = {name: self._part(getattr(node, name), names, depth + 1) for name in fields(node)}
        return attrs.evolve(node, **{k: part for k, part in changed.items() if part is not getattr(node, k)})

    def _part(self, part: Any, names: Names, depth: int) -> Any:
        if isinstance(part, v.T):
            return self.full(part, names, depth)
        if isinstance(part, does.Call):
            return attrs.evolve(part, args=self._part(part.args, names, depth))
        if isinstance(part, tuple):
            return tuple(self._part(one, names, depth) for one in part)
        return part


def replaced(node: v.T, name: str, value: v.T) -> v.T:
    """A written-out value with one name replaced."""
    if isinstance(node, v.Local):
        return value if node.name == name else node
    changed = {field: _replaced(getattr(node, field), name, value) for field in fields(node)}
    return attrs.evolve(node, **{k: part for k, part in changed.items() if part is not getattr(node, k)})


def _replaced(part: Any, name: str, value: v.T) -> Any:
    if isinstance(part, v.T):
        return replaced(part, name, value)
    if isinstance(part, tuple):
        return tuple(_replaced(one, name, value) for one in part)
    return part


def same(one: v.T, other: v.T) -> bool:
    """Do two written-out values say the same? Types and places apart; names bound inside by their order."""
    return bool(_shape(one, _bound(one)) == _shape(other, _bound(other)))


def _bound(node: v.T) -> dict[str, int]:
    found: list[str] = []
    for inner in walk(node):
        if isinstance(inner, v.Filter | v.Collect):
            found.append(inner.name)
        elif isinstance(inner, v.Quantifier):
            found += [name for name, _ in inner.binds]
    return {name: number for number, name in enumerate(found)}


def _shape(node: Any, names: Mapping[str, int]) -> Any:
    if isinstance(node, str):
        return names.get(node, node)
    if isinstance(node, v.Const):
        return ("fixed", node.value, type(t.bare(node.type)).__name__)
    if isinstance(node, v.T | does.Step):
        return (type(node).__name__, *(_shape(getattr(node, field), names) for field in fields(node)))
    if isinstance(node, tuple | list):
        return tuple(_shape(one, names) for one in node)
    return node
