"""Where the engine waits at another question than the rules: one that it passed over, or one that they do not ask."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulekit.play import json_api
from rulekit.play.games.game import Position
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.strict_json import dumps
from rulekit.protocol.session import Json
from rulekit.verify import model
from rulekit.verify.differences.answer_equivalence import Comparison
from rulekit.verify.differences.divergence import OVER, Divergence, trees_of
from rulekit.verify.differences.found_difference import FoundDifference
from rulekit.verify.model import DifferenceKind

WHERE = (
    DifferenceKind.ASKED,
    DifferenceKind.POSITION,
    DifferenceKind.LEGAL,
)  # what differs where the two wait at different questions
TRIED = 300  # answers to the question of the rules that are tried
DEEP = 4  # questions one behind the other that an engine may have passed over


def told_from_question(met: FoundDifference, here: Position, unsaid: frozenset[str]) -> FoundDifference:
    """The same difference; where the engine has answered the question of the rules by itself, told as that.

    Whatever has only one answer need not be asked. An engine that finds fewer answers than there are goes on, and it is
    somewhere else when it is looked at; what is wrong are the answers that it did not find. `here` is where both part.
    """
    parting = met.parting
    if parting.what not in WHERE or OVER in parting.asks or parting.after is not None or parting.fades or here.is_over:
        return met
    if here.pending.kind != "decision" or not isinstance(met.engine.pending, dict):
        return met
    if not _elsewhere(here, met):
        return attrs.evolve(met, parting=attrs.evolve(parting, asks=()))
    passed = _passed_over(here, met.engine, unsaid)
    if passed is not None:
        return attrs.evolve(met, parting=passed)
    if parting.asks:
        return met
    ours = {str(move["do"]) for seat in here.pending.seats for move in here.legal(seat)}
    asks = dict.fromkeys(str(move.get("do")) for moves in met.engine.legal.values() for move in moves)
    return attrs.evolve(met, parting=attrs.evolve(parting, asks=tuple(word for word in asks if word not in ours)))


def _elsewhere(here: Position, met: FoundDifference) -> bool:
    """Whether it waits for another answer; a list in which only some moves differ is an answer to the same question."""
    if met.parting.what != DifferenceKind.LEGAL:
        return True
    said = {str(move.get("do")) for moves in met.engine.legal.values() for move in moves}
    return said.isdisjoint(str(move["do"]) for seat in here.pending.seats for move in here.legal(seat))


def _passed_over(here: Position, engine: model.Side, unsaid: frozenset[str]) -> Divergence | None:
    """The move that the engine made by itself, so that another one is missing; none if no move leads to where it is."""
    if engine.states is None or engine.zones is None or engine.pending is None:
        return None
    comparison = Comparison(trees_of(here.game.checked), unsaid)
    said = {"states": engine.states, "zones": engine.zones}
    for seat, move, there in _onwards(here):
        if not _waits_at(there, engine) or comparison.tables("position", json_api.tables(there.machine), said):
            continue
        other = next((one for one in here.legal(seat) if dumps(one) != dumps(move)), None)
        if other is not None:
            return Divergence(DifferenceKind.LEGAL, (), "legal", "missing", seat, other, took=move)
    return None


def _waits_at(there: Position, engine: model.Side) -> bool:
    pending = engine.pending or {}
    if there.is_over:
        return pending.get("kind") == "end"
    return there.pending.kind == pending.get("kind") == "decision" and (
        sorted(there.pending.seats) == sorted(pending.get("seats", ()))
    )


def _onwards(here: Position) -> Iterator[tuple[int, Json, Position]]:
    """Positions one answer further, then two and more, each with the first of these answers."""
    layer: list[tuple[int, Json, Position]] = []
    tried = 0
    for seat in here.pending.seats:
        for number, move in enumerate(here.legal(seat)[:TRIED]):
            layer += [(seat, move, there)] if (there := _take_answer(here, seat, number)) is not None else []
    for _ in range(DEEP):
        yield from layer
        deeper: list[tuple[int, Json, Position]] = []
        for first, move, there in layer:
            if there.is_over or there.pending.kind != "decision":
                continue
            seat = there.pending.seats[0]
            for number in range(len(there.legal(seat))):
                tried += 1
                if tried > TRIED:
                    return
                deeper += [(first, move, further)] if (further := _take_answer(there, seat, number)) is not None else []
        layer = deeper


def _take_answer(here: Position, seat: int, number: int) -> Position | None:
    """Nothing where a position that was only written leads to a fault."""
    try:
        return here.take(seat, number)
    except Fault:
        return None


__all__ = ["told_from_question"]
