"""Values of a move read as the one who is asked sees them: what he cannot name or point to, he cannot say."""

from __future__ import annotations

from typing import Any

from rulekit.play.machine.machine import Machine
from rulekit.play.moves.piece_encoder import Sight
from rulekit.play.moves.refusals import Slip, said
from rulekit.play.moves.value_decoder import Taker
from rulekit.play.position.piece_signature import of_copies
from rulekit.play.position.strict_json import dumps
from rulekit.typesystem import types as t

NOT_THERE = "not-there"


class Pointer(Taker):
    """Reads what `Sight` writes in a move."""

    def __init__(self, m: Machine, seat: int) -> None:
        super().__init__(m)
        self.sight = Sight(m, seat, in_move=True)
        self.near: tuple[Any, ...] = ()
        self.taken: set[int] = set()  # pieces that stand already in the set that is read

    def value(self, data: Any, kind: t.Type, alias: str | None, near: tuple[Any, ...]) -> Any:
        """A value; `near` are the members of the domain, which go before others of the same looks."""
        self.near = near
        bare = t.bare(kind)
        if alias is not None and isinstance(bare, t.SetOf | t.Sequence):
            if not isinstance(data, list):
                raise self.wrong(data, bare)
            found = tuple(self._one(one, bare.of, alias) for one in data)
            if len(set(found)) < len(found):
                raise Slip("a member stands twice")
            return found
        return self._one(data, bare, alias)

    def _one(self, data: Any, kind: t.Type, alias: str | None) -> Any:
        if self.sight.form_of(kind, alias) is not None and not isinstance(kind, t.Piece):
            return self.formed(data, kind, alias)
        return self.read(data, kind)

    def read(self, data: Any, kind: t.Type) -> Any:
        bare = t.bare(kind)
        if not isinstance(bare, t.Piece):
            self.taken = set()
        if (
            data is not None
            and isinstance(bare, t.Choice | t.Row | t.Place)
            and self.sight.form_of(bare, None) is not None
        ):
            return self.formed(data, bare, None)
        return super().read(data, kind)

    def formed(self, data: Any, kind: t.Type, alias: str | None) -> Any:
        """The member that is written so."""
        text = dumps(data)
        for member in self.plan.members(kind):
            if dumps(self.sight.write(member, kind, alias)) == text:
                return member
        raise self.wrong(data, kind, "unknown-id" if isinstance(data, str) else "malformed")

    def piece(self, data: Any, kind: t.Piece) -> int:
        """A piece by the name or handle under which the reader knows it."""
        if not isinstance(data, str | list | int) or isinstance(data, bool):
            raise self.wrong(data, kind)
        text = dumps(data)
        near = [p for p in self.near if isinstance(p, int)]
        for piece in dict.fromkeys((*near, *self._likely(data, kind))):
            if piece not in self.taken and dumps(self.sight.write(piece, kind)) == text:
                self.taken.add(piece)
                return piece
        alike = [p for p in near if self.sight.row_name(kind.kind, p) == data]
        if alike:
            placed = dumps(self.sight.write(alike[0], kind))
            raise Slip(f"there are several {said(data)}; say which by where it lies, such as {placed}", NOT_THERE)
        raise Slip(f"{said(data)} is nothing that seat can name or point to", NOT_THERE)

    def part(self, data: Any, kind: t.Row) -> int:
        """A row by its name; of parts of copies those of the domain go first."""
        if not of_copies(self.plan, kind):
            return super().part(data, kind)
        text = dumps(data)
        near = [p for p in self.near if isinstance(p, int)]
        for member in dict.fromkeys((*near, *self.plan.members(kind))):
            if dumps(self.sight.write(member, kind)) == text:
                return int(member)
        raise self.wrong(data, kind, "unknown-id" if isinstance(data, str) else "malformed")

    def _likely(self, data: Any, kind: t.Piece) -> tuple[int, ...]:
        """Where to look for it: the copies of a row by its name, else all pieces of the kind."""
        if self.sight.form_of(kind, None) is not None:
            return tuple(self.plan.members(kind))
        if isinstance(data, list):
            zone = data[0] if data and isinstance(data[0], str) else ""
            return tuple(p for p in self.plan.members(kind) if self._zone_name(kind, p) == zone)
        first = self.plan.symbols.kinds[kind.kind].number.get(data) if isinstance(data, str) else None
        return () if first is None else self.plan.copies(kind.kind)[first]

    def _zone_name(self, kind: t.Piece, piece: int) -> str:
        return self.plan.zones[self.m.table.zone_of(kind.kind, piece)][0]
