"""Zones and states: who sees them, how they start, how far they go; and how members are written."""

from __future__ import annotations

from rulekit.check.elaboration.elaborator import Elaborator
from rulekit.check.names import symbol_info as i
from rulekit.check.names.scope import Binding, Scope, ScopeKind
from rulekit.check.names.symbols import Symbols
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedState, CheckedView
from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.source import NOWHERE
from rulekit.typesystem import types as t
from rulekit.words.vocabulary import ACTIVE

VIEWERS = ("everyone", "nobody", "owner", "others")
ENDS = ("top", "bottom")


def moments(symbols: Symbols) -> list[str]:
    """Names of things that begin and end: the turn, the play, procedures and actions."""
    return ["turn", "play", "setup", *symbols.procs, *symbols.actions]


class PlaceElaborator:
    """Works out the declarations of places, each with its expressions."""

    def __init__(self, e: Elaborator) -> None:
        self.e = e

    def zone_views(self, info: i.ZoneInfo) -> tuple[CheckedView, ...]:
        """Who sees what of a zone, each view as written; K48 if nobody is said to see it.

        A declaration::

            zone hand of Player set of Card owner sees face

        One view: the owner, what is printed on the face, without a condition.
        """
        decl = info.decl
        if decl is None:
            return ()
        if not decl.views and info.name not in self.e.symbols.boxes.values():
            self.e.complain("K48", decl.span, zone=decl.name, shape=decl.shape, kind=decl.kind)
        if decl.shape == "one" and decl.upto is not None:
            self.e.complain("K28", decl.span, "capacity", zone=decl.name)
        if decl.known_by is not None and decl.known_by not in self.e.symbols.states:
            self.e.unknown(decl.span, decl.known_by, self.e.symbols.states, "state")
        elif decl.known_by is not None:
            self._known_by(decl, self.e.symbols.states[decl.known_by])
        return tuple(self._view(view, info.indexes, decl) for view in decl.views)

    def _known_by(self, decl: d.Zone, state: i.StateInfo) -> None:
        """The state that tells pieces apart has a value for each piece."""
        told = state.indexes == (t.Piece(decl.kind),) or not all(kind.is_known for kind in state.indexes)
        if decl.shape == "one" or not told:
            self.e.complain("K28", decl.span, "known-by", zone=decl.name, state=state.name, kind=decl.kind)

    def _view(self, view: d.View, indexes: tuple[t.Type, ...], decl: d.Zone | d.State) -> CheckedView:
        scope = Scope(frame=ScopeKind("view"))
        owned = any(isinstance(k, t.Seat | t.Unknown) for k in indexes)
        if owned:
            scope.bind(Binding("owner", t.SEAT, view.span, "parameter"))
        viewer = self._viewer(view, scope, owned)
        if isinstance(decl, d.Zone):
            self._what(view, decl)
        if view.end is not None and view.end not in ENDS:
            self.e.complain("K07", view.span, name=view.end, near=ENDS)
        condition = self.e.condition(view.condition, scope) if view.condition is not None else None
        return CheckedView(viewer, view.what, view.end, condition, view.span)

    def _viewer(self, view: d.View, scope: Scope, owned: bool) -> v.T | str:
        node = view.viewer
        if isinstance(node, x.Name) and node.name in VIEWERS:
            if node.name in ("owner", "others") and not owned:
                self.e.complain(
                    "K16", node.span, "viewer", value=node.name, found="a word for zones that belong to a Player"
                )
            return node.name
        if isinstance(node, x.Name) and node.name in ("player", ACTIVE):  # nobody acts where a thing is looked at
            return self.e.complain(
                "K07", node.span, name=node.name, near=["owner"] if owned else ["everyone", "nobody"]
            )
        if isinstance(node, x.Name) and scope.find(node.name) is None and node.name not in self.e.symbols.constants():
            return self.e.unknown(node.span, node.name, VIEWERS)
        found = self.e.operand(node, scope, t.SetOf(t.SEAT))
        return self.e.fit(found, t.SetOf(t.SEAT), node, "viewer")

    def _what(self, view: d.View, decl: d.Zone) -> None:
        """A side that the kind has."""
        info = self.e.symbols.kinds.get(decl.kind)
        if info is None or view.what in ("it", "count"):
            return
        sides = [face.side or "face" for face in info.decl.faces]
        if view.what not in sides:
            self.e.unknown(view.span, view.what, sides, "side", kind=decl.kind)

    def state(self, info: i.StateInfo) -> CheckedState:
        """How a state starts and how far it goes. `it` is the index in `starts`, which may differ from player to
        player.
        """
        decl = info.decl
        if decl is None:
            return CheckedState(info.name, None, (), ())
        if info.type.bare.numeric and info.type.bare == t.ANY_NUMBER:
            self.e.complain("K16", decl.span, "infinite", name=info.name)
        scope = Scope(frame=ScopeKind("starts"))
        if info.indexes:
            scope.bind(Binding("it", info.indexes[-1], decl.span, "it"))
        starts = self.e.as_(decl.starts, scope, info.type, "value", name=info.name) if decl.starts is not None else None
        bounds = tuple(
            (limit, self.e.as_(node, scope, t.ANY_NUMBER, "value", name=info.name)) for limit, node in decl.bounds
        )
        for moment in decl.resets:
            self._moment(moment, decl)
        views = tuple(self._view(view, info.indexes, decl) for view in decl.views)
        return CheckedState(info.name, starts, bounds, views)

    def _moment(self, name: str, decl: d.State) -> None:
        if name not in moments(self.e.symbols):
            self.e.unknown(decl.span, name, moments(self.e.symbols), "moment")

    def written_form(self, decl: d.Written) -> v.T:
        """How members of a type are written in moves and views.

        A declaration::

            written Size as it * 2

        Inside, `it` is the member.
        """
        kind = self.e.symbols.types.get(decl.kind, t.UNKNOWN)
        scope = Scope(frame=ScopeKind("written"))
        scope.bind(Binding("it", kind, NOWHERE, "it"))
        if isinstance(decl.value, x.Tuple):
            items = tuple(self.e.value(item, scope, None) for item in decl.value.items)
            return v.Listed(items, type=t.Sequence(t.TEXT), span=decl.value.span)
        return self.e.value(decl.value, scope, None)
