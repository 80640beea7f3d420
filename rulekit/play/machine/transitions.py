"""Answers: a move of a seat or an outcome of fate, checked, stored, and the machine stepped on."""

from __future__ import annotations

import itertools
from typing import Any

from rulekit.play.machine import decision_ops, shuffles
from rulekit.play.machine import ops as o
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.op_steps import run
from rulekit.play.position.frames import ChancePoint, Decision, Frame, Move, Sealed


class Refusal(Exception):
    """An answer that cannot be given here; the position stays as it was."""

    def __init__(self, reason: str, because: tuple[str, ...] = ()) -> None:
        self.reason = reason
        self.because = because
        super().__init__(reason)


def begin(m: Machine) -> Machine:
    """Set-up starts; step to the first thing that must be answered."""
    m.frames = [Frame("setup", {})]
    return _settled(m)


def _settled(m: Machine) -> Machine:
    """Step to the next thing that must be answered."""
    run(m)
    if m.recorder is not None:
        m.recorder.settled(m)
    return m


def decide(m: Machine, seat: int, move: Move) -> Machine:
    """A new position after a legal move; `move` must be one of the legal list."""
    made = m.copy()
    made.lines = []
    made.events = []
    made.waits = m.waits + 1
    pending = made.pending
    seen = None if made.recorder is None else made.recorder.look(made)
    if seen is not None and isinstance(pending, Decision):
        made.recorder.answered(made, seat, move)
    if isinstance(pending, Sealed):
        _sealed(made, pending, seat, move)
    elif isinstance(pending, Decision):
        frame = made.frames[-1]
        if isinstance(pending.op, o.Menu):
            decision_ops.pick(made, frame, pending.op, move, seat)
        else:
            assert isinstance(pending.op, o.Ask)
            if move.how != "anytime":
                made.pending = None
            decision_ops.apply(made, frame, pending.op, move)
    else:
        raise Refusal("nobody is asked")
    if seen is not None:
        made.recorder.note(made, seen)
    return _settled(made)


def _sealed(m: Machine, pending: Sealed, seat: int, move: Move) -> None:
    answers = {**pending.answers, seat: move}
    if len(answers) < len(pending.asked):
        m.pending = Sealed(pending.line, pending.op, pending.asked, pending.moves, answers)
        return
    m.pending = None
    assert isinstance(pending.op, o.Seal)
    if m.recorder is not None:
        for one in sorted(answers):
            m.recorder.answered(m, one, answers[one])
    decision_ops.opened(m, m.frames[-1], pending.op, answers)


def draw(m: Machine, outcome: Any) -> Machine:
    """A new position after fate has answered."""
    pending = m.pending
    if not isinstance(pending, ChancePoint):
        raise Refusal("fate is not asked")
    if not possible(m, pending, outcome):
        raise Refusal("bad-chance")
    made = m.copy()
    made.lines = []
    made.events = []
    made.waits = m.waits + 1
    made.pending = None
    seen = None if made.recorder is None else made.recorder.look(made)
    if seen is not None:
        made.recorder.drawn(made, pending, outcome)
    frame = made.frames[-1]
    op = pending.op
    if isinstance(op, o.Roll):
        frame.env.update(zip(op.step.names, outcome, strict=True))
    elif isinstance(op, o.Lot):
        frame.env[op.step.param.name] = outcome
    else:
        assert isinstance(op, o.Shuffle)
        shuffles.lay_order(made, op.call, frame.env, outcome)
        frame.env["last"] = len(outcome)
    frame.pc += 1
    if seen is not None:
        made.recorder.note(made, seen)
    return _settled(made)


def possible(m: Machine, pending: ChancePoint, outcome: Any) -> bool:
    """Is an outcome in the domain of its chance point?"""
    if pending.kind == "dice":
        return (
            isinstance(outcome, tuple) and len(outcome) == pending.count and all(f in pending.domain for f in outcome)
        )
    if pending.kind == "order":
        return isinstance(outcome, tuple) and sorted(outcome) == sorted(pending.domain)
    return outcome in pending.domain


def outcomes(pending: ChancePoint) -> Any:
    """Every outcome of a chance point, in canonical order."""
    if pending.kind == "dice":
        return itertools.product(pending.domain, repeat=pending.count)
    if pending.kind == "order":
        return itertools.permutations(pending.domain)
    return iter(pending.domain)
