"""What a loaded position asks: its innermost line is stepped to once more, and must ask just that."""

from __future__ import annotations

from typing import Any

from rulekit.play.machine.machine import Machine
from rulekit.play.machine.op_steps import step
from rulekit.play.moves.refusals import Refused, Slip, said
from rulekit.play.moves.value_encoder import Scribe
from rulekit.play.position.copy_labels import labels
from rulekit.play.position.frames import ChancePoint, Decision, Move, Over, Sealed
from rulekit.play.position.position_json import move as open_move
from rulekit.play.position.strict_json import dumps

KINDS = {"decide": Decision, "together": Sealed, "chance": ChancePoint}


def ask_again(m: Machine, data: Any) -> None:
    """`pending` as it follows from the frames; sealed answers come from the data."""
    if "over" in data:
        m.pending = Over(_won_by(m, data["over"]))
        return
    step_again(m)
    wanted = next(kind for name, kind in KINDS.items() if name in data)
    if not isinstance(m.pending, wanted):
        raise Refused("impossible", "asks: stepping to this line would ask something else")
    if isinstance(m.pending, Sealed):
        m.pending = _answered(m, m.pending, data.get("answers"))


def step_again(m: Machine) -> None:
    """The line at which a position waits, asked anew on the table as it is."""
    depth, frame = len(m.frames), m.frames[-1]
    pc = frame.pc
    m.pending = None
    block = m.blocks[frame.key]
    step(m, frame, block.ops[pc], block)
    if len(m.frames) != depth or frame.pc != pc or m.pending is None:
        raise Refused("impossible", f"[{block.ops[pc].id}]: nobody would be asked here")


def _won_by(m: Machine, data: Any) -> tuple[int, ...] | None:
    """Who won by `finish, won by`: then the result has winners and outcome alone."""
    if not isinstance(data, dict):
        raise Slip(f"asks: {said(data)} is no result")
    if set(data) != {"winners", "outcome"}:
        return None
    winners = data["winners"]
    if not isinstance(winners, list) or not all(_seat(m, seat) for seat in winners):
        raise Slip("asks: the winners are no seats")
    return tuple(winners)


def _seat(m: Machine, data: Any) -> bool:
    return isinstance(data, int) and not isinstance(data, bool) and 0 <= data < m.plan.seats


def _answered(m: Machine, pending: Sealed, data: Any) -> Sealed:
    """The sealed answers: of those who are asked, out of what each may do, and not all of them yet."""
    if not isinstance(data, list):
        raise Slip("asks: the answers must be a list of seats and moves")
    scribe = Scribe(m, labels(m))
    answers: dict[int, Move] = dict(pending.answers)
    given: set[int] = set()
    for pair in data:
        if not isinstance(pair, list) or len(pair) != 2 or not _seat(m, pair[0]) or pair[0] in given:
            raise Slip("asks: the answers must be pairs of a seat and a move")
        seat, written = pair
        found = [move for move in pending.moves.get(seat, ()) if dumps(open_move(scribe, move)) == dumps(written)]
        if not found:
            raise Slip(f"asks: seat {seat} cannot have answered this")
        given.add(seat)
        answers[seat] = found[0]
    if not set(pending.answers) <= given or len(answers) >= len(pending.asked):
        raise Slip("asks: some answer is missing, or all are in")
    return Sealed(pending.line, pending.op, pending.asked, pending.moves, answers)
