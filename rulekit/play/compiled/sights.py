"""Python for the order of a domain as the one who is asked sees it."""

from __future__ import annotations

from rulekit.check import typed as v
from rulekit.kinds import types as t
from rulekit.play.compiled.book import NOTHING, Book, Scope
from rulekit.play.sight import names


def _kind(source: v.T) -> str | None:
    kind = t.bare(t.member(source.type) or t.UNKNOWN)
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
    return kind is not None and bool(keyed(b, kind))


def seen(b: Book, source: v.T, code: str, scope: Scope) -> str:
    """Unnamed pieces stand by their key, in the places where pieces of their zone stood."""
    kind = _kind(source)
    zones = keyed(b, kind) if kind is not None else {}
    if not zones or kind is None:
        return code
    node = b.give("N", source)
    where = f"s.{b.shelves.where(kind)}"
    states = {b.shelves.slot(state) for state in zones.values()}
    if len(states) == 1 and not any(_nameable(b, kind, zone) for zone in zones):
        return f"by_key({code}, {where}, {b.constant(frozenset(zones))}, s.{states.pop()})"
    env = ", ".join(f"{n!r}: {scope[n].code}" for n in ("player",) if scope.get(n, NOTHING).code != "None")
    return f"seen_order(s, {node}, {code}, {{{env}}})"


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


__all__ = ["matters", "names", "seen"]
