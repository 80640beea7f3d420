"""Who sees what: which pieces a seat can name, and in which order a domain may be listed for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.play.machine.machine import Machine


def viewers(m: Machine, e: Evaluator, view: Any, owner: int | None) -> tuple[int, ...]:
    """The seats one view clause speaks of, its condition left out."""
    seats = tuple(range(m.plan.seats))
    if view.viewer == "everyone":
        return seats
    if view.viewer == "nobody":
        return ()
    if view.viewer == "owner":
        return (owner,) if owner is not None else ()
    if view.viewer == "others":
        return tuple(s for s in seats if s != owner)
    return tuple(e.value(view.viewer, {"owner": owner, "player": owner}) or ())


def owner_of(m: Machine, name: str, args: tuple[Any, ...]) -> int | None:
    """The Player index of a zone or state instance."""
    info = m.plan.symbols.zones.get(name) or m.plan.symbols.states.get(name)
    for kind, value in zip(info.indexes, args, strict=False):
        if isinstance(kind, t.Seat):
            return int(value)
    return None


def seen_sides(m: Machine, e: Evaluator, zone: int, place: int, count: int, viewer: int | None) -> frozenset[str]:
    """The sides of the piece at one height of a zone that a seat sees; None is the spectator."""
    name, args = m.plan.zones[zone]
    views = m.program.checked.zone_views.get(name, ())
    kind = m.plan.symbols.kinds[m.plan.symbols.zones[name].kind]
    if never_lies(m, kind.name):
        return frozenset(f.side or "face" for f in kind.decl.faces)
    owner = owner_of(m, name, args)
    sides: set[str] = set()
    for view in views:
        if view.what == "count":
            continue
        if view.end == "top" and place != count - 1:
            continue
        if view.end == "bottom" and place != 0:
            continue
        if viewer is None and view.viewer != "everyone":
            continue
        if viewer is not None and viewer not in viewers(m, e, view, owner):
            continue
        if view.condition is not None and not e.holds(view.condition, {"owner": owner, "player": owner}):
            continue
        sides |= {f.side or "face" for f in kind.decl.faces} if view.what == "it" else {view.what}
    return frozenset(sides)


def never_lies(m: Machine, kind: str) -> bool:
    """Has a kind no zone of its own? Then it is read like a list, and there is nothing to hide."""
    return all(info.decl is None for info in m.plan.symbols.zones.values() if info.kind == kind)


def names(m: Machine, kind: str, sides: frozenset[str]) -> bool:
    """Can a reader who sees these sides name the piece?"""
    decl = m.plan.symbols.kinds[kind].decl
    return any(f.names_it and (f.side or "face") in sides for f in decl.faces)


def place_in(m: Machine, e: Evaluator, kind: str, piece: int) -> tuple[int, int, int]:
    """Zone, height and count of where a piece lies."""
    zone = e.table.zone_of(kind, piece)
    pieces = e.table.contents(zone)
    return zone, pieces.index(piece), len(pieces)


def nameable(m: Machine, e: Evaluator, kind: str, piece: int, viewer: int | None) -> bool:
    """Can a seat name this piece where it lies?"""
    zone, place, count = place_in(m, e, kind, piece)
    return names(m, kind, seen_sides(m, e, zone, place, count, viewer))


def known_value(m: Machine, e: Evaluator, zone: int, piece: int) -> Any:
    """The public key of a handle: the state given by `known by`."""
    decl = m.plan.symbols.zones[m.plan.zones[zone][0]].decl
    return None if decl is None or decl.known_by is None else e.table.read(decl.known_by, (piece,))


def seen_order(m: Machine, e: Evaluator, source: v.T, members: tuple[Any, ...], env: Env) -> tuple[Any, ...]:
    """Unnamed pieces of a set stand by their handle, in the places where pieces of that set stood."""
    kind = t.bare(t.member(source.type) or t.UNKNOWN)
    if not isinstance(kind, t.Piece) or len(members) < 2:
        return members
    viewer = e.seat_of(env)
    keyed: dict[int, list[int]] = {}
    for spot, piece in enumerate(members):
        zone = e.table.zone_of(kind.kind, piece)
        info = m.plan.symbols.zones[m.plan.zones[zone][0]]
        if (info.decl is not None and info.decl.known_by is not None) or info.shape in ("set", "bag"):
            keyed.setdefault(zone, []).append(spot)
    found = list(members)
    for zone, spots in keyed.items():
        pieces = [members[s] for s in spots]
        if all(nameable(m, e, kind.kind, p, viewer) for p in pieces):
            continue
        keys = {p: known_value(m, e, zone, p) for p in pieces}
        if all(k is not None for k in keys.values()):
            pieces.sort(key=lambda p: keys[p])
        for spot, piece in zip(spots, pieces, strict=True):
            found[spot] = piece
    return tuple(found)
