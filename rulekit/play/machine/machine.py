"""The reference interpreter: takes one op after another until a seat or chance must answer."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import attrs

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.gamestate.game_state import GameState
from rulekit.play.machine import ops as o
from rulekit.play.machine.chance_steps import ChanceSteps
from rulekit.play.machine.decision_steps import DecisionSteps
from rulekit.play.machine.frames import ChancePoint, Decision, Frame, Move, Sealed, env_of
from rulekit.play.machine.legal_moves import LegalMoves
from rulekit.play.machine.loop_steps import LoopSteps
from rulekit.play.machine.lowering import _block
from rulekit.play.machine.program import Program
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.run_limits import spend, within
from rulekit.play.machine.verb_execution import scale_amount
from rulekit.typesystem import types as t
from rulekit.verbs.verb import VerbAction
from rulekit.words.vocabulary import ACTIVE

# Both engines fault at the same step, by the limits of run_limits.py: these count passes, outcomes and answers, never
# ops. FUEL only keeps the interpreter from running for ever if such a limit should be missing somewhere.
FUEL = 20_000_000  # ops between two answers


class Refusal(Exception):
    """An answer that cannot be given here; the position stays as it was."""

    def __init__(self, reason: str, because: tuple[str, ...] = ()) -> None:
        self.reason = reason
        self.because = because
        super().__init__(reason)


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


class Machine(DecisionSteps, LoopSteps, ChanceSteps):
    """The whole state machine: one position, stepped by answers; every answer gives a new one."""

    def run(self) -> None:
        """Step until somebody, or chance, must answer, or the game is over."""
        for _ in range(FUEL):
            if self.pending is not None:
                return
            if not self.frames:
                self.go_on_after_body()
                continue
            frame = self.frames[-1]
            block = self.blocks[frame.key]
            self.step(frame, block.ops[frame.pc])
        raise Fault("ran-out", self.frames[-1].key if self.frames else None, "too many steps without a decision")

    def go_on_after_body(self) -> None:
        """After set-up the play begins; a play that runs out is the end of the game."""
        if self.started:
            self.finish(None)
            return
        self.started = True
        if not self.at_once():
            self.frames.append(Frame("play", {}))

    def step(self, frame: Frame, op: o.Op) -> None:
        """Runs one op of the innermost frame; a recorder, if there is one, looks before and after."""
        seen = None if self.recorder is None else self.recorder.look(self, frame, op)
        HANDLERS[type(op)](self, frame, op)
        if seen is not None:
            self.recorder.note(self, seen)

    def do_start(self, f: Frame, op: o.Start) -> None:
        """`last` is 0 at the beginning of a chain."""
        f.env["last"] = 0
        f.pc += 1

    def do_let(self, f: Frame, op: o.Let) -> None:
        """Binds a name to a value."""
        f.env[op.name] = self.evaluator().value(op.value, env_of(f))
        f.pc += 1

    def do_require(self, f: Frame, op: o.Require) -> None:
        """Raises the fault `require` if a condition met while running does not hold and no exception takes it
        away.
        """
        e = self.evaluator()
        if not e.holds(op.condition, env_of(f)) and not e.is_waived(op.id, env_of(f)):
            raise Fault("require", op.id)
        f.pc += 1

    def do_unless(self, f: Frame, op: o.Unless) -> None:
        """Goes on if the condition holds, else jumps."""
        f.pc = f.pc + 1 if self.evaluator().holds(op.condition, env_of(f)) else op.target

    def do_jump(self, f: Frame, op: o.Jump) -> None:
        """Jumps; of a loop without an end its work is counted."""
        if op.work:
            spend(self, self.waits, op.work, op.id)
        f.pc = op.target

    def do_payable(self, f: Frame, op: o.Payable) -> None:
        """Goes on if the price could be paid, else jumps."""
        f.pc = f.pc + 1 if self.affordable(self.evaluator(), op.steps, env_of(f)) else op.target

    def do_core(self, f: Frame, op: o.Core) -> None:
        """Carries a verb of the kit out, and keeps in `last` how much it really did. What a verb reports is added up
        instead, and leaves `last` as it is.
        """
        if op.call.core.does is VerbAction.REPORT:
            amount = self.evaluator().value(op.call.args[0][1], env_of(f)) or 0
            f.reported = within(f.reported + amount, None, op.id)
            f.pc += 1
            return
        doer = self.doer(f, op.id, op.far)
        doer.env = f.env if f.old is None else _Chained(f)
        f.env["last"] = doer.do(op.call)
        f.pc += 1

    def do_invoke(self, f: Frame, op: o.Invoke) -> None:
        """Puts the frame of a procedure, or of `turn`, on top."""
        f.pc += 1
        if op.call.proc is None:
            self.push(Frame("turn", {}))
            return
        key = f"proc {op.call.proc}"
        block = self.blocks[key]
        inner = self.arguments(self.evaluator(), op.call, block, env_of(f))
        if any(inner[name] is None for name, _ in op.call.args):
            f.env["last"] = 0
            return
        self.push(Frame(key, inner), op.id)

    def do_perform(self, f: Frame, op: o.Perform) -> None:
        """Puts the frame of an effect on top; if there is no effect, `last` is 0 and play goes on."""
        f.pc += 1
        frame = self.perform(op.call, self.evaluator(), env_of(f))
        if frame is None:
            f.env["last"] = 0
        else:
            self.push(frame, op.id)

    def list_whole(self) -> None:
        """What was cut short, whole; the answers of those who have given theirs stay."""
        before = self.pending
        self._ask_again()
        if isinstance(self.pending, Sealed) and isinstance(before, Sealed):
            self.pending = attrs.evolve(self.pending, answers=before.answers)

    def _ask_again(self) -> None:
        """The line that asks, once more; nothing has changed since, so it asks the same."""
        brief = self.brief
        self.pending, self.brief = None, False
        frame = self.frames[-1]
        self.step(frame, self.blocks[frame.key].ops[frame.pc])
        self.brief = brief

    def begin(self) -> Machine:
        """Set-up starts; step to the first thing that must be answered."""
        self.frames = [Frame("setup", {})]
        return self._run_to_question()

    def _run_to_question(self) -> Machine:
        """Step to the next thing that must be answered."""
        self.run()
        if self.recorder is not None:
            self.recorder.on_settled(self)
        return self

    def decide(self, seat: int, move: Move) -> Machine:
        """A new position after a legal move; `move` must be one of the legal list."""
        made = self.copy()
        made.lines = []
        made.events = []
        made.waits = self.waits + 1
        pending = made.pending
        seen = None if made.recorder is None else made.recorder.look(made)
        if seen is not None and isinstance(pending, Decision):
            made.recorder.on_answer(made, seat, move)
        if isinstance(pending, Sealed):
            made._lay_down(pending, seat, move)
        elif isinstance(pending, Decision):
            frame = made.frames[-1]
            if isinstance(pending.op, o.Menu):
                made.pick(frame, pending.op, move, seat)
            else:
                assert isinstance(pending.op, o.Ask)
                if move.how != "anytime":
                    made.pending = None
                made.take_answer(frame, pending.op, move)
        else:
            raise Refusal("nobody is asked")
        if seen is not None:
            made.recorder.note(made, seen)
        return made._run_to_question()

    def _lay_down(self, pending: Sealed, seat: int, move: Move) -> None:
        """One more of those who are asked together has answered. The answers lie face down until all are there, and
        are then carried out in the order of seats.
        """
        answers = {**pending.answers, seat: move}
        if len(answers) < len(pending.asked):
            self.pending = attrs.evolve(pending, answers=answers)
            return
        self.pending = None
        assert isinstance(pending.op, o.Seal)
        if self.recorder is not None:
            for one in sorted(answers):
                self.recorder.on_answer(self, one, answers[one])
        self.open_sealed(self.frames[-1], pending.op, answers)

    def draw(self, outcome: Any) -> Machine:
        """A new position after chance has answered."""
        pending = self.pending
        if not isinstance(pending, ChancePoint):
            raise Refusal("chance is not asked")
        if not pending.allows(outcome):
            raise Refusal("bad-chance")
        made = self.copy()
        made.lines = []
        made.events = []
        made.waits = self.waits + 1
        made.pending = None
        seen = None if made.recorder is None else made.recorder.look(made)
        if seen is not None:
            made.recorder.on_draw(made, pending, outcome)
        frame = made.frames[-1]
        op = pending.op
        if isinstance(op, o.Roll):
            frame.env.update(zip(op.step.names, outcome, strict=True))
        elif isinstance(op, o.Lot):
            frame.env[op.step.param.name] = outcome
        else:
            assert isinstance(op, o.Shuffle)
            made.lay_order(op.call, frame.env, outcome)
            frame.env["last"] = len(outcome)
        frame.pc += 1
        if seen is not None:
            made.recorder.note(made, seen)
        return made._run_to_question()

    def chosen_effect(self, step: typed_statements.Param, env: Env) -> o.Block | None:
        """The block of the effect that a parameter stands for, None if it stands for none or for something else."""
        kind = step.type.bare
        if not kind.effects or env.get(step.name) is None:
            return None
        return self.blocks[self.plan.effects[env[step.name]].key]

    # -------------------------------------------------------------- trying, for what is asked of moves and prices

    def block_of(self, steps: tuple[typed_statements.Step, ...]) -> o.Block:
        """A chain that stands alone, as a block."""
        key = tuple(id(s) for s in steps)
        found = self.program.temporary.get(key)
        if found is None:
            line = typed_statements.Line(None, (), (), None, steps, None, steps[0].span)
            body = typed_statements.Body("chain", "chain", (), (line,), frozenset(), steps[0].span)
            found = _block(self.program.checked, "chain", body, {}, [])
            self.program.temporary[key] = found
            self.blocks[f"chain {id(steps)}"] = found
        return found

    def try_quietly(self, e: Evaluator, steps: tuple[typed_statements.Step, ...], env: Env) -> Machine | None:
        """The position after a quiet chain, or None if it cannot be done."""
        made = self.fork()
        made.table = e.table.copy()
        made.started = False  # no ending is watched: what is tried is taken back
        block = self.block_of(steps)
        frame = Frame("chain", dict(env))
        made.frames = [frame]
        try:
            made.run_block(block, frame)
        except Fault:
            return None
        made.started = self.started
        return made

    def run_block(self, block: o.Block, frame: Frame) -> None:
        """Run a chain of its own to its end; it may neither ask nor draw."""
        depth = len(self.frames)
        for _ in range(FUEL):
            top = self.frames[-1] if self.frames else None
            if top is None or len(self.frames) < depth:
                return
            current = block if top is frame else self.blocks[top.key]
            op = current.ops[top.pc]
            if isinstance(op, o.Return) and top is frame:
                return
            self.step(top, op)
            if self.pending is not None:
                raise Fault("asks", op.id)
        raise Fault("ran-out", None)

    def affordable(self, e: Evaluator, price: tuple[typed_statements.Step, ...], env: Env) -> bool:
        """Whether a price can be paid whole now; it is tried on a copy."""
        return self.try_quietly(e, price, env) is not None

    def would_hold(self, e: Evaluator, node: v.Supposing, env: Env) -> bool:
        """Whether a condition would hold after a call. No, if the call itself cannot be carried out."""
        made = self.try_quietly(e, (node.call,), env)
        if made is None:
            return False
        inner = Evaluator(self.plan, made.table, made, e)
        return inner.holds(node.condition, {**env, "old": None})

    def arguments(self, e: Evaluator, call: typed_statements.Call, block: o.Block, env: Env) -> Env:
        """The names a procedure begins with."""
        inner: Env = {"player": env.get("player"), "here": env.get("here")}
        for n, (name, node) in enumerate(call.args):
            value = e.value(node, env)
            inner[name] = scale_amount(e, env, call, value) if n == 0 else value
        return inner

    def effect_price_holds(self, e: Evaluator, block: o.Block, env: Env) -> bool:
        """Whether the price of an effect could be paid; yes if it has none, or if its line would not run."""
        line = self.effect_line(block)
        if line.price is None:
            return True
        for opener in line.openers:
            if isinstance(opener, typed_statements.When) and not e.holds(opener.condition, env):
                return True
        return self.affordable(e, line.price, env)

    def payable(self, e: Evaluator, effect: int, here: Any, seat: Any) -> bool:
        """The price of an effect can be paid, with some values of its parameters if it has any."""
        block = self.blocks[self.plan.effects[effect].key]
        start: Env = {"player": seat, "here": here}
        assert block.body is not None
        return any(
            self.effect_price_holds(e, block, env) for env in LegalMoves(e).params_of(block.body.front, None, start)
        )

    def possible(self, e: Evaluator, action: str, seat: Any) -> bool:
        """Whether the seat could make any move of the action now, offered or not."""
        return any(True for _ in LegalMoves(e).action_moves(action, seat))

    def legal_now(self, e: Evaluator, action: str, given: Env, env: Env) -> bool:
        """Do these values pass the domains and guards of an action, whether or not it is offered?"""
        body = self.blocks[f"action {action}"].body
        assert body is not None
        if any(value is None for value in given.values()):
            return False
        return LegalMoves(e).passes(body, {"player": e.seat_of(env)}, given)

    def perform(self, call: typed_statements.Call, e: Evaluator, env: Env) -> Frame | None:
        """The frame of an effect; its own parameters come from the move that chose it."""
        effect = e.value(call.args[0][1], env)
        if effect is None:
            return None
        at = call.get("with")
        key = self.plan.effects[effect].key
        block = self.blocks[key]
        inner: Env = {"player": env.get("player"), "here": None if at is None else e.value(at, env)}
        for step in block.body.front if block.body else ():
            if isinstance(step, typed_statements.Param):
                inner[step.name] = env.get(step.name)
        return Frame(key, inner)


HANDLERS: dict[type, Callable[[Machine, Frame, Any], None]] = {
    o.EachStart: Machine.do_each_start,
    o.EachNext: Machine.do_each_next,
    o.RepeatStart: Machine.do_repeat_start,
    o.RepeatNext: Machine.do_repeat_next,
    o.UntilStart: Machine.do_until_start,
    o.UntilNext: Machine.do_until_next,
    o.Roll: Machine.do_roll,
    o.Lot: Machine.do_lot,
    o.Shuffle: Machine.do_shuffle,
    o.Start: Machine.do_start,
    o.Let: Machine.do_let,
    o.Require: Machine.do_require,
    o.Unless: Machine.do_unless,
    o.Jump: Machine.do_jump,
    o.Payable: Machine.do_payable,
    o.Core: Machine.do_core,
    o.Invoke: Machine.do_invoke,
    o.Perform: Machine.do_perform,
    o.Ask: Machine.do_ask,
    o.Menu: Machine.do_menu,
    o.Finish: Machine.do_finish,
    o.Seal: Machine.do_seal,
    o.SealNext: Machine.do_seal_next,
    o.Event: Machine.do_event,
    o.LineEnd: Machine.do_line_end,
    o.Return: Machine.do_return,
}


def start_table(plan: ConfigIndex, checked: CheckedRulebook) -> GameState:
    """Everything in its box, every state at its start."""
    table = GameState(plan)
    for name, box in checked.symbols.boxes.items():
        pieces = plan.members(t.Piece(name))
        zone = plan.zone_ids[box][()]
        table.lay(zone, tuple(pieces))
        table.where[name] = dict.fromkeys(pieces, zone)
    program = Program(checked, plan)
    machine = Machine(program, table)
    for info in checked.symbols.states.values():
        if info.name == ACTIVE and info.decl is None:
            table.states[ACTIVE] = {(): 0}
            continue
        spots = itertools.product(*(plan.members(kind) for kind in info.indexes))
        table.states[info.name] = dict.fromkeys(spots, info.type.default)
    e = machine.evaluator()
    for info in checked.symbols.states.values():
        starts = checked.states[info.name].starts
        if starts is not None:
            for spot in list(table.states[info.name]):
                value = e.value(starts, {"it": spot[-1] if spot else None})
                table.states[info.name][spot] = info.type.default if value is None else value
    table.answers.clear()
    return table


__all__ = ["ChancePoint", "Decision", "Machine", "Move", "Program", "Sealed", "start_table"]
