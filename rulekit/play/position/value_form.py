"""The one written form of values: names from the rules, numbers, lists and objects, nothing else."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.play.machine.machine import Machine
from rulekit.typesystem import types as t


def written(m: Machine, value: Any, kind: t.Type) -> Any:
    """A value as it stands in moves, positions and traces; pieces by their rows."""
    kind = t.bare(kind)
    if value is None or isinstance(value, bool | str):
        return value
    own = form_of(m, kind)
    if own is not None:
        return _formed(m, own, value)
    form = FORMS.get(type(kind))
    return value if form is None else form(m, value, kind)


def form_of(m: Machine, kind: t.Type) -> v.T | None:
    """What `written Kind as ..` says of members of this type."""
    for name, node in m.program.checked.writtens.items():
        if m.plan.symbols.types.get(name) == kind:
            return node
    return None


def _formed(m: Machine, node: v.T, member: Any) -> Any:
    e, env = m.eyes(), {"it": member}
    if isinstance(node, v.Listed) and not node.flat:
        return [written(m, e.value(item, env), item.type) for item in node.items]
    return _plain(m, e.value(node, env), node.type)


def _plain(m: Machine, value: Any, kind: t.Type) -> Any:
    """The written form of what a `written` line says; a number stays one."""
    return value if isinstance(t.bare(kind), t.Number | t.Text) else written(m, value, kind)


def _choice(m: Machine, value: int, kind: t.Choice) -> str:
    return kind.members[value]


def _row(m: Machine, value: int, kind: t.Piece | t.Row) -> str:
    name: str = m.plan.row(kind.kind, value).name
    return name


def _place(m: Machine, value: int, kind: t.Place) -> Any:
    return m.plan.layout(kind.space).written(value)


def _edge(m: Machine, value: int, kind: t.Edge) -> Any:
    layout = m.plan.layout(kind.space)
    return [layout.written(end) for end in layout.edges[value]]


def _effect(m: Machine, value: int, kind: t.EffectOf) -> str:
    return m.plan.effects[value].label


def _members(m: Machine, value: Any, kind: t.SetOf | t.Sequence) -> list[Any]:
    return [written(m, one, kind.of) for one in value]


def _bag(m: Machine, value: dict[Any, int], kind: t.BagOf) -> dict[str, int]:
    return {str(written(m, key, kind.of)): count for key, count in value.items() if count}


def _zone(m: Machine, value: Any, kind: t.Zone) -> Any:
    """A zone by its name, with its indexes behind it."""
    name, args = m.plan.zones[value]
    info = m.plan.symbols.zones[name]
    indexes = [written(m, arg, of) for arg, of in zip(args, info.indexes, strict=True)]
    return [name, *indexes] if indexes else name


FORMS: dict[type, Any] = {
    t.Choice: _choice,
    t.Piece: _row,
    t.Row: _row,
    t.Place: _place,
    t.Edge: _edge,
    t.EffectOf: _effect,
    t.SetOf: _members,
    t.Sequence: _members,
    t.BagOf: _bag,
    t.Zone: _zone,
}
