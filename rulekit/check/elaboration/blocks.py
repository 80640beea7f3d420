"""Actions, procedures, reactions, effects and the programme: each read as a body of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check.elaboration.bodies import Reader
from rulekit.check.elaboration.opener_elaboration import measured
from rulekit.check.names import symbol_info as i
from rulekit.check.names.scope import Binding, Frame, Scope
from rulekit.check.tree import typed_statements
from rulekit.diagnostics import nearest
from rulekit.model import declarations as d
from rulekit.typesystem import types as t
from rulekit.words.core import VERBS

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator


def _scope(frame: Frame, params: tuple[i.ParamInfo, ...] = ()) -> Scope:
    scope = Scope(frame=frame)
    for param in params:
        scope.bind(Binding(param.name, param.type, param.span, "parameter"))
    return scope


def _body(
    r: Reader, sort: str, name: str, lines: tuple[typed_statements.Line, ...], span: object, **more: object
) -> typed_statements.Body:
    uses = frozenset(r.scope.frame.uses)
    bound = tuple(r.bound.items())
    return typed_statements.Body(sort, name, tuple(r.front), lines, uses, span, bound, **more)  # type: ignore[arg-type]


def programme(e: Elaborator, decl: d.Programme) -> typed_statements.Body:
    """`setup`, `turn` or `play`; here `player` is whoever is active."""
    r = Reader(e, _scope(Frame("programme", earlier=True)), decl.name)
    return _body(r, decl.name, decl.name, r.lines(decl.body.items, r.scope), decl.span)


def action(e: Elaborator, info: i.ActionInfo) -> typed_statements.Body:
    r = Reader(e, _scope(Frame("action", earlier=True)), "action")
    lines = r.bands(info.decl.body, params=True)
    info.params = [f for f in r.front if isinstance(f, typed_statements.Param)]
    for name in info.decl.excepted:
        e.excepted.append((name, info))
    return _body(r, "action", info.name, lines, info.decl.span)


def procedure(e: Elaborator, info: i.ProcInfo) -> typed_statements.Body:
    r = Reader(e, _scope(Frame("procedure", earlier=True), info.params), "procedure")
    measure = info.decl.measure
    if measure is not None and measure.falling is not None:
        e.measures[info.key] = measured(r, measure.falling, r.scope)
    lines = r.bands(info.decl.body, params=False)
    return _body(r, "procedure", info.key, lines, info.decl.span)


def reaction(e: Elaborator, decl: d.Reaction, number: int) -> typed_statements.Body:
    """Parameters of its events are in scope under the names all of them share."""
    r = Reader(e, _scope(Frame("reaction", earlier=True)), "reaction")
    shared = _shared(e, decl)
    for name, kind in shared.items():
        r.scope.bind(Binding(name, kind, decl.span, "parameter"))
    lines = r.lines(decl.body.items, r.scope)
    return _body(r, "reaction", str(number), lines, decl.span, events=decl.events, timing=decl.timing)


def _shared(e: Elaborator, decl: d.Reaction) -> dict[str, t.Type]:
    found: dict[str, t.Type] | None = None
    for name in decl.events:
        for params in _event(e, name, decl):
            found = params if found is None else {k: v for k, v in found.items() if k in params}
    return found or {}


def _event(e: Elaborator, name: str, decl: d.Reaction) -> list[dict[str, t.Type]]:
    if name in e.symbols.actions:
        params = {p.name: p.type for p in e.symbols.actions[name].params}
        procs = []
    else:
        params = None
        procs = e.symbols.procs.get(name, [])
    if params is not None:
        return [params]
    if procs:
        return [{p.name: p.type for p in proc.params} for proc in procs]
    if name == "turn" and "turn" in e.symbols.programme:
        return [{}]
    if name in VERBS:
        e.wrong("K64", decl.span, verb=name)
    else:
        known = [*e.symbols.actions, *e.symbols.procs]
        e.wrong("K07", decl.span, "moment", name=name, near=nearest(name, known))
    return []


def effect(e: Elaborator, kind: str, column: str, row: str, node: d.Effect) -> typed_statements.Body:
    """One line of an effects column, with the hidden `player` and `here`."""
    r = Reader(e, _scope(Frame("effect", earlier=True, column=(kind, column))), "effect")
    r.id = node.id
    for pick in node.picks:
        r.front.append(r.param(pick, node.id, r.scope, "parameter"))
    from rulekit.check.elaboration.opener_elaboration import opened

    openers = tuple(opened(r, opener, r.scope) for opener in node.openers)
    price, done = r.chain(node.steps, r.scope)
    line = typed_statements.Line(None, node.cites, openers, price, done, None, node.span)
    return _body(r, "effect", f"{row}.{node.label}", (line,), node.span)
