"""Open loops and menu memory of a frame, read back."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_statements
from rulekit.play.machine import ops as o
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.op_steps import step
from rulekit.play.machine.program_index import Knowledge, Loop
from rulekit.play.moves.move_encoder import action_params, effect_params
from rulekit.play.moves.refusals import Slip
from rulekit.play.moves.value_decoder import Taker
from rulekit.play.position.frames import Frame, Move
from rulekit.play.position.frames_json import key_type
from rulekit.typesystem import types as t

Data = dict[str, Any]


def loops(m: Machine, know: Knowledge, taker: Taker, frame: Frame, open_loops: list[Loop], data: Any) -> None:
    """One entry for each open loop that keeps something, outermost first."""
    kept = [loop for loop in open_loops if keeps(loop)]
    if not isinstance(data, list) or len(data) != len(kept) or not all(isinstance(entry, dict) for entry in data):
        raise Slip(f"frames: {know.names[frame.key]}: there are {len(kept)} loops open at that line")
    entries = {loop.slot: entry for loop, entry in zip(kept, data, strict=True)}
    for loop in open_loops:
        if loop.slot not in entries:
            frame.loops[loop.slot] = (1, None)
        else:
            LOADERS[type(loop.next)](m, know, taker, frame, loop, entries[loop.slot])


def keeps(loop: Loop) -> bool:
    """A bare `until` keeps nothing."""
    if isinstance(loop.next, o.UntilNext):
        return loop.next.step.times is not None or loop.next.step.falling is not None
    return True


def _exactly(data: Data, *wanted: str) -> None:
    if set(data) != set(wanted):
        raise Slip(f"frames: a loop of this kind keeps {', '.join(wanted)}")


def _number(data: Any, low: int = 0) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or data < low:
        raise Slip("frames: a loop counts in whole numbers")
    return data


def _each(m: Machine, know: Knowledge, taker: Taker, frame: Frame, loop: Loop, data: Data) -> None:
    """The current member, and what is left: as written, or as it follows from the collection."""
    assert isinstance(loop.next, o.EachNext)
    name, kind = loop.next.step.name, t.member(loop.next.step.source.type) or t.UNKNOWN
    if know.keeps_rest(loop.next):
        _exactly(data, "member", "left")
        frame.loops[loop.slot] = taker.read(data["left"], t.Sequence(kind))
        frame.env[name] = taker.read(data["member"], kind)
        return
    _exactly(data, "member")
    member = taker.read(data["member"], kind)
    pc = frame.pc
    step(m, frame, loop.head, m.blocks[frame.key])
    frame.pc = pc
    all_members = frame.loops[loop.slot]
    if member not in all_members:
        raise Slip(f"frames: {name} is not one of those the loop goes through")
    frame.loops[loop.slot] = all_members[all_members.index(member) + 1 :]
    frame.env[name] = member


def _repeat(m: Machine, know: Knowledge, taker: Taker, frame: Frame, loop: Loop, data: Data) -> None:
    assert isinstance(loop.head, o.RepeatStart)
    if know.fixed(loop.head.times):
        _exactly(data, "pass")
        times = m.eyes().value(loop.head.times, {}) or 0
    else:
        _exactly(data, "pass", "of")
        times = _number(data["of"])
    done = _number(data["pass"], 1)
    if done > times:
        raise Slip(f"frames: pass {done} of {times}")
    frame.loops[loop.slot] = (done, times)


def _until(m: Machine, know: Knowledge, taker: Taker, frame: Frame, loop: Loop, data: Data) -> None:
    assert isinstance(loop.next, o.UntilNext)
    if loop.next.step.times is None:
        _exactly(data, "below")
        frame.loops[loop.slot] = (1, _number(data["below"], -t.LARGEST))
        return
    _exactly(data, "pass")
    most = m.eyes().value(loop.next.step.times, frame.env) or 0
    done = _number(data["pass"], 1)
    if done > most:
        raise Slip(f"frames: pass {done} of at most {most}")
    frame.loops[loop.slot] = (done, None)


def _together(m: Machine, know: Knowledge, taker: Taker, frame: Frame, loop: Loop, data: Data) -> None:
    """Whose answer is being done, and the answers still to be done, in seat order."""
    assert isinstance(loop.next, o.SealNext) and isinstance(loop.head, o.Seal)
    _exactly(data, "member", "answers", *(("answer",) if "answer" in data else ()))
    member = taker.read(data["member"], t.SEAT)
    if not isinstance(data["answers"], list):
        raise Slip("frames: the answers must be a list")
    answers: dict[int, Move] = {}
    for pair in data["answers"]:
        if not isinstance(pair, list) or len(pair) != 2:
            raise Slip("frames: the answers must be pairs of a seat and a move")
        seat = taker.read(pair[0], t.SEAT)
        if seat <= max((member, *answers)):
            raise Slip("frames: the answers stand in the order of seats")
        answers[seat] = sealed_move(m, taker, loop.head.step, pair[1])
    now = sealed_move(m, taker, loop.head.step, data["answer"]) if "answer" in data else None
    frame.loops[loop.slot] = {"left": tuple(answers), "answers": answers, "answer": now}
    frame.env[loop.next.name] = member


LOADERS: dict[type, Any] = {
    o.EachNext: _each,
    o.RepeatNext: _repeat,
    o.UntilNext: _until,
    o.SealNext: _together,
}


def sealed_move(m: Machine, taker: Taker, step: typed_statements.Ask | typed_statements.Choose, data: Any) -> Move:
    """An answer given earlier: its values need only be of their types."""
    if not isinstance(data, dict) or not isinstance(data.get("do"), str):
        raise Slip("frames: an answer must be a move")
    name = data["do"]
    if step.mode == "may" and name == (step.declining or "pass"):
        _fields(data, [])
        return Move(name, (), "decline")
    if isinstance(step, typed_statements.Choose):
        if name != step.name:
            raise Slip("frames: an answer to another question")
        return _read(taker, data, step.params, "choose", None)
    actions = [action for action in step.offers if m.written(action) == name]
    for action in actions:
        try:
            return _read(taker, data, action_params(m, action), "action", action)
        except Slip:
            if action == actions[-1]:
                raise
    raise Slip("frames: an answer to another question")


def _read(taker: Taker, data: Data, params: tuple[typed_statements.Param, ...], how: str, action: str | None) -> Move:
    args: list[tuple[str, Any]] = []
    kinds: list[t.Type] = []
    for param in params:
        for one in (param, *_brought(taker, args, kinds)):
            if one.name not in data:
                raise Slip(f"frames: {one.name} is missing in an answer")
            args.append((one.name, taker.read(data[one.name], one.type)))
            kinds.append(one.type)
    for one in _brought(taker, args, kinds):
        if one.name not in data:
            raise Slip(f"frames: {one.name} is missing in an answer")
        args.append((one.name, taker.read(data[one.name], one.type)))
        kinds.append(one.type)
    _fields(data, [name for name, _ in args])
    return Move(data["do"], tuple(args), how, action, types=tuple(kinds))


def _brought(taker: Taker, args: list[tuple[str, Any]], kinds: list[t.Type]) -> tuple[typed_statements.Param, ...]:
    """The parameters of the effect that was read last."""
    if kinds and isinstance(t.bare(kinds[-1]), t.EffectOf) and args[-1][1] is not None:
        return effect_params(taker.m, args[-1][1])
    return ()


def _fields(data: Data, names: list[str]) -> None:
    if set(data) != {"do", *names}:
        raise Slip("frames: an answer has other values")


# ------------------------------------------------------------------ menus


def menu(m: Machine, taker: Taker, frame: Frame, data: Any, name: str) -> None:
    """The memory of an open menu: what its groups can hold."""
    if frame.menu is None:
        if data is not None:
            raise Slip(f"frames: {name}: no menu is open there")
        return
    op = m.blocks[frame.key].ops[frame.pc]
    assert isinstance(op, o.Menu)
    wanted = {"count", "used"} | ({"of"} if op.step.count is not None else set())
    if not isinstance(data, dict) or set(data) != wanted or not isinstance(data["used"], list):
        raise Slip(f"frames: {name}: a menu keeps {', '.join(sorted(wanted))}")
    used = tuple(_pair(m, taker, op.step, pair) for pair in data["used"])
    count = _number(data["count"])
    if len(set(used)) < len(used) or len(used) > count:
        raise Slip(f"frames: {name}: more is used up than was picked")
    if op.step.count is not None:
        frame.loops[-1] = _number(data["of"], 1)
        if count > frame.loops[-1]:
            raise Slip(f"frames: {name}: more was picked than could be")
    frame.menu = (count, used)


def _pair(m: Machine, taker: Taker, step: typed_statements.Menu, data: Any) -> tuple[str, Any]:
    groups = {f"[{group.id}]": group for group in step.groups if group.mode != "freely"}
    group = groups.get(data[0]) if isinstance(data, list) and data and isinstance(data[0], str) else None
    if group is None or len(data) != (1 if group.mode == "once" else 2):
        raise Slip("frames: no group of the menu is used up so")
    if group.mode == "once":
        return group.id or "", None
    if group.keyed_by_action:
        if data[1] not in group.offers:
            raise Slip("frames: no group of the menu is used up so")
        return group.id or "", data[1]
    return group.id or "", taker.read(data[1], key_type(m, group))
