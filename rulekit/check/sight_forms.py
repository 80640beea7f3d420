"""How each form of value is looked through: one small function for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check import typed as v
from rulekit.check.sight_narrow import narrowed
from rulekit.check.sight_of import ANY, VALUE, index_of_player
from rulekit.check.sight_reads import Looker, of_pieces
from rulekit.check.sight_spots import NONE, TABLE, Frame, Sense, Sighting, Spot, union
from rulekit.kinds import types as t

# ------------------------------------------------------------------ places


def _const(looker: Looker, node: v.Const, frame: Frame) -> Sense:
    return Sense(frozenset((TABLE,))) if of_pieces(looker, node.type) else NONE


def _members(looker: Looker, node: v.Members, frame: Frame) -> Sense:
    return Sense(frozenset((TABLE,))) if of_pieces(looker, node.of) else NONE


def _zone(looker: Looker, node: v.ZoneAt, frame: Frame) -> Sense:
    info = looker.symbols.zones[node.zone]
    given = [looker.sense(arg, frame) for arg in node.args]
    kinds = [n for n, kind in enumerate(info.indexes) if isinstance(kind, t.Piece)]
    keys = union([given[n] if n < len(given) else Sense(frozenset((TABLE,))) for n in kinds]).spots
    return Sense(frozenset((Spot(node.zone, _whose(info.indexes, given), keys=keys),)))


def _whose(indexes: tuple[t.Type, ...], given: list[Sense]) -> str:
    at = index_of_player(indexes)
    return given[at].seat if at is not None and at < len(given) else ANY


def _held(looker: Looker, node: v.Held, frame: Frame) -> Sense:
    found = looker.sense(node.zone, frame)
    for spot in found.lying:
        looker.note(frame, "count", spot, (), node)
    return found


def _read(looker: Looker, node: v.Read, frame: Frame) -> Sense:
    from rulekit.check.sight_names import written

    info = looker.symbols.states[node.state]
    given = [looker.sense(arg, frame) for arg in node.args]
    whose = _whose(info.indexes, given)
    frame.found.append(Sighting("value", f"state {node.state}", whose, (VALUE,), span=node.span))
    lying = next((sense for state, sense in frame.lying if state == node), None)
    if lying is not None:
        return lying
    return written(looker, info, whose) if of_pieces(looker, info.type) else NONE


def _field(looker: Looker, node: v.FieldOf, frame: Frame) -> Sense:
    found = looker.sense(node.of, frame)
    info = looker.symbols.kinds[node.kind]
    if info.is_piece:
        looker.side(frame, found, node.kind, node.sides, node)
    elif info.whole in looker.symbols.kinds:
        looker.side(frame, found, str(info.whole), looker.sights.telling(str(info.whole)), node)
    return Sense(frozenset((TABLE,))) if of_pieces(looker, node.type) else NONE


def _inner(name: str) -> Callable[[Looker, Any, Frame], Sense]:
    def form(looker: Looker, node: Any, frame: Frame) -> Sense:
        return looker.sense(getattr(node, name), frame)

    return form


def _local(looker: Looker, node: v.Local, frame: Frame) -> Sense:
    from rulekit.check.sight_names import local

    return frame.env[node.name] if node.name in frame.env else local(looker, node, frame)


# ------------------------------------------------------------------ collections


def bound(looker: Looker, name: str, source: v.T, frame: Frame) -> Frame:
    """Inside, where a name runs through a collection."""
    found = looker.sense(source, frame)
    inner = frame.with_(**{name: found})
    seats = isinstance(t.bare(t.member(source.type) or t.UNKNOWN), t.Seat)
    inner.free = frame.free | {name} if found.from_table or seats else frame.free - {name}
    return inner


def _filter(looker: Looker, node: v.Filter, frame: Frame) -> Sense:
    inner = narrowed(looker, bound(looker, node.name, node.source, frame), (node.condition,))
    looker.sense(node.condition, inner)
    return inner.env[node.name]


def _collect(looker: Looker, node: v.Collect, frame: Frame) -> Sense:
    return looker.sense(node.value, bound(looker, node.name, node.source, frame))


def _let(looker: Looker, node: v.Let, frame: Frame) -> Sense:
    return looker.sense(node.value, frame.with_(**{node.name: looker.sense(node.source, frame)}))


def _quantifier(looker: Looker, node: v.Quantifier, frame: Frame) -> Sense:
    for name, source in node.binds:
        frame = bound(looker, name, source, frame)
    if node.kind != "every":
        frame = narrowed(looker, frame, (node.body,))
    looker.sense(node.body, frame)
    return NONE


def _combine(looker: Looker, node: v.Combine, frame: Frame) -> Sense:
    left, right = looker.sense(node.left, frame), looker.sense(node.right, frame)
    if node.op == "+":
        return union((left, right))
    looker.compared(frame, left, right, node)
    return left


# ------------------------------------------------------------------ tests


def _meet(looker: Looker, node: v.Equal | v.IsIn, frame: Frame) -> Sense:
    looker.compared(frame, looker.sense(node.left, frame), looker.sense(node.right, frame), node)
    return NONE


def _and(looker: Looker, node: v.And, frame: Frame) -> Sense:
    if any(looker.told(part) is False for part in node.parts):
        return NONE
    looker.all(node.parts, narrowed(looker, frame, node.parts))
    return NONE


def _or(looker: Looker, node: v.Or, frame: Frame) -> Sense:
    if any(looker.told(part) is True for part in node.parts):
        return NONE
    looker.all(node.parts, narrowed(looker, frame, tuple(p.inner for p in node.parts if isinstance(p, v.Not))))
    return NONE


def _choice(looker: Looker, node: v.Choice, frame: Frame) -> Sense:
    holds = looker.told(node.condition)
    looker.sense(node.condition, frame)
    found = []
    if holds is not False:
        found.append(looker.sense(node.yes, narrowed(looker, frame, (node.condition,))))
    if holds is not True:
        found.append(looker.sense(node.no, frame))
    return union(found)


def _supposing(looker: Looker, node: v.Supposing, frame: Frame) -> Sense:
    looker.all((arg for _, arg in node.call.args), frame)
    looker.sense(node.condition, frame)
    frame.found.append(Sighting("all", "", ANY, (), span=node.span))
    return NONE


def _use(looker: Looker, node: Any, frame: Frame) -> Sense:
    from rulekit.check.sight_words import use

    return use(looker, node, frame)


def _core(looker: Looker, node: v.CoreUse, frame: Frame) -> Sense:
    from rulekit.check.sight_words import core

    return core(looker, node, frame)


FORMS: dict[type, Callable[[Looker, Any, Frame], Sense]] = {
    v.Const: _const,
    v.Local: _local,
    v.Members: _members,
    v.Read: _read,
    v.ZoneAt: _zone,
    v.Held: _held,
    v.FieldOf: _field,
    v.Parts: _inner("of"),
    v.Whole: _inner("of"),
    v.AsSet: _inner("source"),
    v.Single: _inner("member"),
    v.Earlier: _inner("value"),
    v.Use: _use,
    v.Related: _use,
    v.CoreUse: _core,
    v.Filter: _filter,
    v.Collect: _collect,
    v.Let: _let,
    v.Quantifier: _quantifier,
    v.Combine: _combine,
    v.Equal: _meet,
    v.IsIn: _meet,
    v.And: _and,
    v.Or: _or,
    v.Choice: _choice,
    v.Supposing: _supposing,
    v.Otherwise: lambda looker, node, frame: looker.all((node.value, node.default), frame),
    v.Listed: lambda looker, node, frame: looker.all(node.items, frame),
    v.Legal: lambda looker, node, frame: NONE,
}
