"""Shuffles: which pieces are put in order, and how they are laid down in it."""

from __future__ import annotations

from rulekit.check.evaluation.evaluator import Env
from rulekit.check.tree import typed_statements
from rulekit.play.machine.machine import Machine
from rulekit.typesystem import types as t


def mixed(m: Machine, call: typed_statements.Call, env: Env) -> tuple[tuple[int, ...], int, str]:
    """The pieces that are put in order, the zone they will lie in, and their kind."""
    e = m.eyes()
    what = call.args[0][1]
    value = e.value(what, env)
    if len(call.args) == 1:
        kind = t.bare(what.type)
        assert isinstance(kind, t.Zone)
        return e.held(value), value, kind.kind
    slot, where = call.args[1]
    zone = e.value(where, env)
    pieces = tuple(value) if isinstance(value, tuple) else () if value is None else (value,)
    if slot == "into":
        pieces = tuple(dict.fromkeys((*e.table.contents(zone), *pieces)))
    kind = t.bare(where.type)
    assert isinstance(kind, t.Zone)
    return pieces, zone, kind.kind


def lay_order(m: Machine, call: typed_statements.Call, env: Env, order: tuple[int, ...]) -> None:
    """Lay pieces in an order, top first: the last one lies on top of the rest in the zone's own count."""
    _, zone, kind = mixed(m, call, env)
    for piece in reversed(order):
        m.table.move(kind, piece, zone)
