"""Values as one seat sees them: what it does not see is nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check.evaluation.evaluator import FORMS, Env, Evaluator, held
from rulekit.check.tree import typed_expressions as v
from rulekit.play.machine.machine import Machine
from rulekit.play.views.seat_sight import nameable, owner_of, place_in, seen_sides, viewers
from rulekit.typesystem import types as t
from rulekit.words.eyes import POSITION


class Beholder(Evaluator):
    """Reads a position with the eyes of one seat; None is a spectator."""

    def __init__(self, m: Machine, seat: int | None) -> None:
        super().__init__(m.plan, m.table, m)
        self.seat = seat
        self.keeps = False
        self.knowing = m.eyes()  # conditions of views are public

    def value(self, node: v.T, env: Env) -> Any:
        form = SEEN.get(type(node), FORMS[type(node)])
        return form(self, node, env)

    # -------------------------------------------------------------- what is seen

    def sides(self, kind: str, piece: int) -> frozenset[str]:
        zone, place, count = place_in(self.machine, self.knowing, kind, piece)
        return seen_sides(self.machine, self.knowing, zone, place, count, self.seat)

    def sees_state(self, name: str, args: tuple[Any, ...]) -> bool:
        info = self.plan.symbols.states[name]
        if info.decl is None and info.indexes and isinstance(info.indexes[0], t.Piece):
            return bool(self.sides(info.indexes[0].kind, args[0]))  # the facing of a tile
        views = self.machine.program.checked.states[name].views
        if not views:
            return not (info.decl is not None and info.decl.ghost)
        owner = owner_of(self.machine, name, args)
        return any(self._includes(view, owner) for view in views)

    def _includes(self, view: Any, owner: int | None) -> bool:
        if view.condition is not None and not self.knowing.holds(view.condition, {"owner": owner, "player": owner}):
            return False
        if self.seat is None:
            return bool(view.viewer == "everyone")
        return self.seat in viewers(self.machine, self.knowing, view, owner)

    def counts(self, zone: int) -> bool:
        """Does this seat know at least how many lie there?"""
        name, args = self.plan.zones[zone]
        views = self.machine.program.checked.zone_views.get(name, ())
        info = self.plan.symbols.zones[name]
        if info.decl is None:
            return False
        owner = owner_of(self.machine, name, args)
        hidden = any(view.what == "count" and view.viewer == "nobody" for view in views)
        return not hidden or any(self._includes(view, owner) for view in views if view.viewer != "nobody")

    def names(self, kind: str, piece: int) -> bool:
        return nameable(self.machine, self.knowing, kind, piece, self.seat)


Seen = Callable[[Beholder, Any, Env], Any]


def _read(e: Beholder, node: v.Read, env: Env) -> Any:
    found = FORMS[v.Read](e, node, env)
    args = tuple(e.value(a, env) for a in node.args)
    if found is None or None in args:
        return None
    if len(args) == len(e.plan.symbols.states[node.state].indexes):
        return found if e.sees_state(node.state, args) else None
    rests = ((key if isinstance(key, tuple) else (key,), value) for key, value in found)
    return tuple((r[0] if len(r) == 1 else r, x if e.sees_state(node.state, args + r) else None) for r, x in rests)


def _held(e: Beholder, node: v.Held, env: Env) -> Any:
    found = e.value(node.zone, env)
    if found is None:
        return FORMS[v.Held](e, node, env)
    zones = [zone for _, zone in found] if isinstance(found, tuple) else [found]
    pieces = tuple(p for zone in zones if zone is not None and e.counts(zone) for p in held(e, zone))
    if isinstance(node.type, t.SetOf | t.Sequence):
        return pieces
    return _glimpsed(e, node.type, pieces[0]) if pieces else None


def _glimpsed(e: Beholder, kind: t.Type, piece: Any) -> Any:
    """One piece; nothing if no side of it is seen."""
    kind = t.bare(kind)
    return piece if piece is None or not isinstance(kind, t.Piece) or e.sides(kind.kind, piece) else None


def _field(e: Beholder, node: v.FieldOf, env: Env) -> Any:
    """A field is read on a side; of a part on any side of its whole."""
    of = e.value(node.of, env)
    info = e.plan.symbols.kinds[node.kind]
    if of is not None:
        if info.is_piece and not e.sides(node.kind, of) & set(node.sides):
            of = None
        elif info.whole is not None and not e.sides(info.whole, e.plan.whole(node.kind, of)):
            of = None
    if of is None:
        return () if isinstance(t.bare(node.type), t.SetOf) else {} if isinstance(t.bare(node.type), t.BagOf) else None
    return e.plan.column(node.kind, node.field)[of]


def _unknown(e: Beholder, node: v.T, env: Env) -> bool:
    """Is this a piece by its name that the seat cannot tell from others?"""
    kind = t.bare(node.type)
    return (
        isinstance(node, v.Const)
        and isinstance(kind, t.Piece)
        and node.value is not None
        and not any(e.names(kind.kind, copy) for copy in e.plan.copies(kind.kind)[node.value])
    )


def _equal(e: Beholder, node: v.Equal, env: Env) -> Any:
    return not (_unknown(e, node.left, env) or _unknown(e, node.right, env)) and FORMS[v.Equal](e, node, env)


def _is_in(e: Beholder, node: v.IsIn, env: Env) -> Any:
    return not _unknown(e, node.left, env) and FORMS[v.IsIn](e, node, env)


def _core(e: Beholder, node: v.CoreUse, env: Env) -> Any:
    if POSITION in node.reads and any(_unknown(e, arg, env) for _, arg in node.args):
        return None
    return _glimpsed(e, node.type, FORMS[v.CoreUse](e, node, env))


SEEN: dict[type, Seen] = {
    v.Read: _read,
    v.Held: _held,
    v.FieldOf: _field,
    v.Equal: _equal,
    v.IsIn: _is_in,
    v.CoreUse: _core,
}
