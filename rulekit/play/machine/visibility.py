"""Visibility in play: which sides of a piece a seat sees, which it can name, how a domain is listed for it."""

from __future__ import annotations

from typing import Any

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.play.machine.state import MachineState
from rulekit.typesystem import types as t


class ViewClauses:
    """What the view clauses let seats see of the position that one evaluator reads."""

    def __init__(self, e: Evaluator) -> None:
        self.e = e
        self.m: MachineState = e.machine

    def viewers(self, view: Any, owner: int | None) -> tuple[int, ...]:
        """The seats one view clause speaks of, its condition left out."""
        seats = tuple(range(self.m.plan.seats))
        if view.viewer == "everyone":
            return seats
        if view.viewer == "nobody":
            return ()
        if view.viewer == "owner":
            return (owner,) if owner is not None else ()
        if view.viewer == "others":
            return tuple(s for s in seats if s != owner)
        return tuple(self.e.value(view.viewer, {"owner": owner, "player": owner}) or ())

    def includes(self, view: Any, owner: int | None, viewer: int | None) -> bool:
        """Does a view clause let a seat see? None is the spectator, who sees what everyone does."""
        if view.viewer != "everyone" and (viewer is None or viewer not in self.viewers(view, owner)):
            return False
        return view.condition is None or self.e.holds(view.condition, {"owner": owner, "player": owner})

    def sees_state(self, name: str, args: tuple[Any, ...], viewer: int | None) -> bool:
        """Everyone sees a state, unless it says who does."""
        checked = self.m.program.checked.states.get(name)
        views = checked.views if checked is not None else ()
        owner = self.m.program.owner_of(name, args)
        return not views or any(view.what != "count" and self.includes(view, owner, viewer) for view in views)

    def seen_sides(self, zone: int, place: int, count: int, viewer: int | None) -> frozenset[str]:
        """The sides of the piece at one height of a zone that a seat sees; None is the spectator."""
        name, args = self.m.plan.zones[zone]
        views = self.m.program.checked.zone_views.get(name, ())
        kind = self.m.plan.symbols.kinds[self.m.plan.symbols.zones[name].kind]
        if self.m.program.never_lies(kind.name):
            return frozenset(f.side or "face" for f in kind.decl.faces)
        owner = self.m.program.owner_of(name, args)
        sides: set[str] = set()
        for view in views:
            if view.what == "count":
                continue
            if view.end == "top" and place != count - 1:
                continue
            if view.end == "bottom" and place != 0:
                continue
            if not self.includes(view, owner, viewer):
                continue
            sides |= {f.side or "face" for f in kind.decl.faces} if view.what == "it" else {view.what}
        return frozenset(sides)

    def place_in(self, kind: str, piece: int) -> tuple[int, int, int]:
        """Zone, height and count of where a piece lies."""
        zone = self.e.table.zone_of(kind, piece)
        pieces = self.e.table.contents(zone)
        return zone, pieces.index(piece), len(pieces)

    def nameable(self, kind: str, piece: int, viewer: int | None) -> bool:
        """Can a seat name this piece where it lies?"""
        zone, place, count = self.place_in(kind, piece)
        return self.m.program.names_piece(kind, self.seen_sides(zone, place, count, viewer))

    def known_value(self, zone: int, piece: int) -> Any:
        """The public key of a handle: the state given by `known by`."""
        decl = self.m.plan.symbols.zones[self.m.plan.zones[zone][0]].decl
        return None if decl is None or decl.known_by is None else self.e.table.read(decl.known_by, (piece,))

    def seen_order(self, source: v.T, members: tuple[Any, ...], env: Env) -> tuple[Any, ...]:
        """Unnamed pieces of a set stand by their handle, in the places where pieces of that set stood.

        In the order of their names the number of a move in the list would tell which hidden piece it means (K44).
        """
        kind = (source.type.member or t.UNKNOWN).bare
        if not kind.piece or len(members) < 2:
            return members
        viewer = self.e.seat_of(env)
        keyed: dict[int, list[int]] = {}
        for spot, piece in enumerate(members):
            zone = self.e.table.zone_of(kind.kind, piece)
            info = self.m.plan.symbols.zones[self.m.plan.zones[zone][0]]
            if (info.decl is not None and info.decl.known_by is not None) or info.shape in ("set", "bag"):
                keyed.setdefault(zone, []).append(spot)
        found = list(members)
        for zone, spots in keyed.items():
            pieces = [members[s] for s in spots]
            if all(self.nameable(kind.kind, p, viewer) for p in pieces):
                continue
            keys = {p: self.known_value(zone, p) for p in pieces}
            if all(k is not None for k in keys.values()):
                pieces.sort(key=lambda p: keys[p])
            for spot, piece in zip(spots, pieces, strict=True):
                found[spot] = piece
        return tuple(found)
