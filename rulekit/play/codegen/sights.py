"""Python for the order of a domain as the one who is asked sees it."""

from __future__ import annotations

from rulekit.check.tree import typed_expressions as v
from rulekit.play.codegen import state_reads, values
from rulekit.play.codegen.book import NOTHING, Book, Scope
from rulekit.play.codegen.shelf import quoted
from rulekit.typesystem import types as t


def _kind(source: v.T) -> str | None:
    kind = (source.type.member or t.UNKNOWN).bare
    return kind.kind if isinstance(kind, t.Piece) else None


def keyed(b: Book, kind: str) -> dict[int, str]:
    """The zones of a kind whose pieces have a public key, with the state that holds it."""
    found: dict[int, str] = {}
    for zone, (name, _) in enumerate(b.plan.zones):
        info = b.symbols.zones[name]
        if info.kind == kind and info.decl is not None and info.decl.known_by is not None:
            found[zone] = info.decl.known_by
    return found


def matters(b: Book, source: v.T) -> bool:
    """Can the order differ from the order as written?"""
    kind = _kind(source)
    zones = keyed(b, kind) if kind is not None else {}
    found = state_reads.families(source)
    return bool(zones) and (found is None or any(b.plan.zones[z][0] in found for z in zones))


def seen(b: Book, source: v.T, code: str, scope: Scope) -> str:
    """Unnamed pieces stand by their key, in the places where pieces of their zone stood."""
    kind = _kind(source)
    zones = keyed(b, kind) if kind is not None else {}
    if not zones or kind is None or not matters(b, source):
        return code
    parts = _ordered(b, source, scope)
    if parts is not None:
        return parts
    node = b.give("N", source)
    where = f"s.{b.shelves.where(kind)}"
    states = {b.shelves.slot(state) for state in zones.values()}
    if len(states) == 1 and not any(_nameable(b, kind, zone) for zone in zones):
        return f"by_key({code}, {where}, {b.constant(frozenset(zones))}, s.{states.pop()})"
    env = ", ".join(f"{quoted(n)}: {scope[n].code}" for n in ("player",) if scope.get(n, NOTHING).code != "None")
    return f"seen_order(s, {node}, {code}, {{{env}}})"


def _ordered(b: Book, source: v.T, scope: Scope) -> str | None:
    """Zones one after the other, each in the order of its keys."""
    if isinstance(source, v.Combine) and state_reads.families(source) is not None:
        parts = [_ordered(b, part, scope) for part in (source.left, source.right)]
        return None if None in parts else f"(*{parts[0]}, *{parts[1]})"
    if not matters(b, source):
        return values.iterable(b, source, scope) if state_reads.families(source) is not None else None
    held = source.source if isinstance(source, v.AsSet) else source
    if not isinstance(held, v.Held) or not isinstance(held.zone, v.ZoneAt):
        return None
    info = b.symbols.zones[held.zone.zone]
    key = info.decl.known_by if info.decl is not None else None
    whole = len(held.zone.args) == len(info.indexes)
    named = any(_nameable(b, info.kind, zone) for zone, _ in keyed(b, info.kind).items())
    if key is None or not whole or named or isinstance(b.symbols.states[key].type, t.Maybe):
        return None
    return f"in_order({values.iterable(b, held, scope)}, s.{b.shelves.slot(key)})"


def _nameable(b: Book, kind: str, zone: int) -> bool:
    """Does any view of this zone show a side that names the piece?"""
    name, _ = b.plan.zones[zone]
    decl = b.symbols.kinds[kind].decl
    for view in b.program.checked.zone_views.get(name, ()):
        sides = {f.side or "face" for f in decl.faces} if view.what == "it" else {view.what}
        if view.what != "count" and names_any(decl, frozenset(sides)):
            return True
    return False


def names_any(decl: object, sides: frozenset[str]) -> bool:
    return any(f.names_it and (f.side or "face") in sides for f in decl.faces)  # type: ignore[attr-defined]
