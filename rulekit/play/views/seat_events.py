"""Events of one seat or the spectator: what it learns in one step, seen just before or after, whichever is more.

A card that is drawn from a hidden pile into one's own hand can be named only after the step, a card that one covers
only before it; who sees either has seen the card. What neither tells is left out, so that the events of a seat never
say more than two looks at the table would.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check.names.symbol_info import StateInfo
from rulekit.check.tree import typed_statements
from rulekit.gamestate.game_state import GameState
from rulekit.play.machine import ops as o
from rulekit.play.machine.frames import Move
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.program_index import program_index
from rulekit.play.machine.step_recording import ChanceAnswered, StepFact, piece_moves, state_changes
from rulekit.play.machine.visibility import ViewClauses
from rulekit.play.position.game_result import GameResult
from rulekit.play.position.seat_json import SeatCodec
from rulekit.play.position.strict_json import dumps
from rulekit.play.position.value_json import UNKNOWN, UNSAID
from rulekit.play.views.seat_view import alias_of, writes_active
from rulekit.typesystem import types as t
from rulekit.words.vocabulary import ACTIVE

Event = dict[str, Any]


def events(m: Machine, seat: int | None) -> list[Event]:
    """The events of the last step for a seat, or for the spectator (None)."""
    witness = StepEvents(m, seat)
    found: list[Event] = []
    for n, fact in enumerate(m.events):
        made = TELLERS[fact.sort](witness, fact, m.events[n:])
        found += [made] if made else []
    return found


class FullestView(SeatCodec):
    """Writes a piece as it is seen on whichever of some tables tells more."""

    def __init__(
        self, m: Machine, seat: int | None, tables: Callable[[str, int], list[GameState]], last: GameState
    ) -> None:
        super().__init__(m, seat, table=last)
        self.tables = tables

    def sights(self, kind: str, piece: int) -> list[SeatCodec]:
        """How the seat sees the piece before and after the step."""
        return [SeatCodec(self.m, self.reader, table=table) for table in self.tables(kind, piece)]

    def can_name(self, kind: str, piece: int) -> bool:
        """Whether the piece could be named before or can be after."""
        return any(sight.can_name(kind, piece) for sight in self.sights(kind, piece))

    def handle(self, kind: str, piece: int) -> list[Any] | None:
        """How to point at the piece: as before the step if that was possible, else as after it. None if neither."""
        handles = (sight.handle(kind, piece) for sight in self.sights(kind, piece))
        return next((handle for handle in handles if handle is not None), None)

    def piece_as_seen(self, kind: str, piece: int) -> Any:
        """A name alone; else the handle, if there is one, and the printed fields that are seen."""
        if self.can_name(kind, piece):
            return self.write(piece, t.Piece(kind))
        fields = [sight.fields(kind, piece, sight.sides(kind, piece)) for sight in self.sights(kind, piece)]
        handle = self.handle(kind, piece)
        best = max(fields, key=len, default={})
        return {"at": handle, **best} if handle is not None else best


class StepEvents:
    """One reader of the facts of one step."""

    def __init__(self, m: Machine, seat: int | None) -> None:
        self.whole = m
        self.m = m.fork()  # not over yet: views change only with the last event
        self.seat = seat

    def view_around(self, fact: StepFact) -> FullestView:
        """Just before or just after one verb."""
        return FullestView(self.m, self.seat, lambda kind, piece: [fact.before, fact.after], fact.after)

    def view_ahead(self, fact: StepFact, rest: list[StepFact]) -> FullestView:
        """Before an answer, or just after the first verb that moves the piece."""

        def tables(kind: str, piece: int) -> list[GameState]:
            here = fact.before.where[kind][piece]
            after = next((f.after for f in rest if f.after.where[kind][piece] != here), None)
            return [fact.before] if after is None else [fact.before, after]

        return FullestView(self.m, self.seat, tables, fact.before)

    def _answered(self, fact: StepFact, rest: list[StepFact]) -> Event:
        """Who answered, and as much of the move as this seat may know: all of its own, of another's only what it can
        name or point to.
        """
        answer = fact.data
        if answer.seat == self.seat:
            sight = SeatCodec(self.m, self.seat, in_move=True, table=fact.before)
            return {"answered": answer.seat, "move": self._move_as_seen(sight, answer.move)}
        return {"answered": answer.seat, "move": self._move_as_seen(self.view_ahead(fact, rest), answer.move)}

    def _move_as_seen(self, sight: SeatCodec, move: Move) -> dict[str, Any]:
        """A move without what the reader can neither name nor point to."""
        if not isinstance(sight, FullestView):
            return sight.move(move)
        found: dict[str, Any] = {"do": move.name}
        params = {p.name: p for p in self.m.program.params_of(move)}
        for (name, value), kind in zip(move.args, move.types, strict=True):
            bare = kind.bare
            if not tellable(sight, value, bare):
                continue
            if bare.plural and bare.of.bare.piece:
                found[name] = sorted((one for one in sight.write(value, kind) if one != UNKNOWN), key=dumps)
            elif (told := sight.argument(move, value, kind, params.get(name))) is not UNSAID:
                found[name] = told
        return found

    # ------------------------------------------------------------------ verbs

    def _verb_event(self, fact: StepFact, rest: list[StepFact]) -> Event:
        """What moved and what changed in one verb."""
        found: Event = {}
        groups = self._moved_groups(fact)
        states = self._changed_entries(fact)
        return found | ({"moved": groups} if groups else {}) | ({"changed": states} if states else {})

    def _moved_groups(self, fact: StepFact) -> list[Event]:
        """The pieces that moved, by where from and where to; a group of which neither place nor any piece is seen is
        left out.
        """
        best = self.view_around(fact)
        before, after = (SeatCodec(self.m, self.seat, table=table) for table in (fact.before, fact.after))
        groups: dict[tuple[int, int], list[tuple[str, int]]] = {}
        for kind, piece, start, goal in piece_moves(fact.before, fact.after):
            groups.setdefault((start, goal), []).append((kind, piece))
        found: list[Event] = []
        for (start, goal), pieces in groups.items():
            event: Event = {}
            if before.sees_zone(start, "count"):
                event["from"] = before.zone(start)
            if after.sees_zone(goal, "count"):
                event["to"] = after.zone(goal)
            known_ones = [one for kind, piece in pieces if (one := best.piece_as_seen(kind, piece)) != UNKNOWN]
            if event or known_ones:
                event |= {"count": len(pieces), "pieces": sorted(known_ones, key=dumps)}
                found.append(event)
        return sorted(found, key=dumps)

    def _changed_entries(self, fact: StepFact) -> Event:
        """Visible states, each with the entries that changed."""
        best = self.view_around(fact)
        after = SeatCodec(self.m, self.seat, table=fact.after)
        found: dict[str, list[Any]] = {}
        for name, args, value in state_changes(fact.before, fact.after):
            info = self.m.plan.symbols.states[name]
            if info.decl is not None and info.decl.ghost:
                continue
            if name == ACTIVE and not writes_active(program_index(self.m.program)):
                continue
            if not ViewClauses(after.evaluator()).sees_state(name, args, self.seat):
                continue
            if not all(tellable(best, arg, kind.bare) for arg, kind in zip(args, info.indexes, strict=True)):
                continue
            if info.decl is None and info.indexes and not _sides(best, info, args):
                continue
            index = [best.write(arg, kind) for arg, kind in zip(args, info.indexes, strict=True)]
            found.setdefault(name, []).append([*index, best.write(value, info.type, alias_of(info))])
        return {name: sorted(entries, key=dumps) for name, entries in found.items()}

    def _shown_pieces(self, fact: StepFact, rest: list[StepFact]) -> Event:
        """To those it is shown to: by name; to others: that it happened."""
        shown = fact.data
        best = self.view_around(fact)
        everyone = set(range(self.m.plan.seats)) <= set(shown.to)
        if self.seat in shown.to or (self.seat is None and everyone):
            pieces = [best.row_name(shown.kind, piece) for piece in shown.pieces]
        else:
            pieces = [one for piece in shown.pieces if (one := best.piece_as_seen(shown.kind, piece)) != UNKNOWN]
        return {"shown": sorted(pieces, key=dumps), "count": len(shown.pieces), "to": sorted(shown.to)}

    # ------------------------------------------------------------------ chance and moments

    def _chance(self, fact: StepFact, rest: list[StepFact]) -> Event:
        """That chance was asked, at which line, and what came of it: dice for all, a drawn lot for those who can tell
        it.
        """
        drawn: ChanceAnswered = fact.data
        found: Event = {"chance": drawn.kind, "line": f"[{drawn.op.id or ''}]"}
        best = self.view_ahead(fact, rest)
        if isinstance(drawn.op, o.Roll):
            kind = drawn.op.step.source.type.member or t.UNKNOWN
            found["outcome"] = [best.write(face, kind) for face in drawn.outcome]
        elif isinstance(drawn.op, o.Lot):
            found |= _lot(best, drawn.op.step.param, drawn.outcome)
        return found

    def _began(self, fact: StepFact, rest: list[StepFact]) -> Event:
        """A moment that everybody notices: a block or action begins or ends."""
        return {fact.sort: fact.data}

    def _over(self, fact: StepFact, rest: list[StepFact]) -> Event:
        """The result, which is shown to all."""
        return {"over": GameResult(self.whole).json_or_fault()}


def tellable(sight: SeatCodec, value: Any, kind: t.Type) -> bool:
    """May the reader know a value: is every piece it belongs to one he can name or point to?"""
    plan = sight.plan
    if value is None:
        return True
    if kind.piece:
        return bool(sight.write(value, kind) != UNKNOWN)
    if kind.row and plan.symbols.kinds[kind.kind].whole is not None:
        return sight.can_name(plan.symbols.kinds[kind.kind].whole, plan.whole_of(kind.kind, value))
    if kind.effects and plan.symbols.kinds[kind.kind].is_piece:
        first = plan.symbols.kinds[kind.kind].number[plan.effects[value].row]
        return any(sight.can_name(kind.kind, copy) for copy in plan.copies(kind.kind)[first])
    if kind.zone:
        name, args = plan.zones[value]
        return all(tellable(sight, a, k) for a, k in zip(args, plan.symbols.zones[name].indexes, strict=True))
    if kind.plural and not kind.of.bare.piece:
        return all(tellable(sight, one, kind.of.bare) for one in value)
    return True


def _sides(best: FullestView, info: StateInfo, args: tuple[Any, ...]) -> bool:
    """A facing is seen by whoever sees a side."""
    kind = info.indexes[0].bare
    return kind.piece and any(sight.sides(kind.kind, args[0]) for sight in best.sights(kind.kind, args[0]))


def _lot(best: FullestView, param: typed_statements.Param, outcome: Any) -> Event:
    """What was drawn, without the pieces that this seat cannot tell."""
    kind = param.type.bare
    if not tellable(best, outcome, kind):
        return {}
    written = best.parameter(outcome, kind, param)
    if kind.set_of.bare.piece:
        written = sorted((one for one in written if one != UNKNOWN), key=dumps)
    return {"outcome": written}


TELLERS: dict[str, Callable[[StepEvents, StepFact, list[StepFact]], Event]] = {
    "answered": StepEvents._answered,
    "done": StepEvents._verb_event,
    "shown": StepEvents._shown_pieces,
    "chance": StepEvents._chance,
    "began": StepEvents._began,
    "ended": StepEvents._began,
    "over": StepEvents._over,
}
