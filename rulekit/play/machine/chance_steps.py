"""Where fate is asked: dice, members and orders; not where only one thing can come out."""

from __future__ import annotations

from typing import Any

from rulekit.play.machine import ops as o
from rulekit.play.machine import shuffles
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.moves.legal_moves import domain
from rulekit.play.position.frames import ChancePoint, Frame, env_of
from rulekit.typesystem import types as t


def _roll(m: Machine, f: Frame, op: o.Roll, b: o.Block) -> None:
    faces = tuple(m.eyes().value(op.step.source, env_of(f)) or ())
    kind = t.member(op.step.source.type)
    if len(faces) == 1:
        for name in op.step.names:
            f.env[name] = faces[0]
        f.pc += 1
        return
    if not faces:
        raise Fault("outside", op.id, "nothing to roll")
    m.pending = ChancePoint(op.id or "", "dice", op, faces, len(op.step.names), kind)


def _lot(m: Machine, f: Frame, op: o.Lot, b: o.Block) -> None:
    param = op.step.param
    e = m.eyes()
    if param.amount == "one":
        members = tuple(e.value(param.source, env_of(f)) or ())
        options: tuple[Any, ...] = members
        count = 1
    else:
        options = tuple(domain(m, e, param, env_of(f)))
        count = len(options[0]) if options else 0
    if len(options) <= 1:
        f.env[param.name] = options[0] if options else (None if param.amount == "one" else ())
        f.pc += 1
        return
    m.pending = ChancePoint(op.id or "", "pick", op, options, count, param.type)


def _shuffle(m: Machine, f: Frame, op: o.Shuffle, b: o.Block) -> None:
    pieces, _, kind = shuffles.mixed(m, op.call, env_of(f))
    rows = {m.plan.copies(kind)[p][0] for p in pieces}
    if len(pieces) < 2 or len(rows) < 2:
        shuffles.lay_order(m, op.call, env_of(f), pieces)
        f.env["last"] = len(pieces)
        f.pc += 1
        return
    m.pending = ChancePoint(op.id or "", "order", op, pieces, len(pieces), t.Piece(kind))


HANDLERS: dict[type, Any] = {o.Roll: _roll, o.Lot: _lot, o.Shuffle: _shuffle}
