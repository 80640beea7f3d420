"""Moves as they are written: in `legal (..)` and in scenes, with the values their parameters want."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.check.names.scope import Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import walk
from rulekit.diagnostics import nearest
from rulekit.model import expressions as x
from rulekit.records import record
from rulekit.typesystem import types as t
from rulekit.words.space.place_types import place_type

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator


@record
class MoveForm:
    """A move that can be made somewhere: its written name and its parameters."""

    name: str
    params: tuple[tuple[str, t.Type], ...]
    action: str | None


def closings(e: Elaborator) -> list[str]:
    """Names of moves that decline or close: `pass`, and what is written instead."""
    found = {"pass"}
    for body in e.bodies.values():
        for node in (
            one
            for one in walk(body)
            if type(one) in (typed_statements.Menu, typed_statements.Ask, typed_statements.Choose)
        ):
            name = node.close if isinstance(node, typed_statements.Menu) else node.declining
            if name:
                found.add(name)
    return sorted(found)


def forms(e: Elaborator) -> dict[str, list[MoveForm]]:
    """All moves of the game by their written names."""
    found: dict[str, list[MoveForm]] = {}
    for action in e.symbols.actions.values():
        params = tuple((p.name, p.type) for p in action.params) + _own_params(e, action.params)
        found.setdefault(action.written, []).append(MoveForm(action.written, params, action.name))
    for _, node, picked in e.chooses:
        params = tuple((p.name, p.type) for p in picked) + _own_params(e, picked)
        found.setdefault(node.name, []).append(MoveForm(node.name, params, None))
    for name in closings(e):
        found.setdefault(name, []).append(MoveForm(name, (), None))
    return found


def _own_params(e: Elaborator, params: Any) -> tuple[tuple[str, t.Type], ...]:
    """Parameters that a chosen effect brings along."""
    found: dict[str, t.Type] = {}
    for param in params:
        kind = t.bare(param.type)
        if isinstance(kind, t.EffectOf):
            start = f"effect {kind.kind}.{kind.column}."
            for key, body in e.bodies.items():
                if key.startswith(start):
                    found.update({p.name: p.type for p in body.front if isinstance(p, typed_statements.Param)})
    return tuple(found.items())


def legal(e: Elaborator, node: x.Legal, scope: Scope) -> v.T:
    """`legal (A x v)`: A by the name of the action or the name it is written with."""
    name = node.move.name
    actions = {a.name: a for a in e.symbols.actions.values()} | {a.written: a for a in e.symbols.actions.values()}
    action = e.symbols.actions.get(name) or actions.get(name)
    if action is None:
        return e.wrong("K07", node.span, "action", name=name, near=nearest(name, list(actions)))
    known = {p.name: p.type for p in action.params}
    args = []
    for given, value in node.move.args:
        if given not in known:
            e.wrong("K07", node.span, "parameter", name=given, action=name, near=nearest(given, list(known)))
            continue
        args.append((given, e.as_(value, scope, known[given], "argument", word=given)))
    scope.frame.uses.add("player")
    scope.frame.reads.add(f"action {action.name}")
    return v.Legal(action.name, tuple(args), type=t.YES_NO, span=node.span)


def scene_move(
    e: Elaborator, move: x.Move, scope: Scope, known: dict[str, list[MoveForm]]
) -> tuple[tuple[str, v.T], ...]:
    """The typed values of a move in a scene; K07 where there is no such move or parameter."""
    candidates = known.get(move.name, [])
    if not candidates:
        e.wrong("K07", move.span, "action", name=move.name, near=nearest(move.name, list(known)))
        return ()
    wants: dict[str, list[t.Type]] = {}
    for form in candidates:
        for name, kind in form.params:
            wants.setdefault(name, []).append(kind)
    args = []
    for name, value in move.args:
        if name not in wants:
            facts = {"name": name, "action": move.name, "near": nearest(name, list(wants))}
            e.wrong("K07", move.span, "parameter", **facts)
            continue
        args.append((name, _value(e, value, scope, wants[name], name)))
    return tuple(args)


def _value(e: Elaborator, node: x.Expr, scope: Scope, wants: list[t.Type], name: str) -> v.T:
    """The first of the wanted types that the value can be; written forms of ranges are numbers."""
    for want in wants:
        with e.quietly() as trouble:
            found = _fitted(e, node, scope, want, name)
        if not trouble:
            return found
    return _fitted(e, node, scope, wants[0], name)


def _fitted(e: Elaborator, node: x.Expr, scope: Scope, want: t.Type, name: str) -> v.T:
    goal = t.bare(want)
    if isinstance(goal, t.EffectOf):
        label = node.name if isinstance(node, x.Name) else str(node.value) if isinstance(node, x.Number) else ""
        found = e.effect_named(label, node.span, goal)
        if found is None:
            labels = [f.label for row in e.symbols.kinds[goal.kind].columns.get(goal.column, {}).values() for f in row]
            return e.wrong("K07", node.span, "label", name=label or e.written(node), near=nearest(label, labels))
        return found
    if isinstance(goal, t.Place) and isinstance(node, x.Number):
        node = x.Tuple((node,), span=node.span)  # a place of a line is written as its number
    if isinstance(goal, t.Edge) and isinstance(node, x.Tuple):
        return _edge(e, node, scope, goal)
    if isinstance(goal, t.Number) and isinstance(node, x.Tuple):
        return e.operand(node, scope, None)
    with e.quietly() as trouble:
        found = e.as_(node, scope, want, "argument", word=name)
    if trouble and str(goal) in e.symbols.writtens:
        return e.operand(node, scope, None)  # as it is written in moves
    return e.as_(node, scope, want, "argument", word=name) if trouble else found


def _edge(e: Elaborator, node: x.Tuple, scope: Scope, goal: t.Edge) -> v.T:
    """An edge by its two ends."""
    space = e.symbols.spaces[goal.space]
    end = place_type(space)
    ends = tuple(e.as_(item, scope, end, "argument", word="edge") for item in node.items)
    return v.Listed(ends, type=t.Sequence(end), span=node.span)
