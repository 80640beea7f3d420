"""Indexes of a program before it runs: names of blocks, addresses of lines, types of names, open loops."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulekit.check.effects.effect_summary import TIME, effects
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import all_of, walk
from rulekit.gamestate.game_state import GameState
from rulekit.memo import memoize
from rulekit.play.machine import ops as o
from rulekit.play.machine.body_end_steps import event_name
from rulekit.play.machine.frames import MEASURE, Frame
from rulekit.play.machine.liveness import LOST, Liveness, Names, label, names_read
from rulekit.play.machine.machine import Program, start_table
from rulekit.typesystem import types as t

WAITS = (o.Ask, o.Menu, o.Roll, o.Lot, o.Shuffle, o.Seal, o.Invoke, o.Perform)
STARTS = (o.EachNext, o.RepeatNext, o.UntilNext, o.SealNext)
Next = o.EachNext | o.RepeatNext | o.UntilNext | o.SealNext

BEGIN, BEFORE, AFTER = "begin", "before", "after"  # not at a line: waits for its turn, or for its reactions


@attrs.frozen
class OpenLoop:
    """One loop that is open at a line; `head` is the op that began it."""

    slot: int
    head: o.Op
    next: Next


class ProgramIndex:
    """Worked out once for a program, then only read."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.live = Liveness(program)
        self.start: GameState = start_table(program.plan, program.checked)
        self.effects = effects(program.checked)
        self.names = block_names(program)
        self.keys = {name: key for key, name in self.names.items()}
        self._addresses: dict[str, dict[int, tuple[str, int]]] = {}
        self._hosts = {key: _hosts(program, body.events) for key, body in program.checked.bodies.items() if body.events}
        self._lines: dict[int, typed_statements.Line] = {}
        for body in program.checked.bodies.values():
            for line in walk(body):
                if isinstance(line, typed_statements.Line):
                    self._lines.update({id(opener): line for opener in line.openers})

    # -------------------------------------------------------------- addresses

    def addresses(self, key: str) -> dict[int, tuple[str, int]]:
        """Where a block can wait: op number to line id and statement; lines without an id are numbered."""
        if key not in self._addresses:
            found: dict[int, tuple[str, int]] = {}
            seen: dict[tuple[str, int, bool], int] = {}
            for pc, op in enumerate(self.program.blocks[key].ops):
                if isinstance(op, WAITS):
                    spot = (op.id or "", op.k, isinstance(op, o.Seal))
                    seen[spot] = seen.get(spot, 0) + 1
                    found[pc] = (f"[{op.id or ''}]" + (f"/{seen[spot]}" if seen[spot] > 1 else ""), op.k)
            self._addresses[key] = found
        return self._addresses[key]

    def spots(self, key: str, at: tuple[str, int]) -> Iterator[int]:
        """The ops of a block that stand at an address: one, or a `together` and the ask in it."""
        return (pc for pc, spot in self.addresses(key).items() if spot == at)

    # -------------------------------------------------------------- loops

    def loops(self, key: str, pc: int) -> list[OpenLoop]:
        """The loops that are open at an op, outermost first."""
        ops = self.program.blocks[key].ops
        found: list[OpenLoop] = []
        for n, op in enumerate(ops[:pc]):
            if isinstance(op, STARTS) and pc < op.exit:
                found.append(OpenLoop(op.slot, ops[n - 1], op))
        return found

    def keeps_rest(self, op: o.EachNext) -> bool:
        """Must a `for each` keep what is left: could its collection be another one by now?"""
        step = op.step
        first = None if isinstance(step.first, str) else step.first
        reads = self.effects.depends(step.source, *(() if first is None else (first,)))
        if names_read((step.source, first)) or TIME in reads or step.source.type.bare.ordered:
            return True
        line = self._lines.get(id(step))
        return line is None or bool(reads & self.effects.changes_in((line,)))

    def is_fixed(self, node: v.T) -> bool:
        """Can a value be told from the tables alone?"""
        return not names_read(node) and self.effects.is_fixed(node)

    # -------------------------------------------------------------- types of names

    def type_of(self, key: str, name: str, pc: int) -> t.Type:
        """The type of a name of a block, as it is bound before an op."""
        if name in ("last", MEASURE):
            return t.ANY_NUMBER
        found = self._bound_type(key, name, pc) or self._declared_type(key, name)
        if found is None:
            found = next((x for host in self.hosts(key) if (x := self._declared_type(host, name)) is not None), None)
        if found is None and name == "player":
            return t.or_nothing(t.SEAT)
        return t.or_nothing(found) if found is not None else t.UNKNOWN

    def _bound_type(self, key: str, name: str, pc: int) -> t.Type | None:
        for op in reversed(self.program.blocks[key].ops[:pc]):
            found = bound_type(op, name)
            if found is not None:
                return found
        return None

    def _declared_type(self, key: str, name: str) -> t.Type | None:
        body = self.program.blocks[key].body
        if body is None:
            return None
        if body.sort == "procedure":
            proc = next(p for known in self.program.checked.symbols.procs.values() for p in known if p.key == body.name)
            kinds = {p.name: p.type for p in proc.params}
            if name in kinds:
                return kinds[name]
        known = dict(body.locals)  # a `let` that is changed further on may hold more than its first value says
        return known.get(name) or self._of_effects(body, name)

    def _of_effects(self, body: typed_statements.Body, name: str) -> t.Type | None:
        """A parameter that came along with a chosen effect."""
        for _, kind in (*body.locals, *((p.name, p.type) for p in body.front if isinstance(p, typed_statements.Param))):
            bare = kind.bare
            if bare.effects:
                for inner in self.live.effects.columns.get((bare.kind, bare.column), ()):
                    for step in inner.front:
                        if isinstance(step, typed_statements.Param) and step.name == name:
                            return step.type
        return None

    def hosts(self, key: str) -> list[str]:
        """The blocks a reaction reacts to."""
        return self._hosts.get(key, [])

    # -------------------------------------------------------------- frames

    def stands(self, frame: Frame, innermost: bool) -> tuple[tuple[str, int], Names]:
        """The address of a frame and what is live there."""
        key, ops = frame.key, self.program.blocks[frame.key].ops
        if frame.phase == "after":
            return (AFTER, 1), frozenset()
        if innermost:
            return self.addresses(key)[frame.pc], self.live.live_while_waiting(key, frame.pc)
        if frame.pc == 0 and not isinstance(ops[0], o.Menu):
            return (BEGIN, 1), self.live.live_at(key, 0) - frozenset(LOST)
        if frame.menu is not None:
            return self.addresses(key)[frame.pc], self.live.live_while_running(key, frame.pc)
        if isinstance(ops[frame.pc - 1], o.Event):
            return (BEFORE, 1), self.live.live_at(key, frame.pc)
        return self.addresses(key)[frame.pc - 1], self.live.live_while_running(key, frame.pc - 1)

    def local_type(self, frames: list[Frame], n: int, name: str) -> t.Type:
        """The type of a name of the n-th frame; `here` is what the nearest `perform` below was given."""
        if name != "here":
            return self.type_of(frames[n].key, name, frames[n].pc)
        while n > 0 and not frames[n].key.startswith("effect "):
            n -= 1
        if n == 0:
            return t.UNKNOWN
        host = frames[n - 1]
        op = self.program.blocks[host.key].ops[host.pc - 1]
        at = op.call.get("with") if isinstance(op, o.Perform) else None
        return t.or_nothing(at.type) if at is not None else t.NOTHING

    # -------------------------------------------------------------- old values

    def olds(self, key: str) -> dict[str, list[v.Earlier]]:
        """The `old` values of a block by their labels; a reaction's are kept by what it reacts to."""
        block = self.program.blocks[key]
        nodes = list(block.olds)
        if block.body is not None and block.body.sort == "reaction":
            nodes += all_of(block.body, v.Earlier)
        found: dict[str, list[v.Earlier]] = {}
        for node in nodes:
            found.setdefault(label(node.value), []).append(node)
        return found


def _hosts(program: Program, events: tuple[str, ...]) -> list[str]:
    return [key for key in program.blocks if key.startswith(("action ", "proc ")) and event_name(key) in events]


def spot_of(frame: Frame, at: tuple[str, int], innermost: bool) -> int | None:
    """The op whose loops are open: none before the first line and after the last."""
    if at[0] in (BEGIN, AFTER):
        return None
    return frame.pc if innermost or frame.menu is not None else frame.pc - 1


def bound_type(op: o.Op, name: str) -> t.Type | None:
    """The type an op gives to a name it binds."""
    if isinstance(op, o.Let) and op.name == name:
        return None if (op.value.type.bare == t.Never()) else op.value.type
    if isinstance(op, o.EachNext) and op.step.name == name:
        return op.step.source.type.member
    if isinstance(op, o.Roll) and name in op.step.names:
        return op.step.source.type.member
    if isinstance(op, o.Lot) and op.step.param.name == name:
        return op.step.param.type
    if isinstance(op, o.SealNext) and op.name == name:
        return t.SEAT
    if isinstance(op, o.Ask) and isinstance(op.step, typed_statements.Choose):
        return next((p.type for p in op.step.params if p.name == name), None)
    return None


def block_names(program: Program) -> dict[str, str]:
    """How each block is written in a position: its own name, or its key where two have the same."""
    plain = {key: _plain_name(program, key) for key in program.blocks if not key.startswith("chain")}
    count: dict[str, int] = {}
    for name in plain.values():
        count[name] = count.get(name, 0) + 1
    return {key: name if count[name] == 1 else key for key, name in plain.items()}


def _plain_name(program: Program, key: str) -> str:
    block = program.blocks[key]
    if key.startswith("reaction ") and block.body is not None and block.body.lines:
        first = next((op.id for op in block.ops if op.id), None)
        return f"[{first}]" if first is not None else key
    if key.startswith("effect "):
        effect = next((e for e in program.plan.effects if e.key == key), None)
        return f"{effect.row}.{effect.label}" if effect is not None else key
    return key.split(" ", 1)[-1]


@memoize
def program_index(program: Program) -> ProgramIndex:
    """What is known of a program; worked out when first asked."""
    return ProgramIndex(program)
