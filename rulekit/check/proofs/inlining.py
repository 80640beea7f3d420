"""Values written out, so that two can be compared: words by what they say, names by what they were bound to."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any, TypeVar

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import fields
from rulekit.records import evolve
from rulekit.typesystem import types as t

Names = Mapping[str, v.T]
DEEPEST = 60
BUDGET = 1_000  # values written out for one sentence; a sentence larger than that is compared as it stands
N = TypeVar("N")


def with_fields(node: N, **changes: Any) -> N:
    """A node with some fields changed."""
    found: N = evolve(node, **changes)
    return found


class Inliner:
    """Writes out the values of one rulebook."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.words = {w.key: w for w in checked.words}
        bent = {bend.target for bend in checked.bends}
        self.relations = {r.name: r for r in checked.relations if not any(case.id in bent for case in r.cases)}
        self.fresh = count()
        self.left = BUDGET

    def unfold(self, node: v.T, names: Names, depth: int = 0) -> v.T:
        """A value with every word unfolded; bound names become new ones, so that none can be mistaken."""
        if depth == 0:
            self.left = BUDGET
        self.left -= 1
        if depth > DEEPEST or self.left < 0:
            return node
        if isinstance(node, v.Local):
            return names.get(node.name, node)
        if isinstance(node, v.Held):
            return self.unfold(node.zone, names, depth)
        if isinstance(node, v.AsSet):
            return self.unfold(node.source, names, depth)
        if isinstance(node, v.MapValues | v.AsBag):
            return self.unfold(node.map, names, depth)
        if isinstance(node, v.Use):
            return self._use(node, names, depth)
        if isinstance(node, v.Related) and node.relation in self.relations:
            return self._inline_relation(node, names, depth)
        if isinstance(node, v.Filter | v.Collect):
            source = self.unfold(node.source, names, depth + 1)
            held = node.source.type if isinstance(node, v.Let) else node.source.type.member
            name, inner = self._bind(node.name, held, names)
            if isinstance(node, v.Filter):
                condition = self.unfold(node.condition, inner, depth + 1)
                return with_fields(node, name=name, source=source, condition=condition)
            return with_fields(node, name=name, source=source, value=self.unfold(node.value, inner, depth + 1))
        if isinstance(node, v.Quantifier):
            return self._quantifier(node, names, depth)
        return self._inside(node, names, depth)

    def _bind(self, name: str, held: t.Type | None, names: Names) -> tuple[str, Names]:
        new = f"{name}#{next(self.fresh)}"
        return new, {**names, name: v.Local(new, type=held or t.UNKNOWN)}

    def _quantifier(self, node: v.Quantifier, names: Names, depth: int) -> v.T:
        binds = []
        for name, source in node.binds:
            kept = self.unfold(source, names, depth + 1)
            new, names = self._bind(name, source.type.member, names)
            binds.append((new, kept))
        return with_fields(node, binds=tuple(binds), body=self.unfold(node.body, names, depth + 1))

    def _use(self, node: v.Use, names: Names, depth: int) -> v.T:
        word = self.words[node.word]
        args = tuple(self.unfold(arg, names, depth + 1) for arg in node.args)
        hidden = tuple((name, self.unfold(value, names, depth + 1)) for name, value in node.hidden)
        if not isinstance(word.body, v.T):
            return with_fields(node, args=args, hidden=hidden)
        inner = {param.name: arg for param, arg in zip(word.params, args, strict=False)} | dict(hidden)
        return self.unfold(word.body, inner, depth + 1)

    def _inline_relation(self, node: v.Related, names: Names, depth: int) -> v.T:
        """A relation as its cases, joined as its head says."""
        info = self.relations[node.relation]
        args = [self.unfold(arg, names, depth + 1) for arg in node.args]
        hidden = {name: self.unfold(value, names, depth + 1) for name, value in node.hidden}
        inner = {param.name: arg for param, arg in zip(info.params, args, strict=False)} | hidden
        cases = tuple(self.unfold(case.value, inner, depth + 1) for case in info.cases if case.sort == "case")
        return (v.Or if info.decl.mode == "any" else v.And)(cases, type=t.YES_NO, span=node.span)

    def _inside(self, node: v.T, names: Names, depth: int) -> v.T:
        changed = {name: self._part(getattr(node, name), names, depth + 1) for name in fields(node)}
        return with_fields(node, **{k: part for k, part in changed.items() if part is not getattr(node, k)})

    def _part(self, part: Any, names: Names, depth: int) -> Any:
        if isinstance(part, v.T):
            return self.unfold(part, names, depth)
        if isinstance(part, typed_statements.Call):
            return with_fields(part, args=self._part(part.args, names, depth))
        if isinstance(part, tuple):
            return tuple(self._part(one, names, depth) for one in part)
        return part


def write_out(inliner: Inliner, names: Names) -> dict[str, v.T]:
    """Names bound one after the other, each written out with those before it."""
    found: dict[str, v.T] = {}
    for name, value in names.items():
        found[name] = inliner.unfold(value, found)
    return found


def replace_name(node: v.T, name: str, value: v.T) -> v.T:
    """A written-out value with one name replaced."""
    if isinstance(node, v.Local):
        return value if node.name == name else node
    changed = {field: _replace(getattr(node, field), name, value) for field in fields(node)}
    return with_fields(node, **{k: part for k, part in changed.items() if part is not getattr(node, k)})


def _replace(part: Any, name: str, value: v.T) -> Any:
    if isinstance(part, v.T):
        return replace_name(part, name, value)
    if isinstance(part, typed_statements.Call):
        return with_fields(part, args=_replace(part.args, name, value))
    if isinstance(part, tuple):
        return tuple(_replace(one, name, value) for one in part)
    return part


def is_same_value(one: v.T, other: v.T) -> bool:
    """Do two written-out values say the same? Types and places apart, and bound names by where they are bound.

    A value::

        some c in hand of player has cost of c > 2

    The same as `some d in hand of player has cost of d > 2`.
    """
    return _same(one, other, {})


def _same(one: Any, other: Any, names: dict[str, str]) -> bool:
    if isinstance(one, str):
        return bool(names.get(one, one) == other)
    if isinstance(one, tuple):
        if not isinstance(other, tuple) or len(one) != len(other):
            return False
        return all(_same(a, b, names) for a, b in zip(one, other, strict=True))
    if type(one) is not type(other):
        return False
    if isinstance(one, v.Const):
        return bool(one.value == other.value) and type(one.type.bare) is type(other.type.bare)
    if isinstance(one, v.T | typed_statements.Step):
        inner = _pair_names(one, other, names)
        return all(_same(getattr(one, field), getattr(other, field), inner) for field in fields(one))
    return bool(one == other)


def _pair_names(one: Any, other: Any, names: dict[str, str]) -> dict[str, str]:
    """Names bound at the same place in both."""
    binds = zip(one.binds, other.binds, strict=False) if isinstance(one, v.T) else ()
    return names | {a: b for (a, _), (b, _) in binds}
