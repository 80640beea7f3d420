"""One step of the machine for each kind of op, in the words of the language's own description."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from rulekit.play.machine import chance_steps, decision_ops, loop_steps
from rulekit.play.machine import ops as o
from rulekit.play.machine.game_over import at_once, finish
from rulekit.play.machine.machine import FUEL, Machine
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.step_budget import spend
from rulekit.play.position.frames import MEASURE, Frame, env_of
from rulekit.play.position.number_limit import within


def run(m: Machine) -> None:
    """Step until somebody, or fate, must answer, or the game is over."""
    for _ in range(FUEL):
        if m.pending is not None:
            return
        if not m.frames:
            following(m)
            continue
        frame = m.frames[-1]
        block = m.blocks[frame.key]
        step(m, frame, block.ops[frame.pc], block)
    raise Fault("ran-out", m.frames[-1].key if m.frames else None, "too many steps without a decision")


def following(m: Machine) -> None:
    """After set-up the play begins; a play that runs out is the end of the game."""
    if m.started:
        finish(m, None)
        return
    m.started = True
    if not at_once(m):
        m.frames.append(Frame("play", {}))


def step(m: Machine, frame: Frame, op: o.Op, block: o.Block) -> None:
    seen = None if m.recorder is None else m.recorder.look(m, frame, op)
    HANDLERS[type(op)](m, frame, op, block)
    if seen is not None:
        m.recorder.note(m, seen)


Handler = Callable[[Machine, Frame, Any, o.Block], None]


def _start(m: Machine, f: Frame, op: o.Start, b: o.Block) -> None:
    f.env["last"] = 0
    f.pc += 1


def _let(m: Machine, f: Frame, op: o.Let, b: o.Block) -> None:
    f.env[op.name] = m.eyes().value(op.value, env_of(f))
    f.pc += 1


def _require(m: Machine, f: Frame, op: o.Require, b: o.Block) -> None:
    e = m.eyes()
    if not e.holds(op.condition, env_of(f)) and not e.waived(op.id, env_of(f)):
        raise Fault("require", op.id)
    f.pc += 1


def _unless(m: Machine, f: Frame, op: o.Unless, b: o.Block) -> None:
    f.pc = f.pc + 1 if m.eyes().holds(op.condition, env_of(f)) else op.target


def _jump(m: Machine, f: Frame, op: o.Jump, b: o.Block) -> None:
    if op.work:
        spend(m, m.waits, op.work, op.id)
    f.pc = op.target


def _payable(m: Machine, f: Frame, op: o.Payable, b: o.Block) -> None:
    f.pc = f.pc + 1 if m.affordable(m.eyes(), op.steps, env_of(f)) else op.target


def _core(m: Machine, f: Frame, op: o.Core, b: o.Block) -> None:
    if op.call.verb == "report":
        amount = m.eyes().value(op.call.args[0][1], env_of(f)) or 0
        f.reported = within(f.reported + amount, None, op.id)
        f.pc += 1
        return
    doer = m.doer(f, op.id, op.far)
    doer.env = f.env if f.old is None else _Chained(f)
    f.env["last"] = doer.do(op.call)
    f.pc += 1


class _Chained(dict):  # type: ignore[type-arg]
    """The names of a frame and what is old in it; what is written goes to the frame."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame.env)
        self["old"] = frame.old
        self.frame = frame

    def __setitem__(self, key: str, value: Any) -> None:
        super().__setitem__(key, value)
        if key != "old":
            self.frame.env[key] = value


def _invoke(m: Machine, f: Frame, op: o.Invoke, b: o.Block) -> None:
    f.pc += 1
    if op.call.proc is None:
        push(m, Frame("turn", {}))
        return
    key = f"proc {op.call.proc}"
    block = m.blocks[key]
    inner = m.arguments(m.eyes(), op.call, block, env_of(f))
    if any(inner[name] is None for name, _ in op.call.args):
        f.env["last"] = 0
        return
    push(m, Frame(key, inner), op.id)


def _perform(m: Machine, f: Frame, op: o.Perform, b: o.Block) -> None:
    f.pc += 1
    frame = m.perform(op.call, m.eyes(), env_of(f))
    if frame is None:
        f.env["last"] = 0
    else:
        push(m, frame, op.id)


def push(m: Machine, frame: Frame, clause: str | None = None) -> None:
    """A body begins: bounds are looked at, what is new each time is reset, what `old` will ask for is kept."""
    block = m.blocks[frame.key]
    _bounded(m, frame, block, clause)
    name = event_name(frame.key)
    for state in m.program.resets.get(name, ()):
        _reset(m, state)
    m.frames.append(frame)
    if m.lawful and name in m.program.after:
        frame.before = m.table.copy()
    if block.olds:
        e = m.eyes()
        frame.old = {id(n): decision_ops.old_value(e, n, frame.env) for n in block.olds}


def event_name(key: str) -> str:
    """The name a body goes by: `play`, `turn`, a procedure or an action."""
    return key.split(" ", 1)[-1].split("/")[0]


def _reset(m: Machine, state: str) -> None:
    info = m.program.checked.symbols.states[state]
    starts = m.program.checked.states[state].starts
    e = m.eyes()
    for spot in itertools.product(*(m.plan.members(kind) for kind in info.indexes)):
        value = None if starts is None else e.value(starts, {"it": spot[-1] if spot else None})
        m.table.write(state, spot, m.plan.default(info.type) if value is None else value)


def _bounded(m: Machine, frame: Frame, block: o.Block, clause: str | None) -> None:
    same = [f for f in m.frames if f.key == frame.key and f.phase == "run"]
    if block.deep is not None and len(same) >= block.deep:
        raise Fault("too-deep", clause, f"at most {block.deep} deep")
    if block.work:
        spend(m, m.waits, block.work, clause)
    if block.falling is not None:
        value = m.eyes().value(block.falling, frame.env)
        frame.env[MEASURE] = value
        if same and not value < same[-1].env[MEASURE]:
            raise Fault("ran-out", clause, "what should fall did not")


# ------------------------------------------------------------------ events and ends


def _event(m: Machine, f: Frame, op: o.Event, b: o.Block) -> None:
    """Reactions before the first effect, and reactions instead of the body."""
    f.pc += 1
    name = event_name(f.key)
    waiting = [_react(f, r) for r in m.program.reactions.get(("before", name), ())]
    for block in m.program.reactions.get(("instead of", name), ()):
        frame = _react(f, block)
        frame.host = True
        waiting.append(frame)
    m.frames.extend(reversed(waiting))


def _react(host: Frame, block: o.Block) -> Frame:
    """A reaction sees the parameters of its event and its `player`."""
    return Frame(block.key, {k: x for k, x in host.env.items() if k not in ("last", "here")}, old=host.old)


def _return(m: Machine, f: Frame, op: o.Return, b: o.Block) -> None:
    name = event_name(f.key)
    after = m.program.reactions.get(("after", name), ()) if f.key.startswith(("action ", "proc ", "turn")) else ()
    if f.phase == "run" and after:
        f.phase = "after"
        m.frames.extend(reversed([_react(f, block) for block in after]))
        return
    m.frames.pop()
    if m.lawful and f.before is not None:
        _after_laws(m, f, name)
    if f.host and f.fired and m.frames:
        host = m.frames[-1]
        host.pc = len(m.blocks[host.key].ops) - 1
    elif m.frames and f.key.startswith(("proc ", "effect ")):
        m.frames[-1].env["last"] = f.reported
    if m.started or f.key != "setup":
        for ending in m.program.endings.get(name, ()) if m.started else ():
            if m.eyes().holds(ending.condition, {}):
                finish(m, None, ending.id)
                return


def _after_laws(m: Machine, f: Frame, name: str) -> None:
    """Laws about what one run of an action or procedure has done."""
    from rulekit.play.machine.law_evaluation import after_event

    found = (after_event(m, law, f.env, f.before) for law in m.program.after[name])
    m.breaches += [breach for breach in found if breach is not None]


def _line_end(m: Machine, f: Frame, op: o.LineEnd, b: o.Block) -> None:
    f.pc += 1
    f.fired = True
    if op.id:
        m.lines.append(op.id)
    at_once(m)


def _finish(m: Machine, f: Frame, op: o.Finish, b: o.Block) -> None:
    winners = op.step.winners
    found = None if winners is None else m.eyes().value(winners, env_of(f)) or ()
    finish(m, found, op.id)


HANDLERS: dict[type, Handler] = {
    **loop_steps.HANDLERS,
    **chance_steps.HANDLERS,
    o.Start: _start,
    o.Let: _let,
    o.Require: _require,
    o.Unless: _unless,
    o.Jump: _jump,
    o.Payable: _payable,
    o.Core: _core,
    o.Invoke: _invoke,
    o.Perform: _perform,
    o.Ask: decision_ops.ask,
    o.Menu: decision_ops.menu,
    o.Finish: _finish,
    o.Seal: decision_ops.seal,
    o.SealNext: decision_ops.seal_next,
    o.Event: _event,
    o.LineEnd: _line_end,
    o.Return: _return,
}

__all__ = ["at_once", "env_of", "event_name", "finish", "push", "run", "step"]
