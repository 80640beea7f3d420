"""Between the two engines: a position of the written engine as the reference engine holds it."""

from __future__ import annotations

from typing import Any

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.play.codegen.runtime import CHANCE, DECIDE, OVER, SEALED
from rulekit.play.codegen.runtime import Frame as WrittenFrame
from rulekit.play.engines import Near
from rulekit.play.machine.frames import Decision, Frame, Over, Pending, Sealed
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.visibility import ViewClauses


def asked_of(s: Any, node: Any, env: Env) -> Any:
    """A value that the reference engine works out."""
    machine = machine_of(s)
    return Evaluator(machine.plan, machine.table, machine).value(node, env)


def order_seen_by(s: Any, source: Any, members: tuple[Any, ...], env: Env) -> tuple[Any, ...]:
    machine = machine_of(s)
    return ViewClauses(machine.evaluator()).seen_order(source, tuple(members), env)


def machine_of(s: Any, moves: Any = None, near: Near = None) -> Machine:
    """The whole position; with `moves` also what is asked. The table is that of `near` with what differs written."""
    made = Machine(s.program, s.table() if near is None else s.table_like(near[0], near[1].table))
    made.frames = [frame_of(f, moves) for f in s.frames]
    made.started = s.started
    made.waits = s.waits
    made.tallies = dict(s.tallies)
    made.lines = list(s.lines)
    made.pending = pending_of(s, moves) if moves is not None or s.stage == OVER else None
    return made


def frame_of(f: Any, moves: Any) -> Frame:
    loops = {slot: _loop(loop, moves) for slot, loop in f.loops.items()}
    made = Frame(f.key, dict(f.env), f.pc, loops, f.menu, f.reported, f.old, f.phase, f.fired, f.host)
    made.seen = dict(f.seen)
    return made


def _loop(loop: Any, moves: Any) -> Any:
    """Answers that lie face down are moves there, and short forms here."""
    if not isinstance(loop, dict) or moves is None:
        return loop
    answers = {seat: moves[token] for seat, token in loop["answers"].items()}
    answer = None if loop["answer"] is None else moves[loop["answer"]]
    return {**loop, "answers": answers, "answer": answer}


def pending_of(s: Any, moves: Any) -> Pending | None:
    """What is asked, as the reference engine says it."""
    if s.stage == DECIDE:
        return Decision(s.site.line, s.seat, s.site.op, s.site.step, tuple([moves[m] for m in s.moves]))
    if s.stage == SEALED:
        asked, legal, answers = s.sealed
        written = {seat: tuple([moves[m] for m in found]) for seat, found in legal.items()}
        return Sealed(s.site.line, s.site.op, asked, written, {seat: moves[m] for seat, m in answers.items()})
    if s.stage == CHANCE:
        found: Pending = s.chance
        return found
    return Over(s.won) if s.stage == OVER else None


# ------------------------------------------------------------------ the other way


def state_of(driver: Any, m: Machine) -> Any:
    """A position of the reference engine as the written engine of that driver holds it."""
    s = driver.empty()
    s.lay_out(m.table)
    s.started, s.waits, s.lines = m.started, m.waits, list(m.lines)
    s.tallies = dict(m.tallies)
    s.frames = [_frame(driver, f) for f in m.frames]
    _ask_again(driver, s, m)
    return s


def _frame(driver: Any, f: Frame) -> WrittenFrame:
    made = WrittenFrame(None, dict(f.env), driver.body(f.key), f.key)
    made.pc, made.menu, made.reported, made.old = f.pc, f.menu, f.reported, f.old
    made.phase, made.fired, made.host = f.phase, f.fired, f.host
    made.loops = {slot: _opened(driver, loop) for slot, loop in f.loops.items()}
    made.seen = dict(f.seen)
    return made


def _opened(driver: Any, loop: Any) -> Any:
    """Answers that were given before come back in their short form."""
    if not isinstance(loop, dict):
        return loop
    answers = {seat: driver.token(move) for seat, move in loop["answers"].items()}
    answer = None if loop["answer"] is None else driver.token(loop["answer"])
    return {**loop, "answers": answers, "answer": answer}


def _ask_again(driver: Any, s: Any, m: Machine) -> None:
    """What waits is asked again from its own line, which gives the same question."""
    pending = m.pending
    if isinstance(pending, Over):
        s.stage, s.won, s.frames = OVER, pending.won_by, []
        return
    driver.run(s)
    if isinstance(pending, Sealed):
        asked, legal, _ = s.sealed
        answers = {seat: _same(driver, legal[seat], move) for seat, move in pending.answers.items()}
        s.sealed = (asked, legal, answers)


def _same(driver: Any, tokens: Any, move: Any) -> Any:
    moves = driver.module.moves
    return next(token for token in tokens if moves[token] == move)
