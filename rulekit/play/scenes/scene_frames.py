"""Making frames from ids alone: those that lead to a line, with their names and loops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from rulekit.check.evaluation.evaluator import Env
from rulekit.check.tree import typed_statements
from rulekit.memo import memoize
from rulekit.play.machine import ops as o
from rulekit.play.machine.frames import MEASURE, Frame, Move, env_of
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.program import Program

WAITS = (o.Ask, o.Menu, o.Seal, o.Roll, o.Lot, o.Shuffle)


MOST = 40  # frames


class NoSuchFrame(Exception):
    """These ids are not where a game can stand."""


@attrs.frozen
class FrameSpec:
    """One frame to be built: a block, where it stands, and the names given for that line."""

    key: str
    pc: int
    line: str  # the id of the line it stops at, "" if the line has none


@attrs.frozen
class Ways:
    """Where a program can stop: who waits at a line, and who begins a block."""

    waits: Mapping[str, tuple[FrameSpec, ...]]
    callers: Mapping[str, tuple[FrameSpec, ...]]


@memoize
def ways(program: Program) -> Ways:
    """All stops of a program; a `together` waits before its answers are taken up."""
    waits: dict[str, tuple[FrameSpec, ...]] = {}
    callers: dict[str, tuple[FrameSpec, ...]] = {}
    for key, block in program.blocks.items():
        for pc, op in enumerate(block.ops):
            stop = FrameSpec(key, pc, op.id or "")
            if isinstance(op, WAITS) and not (isinstance(op, o.Ask) and op.sealed is not None):
                waits[stop.line] = (*waits.get(stop.line, ()), stop)
            for begun in program.begun_by(op):
                callers[begun] = (*callers.get(begun, ()), stop)
    return Ways(waits, callers)


Locals = Mapping[str, Mapping[str, Any]]  # line id -> name -> value


def _split(line: str) -> tuple[str, int]:
    name, _, ordinal = line.partition("/")
    return name, int(ordinal or 1)


class FrameBuilder:
    """Builds the frames of one position."""

    def __init__(self, m: Machine) -> None:
        self.m = m

    def build(self, ids: tuple[str, ...], given: Locals) -> None:
        """Drop all frames and stand where the ids say, loops at their first pass."""
        stops = self.way(ids)
        self.m.frames = []
        self.m.pending = None
        self.m.started = stops[0].key != "setup"
        for n, stop in enumerate(stops):
            names = given.get(stop.line, {})
            frame = self._new_frame(stops[n - 1], stop, names) if n else Frame(stop.key, {})
            self.m.frames.append(frame)
            self._walk(frame, stop.pc, names)
            if n + 1 < len(stops):
                self._leave(frame, stops[n + 1], given.get(stops[n + 1].line, {}))

    # ------------------------------------------------------------------ the way there

    def way(self, ids: tuple[str, ...]) -> list[FrameSpec]:
        """The one chain of callers that passes all the ids; what has only one caller need not be named."""
        last, ordinal = _split(ids[-1])
        ends = ways(self.m.program).waits.get(last, ())
        if ordinal > len(ends):
            raise NoSuchFrame(f"[{ids[-1]}] asks nobody")
        found = list(self._chains(ends[ordinal - 1], ids[:-1]))
        if len(found) != 1:
            raise NoSuchFrame(
                "no way leads there" if not found else f"{len(found)} ways lead there; name more of the lines"
            )
        return found[0]

    def _chains(self, stop: FrameSpec, ids: tuple[str, ...], seen: tuple[str, ...] = ()) -> Iterator[list[FrameSpec]]:
        """All ways down to a stop, from the outermost block."""
        if stop.key in ("play", "setup"):
            if not ids:
                yield [stop]
            return
        if stop.key in seen or len(seen) > MOST:
            return
        for caller in self._callers(stop.key):
            line = caller.line
            rest = ids[:-1] if ids and line == ids[-1] else ids
            for chain in self._chains(caller, rest, (*seen, stop.key)):
                yield [*chain, stop]

    def _callers(self, key: str) -> tuple[FrameSpec, ...]:
        return ways(self.m.program).callers.get(self.m.blocks[key].key, ())

    # ------------------------------------------------------------------ one frame

    def _new_frame(self, before: FrameSpec, stop: FrameSpec, names: Mapping[str, Any]) -> Frame:
        """A frame as its caller begins it; values that would have been chosen must be given."""
        caller = self.m.frames[-1]
        op = self.m.blocks[before.key].ops[before.pc]
        e, env = self.m.evaluator(), env_of(caller)
        block = self.m.blocks[stop.key]
        inner: Env = {}
        if isinstance(op, o.Invoke):
            inner = {} if op.call.proc is None else self.m.arguments(e, op.call, block, env)
        elif isinstance(op, o.Perform):
            at = op.call.get("with")
            inner = {"player": env.get("player"), "here": None if at is None else e.value(at, env)}
        elif isinstance(op, o.Ask | o.Menu):
            inner = {"player": e.value(op.step.who, env)}
        inner |= names
        if stop.key.startswith("action "):
            for step in block.body.front if block.body else ():
                if isinstance(step, typed_statements.Bound) and step.name not in names:
                    inner[step.name] = e.value(step.value, inner)
        frame = Frame(stop.key, inner)
        if block.falling is not None:
            inner[MEASURE] = e.value(block.falling, inner)
        if block.olds:
            frame.old = {id(n): e.as_it_was(n, inner) for n in block.olds}
        return frame

    def _leave(self, frame: Frame, inner: FrameSpec, names: Mapping[str, Any]) -> None:
        """The caller stands behind what it called; a menu remembers the pick."""
        op = self.m.blocks[frame.key].ops[frame.pc]
        if not isinstance(op, o.Menu):
            frame.pc += 1
            return
        action = inner.key.removeprefix("action ")
        group = next(g for g in op.step.groups if action in g.offers)
        used: tuple[tuple[str, Any], ...] = ()
        if group.mode != "freely":
            seat = self.m.evaluator().value(op.step.who, env_of(frame))
            move = Move(self.m.written_name(action), tuple(names.items()), "action", action)
            used = ((group.id or "", self.m.menu_key(self.m.evaluator(), group, move, seat)),)
        frame.menu = (1, used)
        if op.step.count is not None:
            frame.loops[-1] = self.m.evaluator().value(op.step.count, env_of(frame)) or 0

    def _walk(self, frame: Frame, target: int, names: Mapping[str, Any]) -> None:
        """From the first line to the target: names are bound and loops entered, nothing is done."""
        frame.env.update({name: value for name, value in names.items() if name != "pass"})
        ops = self.m.blocks[frame.key].ops
        pc = 0
        while pc < target:
            frame.pc = pc
            op = ops[pc]
            pc = self._next_op(frame, op, ops, target, names)
        frame.pc = target

    def _next_op(self, frame: Frame, op: o.Op, ops: tuple[o.Op, ...], target: int, names: Mapping[str, Any]) -> int:
        """What passing one op binds, and where the way goes on."""
        after = frame.pc + 1
        if isinstance(op, o.Unless):
            return self._branch(frame, op, ops, target)
        if isinstance(op, o.Payable):
            return after
        if isinstance(op, o.Jump):
            return op.target if after <= op.target <= target else after
        if isinstance(op, o.Let):
            if op.name not in names:
                frame.env[op.name] = self.m.evaluator().value(op.value, env_of(frame))
            return after
        if isinstance(op, o.EachStart | o.RepeatStart | o.UntilStart):
            following = ops[after]
            if following.exit <= target:  # type: ignore[attr-defined]
                return int(following.exit)  # type: ignore[attr-defined]
            self.m.step(frame, op)
            return after
        if isinstance(op, o.EachNext):
            left = frame.loops[op.slot]
            wanted = names.get(op.step.name, left[0] if left else None)
            frame.env[op.step.name] = wanted
            frame.loops[op.slot] = left[left.index(wanted) + 1 :] if wanted in left else ()
        elif isinstance(op, o.RepeatNext):
            frame.loops[op.slot] = (names.get("pass", 1), frame.loops[op.slot][1])
        elif isinstance(op, o.UntilNext):
            falling = None if op.step.falling is None else self.m.evaluator().value(op.step.falling, env_of(frame))
            frame.loops[op.slot] = (names.get("pass", 1), falling)
        elif isinstance(op, o.Start):
            frame.env["last"] = 0
        return after

    def _branch(self, frame: Frame, op: o.Unless, ops: tuple[o.Op, ...], target: int) -> int:
        """Into the branch in which the target lies; past others as their conditions say."""
        after = frame.pc + 1
        if op.target > target:
            return after
        over = ops[op.target - 1]
        if isinstance(over, o.Jump) and over.target > target and op.target - 1 > frame.pc:
            return op.target  # the target lies in the other branch
        return after if self.m.evaluator().holds(op.condition, env_of(frame)) else op.target
