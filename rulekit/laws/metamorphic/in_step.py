"""Two worlds run on in step: answers are renamed, and legal lists, views, scores and results must be the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from rulekit.check.names.symbol_info import StateInfo
from rulekit.laws.law_context import LawContext
from rulekit.laws.metamorphic.renaming import ComparableCodec, Renaming
from rulekit.laws.metamorphic.twin import Twin
from rulekit.play.engines import CHANCE
from rulekit.play.games.game import Position
from rulekit.play.machine.frames import ChancePoint, Decision, Over, Sealed
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.random_bits import stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.visibility import ViewClauses
from rulekit.play.position.game_result import GameResult
from rulekit.play.position.seat_json import SeatCodec
from rulekit.play.position.strict_json import dumps
from rulekit.typesystem import types as t

STEPS = 6
ALL = ("legal", "views", "scores", "result")


def first_divergence(look: LawContext, pair: Twin, compared: tuple[str, ...], steps: int = STEPS) -> str | None:
    """What is not the same, and after how many answers; None if nothing."""
    if pair.refused:
        return f"its twin cannot be: {pair.refused}" if "legal" in (compared or ALL) else None
    one, other = look.here, pair.here
    for step in range(steps + 1):
        if not pair.while_(one.machine):
            return None
        wrong = first_difference(one, other, pair.names, compared or ALL)
        if wrong:
            return wrong if step == 0 else f"{wrong}, {step} answers later"
        if one.is_over or other.is_over or step == steps:
            return None
        try:
            found = answer_both(look, one, other, pair.names)
        except Fault:
            return None
        if found is None:
            return None
        one, other = found
    return None


def first_difference(one: Position, other: Position, names: Renaming, compared: tuple[str, ...]) -> str | None:
    """The first thing compared that differs between a position and its twin, in words; None if all are alike."""
    m, twin = one.machine, other.machine
    plain = Renaming(twin.plan)
    for what in compared:
        wrong: str | None = LOOKS[what](m, twin, names, plain)
        if wrong:
            return wrong
    return None


def answer_both(look: LawContext, one: Position, other: Position, names: Renaming) -> tuple[Position, Position] | None:
    """The same answer in both; None if the other world has none like it."""
    kind, _, seat, count = one.engine.short_question(one.state)
    if kind == CHANCE:
        point, twin = one.engine.pending(one.state), other.engine.pending(other.state)
        if not isinstance(point, ChancePoint) or not isinstance(twin, ChancePoint):
            return None
        outcome = point.draw_one(stream(look.rng.randrange(2**30), "in step"))
        same = translated_outcome(ComparableCodec(one.machine, names), other.machine, (point, twin), outcome)
        return None if same is None else (one.drawn_so(outcome), other.drawn_so(same))
    number = look.rng.randrange(count)
    seat_there = names.seats.get(seat, seat)
    wanted = lists(one.machine, names).get(seat_there, [])
    there = lists(other.machine, Renaming(other.machine.plan)).get(seat_there, [])
    if not wanted or wanted[number] not in there:
        return None
    return one.take(seat, number), other.take(seat_there, there.index(wanted[number]))


def translated_outcome(
    here: ComparableCodec, there: Machine, points: tuple[ChancePoint, ChancePoint], outcome: Any
) -> Any:
    """The outcome of the other world that reads alike: copies of a row are numbered anew there."""
    point, twin = points
    plain = ComparableCodec(there, Renaming(there.plan))
    members: dict[str, list[Any]] = {}
    for member in twin.domain:
        members.setdefault(dumps(plain.write(member, twin.type)), []).append(member)
    found = []
    for one in (outcome,) if point.kind == "pick" else outcome:
        alike = members.get(dumps(here.write(one, point.type)))
        if not alike:
            return None
        found.append(alike.pop(0) if point.kind == "order" else alike[0])
    return found[0] if point.kind == "pick" else tuple(found)


def lists(m: Machine, names: Renaming) -> dict[int, list[str]]:
    """The legal lists of all seats that are asked, as texts, by the seats of the other world."""
    pending, scribe = m.pending, ComparableCodec(m, names)
    moves = {pending.seat: pending.moves} if isinstance(pending, Decision) else {}
    if isinstance(pending, Sealed):
        moves = {seat: found for seat, found in pending.moves.items() if seat not in pending.answers}
    return {
        names.seats.get(seat, seat): [dumps(scribe.told_move(seat, one)) for one in found]
        for seat, found in moves.items()
    }


# ------------------------------------------------------------------ what is compared


def _legal(m: Machine, twin: Machine, names: Renaming, plain: Renaming) -> str | None:
    if type(m.pending) is not type(twin.pending):
        return f"one waits for {_waits(m)}, its twin for {_waits(twin)}"
    here, there = lists(m, names), lists(twin, plain)
    if here.keys() != there.keys():
        return f"the seats {sorted(here)} are asked, in its twin {sorted(there)}"
    for seat, found in here.items():
        only = sorted(Counter(found) - Counter(there[seat])) + sorted(Counter(there[seat]) - Counter(found))
        if only:
            return f"seat {seat} may do {only[0]} in one world alone"
    return None


def _waits(m: Machine) -> str:
    return type(m.pending).__name__.lower()


def _views(m: Machine, twin: Machine, names: Renaming, plain: Renaming) -> str | None:
    for seat in (None, *range(m.plan.seats)):
        there = names.seat(seat)
        who = "a spectator" if seat is None else f"seat {seat}"
        wrong = _states(m, twin, names, seat, there) or _zones(m, twin, names, seat, there)
        if wrong:
            return f"{who} sees another {wrong} than its twin"
    return None


def _states(m: Machine, twin: Machine, names: Renaming, seat: int | None, there: int | None) -> str | None:
    """The first state of which the two see something else, None if there is none; ghost states nobody sees."""
    plain = Renaming(twin.plan)
    for name, info in m.plan.symbols.states.items():
        if info.decl is None or not info.decl.ghost:
            if _seen_entries(m, name, info, seat, names) != _seen_entries(twin, name, info, there, plain):
                return str(name)
    return None


def _seen_entries(m: Machine, name: str, info: StateInfo, seat: int | None, names: Renaming) -> Counter[Any]:
    """What is seen of a state: indexes and values, copies of one row as one thing."""
    evaluator, found = m.evaluator(), Counter[Any]()
    for args, value in m.table.states[name].items():
        if ViewClauses(evaluator).sees_state(name, args, seat):
            spot = tuple(_row(names, arg, kind) for arg, kind in zip(args, info.indexes, strict=True))
            found[spot, _row(names, value, info.type)] += 1
    return found


def _row(names: Renaming, value: Any, kind: t.Type) -> Any:
    """A value renamed, by rows and not by copies."""
    kind = kind.bare
    if value is None:
        return None
    if kind.piece:
        return names.plan.copies(kind.kind)[names.leaf(value, kind)][0]
    if kind.counted:
        return tuple(sorted((_row(names, key, kind.of), count) for key, count in value.items() if count))
    return kind.map_members(value, partial(_row, names)) if kind.plural else names.value(value, kind)


def _zones(m: Machine, twin: Machine, names: Renaming, seat: int | None, there: int | None) -> str | None:
    """The first zone that looks different: whether its number can be seen, the number, or the pieces
    that can be told.
    """
    one, other = SeatCodec(m, seat), SeatCodec(twin, there)
    same = Renaming(twin.plan)
    for zone in sorted({*m.table.zones, *(z for lies in m.table.where.values() for z in lies.values())}):
        goal = names.zone(zone)
        counted = one.sees_zone(zone, "count")
        if counted != other.sees_zone(goal, "count"):
            return m.plan.zones[zone][0]
        if counted and len(m.table.contents(zone)) != len(twin.table.contents(goal)):
            return m.plan.zones[zone][0]
        if _seen_pieces(one, m, zone, names) != _seen_pieces(other, twin, goal, same):
            return m.plan.zones[zone][0]
    return None


def _seen_pieces(sight: SeatCodec, m: Machine, zone: int, names: Renaming) -> Counter[Any]:
    """The pieces of a zone of which something is seen: their rows and sides."""
    kind = m.plan.symbols.zones[m.plan.zones[zone][0]].kind
    copies = m.plan.copies(kind)
    found: Counter[Any] = Counter()
    for piece in m.table.contents(zone):
        sides = sight.sides(kind, piece)
        if sides:
            found[copies[names.leaf(piece, t.Piece(kind))][0], sides] += 1
    return found


def _result(parts: tuple[str, ...]) -> Callable[[Machine, Machine, Renaming, Renaming], str | None]:
    """A comparison of these parts of the result, once both games are over."""

    def look(m: Machine, twin: Machine, names: Renaming, plain: Renaming) -> str | None:
        if not isinstance(m.pending, Over) or not isinstance(twin.pending, Over):
            return None
        one, other = _result_there(GameResult(m).to_json(), names), _result_there(GameResult(twin).to_json(), plain)
        wrong = [part for part in parts if one.get(part) != other.get(part)]
        return f"the {wrong[0]} {one.get(wrong[0])} is {other.get(wrong[0])} in its twin" if wrong else None

    return look


def _result_there(found: dict[str, Any], names: Renaming) -> dict[str, Any]:
    """A result by the seats of the other world."""
    made = dict(found)
    for part in ("winners", "leaders"):
        if part in found:
            made[part] = sorted(names.seats.get(seat, seat) for seat in found[part])
    if "scores" in found:
        spots = {names.seats.get(seat, seat): score for seat, score in enumerate(found["scores"])}
        made["scores"] = [spots[seat] for seat in sorted(spots)]
    return made


LOOKS: dict[str, Callable[[Machine, Machine, Renaming, Renaming], str | None]] = {
    "legal": _legal,
    "views": _views,
    "scores": _result(("scores",)),
    "result": _result(("winners", "leaders", "outcome", "grade")),
}
