"""Values as one seat sees them, written and read: pieces by name, else by handle, else by what is seen of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.check.evaluation.evaluator import Evaluator
from rulekit.gamestate.game_state import GameState
from rulekit.play.machine.copies import mark, of_copies
from rulekit.play.machine.frames import Move
from rulekit.play.machine.state import MachineState
from rulekit.play.machine.visibility import ViewClauses
from rulekit.play.position.strict_json import dumps
from rulekit.play.position.value_json import UNKNOWN, ValueCodec
from rulekit.play.refusals import BadValue, short_text
from rulekit.typesystem import types as t

NOT_THERE = "not-there"


class SeatCodec(ValueCodec):
    """Values for one seat, or for the spectator (None); in a move his own seat is left out of handles.

    What a seat cannot name or point to, it cannot say either.
    """

    formed = True

    def __init__(
        self, m: MachineState, reader: int | None, in_move: bool = False, table: GameState | None = None
    ) -> None:
        super().__init__(m)
        self.reader = reader
        self.in_move = in_move
        self.table = table if table is not None else m.table
        self.near: tuple[
            Any, ...
        ] = ()  # members of the domain of what is read; they go before others of the same looks
        self.taken: set[int] = set()  # pieces that stand already in the set that is read
        self.looked: dict[tuple[str, int], frozenset[str]] = {}  # one reader before one position: it stays the same

    def evaluator(self) -> Evaluator:
        """What works values out on the table this seat is shown."""
        return Evaluator(self.plan, self.table, self.m)

    # -------------------------------------------------------------- what is seen

    def sides(self, kind: str, piece: int) -> frozenset[str]:
        """The sides of a piece that the reader sees where it lies."""
        if (kind, piece) not in self.looked:
            e = self.evaluator()
            zone, place, count = ViewClauses(e).place_in(kind, piece)
            self.looked[kind, piece] = ViewClauses(e).seen_sides(zone, place, count, self.reader)
        return self.looked[kind, piece]

    def can_name(self, kind: str, piece: int) -> bool:
        """Whether the seat sees a side of the piece that names it."""
        return self.m.program.names_piece(kind, self.sides(kind, piece))

    def sees_zone(self, zone: int, what: str) -> bool:
        """Does a view clause about the whole zone hold for the reader? `what`: count, order."""
        name, args = self.plan.zones[zone]
        owner, sight = self.m.program.owner_of(name, args), ViewClauses(self.evaluator())
        for view in self.m.program.checked.zone_views.get(name, ()):
            wanted = view.what == "count" if what == "count" else view.what != "count"
            if not wanted or view.end is not None:
                continue
            if what == "count" and view.viewer == "nobody":
                return False
            if sight.includes(view, owner, self.reader):
                return True
        return what == "count"

    # -------------------------------------------------------------- how it is written

    def piece(self, kind: str, piece: int) -> Any:
        """A piece as the seat may know it: its name, else a handle (where it lies), else the mark of an unknown
        piece.
        """
        if self.can_name(kind, piece):
            name = self.row_name(kind, piece)
            return self.place_json(kind, piece, name) if self.in_move and self.looks_alike(kind, piece) else name
        found = self.handle(kind, piece)
        return dict(UNKNOWN) if found is None else found

    def part(self, kind: str, member: int) -> Any:
        """A row by its name; a part of a copy that lies in another place than others by where that copy lies."""
        name, whole = self.row_name(kind, member), self.plan.symbols.kinds[kind].whole
        piece = self.plan.whole_of(kind, member) if whole is not None else 0
        if whole is None or not self.can_name(whole, piece) or not self.looks_alike(whole, piece):
            return name
        found = self.place_json(whole, piece, name)
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

    def place_json(self, kind: str, piece: int, name: str) -> list[Any]:
        """A copy by where it lies: the zone, its place, and what lies there unless only one piece does."""
        zone, args = self.plan.zones[self.table.where[kind][piece]]
        info = self.plan.symbols.zones[zone]
        shown = zip(args, info.indexes, strict=True)
        own = [self.write(arg, of) for arg, of in shown if not (of.player and arg == self.reader)]
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
        return tuple(arg for arg, of in zip(args, indexes, strict=True) if of.player)

    def _zone_name(self, kind: str, piece: int) -> str:
        return self.plan.zones[self.table.where[kind][piece]][0]

    def handle(self, kind: str, piece: int) -> list[Any] | None:
        """The place of a piece, and its key there; None if the reader cannot point to it."""
        zone, height, count = ViewClauses(self.evaluator()).place_in(kind, piece)
        name, args = self.plan.zones[zone]
        info = self.plan.symbols.zones[name]
        indexes: list[Any] = []
        for arg, of in zip(args, info.indexes, strict=True):
            if of.player and self.in_move and arg == self.reader:
                continue
            written = self.write(arg, of)
            if written == UNKNOWN and of.piece:
                return None
            indexes.append(written)
        if info.shape == "one":
            return [name, *indexes]
        key = self._key(zone, piece, height, count)
        return None if key is None else [name, *indexes, key]

    def _key(self, zone: int, piece: int, height: int, count: int) -> Any:
        info = self.plan.symbols.zones[self.plan.zones[zone][0]]
        known = ViewClauses(self.evaluator()).known_value(zone, piece)
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
        if kind.bare.piece and not self.in_move:
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

    # -------------------------------------------------------------- reading

    def read_parameter(self, data: Any, kind: t.Type, alias: str | None, near: tuple[Any, ...]) -> Any:
        """A value of a move; `near` are the members of its domain."""
        self.near = near
        bare = kind.bare
        if alias is not None and bare.plural:
            if not isinstance(data, list):
                raise self.bad_value(data, bare)
            found = tuple(self._one(one, bare.of, alias) for one in data)
            if len(set(found)) < len(found):
                raise BadValue("a member stands twice")
            return found
        return self._one(data, bare, alias)

    def _one(self, data: Any, kind: t.Type, alias: str | None) -> Any:
        if self.form_of(kind, alias) is not None and not kind.piece:
            return self._read_formed(data, kind, alias)
        return self.read(data, kind)

    def read(self, data: Any, kind: t.Type) -> Any:
        """A value as the seat writes it; a piece by any way the seat can point at one."""
        bare = kind.bare
        if not bare.piece:
            self.taken = set()
        if data is not None and (bare.members or bare.row or bare.place) and self.form_of(bare, None) is not None:
            return self._read_formed(data, bare, None)
        return super().read(data, kind)

    def _read_formed(self, data: Any, kind: t.Type, alias: str | None) -> Any:
        """The member that is written so."""
        text = dumps(data)
        for member in self.plan.members(kind):
            if dumps(self.write(member, kind, alias)) == text:
                return member
        raise self.unknown(data, kind)

    def read_piece(self, data: Any, kind: t.Piece) -> int:
        """A piece by the name or handle under which the reader knows it."""
        if not isinstance(data, str | list | int) or isinstance(data, bool):
            raise self.bad_value(data, kind)
        text = dumps(data)
        near = [p for p in self.near if isinstance(p, int)]
        for piece in dict.fromkeys((*near, *self._likely(data, kind))):
            if piece not in self.taken and dumps(self.write(piece, kind)) == text:
                self.taken.add(piece)
                return piece
        alike = [p for p in near if self.row_name(kind.kind, p) == data]
        if alike:
            placed = dumps(self.write(alike[0], kind))
            raise BadValue(
                f"there are several {short_text(data)}; say which by where it lies, such as {placed}", NOT_THERE
            )
        raise BadValue(f"{short_text(data)} is nothing that seat can name or point to", NOT_THERE)

    def read_part(self, data: Any, kind: t.Row) -> int:
        """A row by its name; of parts of copies those of the domain go first."""
        if not of_copies(self.plan, kind):
            return super().read_part(data, kind)
        text = dumps(data)
        near = [p for p in self.near if isinstance(p, int)]
        for member in dict.fromkeys((*near, *self.plan.members(kind))):
            if dumps(self.write(member, kind)) == text:
                return int(member)
        raise self.unknown(data, kind)

    def _likely(self, data: Any, kind: t.Piece) -> tuple[int, ...]:
        """Where to look for it: the copies of a row by its name, else all pieces of the kind."""
        if self.form_of(kind, None) is not None:
            return tuple(self.plan.members(kind))
        if isinstance(data, list):
            zone = data[0] if data and isinstance(data[0], str) else ""
            return tuple(p for p in self.plan.members(kind) if self._zone_name(kind.kind, p) == zone)
        first = self.plan.symbols.kinds[kind.kind].number.get(data) if isinstance(data, str) else None
        return () if first is None else self.plan.copies(kind.kind)[first]

    # -------------------------------------------------------------- moves in words

    def move_text(self, move: Move) -> str:
        """The text form of a move: lists without brackets, sets and bags joined by `+`."""
        written = self.move(move)
        words = [move.name]
        for (name, _), kind in zip(move.args, move.types, strict=True):
            if name in written:
                sets = kind.bare.distinct or kind.bare.counted
                words.append(_bag_text(written[name]) if sets else _word(written[name]))
        return " ".join(words)


def to_move(m: MachineState, seat: int, move: Move) -> dict[str, Any]:
    """A move as the seat that may choose it writes it."""
    return SeatCodec(m, seat, in_move=True).move(move)


def text(move: dict[str, Any], order: Iterable[str]) -> str:
    """The words of a written move in order, without the names of its parameters."""
    return " ".join([str(move["do"]), *(_word(move[name]) for name in order if name in move)])


def _word(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_word(one) for one in value)
    if isinstance(value, dict):
        return _bag_text(value)
    return value if isinstance(value, str) else dumps(value)


def _bag_text(value: Any) -> str:
    """A bag repeats what it holds several times; an empty one is `none`."""
    members = value if isinstance(value, list) else [key for key, count in value.items() for _ in range(count)]
    return "+".join(_word(one).replace(" ", ",") for one in members) or "none"
