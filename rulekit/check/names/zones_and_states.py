"""Zones and states: who sees them, how they start, how far they go; and how members are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check.names import symbol_info as i
from rulekit.check.names.scope import Binding, Frame, Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedState, CheckedView
from rulekit.diagnostics import nearest
from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.source import NOWHERE
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator

VIEWERS = ("everyone", "nobody", "owner", "others")
ENDS = ("top", "bottom")


def zone_views(e: Elaborator, info: i.ZoneInfo) -> tuple[CheckedView, ...]:
    decl = info.decl
    if decl is None:
        return ()
    if not decl.views and info.name not in e.symbols.boxes.values():
        e.wrong("K48", decl.span, zone=decl.name, shape=decl.shape, kind=decl.kind)
    if decl.shape == "one" and decl.upto is not None:
        e.wrong("K28", decl.span, "capacity", zone=decl.name)
    if decl.known_by is not None and decl.known_by not in e.symbols.states:
        e.wrong("K07", decl.span, "state", name=decl.known_by, near=nearest(decl.known_by, list(e.symbols.states)))
    elif decl.known_by is not None:
        _known_by(e, decl, e.symbols.states[decl.known_by])
    return tuple(_view(e, view, info.indexes, decl) for view in decl.views)


def _known_by(e: Elaborator, decl: d.Zone, state: i.StateInfo) -> None:
    """The state that tells pieces apart has a value for each piece."""
    told = state.indexes == (t.Piece(decl.kind),) or not all(t.known(kind) for kind in state.indexes)
    if decl.shape == "one" or not told:
        e.wrong("K28", decl.span, "known-by", zone=decl.name, state=state.name, kind=decl.kind)


def _view(e: Elaborator, view: d.View, indexes: tuple[t.Type, ...], decl: d.Zone | d.State) -> CheckedView:
    scope = Scope(frame=Frame("view"))
    owned = any(isinstance(k, t.Seat | t.Unknown) for k in indexes)
    if owned:
        scope.bind(Binding("owner", t.SEAT, view.span, "parameter"))
    viewer = _viewer(e, view, scope, owned)
    if isinstance(decl, d.Zone):
        _what(e, view, decl)
    if view.end is not None and view.end not in ENDS:
        e.wrong("K07", view.span, name=view.end, near=ENDS)
    condition = e.condition(view.condition, scope) if view.condition is not None else None
    return CheckedView(viewer, view.what, view.end, condition, view.span)


def _viewer(e: Elaborator, view: d.View, scope: Scope, owned: bool) -> v.T | str:
    node = view.viewer
    if isinstance(node, x.Name) and node.name in VIEWERS:
        if node.name in ("owner", "others") and not owned:
            e.wrong("K16", node.span, "viewer", value=node.name, found="a word for zones that belong to a Player")
        return node.name
    if isinstance(node, x.Name) and node.name in ("player", "active"):  # nobody acts where a thing is looked at
        return e.wrong("K07", node.span, name=node.name, near=["owner"] if owned else ["everyone", "nobody"])
    if isinstance(node, x.Name) and scope.find(node.name) is None and node.name not in e.symbols.constants():
        return e.wrong("K07", node.span, name=node.name, near=nearest(node.name, VIEWERS))
    found = e.operand(node, scope, t.SetOf(t.SEAT))
    return e.fit(found, t.SetOf(t.SEAT), node, "viewer")


def _what(e: Elaborator, view: d.View, decl: d.Zone) -> None:
    """A side that the kind has."""
    info = e.symbols.kinds.get(decl.kind)
    if info is None or view.what in ("it", "count"):
        return
    sides = [face.side or "face" for face in info.decl.faces]
    if view.what not in sides:
        e.wrong("K07", view.span, "side", name=view.what, kind=decl.kind, near=nearest(view.what, sides))


def state(e: Elaborator, info: i.StateInfo) -> CheckedState:
    decl = info.decl
    if decl is None:
        return CheckedState(info.name, None, (), ())
    if isinstance(t.bare(info.type), t.Number) and t.bare(info.type) == t.ANY_NUMBER:
        e.wrong("K16", decl.span, "infinite", name=info.name)
    scope = Scope(frame=Frame("starts"))
    if info.indexes:
        scope.bind(Binding("it", info.indexes[-1], decl.span, "it"))
    starts = e.as_(decl.starts, scope, info.type, "value", name=info.name) if decl.starts is not None else None
    bounds = tuple((limit, e.as_(node, scope, t.ANY_NUMBER, "value", name=info.name)) for limit, node in decl.bounds)
    for moment in decl.resets:
        _moment(e, moment, decl)
    views = tuple(_view(e, view, info.indexes, decl) for view in decl.views)
    return CheckedState(info.name, starts, bounds, views)


def moments(e: Elaborator) -> list[str]:
    """Names of things that begin and end: the turn, the play, procedures and actions."""
    return ["turn", "play", "setup", *e.symbols.procs, *e.symbols.actions]


def _moment(e: Elaborator, name: str, decl: d.State) -> None:
    if name not in moments(e):
        e.wrong("K07", decl.span, "moment", name=name, near=nearest(name, moments(e)))


def written(e: Elaborator, decl: d.Written) -> v.T:
    """How members of a type are written in moves and views."""
    kind = e.symbols.types.get(decl.kind, t.UNKNOWN)
    scope = Scope(frame=Frame("written"))
    scope.bind(Binding("it", kind, NOWHERE, "it"))
    if isinstance(decl.value, x.Tuple):
        items = tuple(e.value(item, scope, None) for item in decl.value.items)
        return v.Listed(items, type=t.Sequence(t.TEXT), span=decl.value.span)
    return e.value(decl.value, scope, None)
