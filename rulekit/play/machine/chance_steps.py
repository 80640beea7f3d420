"""Chance nodes: dice, lots and shuffles; nothing is asked where only one thing can come out."""

from __future__ import annotations

from typing import Any

from rulekit.check.evaluation.evaluator import Env
from rulekit.check.tree import typed_statements
from rulekit.play.machine import ops as o
from rulekit.play.machine.frames import ChancePoint, Frame, env_of
from rulekit.play.machine.legal_moves import LegalMoves
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.state import MachineState
from rulekit.typesystem import types as t


class ChanceSteps(MachineState):
    """The part of the machine that stops at chance points."""

    def do_roll(self, f: Frame, op: o.Roll) -> None:
        """`roll x in S`. With one face only nothing is asked; with none it is a fault."""
        faces = tuple(self.evaluator().value(op.step.source, env_of(f)) or ())
        kind = op.step.source.type.member
        if len(faces) == 1:
            for name in op.step.names:
                f.env[name] = faces[0]
            f.pc += 1
            return
        if not faces:
            raise Fault("outside", op.id, "nothing to roll")
        self.pending = ChancePoint(op.id or "", "dice", op, faces, len(op.step.names), kind)

    def do_lot(self, f: Frame, op: o.Lot) -> None:
        """`lot x in S`. With one way to choose nothing is asked."""
        param = op.step.param
        e = self.evaluator()
        if param.amount == "one":
            members = tuple(e.value(param.source, env_of(f)) or ())
            options: tuple[Any, ...] = members
            count = 1
        else:
            options = tuple(LegalMoves(e).domain(param, env_of(f)))
            count = len(options[0]) if options else 0
        if len(options) <= 1:
            f.env[param.name] = options[0] if options else (None if param.amount == "one" else ())
            f.pc += 1
            return
        self.pending = ChancePoint(op.id or "", "pick", op, options, count, param.type)

    def do_shuffle(self, f: Frame, op: o.Shuffle) -> None:
        """`shuffle z`. Pieces that are all alike come into the one order that can be told apart, and nothing is
        asked.
        """
        pieces, _, kind = self.to_shuffle(op.call, env_of(f))
        rows = {self.plan.copies(kind)[p][0] for p in pieces}
        if len(pieces) < 2 or len(rows) < 2:
            self.lay_order(op.call, env_of(f), pieces)
            f.env["last"] = len(pieces)
            f.pc += 1
            return
        self.pending = ChancePoint(op.id or "", "order", op, pieces, len(pieces), t.Piece(kind))

    def to_shuffle(self, call: typed_statements.Call, env: Env) -> tuple[tuple[int, ...], int, str]:
        """The pieces that are put in order, the zone they will lie in, and their kind."""
        e = self.evaluator()
        what = call.args[0][1]
        value = e.value(what, env)
        if len(call.args) == 1:
            kind = what.type.bare
            assert kind.zone
            return e.pieces_in(value), value, kind.kind
        slot, where = call.args[1]
        zone = e.value(where, env)
        pieces = tuple(value) if isinstance(value, tuple) else () if value is None else (value,)
        if slot == "into":
            pieces = tuple(dict.fromkeys((*e.table.contents(zone), *pieces)))
        kind = where.type.bare
        assert kind.zone
        return pieces, zone, kind.kind

    def lay_order(self, call: typed_statements.Call, env: Env, order: tuple[int, ...]) -> None:
        """Lay pieces in an order, top first: the last one lies on top of the rest in the zone's own count."""
        _, zone, kind = self.to_shuffle(call, env)
        for piece in reversed(order):
            self.table.move(kind, piece, zone)
