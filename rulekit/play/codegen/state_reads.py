"""Python for states, zones, printed values and parts."""

from __future__ import annotations

import itertools
from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import lookback, loose, rewriting, values
from rulekit.play.codegen.book import Book, Scope
from rulekit.play.codegen.shelf import Axis, Shelf
from rulekit.typesystem import types as t
from rulekit.words.pieces.places import WORD as PLACES


def fits(axis: Axis, node: v.T) -> bool:
    """Is a value of this type always one of the members of this index?"""
    if axis.ids is not None:
        return False
    kind = node.type.bare
    if isinstance(kind, t.Number):
        return kind.low >= axis.low and kind.high < axis.low + axis.size
    return not isinstance(kind, t.Unknown)


def index(b: Book, shelf: Shelf, args: tuple[v.T, ...], scope: Scope) -> tuple[str, str]:
    """A test that the place exists, empty if that is certain, and its number."""
    guard, codes = values.several(b, args, scope)
    guards = [guard] if guard else []
    terms: list[str] = []
    constant = shelf.base
    for n, (axis, node, code) in enumerate(zip(shelf.axes, args, codes, strict=False)):
        if axis.ids is not None:
            name = b.fresh("_t")
            guards.append(f"({name} := {b.constant(axis.ids)}.get({code})) is not None")
            code = name
        elif not fits(axis, node):
            if not code.isidentifier():
                name = b.fresh("_t")
                guards.append(f"{axis.low} <= ({name} := {code}) < {axis.low + axis.size}")
                code = name
            else:
                guards.append(f"{axis.low} <= {code} < {axis.low + axis.size}")
        constant += _term(terms, code, shelf.stride(n), 0 if axis.ids is not None else axis.low)
    if constant or not terms:
        terms.append(str(constant))
    return " and ".join(guards), " + ".join(terms)


def _term(terms: list[str], code: str, stride: int, low: int) -> int:
    if code.lstrip("-").isdigit():
        return (int(code) - low) * stride
    terms.append(code if stride == 1 else f"{code} * {stride}")
    return -low * stride


def _certain(b: Book, shelf: Shelf, args: tuple[v.T, ...], scope: Scope) -> bool:
    pairs = zip(shelf.axes, args, strict=False)
    return all(_within(b, axis, node) and values.sure(b, node, scope) for axis, node in pairs)


def _within(b: Book, axis: Axis, node: v.T) -> bool:
    if axis.ids is None and b.purity.constant(node):
        found = b.purity.fold(node)
        return found is not None and axis.low <= found < axis.low + axis.size
    return fits(axis, node)


# ------------------------------------------------------------------ states


def sure_read(b: Book, node: v.Read, scope: Scope) -> bool:
    shelf = b.shelves.states[node.state]
    if not _certain(b, shelf, node.args, scope):
        return False
    return len(node.args) < len(shelf.axes) or not isinstance(b.symbols.states[node.state].type, t.Maybe)


def read(b: Book, node: v.Read, scope: Scope) -> str:
    shelf, slot = b.shelves.states[node.state], f"s.{b.shelves.slot(node.state)}"
    if not shelf.axes:
        return slot
    guard, place = index(b, shelf, node.args, scope)
    if len(node.args) == len(shelf.axes):
        return values.guarded(guard, f"{slot}[{place}]")
    keys, span = open_part(b, shelf, len(node.args))
    part = slot if not node.args else f"{slot}[{place}:{place} + {span}]"
    return values.guarded(guard, f"tuple(zip({b.constant(keys)}, {part}))")


def open_part(b: Book, shelf: Shelf, given: int) -> tuple[tuple[Any, ...], int]:
    """The keys of a map, and how many there are."""
    members = [b.plan.members(axis.type) for axis in shelf.axes[given:]]
    rests = tuple(itertools.product(*members))
    return tuple(r[0] for r in rests) if len(members) == 1 else rests, len(rests)


# ------------------------------------------------------------------ zones


def sure_zone(b: Book, node: v.ZoneAt, scope: Scope) -> bool:
    return _certain(b, b.shelves.zones[node.zone], node.args, scope)


def zone(b: Book, node: v.ZoneAt, scope: Scope) -> str:
    shelf = b.shelves.zones[node.zone]
    guard, place = index(b, shelf, node.args, scope)
    if len(node.args) == len(shelf.axes):
        return values.guarded(guard, f"({place})" if " " in place else place)
    keys, span = open_part(b, shelf, len(node.args))
    return values.guarded(guard, f"tuple(zip({b.constant(keys)}, range({place}, {place} + {span})))")


def held(b: Book, node: v.Held, scope: Scope) -> str:
    several = isinstance(node.type, t.SetOf | t.Sequence)
    if isinstance(node.zone, v.ZoneAt):
        return _held_at(b, node.zone, several, scope)
    before = lookback.held(b, node, scope)
    if before is not None:
        return before
    if isinstance(node.zone.type.bare, t.Map):
        sure_names = frozenset(n for n, bound in scope.items() if bound.sure)
        named = rewriting.written_out(b, node.zone, sure_names)
        if isinstance(named, v.ZoneAt):
            return _held_at(b, named, several, scope)
    code = values.value(b, node.zone, scope)
    if isinstance(node.zone.type.bare, t.Map):
        return f"held_all(s, {code})"
    guard, code, _ = values.bare(b, node.zone, scope)
    lies = lying(b, node.zone, code)
    if several:
        return values.guarded(guard, lies, "()")
    name = b.fresh("_t")
    return values.guarded(guard, f"({name}[0] if ({name} := {lies}) else None)")


def lying(b: Book, node: v.T, code: str) -> str:
    """What lies in a zone; in one that is remembered, what lay there."""
    past = any(isinstance(n, v.Earlier) for n in walk((node,)))
    if past:
        return f"s.contents({code})"
    return loose.contents(code) if b.loose else f"s.z[{code}]"


def _held_at(b: Book, node: v.ZoneAt, several: bool, scope: Scope) -> str:
    shelf = b.shelves.zones[node.zone]
    guard, place = index(b, shelf, node.args, scope)
    if len(node.args) < len(shelf.axes):
        _, span = open_part(b, shelf, len(node.args))
        end = str(int(place) + span) if place.isdigit() else f"{place} + {span}"
        return values.guarded(guard, f"chained(s.z[{place}:{end}])", "()")
    if several:
        return values.guarded(guard, loose.contents(place) if b.loose else f"s.z[{place}]", "()")
    name = b.fresh("_t")
    return values.guarded(guard, f"({name}[0] if ({name} := s.z[{place}]) else None)")


def families(node: v.T) -> frozenset[str] | None:
    """The zone families whose pieces a collection lists, each once; None if it is not known."""
    if isinstance(node, v.AsSet | v.Filter):
        return families(node.source)
    if isinstance(node, v.Held) and isinstance(node.zone, v.ZoneAt):
        return frozenset((node.zone.zone,))
    if isinstance(node, v.Combine) and node.sort == "set" and node.op == "+":
        left, right = families(node.left), families(node.right)
        return None if left is None or right is None or left & right else left | right
    return None


def zone_of(b: Book, node: v.T) -> v.T:
    """The zone whose contents a collection is, if it is just that."""
    while isinstance(node, v.AsSet):
        node = node.source
    return node.zone if isinstance(node, v.Held) else node


def lies_in(b: Book, right: v.T, left: str, kind: t.Type, scope: Scope) -> str | None:
    """Whether a piece lies in a zone: asked of the piece."""
    if isinstance(right, v.Combine) and right.sort == "set" and right.op == "+":
        parts = [lies_in(b, part, left, kind, scope) for part in (right.left, right.right)]
        return None if None in parts else f"({parts[0]} or {parts[1]})"
    node = zone_of(b, right)
    if not isinstance(node, v.ZoneAt) or not isinstance(kind, t.Piece):
        return None
    if b.symbols.zones[node.zone].kind != kind.kind or not isinstance(right, v.Held | v.AsSet):
        return None
    shelf = b.shelves.zones[node.zone]
    guard, place = index(b, shelf, node.args, scope)
    where = f"s.{b.shelves.where(kind.kind)}[{left}]"
    if len(node.args) == len(shelf.axes):
        test = f"{where} == {place}"
    else:
        _, span = open_part(b, shelf, len(node.args))
        test = f"{place} <= {where} < {place} + {span}"
        if place.isdigit():
            test = f"{place} <= {where} < {int(place) + span}"
    return f"({guard} and {test})" if guard else f"({test})"


def cells_in(b: Book, node: v.T, sure: frozenset[str]) -> v.ZoneAt | None:
    """The zones of which a value lists those that are not empty, by their last index."""
    node = rewriting.written_out(b, node, sure)
    while isinstance(node, v.AsSet):
        node = node.source
    of = node.get("of") if isinstance(node, v.CoreUse) and node.word == PLACES.name else None
    if not isinstance(of, v.ZoneAt) or len(of.args) + 1 != len(b.shelves.zones[of.zone].axes):
        return None
    return of


def taken(b: Book, left: v.T, right: v.T, scope: Scope) -> str | None:
    """`x in places of ZONES`: whether something lies there."""
    of = cells_in(b, right, frozenset(n for n, bound in scope.items() if bound.sure))
    if of is None or not all(values.sure(b, node, scope) for node in (left, *of.args)):
        return None
    if b.shelves.zones[of.zone].axes[-1].type != left.type.bare:
        return None
    guard, place = index(b, b.shelves.zones[of.zone], (*of.args, left), scope)
    test = f"(True if s.z[{place}] else False)"
    return f"({guard} and {test})" if guard else test


def map_at(b: Book, node: v.At, scope: Scope) -> str | None:
    """One entry of a map that is a state or zone with an index left open."""
    source = node.bag
    if isinstance(source, v.Read) and len(source.args) + 1 == len(b.shelves.states[source.state].axes):
        return read(b, v.Read(source.state, (*source.args, node.key), type=node.type), scope)
    return None


def map_values(b: Book, node: v.MapValues, scope: Scope) -> str:
    listed = isinstance(node.type, t.Sequence)
    source = node.map
    if isinstance(source, v.Read):
        shelf = b.shelves.states[source.state]
        guard, place = index(b, shelf, source.args, scope)
        _, span = open_part(b, shelf, len(source.args))
        part = f"s.{b.shelves.slot(source.state)}[{place}:{place} + {span}]"
        return values.guarded(guard, f"mapped({part}, {listed})", "()")
    return f"mapped([n for _, n in {values.iterable(b, source, scope)}], {listed})"


# ------------------------------------------------------------------ printed values


def _empty_of(node: v.FieldOf) -> str:
    return "()" if isinstance(node.type.bare, t.SetOf) else "{}" if isinstance(node.type, t.BagOf) else "None"


def sure_field(b: Book, node: v.FieldOf, scope: Scope) -> bool:
    if None in b.plan.column(node.kind, node.field):
        return False
    return values.sure(b, node.of, scope) or _empty_of(node) != "None"


def field(b: Book, node: v.FieldOf, scope: Scope) -> str:
    guard, code, _ = values.bare(b, node.of, scope)
    return values.guarded(guard, f"{b.constant(b.plan.column(node.kind, node.field))}[{code}]", _empty_of(node))


def parts(b: Book, node: v.Parts, scope: Scope) -> str:
    return f"{b.constant(b.plan.parts(node.kind))}.get({values.value(b, node.of, scope)}, ())"


def whole(b: Book, node: v.Whole, scope: Scope) -> str:
    kind = node.of.type.bare.kind
    wholes = tuple(b.plan.whole_of(kind, part) for part in b.plan.members(node.of.type.bare))
    guard, code, _ = values.bare(b, node.of, scope)
    return values.guarded(guard, f"{b.constant(wholes)}[{code}]")
