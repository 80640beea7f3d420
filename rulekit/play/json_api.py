"""The counter between engine and outside: JSON in, JSON out, every refusal the one documented error."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.gamestate.game_state import GameState
from rulekit.play.machine import ops as o
from rulekit.play.machine.frames import Decision, Sealed
from rulekit.play.machine.machine import Machine, Program
from rulekit.play.machine.step_recording import Recorder
from rulekit.play.moves.move_decoder import MoveReader, forms, question_of
from rulekit.play.position.config_json import keys, read_config
from rulekit.play.position.game_result import GameResult
from rulekit.play.position.position_reader import PARTS, from_json
from rulekit.play.position.position_writer import PositionWriter
from rulekit.play.position.seat_json import SeatCodec, to_move
from rulekit.play.position.strict_json import check_strict_json as strict
from rulekit.play.position.value_json import ValueCodec
from rulekit.play.reasons.move_explanation import MoveExplainer, MoveExplanation
from rulekit.play.refusals import ExplanationLine, Refused, short_text, unexplained_line
from rulekit.play.views import seat_events as telling
from rulekit.play.views import seat_view as seen


def legal(m: Machine, seat: int) -> list[dict[str, Any]]:
    """What a seat may answer now, in canonical order."""
    reader(m, seat)
    sight = SeatCodec(m, seat, in_move=True)  # one pair of eyes for all of it
    return [sight.move(move) for move in m.legal(seat)]


def move(m: Machine, seat: int, number: int) -> dict[str, Any]:
    """The legal move of that number, counted from 0; refused if there are not so many."""
    reader(m, seat)
    moves = m.legal(seat)
    if not 0 <= number < len(moves):
        raise Refused("not-there", f"there are {len(moves)} moves to choose from")
    return to_move(m, seat, moves[number])


def legal_in_words(m: Machine, seat: int) -> list[str]:
    """The same in words."""
    return [SeatCodec(m, seat, in_move=True).move_text(move) for move in m.legal(seat)]


def move_in_words(m: Machine, seat: int, number: int) -> str:
    """One of them by its number."""
    return SeatCodec(m, seat, in_move=True).move_text(m.legal(seat)[number])


def move_number(m: Machine, seat: int, data: Any) -> int:
    """Which of the legal moves is meant, counted from 0; refused, with all reasons, if it is none."""
    move = MoveReader(m, seat).read_move(data)
    return next(n for n, one in enumerate(m.legal(seat)) if one is move)


def normal_lines(m: Machine, seat: int, data: Any) -> tuple[str, ...]:
    """The choices of a legal move whose normal form the list has, where the move is written in another form."""
    if data in legal(m, seat):
        return ()
    line, step, _ = question_of(m, seat)
    params = [param for form in forms(m, step, line) if form.name == data["do"] for param in form.params]
    return tuple(param.id for param in params if param.normal is not None and param.id)


def why_not(m: Machine, seat: int, data: Any) -> tuple[str, ...]:
    """All reasons against a move: clause ids in brackets, else words; nothing if it is legal."""
    try:
        MoveReader(m, seat).read_move(data)
    except Refused as refused:
        return refused.reasons or (refused.code,)
    return ()


def explain_refusal(m: Machine, seat: int, data: Any) -> tuple[ExplanationLine, ...]:
    """The lines that refuse a move, those that decide first; else words; nothing if it is legal."""
    try:
        MoveReader(m, seat).read_move(data)
    except Refused as refused:
        return refused.grounds or tuple(unexplained_line(one) for one in refused.reasons or (refused.code,))
    return ()


def allowing_clauses(m: Machine, seat: int, number: int) -> tuple[str, ...]:
    """The guards and cases by which a legal move is allowed, in the order written."""
    return _allowing(m, seat, number).because


def explain_permission(m: Machine, seat: int, number: int) -> tuple[ExplanationLine, ...]:
    """The lines that allow a legal move, with the values they looked at."""
    return _allowing(m, seat, number, telling=True).grounds


def _allowing(m: Machine, seat: int, number: int, telling: bool = False) -> MoveExplanation:
    move = m.legal(seat)[number]
    pending = m.pending
    assert isinstance(pending, Decision | Sealed)
    env: dict[str, Any] = {"player": seat}
    if move.action is not None:
        body = m.blocks[f"action {move.action}"].body
        assert body is not None
        return MoveExplainer(m.evaluator()).explain(body.front, body, env, dict(move.args), telling)
    step = pending.op.step  # type: ignore[attr-defined]
    if move.how != "choose":
        return MoveExplanation(True, ())
    if isinstance(pending.op, o.Seal):
        env = {**m.frames[-1].env, pending.op.name: seat, "player": seat}
    else:
        env = {**m.frames[-1].env, **({} if m.frames[-1].old is None else {"old": m.frames[-1].old})}
    return MoveExplainer(m.evaluator()).explain(step.params, None, env, dict(move.args), telling)


# ------------------------------------------------------------------ what is seen


def view(m: Machine, seat: int | None) -> dict[str, Any]:
    """What a seat sees; the spectator for None."""
    return seen.view(m, reader(m, seat))


def sight(m: Machine, seat: int | None) -> dict[str, Any]:
    """The states and zones that a seat, or the spectator, sees."""
    return seen.sight(m, reader(m, seat))


def events(m: Machine, seat: int | None) -> list[dict[str, Any]]:
    """What a seat, or the spectator, learnt in the last step of a machine that has a recorder."""
    return telling.events(m, reader(m, seat))


def begin_recorded(program: Program, table: GameState) -> Machine:
    """The start, with everything noted that happens."""
    m = Machine(program, table.copy())
    m.recorder = Recorder()
    return m.begin()


def decide_recorded(m: Machine, seat: int, number: int) -> Machine:
    """One decision, with everything noted that happens."""
    return recording_copy(m).decide(seat, m.legal(seat)[number])


def draw_recorded(m: Machine, outcome: Any) -> Machine:
    """One answer of chance, with everything noted that happens."""
    return recording_copy(m).draw(outcome)


def recording_copy(m: Machine) -> Machine:
    """A copy of the machine that notes what happens, for the news of each seat."""
    made = m.copy()
    made.recorder = Recorder()
    return made


def reader(m: Machine, seat: Any) -> int | None:
    """A seat or the spectator."""
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < m.plan.seats):
        raise Refused("unknown-id", f"there is no seat {short_text(seat)}")
    return seat


# ------------------------------------------------------------------ positions


def to_json(m: Machine) -> dict[str, Any]:
    """The position as JSON."""
    return PositionWriter(m).to_json()


def tables(m: Machine) -> dict[str, dict[str, Any]]:
    """States and zones of a position alone."""
    scribe = ValueCodec.with_labels(m)
    return {"states": PositionWriter(m, scribe).states(), "zones": PositionWriter(m, scribe).zones()}


def hash_of(m: Machine) -> str:
    """The hash of the canonical JSON: two positions have the same one exactly if they are the same."""
    return PositionWriter(m).hash()


def load_position(program: Program, data: Any, near: GameState | None = None) -> Machine:
    """A position that was written down; a `near` table spares work, see `from_json`."""
    return from_json(program, data, near=near)


def config_of(checked: CheckedRulebook, data: Any) -> tuple[int, dict[str, Any]]:
    """Seats and options of a position that was written down."""
    strict(data)
    keys(data, PARTS, "a position")
    plan = read_config(checked, data["config"]).plan
    return plan.seats, plan.chosen_options


def result(m: Machine) -> dict[str, Any]:
    """How the game came out, as JSON; only of a position that is over."""
    return GameResult(m).to_json()
