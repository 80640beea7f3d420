"""Two engines step by step: what is asked, legal lists, hashes, views, events, reasons and results must be the same."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.play import outcomes
from rulekit.play.faults import Fault
from rulekit.play.frames import ChancePoint
from rulekit.play.moment import Position
from rulekit.play.patience import Patience
from rulekit.play.playout import LONGEST, bits_of
from rulekit.play.refusals import Refused
from rulekit.play.strict_json import dumps


@attrs.frozen
class Difference:
    """Where two engines part: after how many steps, in what, and what each of them says."""

    game: int
    step: int
    what: str
    one: str
    other: str

    def __str__(self) -> str:
        return f"game {self.game}, step {self.step}: {self.what} differs\n  {self.one}\n  {self.other}"


def compare(
    one: Position, other: Position, seed: int | str, number: int, limit: int = LONGEST
) -> tuple[int, Difference | None]:
    """Play one game on both; how many steps agreed, and the first difference."""
    bits = bits_of(seed, number)
    refused: dict[str, Any] | None = None
    patience, asked = Patience(), 0
    for step in range(limit):
        first, second = aspects(one, refused), aspects(other, refused)
        for what, text in first.items():
            if text != second.get(what):
                return step, Difference(number, step, what, text, second.get(what, ""))
        if one.over:
            return step, None
        point = one.engine.pending(one.state)
        if isinstance(point, ChancePoint):
            if patience.lost(asked):
                return step, None
            outcome = outcomes.drawn(point, bits)
            one, other = one.drawn_so(outcome), other.drawn_so(outcome)
            continue
        asked += 1
        seat = one.pending.seats[0]
        moves = one.legal(seat)
        chosen = bits.below(len(moves))
        refused = moves[bits.below(len(moves))]
        try:
            one = one.take(seat, chosen)
        except Fault as fault:
            return step, _faults_alike(other, seat, chosen, fault, number, step)
        other = other.take(seat, chosen)
    return limit, None


def _faults_alike(other: Position, seat: int, chosen: int, fault: Fault, number: int, step: int) -> Difference | None:
    """The same sort at the same clause; rules that never ask again run out of patience anywhere."""
    try:
        other.take(seat, chosen)
    except Fault as found:
        same = found.kind == fault.kind and (found.kind == "ran-out" or found.clause == fault.clause)
        return None if same else Difference(number, step, "fault", str(fault), str(found))
    return Difference(number, step, "fault", str(fault), "none")


def aspects(position: Position, refused: dict[str, Any] | None) -> dict[str, str]:
    """Everything the two must agree in, as texts. `refused` is a move of the step before, perhaps not legal now."""
    found = {"pending": dumps(position.pending.to_json()), "hash": position.hash()}
    found |= {"lines that ran": dumps(position.ran), "guards that held": dumps(position.held)}
    readers = [*range(position.seats), None]
    for seat in range(position.seats):
        found[f"legal list of seat {seat}"] = dumps(position.legal(seat))
        if refused is not None:
            found[f"reasons for seat {seat}"] = _reasons(position, seat, refused)
    for reader in readers:
        name = "the spectator" if reader is None else f"seat {reader}"
        found[f"view of {name}"] = dumps(position.view(reader))
        found[f"events of {name}"] = dumps(position.news(reader))
    if position.over:
        found["result"] = _result(position)
    return found


def _result(position: Position) -> str:
    """A game that ends without a result does so on both engines."""
    try:
        return dumps(position.result())
    except Fault as fault:
        return str(fault)


def _reasons(position: Position, seat: int, move: dict[str, Any]) -> str:
    try:
        return " ".join(reason.clause for reason in position.why_not(seat, move))
    except Refused as refusal:
        return str(refusal)
