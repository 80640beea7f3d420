"""Values in brackets: coordinates where a place is expected, else a list; sets among them are joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check.elaboration import coercions
from rulekit.check.names.scope import Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.operand_text import written
from rulekit.model import expressions as x
from rulekit.spaces import geometry
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator


def listed(e: Elaborator, node: x.Tuple, scope: Scope, want: t.Type | None) -> v.T:
    """Coordinates where a place is expected, else a list; sets among the values are joined."""
    goal = t.bare(want) if want is not None else None
    place = goal.of if isinstance(goal, t.SetOf) and all(isinstance(n, x.Number) for n in node.items) else goal
    if isinstance(place, t.Place):
        items = tuple(e.as_(n, scope, t.ANY_NUMBER) for n in node.items)
        space = e.symbols.spaces[place.space]
        if len(items) != geometry.arity(space):
            return e.wrong(
                "K16", node.span, "value", name=written(node), found=f"{len(items)} numbers", wanted=place.phrase
            )
        return v.Coordinates(items, type=t.maybe(place), span=node.span)
    pair = _combined(e, node, goal, scope)
    if pair is not None:
        return pair
    inner = (t.member(want) if want is not None else None) or _places(e, node)
    found = [coercions.value(e.operand(n, scope, inner)) for n in node.items]
    if any(isinstance(f.type, t.SetOf) and isinstance(f.type.of, t.Zone) for f in found):
        return _zones(e, node, found)
    flat = any(t.is_collection(f.type) for f in found)
    kinds = [t.bare(t.member(f.type) or t.UNKNOWN) if t.is_collection(f.type) else t.bare(f.type) for f in found]
    kind: t.Type = kinds[0]
    for other, where in zip(kinds[1:], node.items[1:], strict=True):
        joined = t.join(kind, other)
        if joined is None and isinstance(kind, t.Zone) and isinstance(other, t.Zone):
            joined = t.Zone(kind.kind if kind.kind == other.kind else "", "")
        if joined is None:
            return e.wrong("K16", e.span(where), "branches", left_type=kind.phrase, right_type=other.phrase)
        kind = joined
    if flat:
        found = [e.walkable(f, n) for f, n in zip(found, node.items, strict=True)]
    if isinstance(kind, t.Number | t.YesNo) or (goal is not None and isinstance(goal, t.Sequence)):
        return v.Listed(tuple(found), flat, type=t.Sequence(kind), span=node.span)
    return v.Listed(tuple(found), flat, type=t.SetOf(kind), span=node.span)


def _combined(e: Elaborator, node: x.Tuple, goal: t.Type | None, scope: Scope) -> v.T | None:
    """A row of a list that is every combination of its fields, said by their values: `(c, red)`."""
    kind = t.bare(goal.of) if isinstance(goal, t.SetOf | t.Sequence) else goal
    info = e.symbols.kinds.get(kind.kind) if isinstance(kind, t.Row) else None
    if kind is None or info is None or not info.combined or len(node.items) != len(info.fields):
        return None
    fields = [(name, field.type) for name, field in info.fields.items()]
    if kind is not goal and not _fits(e, node.items[0], fields[0][1], scope):
        return None  # a list of such rows
    pairs = zip(node.items, fields, strict=True)
    items = tuple(e.as_(n, scope, field, "value", name=name) for n, (name, field) in pairs)
    sure = not any(isinstance(item.type, t.Maybe) or isinstance(item.type, t.Number) for item in items)
    return v.Coordinates(items, type=kind if sure else t.maybe(kind), span=node.span)


def _fits(e: Elaborator, node: x.Expr, kind: t.Type, scope: Scope) -> bool:
    with e.quietly():
        found = coercions.value(e.operand(node, scope, kind))
    return coercions.convert(found, kind) is not None


def _zones(e: Elaborator, node: x.Tuple, found: list[v.T]) -> v.T:
    """A list of zones among which there is a set of zones: zones as such, not what lies in them."""
    kinds = [f.type.of if isinstance(f.type, t.SetOf) else f.type for f in found]
    for kind, where in zip(kinds, node.items, strict=True):
        if not isinstance(kind, t.Zone) or kind.kind != kinds[0].kind:  # type: ignore[attr-defined]
            return e.wrong("K16", e.span(where), "branches", left_type=kinds[0].phrase, right_type=kind.phrase)
    shapes = {kind.shape for kind in kinds if isinstance(kind, t.Zone)}
    zone = t.Zone(kinds[0].kind, shapes.pop() if len(shapes) == 1 else "")  # type: ignore[attr-defined]
    sets = [f if isinstance(f.type, t.SetOf) else v.Single(f, type=t.SetOf(f.type), span=f.span) for f in found]
    return v.Listed(tuple(sets), True, type=t.SetOf(zone), span=node.span)


def _places(e: Elaborator, node: x.Tuple) -> t.Type | None:
    """A list of coordinates needs no type beside it if there is but one space they can lie in."""
    if len(e.symbols.spaces) != 1 or not all(isinstance(n, x.Tuple) for n in node.items):
        return None
    (space,) = e.symbols.spaces.values()
    plain = all(len(n.items) == geometry.arity(space) for n in node.items if isinstance(n, x.Tuple))
    return t.Place(space.name) if plain else None
