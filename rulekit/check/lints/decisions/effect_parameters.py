"""K29, K82: what effects bring into a move by name, and what whoever runs an effect must give it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.effects.effect_summary import effects
from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import walk
from rulekit.diagnostics import Problem
from rulekit.typesystem import types as t


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K29 where an effect brings a parameter into a move that has one of this name, and K82 where `perform`
    lacks what the effect chooses.

    A line::

        [grab.do]  perform how

    Here `how` was not chosen with what its effect needs, so K82.
    """
    for body in checked.bodies.values():
        nodes = walk(body)
        asked = [node.params for node in nodes if isinstance(node, typed_statements.Choose)]
        moves = [[p for p in params if isinstance(p, typed_statements.Param)] for params in (body.front, *asked)]
        for params in moves:
            yield from _clashing(checked, params)
        chosen = frozenset(p.name for params in moves for p in params if p.amount == "one")
        for node in nodes:
            if isinstance(node, typed_statements.Call) and node.core.runs and node.args:
                yield from _check_perform(checked, node, node.args[0][1], chosen)


def _rows(checked: CheckedRulebook, kind: t.Type | None) -> list[typed_statements.Body]:
    """The bodies that an effect may be."""
    kind = (kind or t.UNKNOWN).bare
    keys = effects(checked).columns.get(f"{kind.kind}.{kind.column}", ()) if kind.effects else ()
    return [checked.bodies[key] for key in keys]


def _clashing(checked: CheckedRulebook, params: list[typed_statements.Param]) -> Iterator[Problem]:
    """What is chosen for an effect stands in the move of the action that chose it: no name may be there twice."""
    named = {param.name: param for param in params}
    for param in params:
        for row in _rows(checked, param.source.type.member):
            for inner in row.front:
                if isinstance(inner, typed_statements.Param) and inner.name in named:
                    also = ((named[inner.name].span, f"chosen here, together with `{param.name}`"),)
                    yield problem_at("K29", inner.span, "brought", also=also, name=inner.name)


def _check_perform(
    checked: CheckedRulebook, node: typed_statements.Call, effect: v.T, chosen: frozenset[str]
) -> Iterator[Problem]:
    """What an effect reads is given: `here`, and the choices it asks for. A procedure it calls finds nothing there."""
    kind, rows = effect.type.bare, _rows(checked, effect.type)
    column = kind.column if kind.effects else ""
    here = next((row for row in rows if "here" in row.uses), None)
    if here is not None and node.get("with") is None:
        yield problem_at("K82", node.span, "here", column=column, effect=f"`{here.name}`")
    asking = next((row for row in rows if row.front), None)
    if asking is not None and effect.local not in chosen:
        yield problem_at("K82", node.span, "choice", column=column, effect=f"`{asking.name}`")
