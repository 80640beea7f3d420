"""The reference engine: takes one statement after another until somebody, or fate, must answer."""

from __future__ import annotations

import copy
from typing import Any

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.gamestate.configuration_layout import Plan
from rulekit.gamestate.game_state import Table
from rulekit.play.machine import ops as o
from rulekit.play.machine.program import Program
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.step_budget import NOTHING_SPENT, numbers
from rulekit.play.machine.verb_execution import Doer
from rulekit.play.moves.legal_moves import action_moves, params_of
from rulekit.play.position.frames import ChancePoint, Decision, Frame, Move, Over, Pending, Sealed
from rulekit.play.position.number_limit import near
from rulekit.typesystem import types as t

FUEL = 20_000_000  # steps between two answers; rules that take so many have run out long before, see spending.py


class Machine:
    """One position while it is worked on: a table, frames innermost last, and what is asked."""

    def __init__(self, program: Program, table: Table) -> None:
        self.program = program
        self.table = table
        self.plan = program.plan
        self.blocks = program.blocks
        self.words = program.words
        self.relations = program.relations
        self.bends = program.bends
        self.frames: list[Frame] = []
        self.pending: Pending | None = None
        self.tallies: dict[str, int] = {}
        self.started = False
        self.waits = 0
        self.spent = NOTHING_SPENT
        self.lines: list[str] = []  # ids of lines executed since the last answer
        self.events: list[Any] = []
        self.lawful = False  # whether `after` laws are looked at while running
        self.breaches: list[Any] = []
        self.recorder: Any = None  # notes what happens in `events`; see recording.py

    # -------------------------------------------------------------- looking

    numbers = staticmethod(numbers)
    near = staticmethod(near)

    @property
    def finished(self) -> bool:
        return isinstance(self.pending, Over)

    def eyes(self, earlier: Table | None = None) -> Evaluator:
        before = Evaluator(self.plan, earlier, self) if earlier is not None else None
        return Evaluator(self.plan, self.table, self, before)

    def written(self, action: str) -> str:
        return self.program.checked.symbols.actions[action].written

    def excess(self, state: str) -> str | None:
        decl = self.program.checked.symbols.states[state].decl
        return decl.overflow if decl is not None else None

    def state_bounds(self, state: str) -> tuple[tuple[str, v.T], ...]:
        return self.program.checked.states[state].bounds

    def tally(self, action: str) -> int:
        return self.tallies.get(action, 0)

    def in_sight(self, e: Evaluator, source: v.T, members: tuple[Any, ...], env: Env) -> tuple[Any, ...]:
        """The order of a domain never tells more than the one who is asked can see."""
        from rulekit.play.views.seat_sight import seen_order

        return seen_order(self, e, source, members, env)

    # -------------------------------------------------------------- trying

    def fork(self) -> Machine:
        """A copy to try things on; it has no frames of its own."""
        made = Machine(self.program, self.table.copy())
        made.tallies = self.tallies
        made.started = self.started
        return made

    def reader(self) -> Machine:
        """The same position for somebody who only reads, and may do so beside others."""
        made = copy.copy(self)
        made.table = self.table.reader()
        return made

    def copy(self) -> Machine:
        """The whole position again."""
        made = self.fork()
        made.frames = [f.copy() for f in self.frames]
        made.pending = self.pending
        made.tallies = dict(self.tallies)
        made.lawful = self.lawful
        made.recorder = self.recorder
        made.waits = self.waits
        made.spent = self.spent
        return made

    def block_of(self, steps: tuple[typed_statements.Step, ...]) -> o.Block:
        """A chain that stands alone, as a block."""
        key = tuple(id(s) for s in steps)
        found = self.program.temporary.get(key)
        if found is None:
            line = typed_statements.Line(None, (), (), None, steps, None, steps[0].span)
            body = typed_statements.Body("chain", "chain", (), (line,), frozenset(), steps[0].span)
            from rulekit.play.machine.lowering import _block

            found = _block(self.program.checked, "chain", body, {}, [])
            self.program.temporary[key] = found
            self.blocks[f"chain {id(steps)}"] = found
        return found

    def tried(self, e: Evaluator, steps: tuple[typed_statements.Step, ...], env: Env) -> Machine | None:
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
        from rulekit.play.machine.op_steps import step

        depth = len(self.frames)
        for _ in range(FUEL):
            top = self.frames[-1] if self.frames else None
            if top is None or len(self.frames) < depth:
                return
            current = block if top is frame else self.blocks[top.key]
            op = current.ops[top.pc]
            if isinstance(op, o.Return) and top is frame:
                return
            step(self, top, op, current)
            if self.pending is not None:
                raise Fault("asks", op.id)
        raise Fault("ran-out", None)

    def affordable(self, e: Evaluator, price: tuple[typed_statements.Step, ...], env: Env) -> bool:
        return self.tried(e, price, env) is not None

    def supposing(self, e: Evaluator, node: v.Supposing, env: Env) -> bool:
        made = self.tried(e, (node.call,), env)
        if made is None:
            return False
        inner = Evaluator(self.plan, made.table, made, e)
        return inner.holds(node.condition, {**env, "old": None})

    def price_of(self, body: typed_statements.Body) -> tuple[typed_statements.Step, ...] | None:
        """The unconditional price of an action."""
        for line in body.lines:
            if line.price is not None and not line.openers:
                return line.price
        return None

    def arguments(self, e: Evaluator, call: typed_statements.Call, block: o.Block, env: Env) -> Env:
        """The names a procedure begins with."""
        from rulekit.play.machine.verb_execution import measured

        inner: Env = {"player": env.get("player"), "here": env.get("here")}
        for n, (name, node) in enumerate(call.args):
            value = e.value(node, env)
            inner[name] = measured(e, env, call, value) if n == 0 else value
        return inner

    # -------------------------------------------------------------- effects and actions

    def effect_line(self, block: o.Block) -> typed_statements.Line:
        assert block.body is not None
        return block.body.lines[0]

    def effect_price_holds(self, e: Evaluator, block: o.Block, env: Env) -> bool:
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
        return any(self.effect_price_holds(e, block, env) for env in params_of(self, e, block.body.front, None, start))

    def possible(self, e: Evaluator, action: str, seat: Any) -> bool:
        return any(True for _ in action_moves(self, e, action, seat))

    def legal_now(self, e: Evaluator, action: str, given: Env, env: Env) -> bool:
        """Do these values pass the domains and guards of an action, whether or not it is offered?"""
        from rulekit.play.moves.legal_moves import passes

        body = self.blocks[f"action {action}"].body
        assert body is not None
        if any(value is None for value in given.values()):
            return False
        return passes(self, e, body, {"player": e.seat_of(env)}, given)

    def here_of(self, e: Evaluator, body: typed_statements.Body | None, name: str, env: Env) -> Any:
        """What `here` will be for an effect chosen by a parameter: the `with` of the line that performs it."""
        from rulekit.check.tree.typed_walk import walk

        frames = [self.blocks[self.frames[-1].key].body] if self.frames and self.frames[-1].key in self.blocks else []
        for source in [body, *frames]:
            for node in walk(source) if source is not None else ():
                if isinstance(node, typed_statements.Call) and node.verb == "perform":
                    chosen, at = node.get(""), node.get("with")
                    if isinstance(chosen, v.Local) and chosen.name == name and at is not None:
                        return e.value(at, env)
        return None

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

    def doer(self, frame: Frame, clause: str | None, far: bool) -> Doer:
        return Doer(self.eyes(), frame.env, clause, far)


def start_table(plan: Plan, checked: Checked) -> Table:
    """Everything in its box, every state at its start."""
    import itertools

    table = Table(plan)
    for name, box in checked.symbols.boxes.items():
        pieces = plan.members(t.Piece(name))
        zone = plan.zone_ids[box][()]
        table.lay(zone, tuple(pieces))
        table.where[name] = dict.fromkeys(pieces, zone)
    program = Program(checked, plan)
    machine = Machine(program, table)
    for info in checked.symbols.states.values():
        if info.name == "active" and info.decl is None:
            table.states["active"] = {(): 0}
            continue
        spots = itertools.product(*(plan.members(kind) for kind in info.indexes))
        table.states[info.name] = {spot: plan.default(info.type) for spot in spots}
    e = machine.eyes()
    for info in checked.symbols.states.values():
        starts = checked.states[info.name].starts
        if starts is not None:
            for spot in list(table.states[info.name]):
                value = e.value(starts, {"it": spot[-1] if spot else None})
                table.states[info.name][spot] = plan.default(info.type) if value is None else value
    table.answers.clear()
    return table


__all__ = ["ChancePoint", "Decision", "Machine", "Move", "Program", "Sealed", "start_table"]
