"""The counter between engine and outside: JSON in, JSON out, every refusal the one documented error."""

from __future__ import annotations

from typing import Any

from rulekit.check.examined import Checked
from rulekit.play import position, verdict
from rulekit.play import result as outcome
from rulekit.play.encode_moves import move_text, to_move
from rulekit.play.frames import ChancePoint, Decision, Over, Sealed
from rulekit.play.machine import Machine, Program
from rulekit.play.position_read import PARTS, configured, from_json, keys
from rulekit.play.refusals import Refused, said
from rulekit.play.strict_json import checked as strict
from rulekit.play.strict_json import dumps


def legal(m: Machine, seat: int) -> list[dict[str, Any]]:
    """What a seat may answer now, in canonical order."""
    return [to_move(m, seat, move) for move in verdict.legal(m, seat)]


def spoken(m: Machine, seat: int) -> list[str]:
    """The same in words."""
    return [move_text(m, seat, move) for move in verdict.legal(m, seat)]


def entitled(m: Machine, seat: Any) -> int:
    """A seat that may answer now; refused otherwise, with the reason."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < m.plan.seats:
        raise Refused("unknown-id", f"there is no seat {said(seat)}")
    pending = m.pending
    if isinstance(pending, Over):
        raise Refused("over", "the game is over")
    if isinstance(pending, ChancePoint):
        raise Refused("no-such-decision", "fate is asked, not a player")
    assert isinstance(pending, Decision | Sealed)
    if isinstance(pending, Sealed) and seat in pending.answers:
        raise Refused("sealed-already", f"seat {seat} has answered already")
    if not verdict.legal(m, seat):
        raise Refused("not-your-turn", f"seat {seat} is not asked")
    return seat


def numbered(m: Machine, seat: int, data: Any) -> int | None:
    """Which of the legal moves is written so, counted from 0."""
    wanted = canonical(data)
    return next((n for n, move in enumerate(verdict.legal(m, seat)) if dumps(to_move(m, seat, move)) == wanted), None)


def canonical(data: Any) -> str:
    """The one text of what was handed in; what is no JSON is refused."""
    strict(data)
    if not isinstance(data, dict) or not isinstance(data.get("do"), str):
        raise Refused("malformed", 'a move is an object with its name under "do"')
    return dumps(data)


# ------------------------------------------------------------------ positions


def to_json(m: Machine) -> dict[str, Any]:
    return position.to_json(m)


def hash_of(m: Machine) -> str:
    return position.position_hash(m)


def loaded(program: Program, data: Any) -> Machine:
    """A position that was written down."""
    return from_json(program, data)


def config_of(checked: Checked, data: Any) -> tuple[int, dict[str, Any]]:
    """Seats and options of a position that was written down."""
    strict(data)
    keys(data, PARTS, "a position")
    plan = configured(checked, data["config"]).plan
    return plan.seats, plan.chosen


def result(m: Machine) -> dict[str, Any]:
    return outcome.result(m)
