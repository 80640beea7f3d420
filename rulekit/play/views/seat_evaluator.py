"""Values as one seat sees them: what it does not see is nothing."""

from __future__ import annotations

from typing import Any

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.visibility import ViewClauses
from rulekit.typesystem import types as t
from rulekit.words.word_context import POSITION


class SeatEvaluator(Evaluator):
    """Reads a position with the eyes of one seat; None is a spectator."""

    def __init__(self, m: Machine, seat: int | None) -> None:
        super().__init__(m.plan, m.table, m)
        self.seat = seat
        self.keeps = False  # answers are kept with the table, which all seats share, and would be told to the next seat
        self.public = ViewClauses(m.evaluator())  # conditions of views are public

    # -------------------------------------------------------------- what is seen

    def sides(self, kind: str, piece: int) -> frozenset[str]:
        """The sides of a piece that this seat sees where it lies."""
        zone, place, count = self.public.place_in(kind, piece)
        return self.public.seen_sides(zone, place, count, self.seat)

    def sees_state(self, name: str, args: tuple[Any, ...]) -> bool:
        """Whether the seat sees the value of a state at these indexes: without views everybody does, of a ghost
        state nobody.
        """
        info = self.plan.symbols.states[name]
        if info.decl is None and info.indexes and info.indexes[0].piece:
            return bool(self.sides(info.indexes[0].kind, args[0]))  # the facing of a tile
        views = self.machine.program.checked.states[name].views
        if not views:
            return not (info.decl is not None and info.decl.ghost)
        owner = self.machine.program.owner_of(name, args)
        return any(self.public.includes(view, owner, self.seat) for view in views)

    def counts(self, zone: int) -> bool:
        """Does this seat know at least how many lie there?"""
        name, args = self.plan.zones[zone]
        views = self.machine.program.checked.zone_views.get(name, ())
        info = self.plan.symbols.zones[name]
        if info.decl is None:
            return False
        owner = self.machine.program.owner_of(name, args)
        hidden = any(view.what == "count" and view.viewer == "nobody" for view in views)
        return not hidden or any(
            self.public.includes(view, owner, self.seat) for view in views if view.viewer != "nobody"
        )

    def names(self, kind: str, piece: int) -> bool:
        """Whether the seat can call the piece by its name."""
        return self.public.nameable(kind, piece, self.seat)

    # -------------------------------------------------------------- the forms that differ

    def _read(self, node: v.Read, env: Env) -> Any:
        found = super()._read(node, env)
        args = tuple(self.value(a, env) for a in node.args)
        if found is None or None in args:
            return None
        if len(args) == len(self.plan.symbols.states[node.state].indexes):
            return found if self.sees_state(node.state, args) else None
        rests = ((key if isinstance(key, tuple) else (key,), value) for key, value in found)
        return tuple(
            (r[0] if len(r) == 1 else r, x if self.sees_state(node.state, args + r) else None) for r, x in rests
        )

    def _held(self, node: v.Held, env: Env) -> Any:
        found = self.value(node.zone, env)
        if found is None:
            return super()._held(node, env)
        zones = [zone for _, zone in found] if isinstance(found, tuple) else [found]
        pieces = tuple(p for zone in zones if zone is not None and self.counts(zone) for p in self.pieces_in(zone))
        if node.type.plural:
            return pieces
        return self._piece_seen(node.type, pieces[0]) if pieces else None

    def _piece_seen(self, kind: t.Type, piece: Any) -> Any:
        """One piece; nothing if no side of it is seen."""
        kind = kind.bare
        return piece if piece is None or not kind.piece or self.sides(kind.kind, piece) else None

    def _field(self, node: v.FieldOf, env: Env) -> Any:
        """A field is read on a side; of a part on any side of its whole."""
        of = self.value(node.of, env)
        info = self.plan.symbols.kinds[node.kind]
        if of is not None:
            if info.is_piece and not self.sides(node.kind, of) & set(node.sides):
                of = None
            elif info.whole is not None and not self.sides(info.whole, self.plan.whole_of(node.kind, of)):
                of = None
        if of is None:
            kind = node.type.bare
            return () if kind.distinct else {} if kind.counted else None
        return self.plan.column(node.kind, node.field)[of]

    def _untold(self, node: v.T) -> bool:
        """Is this a piece by its name that the seat cannot tell from others?"""
        kind = node.type.bare
        if not kind.piece or node.constant is None:
            return False
        return not any(self.names(kind.kind, copy) for copy in self.plan.copies(kind.kind)[node.constant])

    def _equal(self, node: v.Equal, env: Env) -> Any:
        return not (self._untold(node.left) or self._untold(node.right)) and super()._equal(node, env)

    def _is_in(self, node: v.IsIn, env: Env) -> Any:
        return not self._untold(node.left) and super()._is_in(node, env)

    def _core(self, node: v.CoreUse, env: Env) -> Any:
        if POSITION in node.reads and any(self._untold(arg) for _, arg in node.args):
            return None
        return self._piece_seen(node.type, super()._core(node, env))
