"""Between the two engines: a position of the written engine as the reference engine holds it."""

from __future__ import annotations

from typing import Any

from rulekit.play.compiled.runtime import CHANCE, DECIDE, OVER, SEALED
from rulekit.play.evaluate import Env, Evaluator
from rulekit.play.frames import Decision, Frame, Over, Pending, Sealed
from rulekit.play.machine import Machine


def asked_of(s: Any, node: Any, env: Env) -> Any:
    """A value that the reference engine works out."""
    machine = machine_of(s)
    return Evaluator(machine.plan, machine.table, machine).value(node, env)


def order_seen_by(s: Any, source: Any, members: tuple[Any, ...], env: Env) -> tuple[Any, ...]:
    machine = machine_of(s)
    return machine.in_sight(machine.eyes(), source, tuple(members), env)


def machine_of(s: Any, moves: Any = None) -> Machine:
    """The whole position; with `moves` also what is asked."""
    made = Machine(s.program, s.table())
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
