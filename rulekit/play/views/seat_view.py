"""Views of one seat or the spectator: derived from the declarations of zones and states alone.

Every zone instance that lies over seats is printed, of others those that hold something: its count, and the pieces of
which there is anything to tell. A state or zone indexed by a piece is printed inside that piece, unless it is as at the
start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property, partial
from typing import Any

from rulekit.check.names.symbol_info import StateInfo, ZoneInfo
from rulekit.gamestate.configuration_layout import Args
from rulekit.memo import memoize
from rulekit.play.machine import ops as o
from rulekit.play.machine.copies import of_copies
from rulekit.play.machine.frames import ChancePoint, Decision, Over, Sealed
from rulekit.play.machine.machine import Machine, Program
from rulekit.play.machine.program_index import ProgramIndex, program_index
from rulekit.play.machine.visibility import ViewClauses
from rulekit.play.position.config_json import config_json
from rulekit.play.position.game_result import GameResult
from rulekit.play.position.indexed_form import nest
from rulekit.play.position.position_writer import PositionWriter, is_written_whole
from rulekit.play.position.seat_json import SeatCodec, to_move
from rulekit.play.position.strict_json import dumps
from rulekit.play.position.value_json import UNKNOWN
from rulekit.typesystem import types as t
from rulekit.words.vocabulary import ACTIVE

Indexed = tuple[tuple[Any, int], ...]


def view(m: Machine, seat: int | None) -> dict[str, Any]:
    """The view of a seat; of the spectator for None."""
    seen = SeatView(m, seat)
    return {"config": config_json(m), "states": seen.states(), "zones": seen.zones(), "asks": seen.asks()}


def sight(m: Machine, seat: int | None) -> dict[str, Any]:
    """What of it lies on the table: states and zones."""
    seen = SeatView(m, seat)
    return {"states": seen.states(), "zones": seen.zones()}


def table_view(m: Machine, seat: int | None) -> dict[str, Any]:
    """The same for somebody who only looks: what may be answered is not told."""
    seen = SeatView(m, seat)
    return {"config": config_json(m), "states": seen.states(), "zones": seen.zones(), "asks": seen.question()}


class SeatView:
    """One reader before one position."""

    def __init__(self, m: Machine, seat: int | None) -> None:
        self.m = m
        self.plan = m.plan
        self.seat = seat
        self.sight = SeatCodec(m, seat)
        self.know: ProgramIndex = program_index(m.program)
        self._noted: dict[tuple[str, int], dict[int, list[tuple[Args, Any]]]] = {}  # of pieces, by states and index

    # -------------------------------------------------------------- states

    def sees_state(self, name: str, args: Args) -> bool:
        """Whether this seat sees the state at these indexes."""
        return ViewClauses(self.sight.evaluator()).sees_state(name, args, self.seat)

    def states(self) -> dict[str, Any]:
        """The states the reader sees, but for those that are printed inside pieces."""
        found: dict[str, Any] = {}
        for info in self.plan.symbols.states.values():
            if (info.decl is not None and info.decl.ghost) or piece_at(info.indexes) is not None:
                continue
            if info.name == ACTIVE and not writes_active(self.know):
                continue
            found |= self.state(info)
        return found

    def state(self, info: StateInfo) -> dict[str, Any]:
        """In the shape of a position; one that only some see as pairs, so that what is not seen is absent."""
        values, start = self.m.table.states[info.name], self.know.start.states[info.name]
        alias = alias_of(info)
        shown = [args for args in values if self.sees_state(info.name, args)]
        if not info.indexes:
            return {info.name: self.sight.write(values[()], info.type, alias)} if shown else {}
        whole = is_written_whole(self.plan, info.indexes)
        spots = [args for args in shown if whole or values[args] != start[args] or seats_only(info)]
        spots = [args for args in spots if self.may_know(info.indexes, args)]
        plain = info.decl is None or not self.m.program.checked.states[info.name].views
        if plain and not any(of_copies(self.plan, kind) for kind in info.indexes):
            leaf = partial(self._value, info)
            return {info.name: nest(self.plan, info.indexes, spots, leaf, self.sight.write)}
        pairs = [[*self.sight.indexes(info.name, args), self._value(info, args)] for args in spots]
        return {info.name: sorted(pairs, key=dumps)} if pairs else {}

    def _value(self, info: StateInfo, args: Args) -> Any:
        return self.sight.write(self.m.table.read(info.name, args), info.type, alias_of(info))

    def may_know(self, kinds: tuple[t.Type, ...], args: Args) -> bool:
        """A part may be named where its whole may be."""
        for kind, arg in zip(kinds, args, strict=True):
            if not kind.row:
                continue
            whole = self.plan.symbols.kinds[kind.kind].whole
            if whole is not None and not self.sight.can_name(whole, self.plan.whole_of(kind.kind, arg)):
                return False
        return True

    # -------------------------------------------------------------- zones

    def zones(self) -> dict[str, Any]:
        """Counts and pieces of every zone that is not indexed by a piece."""
        found: dict[str, Any] = {}
        for info in self.plan.symbols.zones.values():
            if piece_at(info.indexes) is None:
                found[info.name] = self.family(info)
        return found

    def family(self, info: ZoneInfo) -> Any:
        """All zones of one name."""
        ids = self.plan.zone_ids[info.name]
        told = {args: self.zone(zone) for args, zone in self._filled.get(info.name, ())}
        spots = [args for args, zone in told.items() if zone or not info.indexes]
        return nest(self.plan, info.indexes, spots, partial(self._at, ids, told), self.sight.write)

    @cached_property
    def _filled(self) -> dict[str, list[tuple[Args, int]]]:
        """The zones in which something lies, by their names: a map has thousands that are empty."""
        found: dict[str, list[tuple[Args, int]]] = {}
        for zone in sorted(self.m.table.zones):
            name, args = self.plan.zones[zone]
            found.setdefault(name, []).append((args, zone))
        return found

    def _at(self, ids: dict[Args, int], told: dict[Args, dict[str, Any]], args: Args) -> dict[str, Any]:
        return told[args] if args in told else self.zone(ids[args])

    def zone(self, zone: int) -> dict[str, Any]:
        """One instance: `count`, `pieces`, and how many entries belong to pieces that nobody can tell apart."""
        kind = self.plan.symbols.zones[self.plan.zones[zone][0]].kind
        pieces = self.m.table.contents(zone)
        found: dict[str, Any] = {}
        if self.sight.sees_zone(zone, "count"):
            found["count"] = len(pieces)
        written = [self.piece(kind, piece) for piece in pieces]
        shown = [one for one in written if one != UNKNOWN]
        shape = self.plan.symbols.zones[self.plan.zones[zone][0]].shape
        if shape not in ("pile", "one") or not self.sight.sees_zone(zone, "order"):
            shown = self.sorted_pieces(kind, pieces, written)
        if shown:
            found["pieces"] = shown
        if "count" in found:
            within = self.numbers_within(kind, [p for p, one in zip(pieces, written, strict=True) if one == UNKNOWN])
            found |= {"within": within} if within else {}
        return found

    def sorted_pieces(self, kind: str, pieces: Iterable[int], written: list[Any]) -> list[Any]:
        """Named ones in the order of their rows, the others by what is seen of them."""
        named = [(p, one) for p, one in zip(pieces, written, strict=True) if self.sight.can_name(kind, p)]
        rest = [(p, one) for p, one in zip(pieces, written, strict=True) if not self.sight.can_name(kind, p)]
        first = [one for _, one in sorted(named, key=lambda pair: (self.plan.copies(kind)[pair[0]][0], dumps(pair[1])))]
        return first + sorted((one for _, one in rest if one != UNKNOWN), key=dumps)

    # -------------------------------------------------------------- pieces

    def piece(self, kind: str, piece: int) -> Any:
        """A name alone, or an object: name or handle, what is seen, what belongs to it."""
        own: dict[str, Any] = {}
        if self.sight.can_name(kind, piece):
            own = self.belongings(kind, piece)
            name = self.sight.write(piece, t.Piece(kind))
            return {"name": name, **own} if own else name
        handle = self.sight.handle(kind, piece)
        seen = self.sight.fields(kind, piece, self.sight.sides(kind, piece))
        if handle is not None:
            own = self.belongings(kind, piece)
            return {"at": handle, **seen, **own}
        return seen

    def belongings(self, kind: str, piece: int) -> dict[str, Any]:
        """States and zones that are indexed by this piece, where they are not as at the start."""
        found: dict[str, Any] = {}
        states, zones = indexed_by(self.m.program, kind)
        for info, at in states:
            if info.decl is not None and info.decl.ghost:
                continue
            for args, value in self.entries(info.name, at, piece):
                if self.sees_state(info.name, args) and (info.decl is not None or self.sight.sides(kind, piece)):
                    self._note(found, info, args, at, self.sight.write(value, info.type, alias_of(info)))
        for info, at in zones:
            inside: dict[str, Any] = {}
            for args, zone in self._filled.get(info.name, ()):
                if args[at] == piece and (shown := self.zone(zone)):
                    self._note(inside, info, args, at, shown)
            found |= inside
        return found

    def _note(self, found: dict[str, Any], info: StateInfo, args: Args, at: int, written: Any) -> None:
        """What belongs to a piece: under its other indexes, where there are any."""
        pairs = enumerate(zip(args, info.indexes, strict=True))
        rest = [self.sight.write(arg, kind) for n, (arg, kind) in pairs if n != at]
        if rest:
            found.setdefault(info.name, []).append([*rest, written])
        else:
            found[info.name] = written

    def entries(self, state: str, at: int, piece: int) -> list[tuple[Args, Any]]:
        """What is noted of a piece, where it is not as at the start."""
        if (state, at) not in self._noted:
            start, found = self.know.start.states[state], self._noted.setdefault((state, at), {})
            for args, value in self.m.table.states[state].items():
                if value != start[args]:
                    found.setdefault(args[at], []).append((args, value))
        return self._noted[state, at].get(piece, [])

    def numbers_within(self, kind: str, pieces: list[int]) -> dict[str, int]:
        """How much belongs to pieces that cannot be told apart: entries of states, pieces in zones."""
        found: dict[str, int] = {}
        states, zones = indexed_by(self.m.program, kind)
        for info, at in states:
            if info.decl is not None and not info.decl.ghost:
                entries = [args for piece in pieces for args, _ in self.entries(info.name, at, piece)]
                found[info.name] = sum(self.sees_state(info.name, args) for args in entries)
        for info, at in zones:
            ids = self._filled.get(info.name, ())
            inside = [zone for args, zone in ids if args[at] in pieces and self.sight.sees_zone(zone, "count")]
            found[info.name] = sum(len(self.m.table.contents(zone)) for zone in inside)
        return {name: count for name, count in found.items() if count}

    # -------------------------------------------------------------- what is asked

    def asks(self) -> dict[str, Any]:
        """The decision as the reader sees it, with the moves he may answer."""
        found, m, seat, pending = self.question(), self.m, self.seat, self.m.pending
        if seat is not None and (found.get("due") or (isinstance(pending, Decision) and pending.seat == seat)):
            found["legal"] = [to_move(m, seat, move) for move in m.legal(seat)]
        return found

    def question(self) -> dict[str, Any]:
        """What is asked; of a `together` only its line, and whether the reader's answer is due."""
        m, seat, pending = self.m, self.seat, self.m.pending
        if isinstance(pending, Over):
            return {"over": GameResult(m).json_or_fault()}
        frame = m.frames[-1]
        line = self.know.addresses(frame.key)[frame.pc][0]
        if isinstance(pending, ChancePoint):
            return {"chance": line, "kind": pending.kind}
        if isinstance(pending, Sealed):
            if seat is None:
                return {"together": line}
            due = seat in pending.asked and seat not in pending.answers
            return {"together": line, "due": due}
        assert isinstance(pending, Decision)
        found: dict[str, Any] = {"decide": line, "seat": pending.seat}
        if isinstance(pending.op, o.Menu) and frame.menu is not None:
            count, used = frame.menu
            found["menu"] = {"count": count, "used": PositionWriter(m, self.sight).used_pairs(pending.op.step, used)}
        return found


@memoize
def indexed_by(program: Program, kind: str) -> tuple[Indexed, Indexed]:
    """The states and the zones that belong to pieces of a kind, each with the index that is the piece."""
    symbols = program.plan.symbols
    return _belonging(symbols.states, kind), _belonging(symbols.zones, kind)


def _belonging(infos: Mapping[str, Any], kind: str) -> Indexed:
    found = ((info, piece_at(info.indexes)) for info in infos.values())
    return tuple((info, at) for info, at in found if at is not None and info.indexes[at] == t.Piece(kind))


def seats_only(info: StateInfo) -> bool:
    """Whether a zone or state has players as indexes and nothing else."""
    return all(kind.player for kind in info.indexes)


@cache
def piece_at(kinds: tuple[t.Type, ...]) -> int | None:
    """Which index is a piece, if one is."""
    return next((n for n, kind in enumerate(kinds) if kind.piece), None)


def alias_of(info: StateInfo) -> str | None:
    """The name of the range a state was declared with."""
    return getattr(info.decl.type, "name", None) if info.decl is not None else None


@memoize
def writes_active(know: ProgramIndex) -> bool:
    """Is it ever written whose turn it is?"""
    for block in know.program.blocks.values():
        for op in block.ops:
            if isinstance(op, o.Core):
                place = op.call.get("")
                if place is not None and place.state == ACTIVE:
                    return True
    return False
