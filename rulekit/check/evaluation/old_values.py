"""`old`: a word as it was, its arguments as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from rulekit.check.evaluation.live_context import Past
from rulekit.check.tree import typed_expressions as v
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.evaluation.evaluator import Env, Evaluator

HEADS = ("count", "sum", "most", "least", "only")


def _earlier(e: Evaluator, node: v.Earlier, env: Env) -> Any:
    """In a body the value was kept when it began; elsewhere there is an earlier position to look at."""
    kept = env.get("old")
    if kept is not None and id(node) in kept:
        return kept[id(node)]
    return as_it_was(e, node, env)


def as_it_was(e: Evaluator, node: v.Earlier, env: Env) -> Any:
    """The value in the earlier position, or as it is now where a body begins; a zone keeps what lies in it."""
    before = e if e.earlier is None else e.earlier
    found = e.value(node.value, env) if e.earlier is None else old(e, node.value, env)
    return past(before, found) if zones(node.type) else found


def zones(kind: t.Type) -> bool:
    """Is this a zone, or a map of zones?"""
    kind = t.bare(kind)
    return isinstance(t.bare(kind.value) if isinstance(kind, t.Map) else kind, t.Zone)


def past(e: Evaluator, found: Any) -> Any:
    """Zones with what lies in them now."""
    if found is None:
        return None
    if isinstance(found, tuple):
        return tuple((key, past(e, zone)) for key, zone in found)
    return Past(found, e.eyes.contents(found))


def old(e: Evaluator, node: v.T, env: Env) -> Any:
    """The word read in the earlier position, its arguments evaluated now.

    What only adds up (`count`, `sum`..) and what turns a place into its contents is read there too:
    `old count of hand of p` is how many there were.
    """
    before = e.earlier
    assert before is not None
    if isinstance(node, v.Read | v.ZoneAt | v.Use | v.Related | v.FieldOf):
        return before.value(_frozen(e, node, env), env)
    if isinstance(node, v.CoreUse):
        args = []
        for slot, arg in node.args:
            place = isinstance(arg, v.Held | v.AsSet | v.AsBag | v.MapValues | v.ZoneAt) or (
                isinstance(arg, v.Read) and isinstance(arg.type, t.Map)
            )
            inner = old(e, arg, env) if place or (node.word in HEADS and slot == "of") else e.value(arg, env)
            args.append((slot, v.Const(inner, type=arg.type)))
        return before.value(v.CoreUse(node.word, tuple(args), type=node.type), env)
    return before.value(node, env)


def _frozen(e: Evaluator, node: Any, env: Env) -> v.T:
    """The same word with its arguments as they are now."""

    def now(arg: v.T) -> v.T:
        return v.Const(e.value(arg, env), type=arg.type)

    if isinstance(node, v.FieldOf):
        return v.FieldOf(node.kind, node.field, now(node.of), node.sides, type=node.type, span=node.span)
    changed: dict[str, Any] = {"args": tuple(now(a) for a in node.args)}
    if hasattr(node, "hidden"):
        changed["hidden"] = tuple((name, now(a)) for name, a in node.hidden)
    found: v.T = attrs.evolve(node, **changed)
    return found


FORMS: dict[type, Any] = {
    v.Earlier: _earlier,
}
