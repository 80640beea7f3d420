"""Names, states, zones, printed fields: what is read where it stands."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rulekit.check.tree import typed_expressions as v
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.evaluation.evaluator import Env, Evaluator


def seat_of(e: Evaluator, env: Env) -> Any:
    """Who `player` is: somebody bound to the name, else whose turn it is."""
    found = env.get("player")
    if found is None and "active" in e.table.states:
        return e.table.read("active", ())
    return found


def _const(e: Evaluator, node: v.Const, env: Env) -> Any:
    """What is written; a seat at which nobody sits in this configuration is nothing."""
    if node.value is None or not isinstance(t.bare(node.type), t.Seat):
        return node.value
    return e.plan.seated(node.value)


def _local(e: Evaluator, node: v.Local, env: Env) -> Any:
    """A name; `player`, where nobody is bound to it, is whose turn it is."""
    found = env.get(node.name)
    return seat_of(e, env) if found is None and node.name == "player" else found


def _option(e: Evaluator, node: v.OptionValue, env: Env) -> Any:
    return e.plan.options[node.name]


def _members(e: Evaluator, node: v.Members, env: Env) -> Any:
    return e.plan.members(node.of)


# ------------------------------------------------------------------ places


def _args(e: Evaluator, args: tuple[v.T, ...], env: Env) -> tuple[Any, ...] | None:
    if len(args) == 1:
        one = e.value(args[0], env)
        return None if one is None else (one,)
    found = tuple([e.value(a, env) for a in args])
    return None if None in found else found


def _read(e: Evaluator, node: v.Read, env: Env) -> Any:
    args = _args(e, node.args, env)
    if args is None:
        return None
    info = e.plan.symbols.states[node.state]
    if len(args) < len(info.of) + len(info.at):
        return _map(e, info, args, lambda full: e.table.read(node.state, full))
    return e.table.find(node.state, args)


def _zone(e: Evaluator, node: v.ZoneAt, env: Env) -> Any:
    args = _args(e, node.args, env)
    if args is None:
        return None
    info = e.plan.symbols.zones[node.zone]
    if len(args) < len(info.of) + len(info.at):
        return e.plan.zone_map(node.zone, args)
    return e.plan.zone_ids[node.zone].get(args)


def _map(e: Evaluator, info: Any, args: tuple[Any, ...], read: Callable[[tuple[Any, ...]], Any]) -> Any:
    """Pairs of the open indexes and what is there, in index order."""
    left = info.indexes[len(args) :]
    rests = itertools.product(*(e.plan.members(kind) for kind in left))
    return tuple((rest[0] if len(rest) == 1 else rest, read(args + rest)) for rest in rests)


def _held(e: Evaluator, node: v.Held, env: Env) -> Any:
    found = e.value(node.zone, env)
    if isinstance(node.type, t.SetOf | t.Sequence):
        return held(e, found)
    pieces = e.eyes.contents(found) if found is not None else ()
    return pieces[0] if pieces else None


def held(e: Evaluator, found: Any) -> tuple[int, ...]:
    """What lies in a zone, or in all zones of a map."""
    if found is None:
        return ()
    if isinstance(found, tuple):
        return tuple(p for _, zone in found for p in held(e, zone))
    return e.eyes.contents(found)


def _map_values(e: Evaluator, node: v.MapValues, env: Env) -> Any:
    pairs = e.value(node.map, env)
    values = [value for _, value in pairs or () if value is not None]
    if values and isinstance(values[0], tuple):
        return distinct(m for value in values for m in value)
    return tuple(values) if isinstance(node.type, t.Sequence) else distinct(values)


def distinct(values: Iterator[Any] | Any) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))


def _field(e: Evaluator, node: v.FieldOf, env: Env) -> Any:
    of = e.value(node.of, env)
    if of is None:
        return () if isinstance(t.bare(node.type), t.SetOf) else {} if isinstance(node.type, t.BagOf) else None
    return e.plan.column(node.kind, node.field)[of]


def _parts(e: Evaluator, node: v.Parts, env: Env) -> Any:
    of = e.value(node.of, env)
    return () if of is None else e.plan.parts(node.kind).get(of, ())


def _whole(e: Evaluator, node: v.Whole, env: Env) -> Any:
    part = e.value(node.of, env)
    kind = t.bare(node.of.type)
    return None if part is None else e.plan.whole(kind.kind, part)  # type: ignore[attr-defined]


FORMS: dict[type, Any] = {
    v.Const: _const,
    v.Local: _local,
    v.OptionValue: _option,
    v.Members: _members,
    v.Read: _read,
    v.ZoneAt: _zone,
    v.Held: _held,
    v.MapValues: _map_values,
    v.FieldOf: _field,
    v.Parts: _parts,
    v.Whole: _whole,
}
