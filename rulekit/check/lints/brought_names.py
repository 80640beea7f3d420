"""K29: what is chosen for an effect stands in the move of the action that chose it, so no name may be there twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.effects.effect_summary import effects
from rulekit.check.emit import say
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.typed_walk import walk
from rulekit.diagnostics import Problem
from rulekit.typesystem import types as t


def examine(checked: Checked) -> Iterable[Problem]:
    columns = effects(checked).columns
    for body in checked.bodies.values():
        asked = [node.params for node in walk(body) if isinstance(node, typed_statements.Choose)]
        for params in (body.front, *asked):
            yield from _clashing(checked, columns, [p for p in params if isinstance(p, typed_statements.Param)])


def _clashing(
    checked: Checked, columns: dict[str, list[str]], params: list[typed_statements.Param]
) -> Iterator[Problem]:
    """Names of one move that an effect brings once more."""
    named = {param.name: param for param in params}
    for param in params:
        kind = t.bare(t.member(param.source.type) or t.UNKNOWN)
        if not isinstance(kind, t.EffectOf):
            continue
        for key in columns.get(f"{kind.kind}.{kind.column}", ()):
            for inner in checked.bodies[key].front:
                if isinstance(inner, typed_statements.Param) and inner.name in named:
                    also = ((named[inner.name].span, f"chosen here, together with `{param.name}`"),)
                    yield say("K29", inner.span, "brought", also=also, name=inner.name)
