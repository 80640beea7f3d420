"""Positions as JSON, read: nothing that play could not hold comes in, every refusal names its reasons.

A position comes from anybody: another engine, a file, a test. So each part is read strictly in turn (states, zones,
frames, what is asked), and then the waiting line is stepped to again: only if the rules ask there what the position
says they ask is it taken. What passes may still be a position that no game comes to; what a law, an ending or the
lines themselves exclude does not pass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.gamestate.game_state import GameState
from rulekit.play.machine import ops as o
from rulekit.play.machine.body_end_steps import event_name
from rulekit.play.machine.frames import MEASURE, ChancePoint, Decision, Frame, Move, Over, Sealed
from rulekit.play.machine.law_evaluation import LawEvaluation
from rulekit.play.machine.liveness import OLD, Names, names_only
from rulekit.play.machine.machine import Machine, Program
from rulekit.play.machine.program_index import AFTER, BEFORE, BEGIN, OpenLoop, program_index, spot_of
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.verb_execution import VerbHandler
from rulekit.play.position.config_json import config_json, keys, read_config
from rulekit.play.position.indexed_form import unnest
from rulekit.play.position.position_writer import PositionWriter, key_type, member_of
from rulekit.play.position.strict_json import check_strict_json as strict
from rulekit.play.position.strict_json import dumps
from rulekit.play.position.value_json import ValueCodec
from rulekit.play.refusals import BadValue, Refused, short_text
from rulekit.typesystem import types as t

PARTS = ("asks", "config", "frames", "states", "zones")


IMPOSSIBLE = (LookupError, TypeError, ValueError, ArithmeticError, AssertionError, RecursionError)


def from_json(game: CheckedRulebook | Program, data: Any, laws: bool = True, near: GameState | None = None) -> Machine:
    """The position, ready to go on; `Refused` with all reasons of the first part that cannot be.

    `laws` may be left out for positions that this engine wrote itself: some laws take long to look at. What they asked
    of a `near` table of the same program is not asked again where that table is the same.
    """
    strict(data)
    keys(data, PARTS, "a position")
    program = game if isinstance(game, Program) else read_config(game, data["config"])
    m = Machine(program, program_index(program).start.copy())
    if dumps(config_json(m)) != dumps(data["config"]):
        raise Refused("impossible", "config: another game, other options or another number of seats")
    PositionReader(m, near).read(data, laws)
    return m


ALLOWED = {"block", "at", "loops", "locals", "menu", "old", "reported", "measure", "fired"}


ASKS = {"decide": (o.Ask, o.Menu), "together": (o.Seal,), "chance": (o.Roll, o.Lot, o.Shuffle), "over": ()}


def _between(frame: Frame, block: o.Block, where: str) -> None:
    """Not at a line: not begun yet, before its first effect, or after its last."""
    if where == AFTER:
        frame.pc, frame.phase = len(block.ops) - 1, "after"
    elif where == BEFORE:
        spot = next((pc for pc, op in enumerate(block.ops) if isinstance(op, o.Event)), None)
        if spot is None:
            raise BadValue(f"frames: {block.key} has no reactions")
        frame.pc = spot + 1


def _number(data: Any, what: str) -> int:
    """A whole number, not `true`; `what` says in a message where it stands."""
    if not isinstance(data, int) or isinstance(data, bool):
        raise BadValue(f"frames: {what} must be a number")
    return data


Data = dict[str, Any]


def keeps(loop: OpenLoop) -> bool:
    """A bare `until` keeps nothing."""
    if isinstance(loop.next, o.UntilNext):
        return loop.next.step.times is not None or loop.next.step.falling is not None
    return True


def _exactly(data: Data, *wanted: str) -> None:
    """Refuses a loop that holds more or less than its kind does."""
    if set(data) != set(wanted):
        raise BadValue(f"frames: a loop of this kind keeps {', '.join(wanted)}")


def _count(data: Any, low: int = 0) -> int:
    """A whole number that is not below `low`."""
    if not isinstance(data, int) or isinstance(data, bool) or data < low:
        raise BadValue("frames: a loop counts in whole numbers")
    return data


def _fields(data: Data, names: list[str]) -> None:
    """Refuses a move with more or fewer values than its parameters."""
    if set(data) != {"do", *names}:
        raise BadValue("frames: an answer has other values")


KINDS = {"decide": Decision, "together": Sealed, "chance": ChancePoint}


class PositionReader:
    """Reads the data of one position into a machine that stands at the start of the same game.

    Whatever is wrong ends as `Refused("impossible", ..)`; a `BadValue` is the same inside one part, before it is known
    which part is being read.
    """

    def __init__(self, m: Machine, near: GameState | None = None) -> None:
        self.m = m
        self.near = near
        self.know = program_index(m.program)
        self.codec = ValueCodec(m)

    # ------------------------------------------------------------------ states and zones

    def read(self, data: Any, laws: bool) -> None:
        """All of it, and that nothing else could be asked there."""
        self.read_states(data["states"])
        self.read_zones(data["zones"])
        if self.near is not None:
            self.m.table = self.near.turned_into(self.m.table)
        if beyond := self.out_of_bounds():
            raise Refused("impossible", *beyond)
        try:
            self.read_frames(data["frames"], data["asks"])
            self.ask_again(data["asks"])
            self.check_laws(laws)
        except Fault as fault:
            raise Refused("impossible", f"[{fault.clause}]" if fault.clause else str(fault)) from None
        except BadValue as slip:
            raise Refused("impossible", slip.words) from None
        except IMPOSSIBLE as error:  # the rules were asked about what no play leads to
            raise Refused("impossible", f"the rules cannot be read in this position ({type(error).__name__})") from None
        self.check_asks(data["asks"])

    def read_states(self, data: Any) -> None:
        """Reads the states into the table. Ghost states are left out, for no position holds them; all values that
        are wrong are told at once.
        """
        symbols = self.m.plan.symbols
        wanted = tuple(n for n, info in symbols.states.items() if info.decl is None or not info.decl.ghost)
        keys(data, wanted, "states")
        wrong: list[str] = []
        for name in wanted:
            info = symbols.states[name]
            try:
                for args, written in unnest(self.m.plan, info.indexes, data[name], self.codec.read):
                    value = self.codec.read(written, info.type)
                    self.m.table.write(name, args, tuple(sorted(value)) if info.type.bare.distinct else value)
            except BadValue as slip:
                wrong.append(f"{name}: {slip.words}")
        if wrong:
            raise Refused("impossible", *wrong)

    def read_zones(self, data: Any) -> None:
        """Every piece lies in exactly one zone of its kind."""
        symbols = self.m.plan.symbols
        keys(data, tuple(symbols.zones), "zones")
        wrong: list[str] = []
        where: dict[str, dict[int, int]] = {kind: {} for kind in self.m.table.where}
        self.m.table.zones = {}
        for name, info in symbols.zones.items():
            try:
                for args, written in unnest(self.m.plan, info.indexes, data[name], self.codec.read):
                    zone = self.m.plan.zone_ids[name][args]
                    pieces = self.codec.read(written, t.Sequence(t.Piece(info.kind)))
                    self.m.table.lay(zone, tuple(sorted(pieces)) if info.shape in ("set", "bag") else pieces)
                    wrong += [
                        f"{short_text(self._name(info.kind, p))} lies in two zones"
                        for p in pieces
                        if p in where[info.kind]
                    ]
                    where[info.kind].update(dict.fromkeys(pieces, zone))
                    wrong += self._full(name, len(pieces))
            except BadValue as slip:
                wrong.append(f"{name}: {slip.words}")
        for kind, lies in where.items():
            wrong += [
                f"{self._name(kind, p)} lies in no zone" for p in self.m.plan.members(t.Piece(kind)) if p not in lies
            ]
        if wrong:
            raise Refused("impossible", *wrong)
        for kind, lies in where.items():
            self.m.table.where[kind] = dict(sorted(lies.items()))
            for piece in lies:
                self.m.table.note_change(f"where {kind}", (f"where {kind}", piece))

    def _name(self, kind: str, piece: int) -> str:
        """What a piece is called in a message: the name of its row."""
        name: str = self.m.plan.row(kind, piece).name
        return name

    def _full(self, name: str, count: int) -> list[str]:
        """The complaint about more pieces than a zone holds, none if there are not too many."""
        most = self.m.plan.symbols.zones[name].capacity
        return [f"{name}: {count} pieces, it holds {most}"] if most is not None and count > most else []

    def out_of_bounds(self) -> list[str]:
        """The states that are beyond their `at most` and `at least` bounds."""
        wrong: list[str] = []
        for name, info in self.m.plan.symbols.states.items():
            kind = info.type.bare
            if not kind.numeric or not self.m.state_bounds(name):
                continue
            doer = VerbHandler(self.m.evaluator(), {}, None, False)
            for args, value in self.m.table.states[name].items():
                low, high = doer.bounds(name, args, kind)
                if value is not None and not low <= value <= high:
                    wrong.append(f"{name}: {value} is not {low} to {high}")
        return wrong

    # ------------------------------------------------------------------ what must hold

    def check_laws(self, laws: bool) -> None:
        """A position in which the game would have ended, or in which a law is broken, cannot be."""
        if self.m.started and not isinstance(self.m.pending, Over):
            ended = [
                f"[{e.id}]" if e.id else "an end at once"
                for e in self.m.program.at_once
                if self.m.evaluator().holds(e.condition, {})
            ]
            if ended:
                raise Refused("impossible", *ended)
        broken = (
            [f"[{law.id}]" for law in LawEvaluation(self.m).position_breaches()]
            if laws and LawEvaluation(self.m).law_point()
            else []
        )
        if broken:
            raise Refused("impossible", *broken)

    def check_asks(self, data: Any) -> None:
        """Refuses a position that says it asks something else than the rules ask there. Answers that lie face down
        are left out.
        """
        from rulekit.play.position.value_json import ValueCodec

        now = PositionWriter(self.m, ValueCodec.with_labels(self.m)).asks()
        if "together" in now:
            now = {key: value for key, value in now.items() if key != "answers"}
            data = {key: value for key, value in data.items() if key != "answers"}
        if dumps(now) != dumps(data):
            raise Refused("impossible", "asks: stepping to this line would ask something else")

    def read_frames(self, data: Any, asks: Any) -> None:
        """The frames, outermost first; none when the game is over."""
        if not isinstance(data, list) or not isinstance(asks, dict) or len(set(ASKS) & set(asks)) != 1:
            raise BadValue("frames must be a list, asks one of decide, together, chance, over")
        if bool(data) == ("over" in asks):
            raise BadValue("frames: there are some while the game goes on, and none when it is over")
        for n, entry in enumerate(data):
            self.m.frames.append(self._frame_at_line(entry, asks if n == len(data) - 1 else None))
        self.m.started = not data or self.m.frames[0].key != "setup"
        for n in range(len(self.m.frames)):
            self._check_caller(n)
        for n, entry in enumerate(data):
            self._fill_frame(n, entry)
        self._check_depths()

    # ------------------------------------------------------------------ where it stands

    def _frame_at_line(self, data: Any, asks: Any) -> Frame:
        """A frame at its line; `asks` says what the innermost one waits for."""
        if not isinstance(data, dict) or not {"block", "at"} <= set(data) <= ALLOWED:
            raise BadValue("frames: a frame must be an object with block and at, and nothing strange")
        key = self.know.keys.get(data["block"]) if isinstance(data["block"], str) else None
        at = data["at"]
        if key is None:
            raise BadValue(f"frames: there is no block {short_text(data['block'])}")
        if not isinstance(at, list) or len(at) != 2 or not isinstance(at[0], str) or type(at[1]) is not int:
            raise BadValue(f"frames: {data['block']}: at must be a line and the number of its statement")
        frame = Frame(key, {})
        block = self.m.blocks[key]
        frame.host = block.body is not None and block.body.timing == "instead of"
        if at[0] in (BEGIN, BEFORE, AFTER):
            if asks is not None or at[1] != 1:
                raise BadValue(f"frames: {data['block']}: the innermost frame stands at a line")
            _between(frame, block, at[0])
            return frame
        fitting = ASKS[next(name for name in ASKS if name in asks)] if asks is not None else None
        for pc in self.know.spots(key, (at[0], at[1])):
            op = block.ops[pc]
            if (
                asks is not None
                and isinstance(op, fitting or ())
                and not (isinstance(op, o.Ask) and op.sealed is not None)
            ):
                frame.pc = pc
                return frame
            if asks is None and isinstance(op, o.Invoke | o.Perform | o.Ask | o.Menu):
                frame.pc = pc if isinstance(op, o.Menu) else pc + 1
                frame.menu = (0, ()) if isinstance(op, o.Menu) else None
                return frame
        raise BadValue(f"frames: {data['block']} cannot wait at {short_text(at[0])}")

    # ------------------------------------------------------------------ who began it

    def _check_caller(self, n: int) -> None:
        """Set-up or play at the bottom; every other frame begun by what the one below is doing."""
        frame = self.m.frames[n]
        if n == 0:
            if frame.key not in ("setup", "play"):
                raise BadValue("frames: the outermost block is setup or play")
            return
        waiting = self._reactions(n)
        if waiting is not None:
            host, keys = waiting
            if frame.key != keys[n - host - 1]:
                raise BadValue(f"frames: {self.know.names[frame.key]} does not react there")
            return
        if frame.pc == 0:
            raise BadValue(f"frames: {self.know.names[frame.key]} has not begun")
        if frame.key not in self.begins(self.m.frames[n - 1]):
            raise BadValue(
                f"frames: {self.know.names[self.m.frames[n - 1].key]} does not begin {self.know.names[frame.key]} there"
            )

    def _reactions(self, n: int) -> tuple[int, list[str]] | None:
        """Of a reaction: the frame it reacts to, and the keys that may lie on that, lowest first."""
        if not self.m.frames[n].key.startswith("reaction "):
            return None
        host = n - 1
        while host > 0 and self.m.frames[host].key.startswith("reaction ") and self.m.frames[host].pc == 0:
            host -= 1
        below = self.m.frames[host]
        name = event_name(below.key)
        if below.phase == "after":
            timings: tuple[str, ...] = ("after",)
        elif below.pc > 0 and isinstance(self.m.blocks[below.key].ops[below.pc - 1], o.Event):
            timings = ("before", "instead of")
        else:
            raise BadValue("frames: a reaction stands where nothing happened")
        keys = [block.key for timing in timings for block in self.m.program.reactions.get((timing, name), ())]
        keys.reverse()
        if n - host > len(keys):
            raise BadValue("frames: more reactions than there are")
        return host, keys

    def begins(self, frame: Frame) -> set[str]:
        """The blocks that the running statement of a frame may have begun."""
        ops, program = self.m.blocks[frame.key].ops, self.m.program
        op = ops[frame.pc] if frame.menu is not None else ops[frame.pc - 1] if frame.pc else None
        if op is None or frame.phase != "run":
            return set()
        asks = isinstance(op, o.Menu) or (isinstance(op, o.Ask) and isinstance(op.step, typed_statements.Ask))
        return program.begun_by(op) | ({f"action {info.name}" for info in program.anytime} if asks else set())

    # ------------------------------------------------------------------ what it holds

    def _fill_frame(self, n: int, data: dict[str, Any]) -> None:
        frame = self.m.frames[n]
        innermost = n == len(self.m.frames) - 1
        name = self.know.names[frame.key]
        block = self.m.blocks[frame.key]
        if innermost and isinstance(block.ops[frame.pc], o.Menu):
            frame.menu = (0, ())
        at, live = self.know.stands(frame, innermost)
        spot = spot_of(frame, at, innermost)
        open_loops = self.know.loops(frame.key, spot) if spot is not None else []
        members = {member for loop in open_loops if (member := member_of(loop)) is not None}
        self._locals(n, names_only(live) - members, data.get("locals", {}))
        self._olds(frame, live, data.get("old", {}), name)
        self.read_menu(frame, data.get("menu"), name)
        self.read_loops(frame, open_loops, data.get("loops", []))
        frame.reported = _number(data.get("reported", 0), f"{name}: reported")
        fired = data.get("fired", False)
        if (
            not isinstance(fired, bool)
            or (fired and not frame.host)
            or ("measure" in data) != (block.falling is not None)
        ):
            raise BadValue(f"frames: {name}: fired or measure do not belong there")
        frame.fired = fired
        if block.falling is not None:
            frame.env[MEASURE] = _number(data["measure"], f"{name}: measure")

    def _locals(self, n: int, live: Names, data: Any) -> None:
        """Exactly the live names, each of its type."""
        frame = self.m.frames[n]
        name = self.know.names[frame.key]
        if not isinstance(data, dict) or set(data) != set(live):
            raise BadValue(f"frames: {name}: the live names are {', '.join(sorted(live)) or 'none'}")
        for local in sorted(live):
            kind = self.know.local_type(self.m.frames, n, local)
            try:
                frame.env[local] = self.codec.read(data[local], t.or_nothing(kind) if kind.is_known else t.NOTHING)
            except BadValue as slip:
                raise BadValue(f"frames: {name}: {local}: {slip.words}") from None

    def _olds(self, frame: Frame, live: Names, data: Any, name: str) -> None:
        """The values of `old` that are still asked for below the line. They are found by their text and kept by the
        node that reads them, as in play.
        """
        nodes = self.know.olds(frame.key)
        wanted = {text for text in nodes if OLD + text in live}
        if not isinstance(data, dict) or set(data) != wanted:
            raise BadValue(f"frames: {name}: the old values still asked for are {', '.join(sorted(wanted)) or 'none'}")
        for text in wanted:
            for node in nodes[text]:
                frame.old = {**(frame.old or {}), id(node): self.codec.read(data[text], t.or_nothing(node.value.type))}

    def _check_depths(self) -> None:
        """How deep a block may stand on itself, and what must fall from one to the next."""
        for n, frame in enumerate(self.m.frames):
            block = self.m.blocks[frame.key]
            below = [f for f in self.m.frames[:n] if f.key == frame.key and f.phase == "run"]
            if block.deep is not None and len(below) >= block.deep:
                raise BadValue(f"frames: more than {block.deep} of one block")
            if block.falling is not None and below and not frame.env[MEASURE] < below[-1].env[MEASURE]:
                raise BadValue("frames: what should fall from one to the next does not")

    def read_loops(self, frame: Frame, open_loops: list[OpenLoop], data: Any) -> None:
        """One entry for each open loop that keeps something, outermost first."""
        kept = [loop for loop in open_loops if keeps(loop)]
        if not isinstance(data, list) or len(data) != len(kept) or not all(isinstance(entry, dict) for entry in data):
            raise BadValue(f"frames: {self.know.names[frame.key]}: there are {len(kept)} loops open at that line")
        entries = {loop.slot: entry for loop, entry in zip(kept, data, strict=True)}
        for loop in open_loops:
            if loop.slot not in entries:
                frame.loops[loop.slot] = (1, None)
            else:
                LOADERS[type(loop.next)](self, frame, loop, entries[loop.slot])

    def _each_loop(self, frame: Frame, loop: OpenLoop, data: Data) -> None:
        """The current member, and what is left: as written, or as it follows from the collection."""
        assert isinstance(loop.next, o.EachNext)
        name, kind = loop.next.step.name, loop.next.step.source.type.member or t.UNKNOWN
        if self.know.keeps_rest(loop.next):
            _exactly(data, "member", "left")
            frame.loops[loop.slot] = self.codec.read(data["left"], t.Sequence(kind))
            frame.env[name] = self.codec.read(data["member"], kind)
            return
        _exactly(data, "member")
        member = self.codec.read(data["member"], kind)
        pc = frame.pc
        self.m.step(frame, loop.head)
        frame.pc = pc
        all_members = frame.loops[loop.slot]
        if member not in all_members:
            raise BadValue(f"frames: {name} is not one of those the loop goes through")
        frame.loops[loop.slot] = all_members[all_members.index(member) + 1 :]
        frame.env[name] = member

    def _repeat_loop(self, frame: Frame, loop: OpenLoop, data: Data) -> None:
        """Which pass it is, and of how many, unless that number is printed in the rules."""
        assert isinstance(loop.head, o.RepeatStart)
        if self.know.is_fixed(loop.head.times):
            _exactly(data, "pass")
            times = self.m.evaluator().value(loop.head.times, {}) or 0
        else:
            _exactly(data, "pass", "of")
            times = _count(data["of"])
        done = _count(data["pass"], 1)
        if done > times:
            raise BadValue(f"frames: pass {done} of {times}")
        frame.loops[loop.slot] = (done, times)

    def _until_loop(self, frame: Frame, loop: OpenLoop, data: Data) -> None:
        """Which pass it is, where passes are counted; else the number below which the next measure must fall."""
        assert isinstance(loop.next, o.UntilNext)
        if loop.next.step.times is None:
            _exactly(data, "below")
            frame.loops[loop.slot] = (1, _count(data["below"], -t.LARGEST))
            return
        _exactly(data, "pass")
        most = self.m.evaluator().value(loop.next.step.times, frame.env) or 0
        done = _count(data["pass"], 1)
        if done > most:
            raise BadValue(f"frames: pass {done} of at most {most}")
        frame.loops[loop.slot] = (done, None)

    def _together_loop(self, frame: Frame, loop: OpenLoop, data: Data) -> None:
        """Whose answer is being done, and the answers still to be done, in seat order."""
        assert isinstance(loop.next, o.SealNext) and isinstance(loop.head, o.Seal)
        _exactly(data, "member", "answers", *(("answer",) if "answer" in data else ()))
        member = self.codec.read(data["member"], t.SEAT)
        if not isinstance(data["answers"], list):
            raise BadValue("frames: the answers must be a list")
        answers: dict[int, Move] = {}
        for pair in data["answers"]:
            if not isinstance(pair, list) or len(pair) != 2:
                raise BadValue("frames: the answers must be pairs of a seat and a move")
            seat = self.codec.read(pair[0], t.SEAT)
            if seat <= max((member, *answers)):
                raise BadValue("frames: the answers stand in the order of seats")
            answers[seat] = self.sealed_move(loop.head.step, pair[1])
        now = self.sealed_move(loop.head.step, data["answer"]) if "answer" in data else None
        frame.loops[loop.slot] = {"left": tuple(answers), "answers": answers, "answer": now}
        frame.env[loop.next.name] = member

    def sealed_move(self, step: typed_statements.Ask | typed_statements.Choose, data: Any) -> Move:
        """An answer given earlier: its values need only be of their types."""
        if not isinstance(data, dict) or not isinstance(data.get("do"), str):
            raise BadValue("frames: an answer must be a move")
        name = data["do"]
        if step.mode == "may" and name == (step.declining or "pass"):
            _fields(data, [])
            return Move(name, (), "decline")
        if isinstance(step, typed_statements.Choose):
            if name != step.name:
                raise BadValue("frames: an answer to another question")
            return self._read_move(data, step.params, "choose", None)
        actions = [action for action in step.offers if self.m.written_name(action) == name]
        for action in actions:
            try:
                return self._read_move(data, self.m.program.action_params(action), "action", action)
            except BadValue:
                if action == actions[-1]:
                    raise
        raise BadValue("frames: an answer to another question")

    def _read_move(self, data: Data, params: tuple[typed_statements.Param, ...], how: str, action: str | None) -> Move:
        """A move from its values by name: first the parameters as declared, then those that a chosen effect brings,
        which are known only once the effect is read.
        """
        args: list[tuple[str, Any]] = []
        kinds: list[t.Type] = []
        for param in params:
            for one in (param, *self._effect_parameters(args, kinds)):
                if one.name not in data:
                    raise BadValue(f"frames: {one.name} is missing in an answer")
                args.append((one.name, self.codec.read(data[one.name], one.type)))
                kinds.append(one.type)
        for one in self._effect_parameters(args, kinds):
            if one.name not in data:
                raise BadValue(f"frames: {one.name} is missing in an answer")
            args.append((one.name, self.codec.read(data[one.name], one.type)))
            kinds.append(one.type)
        _fields(data, [name for name, _ in args])
        return Move(data["do"], tuple(args), how, action, types=tuple(kinds))

    def _effect_parameters(
        self, args: list[tuple[str, Any]], kinds: list[t.Type]
    ) -> tuple[typed_statements.Param, ...]:
        """The parameters of the effect that was read last."""
        if kinds and kinds[-1].bare.effects and args[-1][1] is not None:
            return self.codec.m.program.effect_params(args[-1][1])
        return ()

    # ------------------------------------------------------------------ menus

    def read_menu(self, frame: Frame, data: Any, name: str) -> None:
        """The memory of an open menu: what its groups can hold."""
        if frame.menu is None:
            if data is not None:
                raise BadValue(f"frames: {name}: no menu is open there")
            return
        op = self.m.blocks[frame.key].ops[frame.pc]
        assert isinstance(op, o.Menu)
        wanted = {"count", "used"} | ({"of"} if op.step.count is not None else set())
        if not isinstance(data, dict) or set(data) != wanted or not isinstance(data["used"], list):
            raise BadValue(f"frames: {name}: a menu keeps {', '.join(sorted(wanted))}")
        used = tuple(self._used_pair(op.step, pair) for pair in data["used"])
        count = _count(data["count"])
        if len(set(used)) < len(used) or len(used) > count:
            raise BadValue(f"frames: {name}: more is used up than was picked")
        if op.step.count is not None:
            frame.loops[-1] = _count(data["of"], 1)
            if count > frame.loops[-1]:
                raise BadValue(f"frames: {name}: more was picked than could be")
        frame.menu = (count, used)

    def _used_pair(self, step: typed_statements.Menu, data: Any) -> tuple[str, Any]:
        """A group of a menu that is used up, and for what: `once` for good, else for one action or one key."""
        groups = {f"[{group.id}]": group for group in step.groups if group.mode != "freely"}
        group = groups.get(data[0]) if isinstance(data, list) and data and isinstance(data[0], str) else None
        if group is None or len(data) != (1 if group.mode == "once" else 2):
            raise BadValue("frames: no group of the menu is used up so")
        if group.mode == "once":
            return group.id or "", None
        if group.keyed_by_action:
            if data[1] not in group.offers:
                raise BadValue("frames: no group of the menu is used up so")
            return group.id or "", data[1]
        return group.id or "", self.codec.read(data[1], key_type(self.m, group))

    def ask_again(self, data: Any) -> None:
        """`pending` as it follows from the frames; sealed answers come from the data."""
        if "over" in data:
            self.m.pending = Over(self._won_by(data["over"]))
            return
        self.step_again()
        wanted = next(kind for name, kind in KINDS.items() if name in data)
        if not isinstance(self.m.pending, wanted):
            raise Refused("impossible", "asks: stepping to this line would ask something else")
        if isinstance(self.m.pending, Sealed):
            self.m.pending = self._sealed_answers(self.m.pending, data.get("answers"))

    def step_again(self) -> None:
        """The line at which a position waits, asked anew on the table as it is."""
        depth, frame = len(self.m.frames), self.m.frames[-1]
        pc = frame.pc
        self.m.pending = None
        block = self.m.blocks[frame.key]
        self.m.step(frame, block.ops[pc])
        if len(self.m.frames) != depth or frame.pc != pc or self.m.pending is None:
            raise Refused("impossible", f"[{block.ops[pc].id}]: nobody would be asked here")

    def _won_by(self, data: Any) -> tuple[int, ...] | None:
        """Who won by `finish, won by`: then the result has winners and outcome alone."""
        if not isinstance(data, dict):
            raise BadValue(f"asks: {short_text(data)} is no result")
        if set(data) != {"winners", "outcome"}:
            return None
        winners = data["winners"]
        if not isinstance(winners, list) or not all(self._is_seat(seat) for seat in winners):
            raise BadValue("asks: the winners are no seats")
        return tuple(winners)

    def _is_seat(self, data: Any) -> bool:
        """Whether it is the number of a seat. In JSON `true` is no number, though Python takes it for one."""
        return isinstance(data, int) and not isinstance(data, bool) and 0 <= data < self.m.plan.seats

    def _sealed_answers(self, pending: Sealed, data: Any) -> Sealed:
        """The sealed answers: of those who are asked, out of what each may do, and not all of them yet."""
        if not isinstance(data, list):
            raise BadValue("asks: the answers must be a list of seats and moves")
        scribe = ValueCodec.with_labels(self.m)
        answers: dict[int, Move] = dict(pending.answers)
        given: set[int] = set()
        for pair in data:
            if not isinstance(pair, list) or len(pair) != 2 or not self._is_seat(pair[0]) or pair[0] in given:
                raise BadValue("asks: the answers must be pairs of a seat and a move")
            seat, written = pair
            found = [move for move in pending.moves.get(seat, ()) if dumps(scribe.open_move(move)) == dumps(written)]
            if not found:
                raise BadValue(f"asks: seat {seat} cannot have answered this")
            given.add(seat)
            answers[seat] = found[0]
        if not set(pending.answers) <= given or len(answers) >= len(pending.asked):
            raise BadValue("asks: some answer is missing, or all are in")
        return Sealed(pending.line, pending.op, pending.asked, pending.moves, answers)


LOADERS: dict[type, Callable[[PositionReader, Frame, OpenLoop, Data], None]] = {
    o.EachNext: PositionReader._each_loop,
    o.RepeatNext: PositionReader._repeat_loop,
    o.UntilNext: PositionReader._until_loop,
    o.SealNext: PositionReader._together_loop,
}
