"""Pieces as one reader sees them: by name, else by handle, else by what is seen of them."""

from __future__ import annotations

from typing import Any

from rulekit.check.evaluation.evaluator import Evaluator
from rulekit.gamestate.game_state import Table
from rulekit.play.machine.machine import Machine
from rulekit.play.moves.value_encoder import UNKNOWN, Scribe
from rulekit.play.position.piece_signature import mark
from rulekit.play.position.strict_json import dumps
from rulekit.play.views.seat_sight import known_value, names, owner_of, place_in, seen_sides, viewers
from rulekit.typesystem import types as t


class Sight(Scribe):
    """Writes for one seat, or for the spectator (None); in a move his own seat is left out of handles."""

    formed = True

    def __init__(self, m: Machine, reader: int | None, in_move: bool = False, table: Table | None = None) -> None:
        super().__init__(m)
        self.reader = reader
        self.in_move = in_move
        self.table = table if table is not None else m.table
        self.looked: dict[tuple[str, int], frozenset[str]] = {}  # one reader before one position: it stays the same

    def eyes(self) -> Evaluator:
        return Evaluator(self.plan, self.table, self.m)

    # -------------------------------------------------------------- what is seen

    def sides(self, kind: str, piece: int) -> frozenset[str]:
        """The sides of a piece that the reader sees where it lies."""
        if (kind, piece) not in self.looked:
            e = self.eyes()
            zone, place, count = place_in(self.m, e, kind, piece)
            self.looked[kind, piece] = seen_sides(self.m, e, zone, place, count, self.reader)
        return self.looked[kind, piece]

    def can_name(self, kind: str, piece: int) -> bool:
        return names(self.m, kind, self.sides(kind, piece))

    def sees_zone(self, zone: int, what: str) -> bool:
        """Does a view clause about the whole zone hold for the reader? `what`: count, order."""
        name, args = self.plan.zones[zone]
        owner = owner_of(self.m, name, args)
        e = self.eyes()
        for view in self.m.program.checked.zone_views.get(name, ()):
            wanted = view.what == "count" if what == "count" else view.what != "count"
            if not wanted or view.end is not None:
                continue
            if what == "count" and view.viewer == "nobody":
                return False
            if self.reader is None and view.viewer != "everyone":
                continue
            if self.reader is not None and self.reader not in viewers(self.m, e, view, owner):
                continue
            if view.condition is None or e.holds(view.condition, {"owner": owner, "player": owner}):
                return True
        return what == "count"

    # -------------------------------------------------------------- how it is written

    def piece(self, kind: str, piece: int) -> Any:
        if self.can_name(kind, piece):
            name = self.row_name(kind, piece)
            return self.placed(kind, piece, name) if self.in_move and self.looks_alike(kind, piece) else name
        found = self.handle(kind, piece)
        return dict(UNKNOWN) if found is None else found

    def part(self, kind: str, member: int) -> Any:
        """A row by its name; a part of a copy that lies in another place than others by where that copy lies."""
        name, whole = self.row_name(kind, member), self.plan.symbols.kinds[kind].whole
        piece = self.plan.whole(kind, member) if whole is not None else 0
        if whole is None or not self.can_name(whole, piece) or not self.looks_alike(whole, piece):
            return name
        found = self.placed(whole, piece, name)
        return found if found[-1] == name else [*found, name]

    def looks_alike(self, kind: str, piece: int) -> bool:
        """Does a copy that the reader can name lie in another place of the same zone, or differ in what is noted?

        A copy that lies with the reader stands by its name, whatever lies with others.
        """
        copies = self.plan.copies(kind)[piece]
        if len(copies) < 2:
            return False
        zone, name = self.table.where[kind][piece], self._zone_name(kind, piece)
        others = [c for c in copies if c != piece and self._zone_name(kind, c) == name and self.can_name(kind, c)]
        if self.reader is not None and self._seats(zone) == (self.reader,):
            others = [c for c in others if self._seats(self.table.where[kind][c]) == (self.reader,)]
        return any(self.table.where[kind][c] != zone for c in others) or self._rank(kind, piece) is not None

    def placed(self, kind: str, piece: int, name: str) -> list[Any]:
        """A copy by where it lies: the zone, its place, and what lies there unless only one piece does."""
        zone, args = self.plan.zones[self.table.where[kind][piece]]
        info = self.plan.symbols.zones[zone]
        shown = zip(args, info.indexes, strict=True)
        own = [self.write(arg, of) for arg, of in shown if not (isinstance(of, t.Seat) and arg == self.reader)]
        rank = self._rank(kind, piece)
        which = name if rank is None else f"{name}#{rank}"
        return [zone, *own] if info.shape == "one" else [zone, *own, which]

    def _rank(self, kind: str, piece: int) -> int | None:
        """Of copies in one place that differ in what is noted of them: the how-manieth sort this is."""
        zone = self.table.where[kind][piece]
        beside = [c for c in self.plan.copies(kind)[piece] if self.table.where[kind][c] == zone]
        if len(beside) < 2:
            return None
        marks = {c: mark(self.plan, self.table, kind, c) for c in beside}
        sorts = sorted(set(marks.values()))
        return sorts.index(marks[piece]) + 1 if len(sorts) > 1 else None

    def _seats(self, zone: int) -> tuple[Any, ...]:
        """With whom a zone lies."""
        name, args = self.plan.zones[zone]
        indexes = self.plan.symbols.zones[name].indexes
        return tuple(arg for arg, of in zip(args, indexes, strict=True) if isinstance(of, t.Seat))

    def _zone_name(self, kind: str, piece: int) -> str:
        return self.plan.zones[self.table.where[kind][piece]][0]

    def handle(self, kind: str, piece: int) -> list[Any] | None:
        """The place of a piece, and its key there; None if the reader cannot point to it."""
        zone, height, count = place_in(self.m, self.eyes(), kind, piece)
        name, args = self.plan.zones[zone]
        info = self.plan.symbols.zones[name]
        indexes: list[Any] = []
        for arg, of in zip(args, info.indexes, strict=True):
            if isinstance(of, t.Seat) and self.in_move and arg == self.reader:
                continue
            written = self.write(arg, of)
            if written == UNKNOWN and isinstance(of, t.Piece):
                return None
            indexes.append(written)
        if info.shape == "one":
            return [name, *indexes]
        key = self._key(zone, piece, height, count)
        return None if key is None else [name, *indexes, key]

    def _key(self, zone: int, piece: int, height: int, count: int) -> Any:
        info = self.plan.symbols.zones[self.plan.zones[zone][0]]
        known = known_value(self.m, self.eyes(), zone, piece)
        if known is not None:
            return self.write(known, self.plan.symbols.states[info.decl.known_by].type)
        if info.shape != "pile":
            return None
        if self.sees_zone(zone, "order"):
            return height + 1
        return height + 1 if height == count - 1 and self.sides(info.kind, piece) else None

    def order(self, kind: t.Type, members: tuple[Any, ...]) -> list[Any]:
        """Unnamed pieces stand by what is seen of them, so that their order tells nothing."""
        found = [self.write(one, kind) for one in members]
        if isinstance(t.bare(kind), t.Piece) and not self.in_move:
            found.sort(key=dumps)
        return found

    def fields(self, kind: str, piece: int, sides: frozenset[str]) -> dict[str, Any]:
        """What is printed on the sides that are seen."""
        info = self.plan.symbols.kinds[kind]
        return {
            field.name: self.write(self.plan.column(kind, field.name)[piece], field.type)
            for field in info.fields.values()
            if sides & set(field.sides) and field.name not in info.columns
        }
