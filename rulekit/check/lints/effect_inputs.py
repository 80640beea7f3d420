"""K82: whoever runs an effect gives what it reads: `here`, and the choices it asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.effects.effect_summary import effects
from rulekit.check.emit import say
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.typed_walk import walk
from rulekit.diagnostics import Problem
from rulekit.typesystem import types as t


def examine(checked: Checked) -> Iterable[Problem]:
    columns = effects(checked).columns
    for body in checked.bodies.values():
        chosen = _chosen(body)
        for node in walk(body):
            if isinstance(node, typed_statements.Call) and node.core.runs and node.args:
                effect = node.args[0][1]
                kind = t.bare(effect.type)
                if isinstance(kind, t.EffectOf):
                    rows = [checked.bodies[key] for key in columns.get(f"{kind.kind}.{kind.column}", ())]
                    yield from _performed(node, effect, kind.column, rows, chosen)


def _performed(
    node: typed_statements.Call, effect: v.T, column: str, rows: list[typed_statements.Body], chosen: frozenset[str]
) -> Iterator[Problem]:
    if node.get("with") is None:
        needing = next((row for row in rows if _names_here(row)), None)
        if needing is not None:
            yield say("K82", node.span, "here", column=column, effect=f"`{needing.name}`")
    if not (isinstance(effect, v.Local) and effect.name in chosen):
        asking = next((row for row in rows if row.front), None)
        if asking is not None:
            yield say("K82", node.span, "choice", column=column, effect=f"`{asking.name}`")


def _chosen(body: typed_statements.Body) -> frozenset[str]:
    """Names that somebody chose: parameters of the move, and what `choose` binds."""
    asked = [p for node in walk(body) if isinstance(node, typed_statements.Choose) for p in node.params]
    return frozenset(
        p.name for p in (*body.front, *asked) if isinstance(p, typed_statements.Param) and p.amount == "one"
    )


def _names_here(row: typed_statements.Body) -> bool:
    """Does an effect name `here`, or use a word that does? A procedure it calls may, and finds nothing."""
    return "here" in row.uses
