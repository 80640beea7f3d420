"""The frames of a position read back: each at a real line, begun by the one below, with just the names that live."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_statements
from rulekit.play.machine import ops as o
from rulekit.play.machine.frame_reads import OLD, Names
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.op_steps import event_name
from rulekit.play.machine.program_index import Knowledge, known
from rulekit.play.moves.refusals import Slip, said
from rulekit.play.moves.value_decoder import Taker
from rulekit.play.position.frames import MEASURE, Frame
from rulekit.play.position.frames_json import AFTER, BEFORE, BEGIN, local_type, member_of, old_type, spot_of, stands
from rulekit.play.position.liveness import names_only
from rulekit.play.position.load_loops import loops, menu
from rulekit.typesystem import types as t

ALLOWED = {"block", "at", "loops", "locals", "menu", "old", "reported", "measure", "fired"}
ASKS = {"decide": (o.Ask, o.Menu), "together": (o.Seal,), "chance": (o.Roll, o.Lot, o.Shuffle), "over": ()}


def stack(m: Machine, data: Any, asks: Any) -> None:
    """The frames, outermost first; none when the game is over."""
    if not isinstance(data, list) or not isinstance(asks, dict) or len(set(ASKS) & set(asks)) != 1:
        raise Slip("frames must be a list, asks one of decide, together, chance, over")
    if bool(data) == ("over" in asks):
        raise Slip("frames: there are some while the game goes on, and none when it is over")
    know = known(m.program)
    for n, entry in enumerate(data):
        m.frames.append(_placed(m, know, entry, asks if n == len(data) - 1 else None))
    m.started = not data or m.frames[0].key != "setup"
    for n in range(len(m.frames)):
        _called(m, know, n)
    for n, entry in enumerate(data):
        _filled(m, know, n, entry)
    _bounded(m)


# ------------------------------------------------------------------ where it stands


def _placed(m: Machine, know: Knowledge, data: Any, asks: Any) -> Frame:
    """A frame at its line; `asks` says what the innermost one waits for."""
    if not isinstance(data, dict) or not {"block", "at"} <= set(data) <= ALLOWED:
        raise Slip("frames: a frame must be an object with block and at, and nothing strange")
    key = know.keys.get(data["block"]) if isinstance(data["block"], str) else None
    at = data["at"]
    if key is None:
        raise Slip(f"frames: there is no block {said(data['block'])}")
    if not isinstance(at, list) or len(at) != 2 or not isinstance(at[0], str) or type(at[1]) is not int:
        raise Slip(f"frames: {data['block']}: at must be a line and the number of its statement")
    frame = Frame(key, {})
    block = m.blocks[key]
    frame.host = block.body is not None and block.body.timing == "instead of"
    if at[0] in (BEGIN, BEFORE, AFTER):
        if asks is not None or at[1] != 1:
            raise Slip(f"frames: {data['block']}: the innermost frame stands at a line")
        _between(frame, block, at[0])
        return frame
    fitting = ASKS[next(name for name in ASKS if name in asks)] if asks is not None else None
    for pc in know.spots(key, (at[0], at[1])):
        op = block.ops[pc]
        if asks is not None and isinstance(op, fitting or ()) and not (isinstance(op, o.Ask) and op.sealed is not None):
            frame.pc = pc
            return frame
        if asks is None and isinstance(op, o.Invoke | o.Perform | o.Ask | o.Menu):
            frame.pc = pc if isinstance(op, o.Menu) else pc + 1
            frame.menu = (0, ()) if isinstance(op, o.Menu) else None
            return frame
    raise Slip(f"frames: {data['block']} cannot wait at {said(at[0])}")


def _between(frame: Frame, block: o.Block, where: str) -> None:
    """Not at a line: not begun yet, before its first effect, or after its last."""
    if where == AFTER:
        frame.pc, frame.phase = len(block.ops) - 1, "after"
    elif where == BEFORE:
        spot = next((pc for pc, op in enumerate(block.ops) if isinstance(op, o.Event)), None)
        if spot is None:
            raise Slip(f"frames: {block.key} has no reactions")
        frame.pc = spot + 1


# ------------------------------------------------------------------ who began it


def _called(m: Machine, know: Knowledge, n: int) -> None:
    """Set-up or play at the bottom; every other frame begun by what the one below is doing."""
    frame = m.frames[n]
    if n == 0:
        if frame.key not in ("setup", "play"):
            raise Slip("frames: the outermost block is setup or play")
        return
    waiting = _reactions(m, n)
    if waiting is not None:
        host, keys = waiting
        if frame.key != keys[n - host - 1]:
            raise Slip(f"frames: {know.names[frame.key]} does not react there")
        return
    if frame.pc == 0:
        raise Slip(f"frames: {know.names[frame.key]} has not begun")
    if frame.key not in begins(m, m.frames[n - 1]):
        raise Slip(f"frames: {know.names[m.frames[n - 1].key]} does not begin {know.names[frame.key]} there")


def _reactions(m: Machine, n: int) -> tuple[int, list[str]] | None:
    """If frame n is one of the reactions pushed on a host: the host, and the keys that may lie on it, lowest first."""
    if not m.frames[n].key.startswith("reaction "):
        return None
    host = n - 1
    while host > 0 and m.frames[host].key.startswith("reaction ") and m.frames[host].pc == 0:
        host -= 1
    below = m.frames[host]
    name = event_name(below.key)
    if below.phase == "after":
        timings: tuple[str, ...] = ("after",)
    elif below.pc > 0 and isinstance(m.blocks[below.key].ops[below.pc - 1], o.Event):
        timings = ("before", "instead of")
    else:
        raise Slip("frames: a reaction stands where nothing happened")
    keys = [block.key for timing in timings for block in m.program.reactions.get((timing, name), ())]
    keys.reverse()
    if n - host > len(keys):
        raise Slip("frames: more reactions than there are")
    return host, keys


def begins(m: Machine, frame: Frame) -> set[str]:
    """The blocks that the running statement of a frame may have begun."""
    ops = m.blocks[frame.key].ops
    op = ops[frame.pc] if frame.menu is not None else ops[frame.pc - 1] if frame.pc else None
    anytime = {f"action {info.name}" for info in m.program.anytime}
    if frame.phase != "run":
        return set()
    if isinstance(op, o.Invoke):
        return {"turn" if op.call.proc is None else f"proc {op.call.proc}"}
    if isinstance(op, o.Perform):
        kind = t.bare(op.call.args[0][1].type)
        assert isinstance(kind, t.EffectOf)
        return {e.key for e in m.plan.effects if (e.kind, e.column) == (kind.kind, kind.column)}
    if isinstance(op, o.Ask) and isinstance(op.step, typed_statements.Ask):
        return anytime | {f"action {name}" for name in op.step.offers}
    if isinstance(op, o.Menu):
        return anytime | {f"action {name}" for group in op.step.groups for name in group.offers}
    return set()


# ------------------------------------------------------------------ what it holds


def _filled(m: Machine, know: Knowledge, n: int, data: dict[str, Any]) -> None:
    frame, taker = m.frames[n], Taker(m)
    innermost = n == len(m.frames) - 1
    name = know.names[frame.key]
    block = m.blocks[frame.key]
    if innermost and isinstance(block.ops[frame.pc], o.Menu):
        frame.menu = (0, ())
    at, live = stands(know, frame, innermost)
    spot = spot_of(frame, at, innermost)
    open_loops = know.loops(frame.key, spot) if spot is not None else []
    members = {member for loop in open_loops if (member := member_of(loop)) is not None}
    _locals(m, know, taker, n, names_only(live) - members, data.get("locals", {}))
    _olds(know, taker, frame, live, data.get("old", {}), name)
    menu(m, taker, frame, data.get("menu"), name)
    loops(m, know, taker, frame, open_loops, data.get("loops", []))
    frame.reported = _number(data.get("reported", 0), f"{name}: reported")
    fired = data.get("fired", False)
    if not isinstance(fired, bool) or (fired and not frame.host) or ("measure" in data) != (block.falling is not None):
        raise Slip(f"frames: {name}: fired or measure do not belong there")
    frame.fired = fired
    if block.falling is not None:
        frame.env[MEASURE] = _number(data["measure"], f"{name}: measure")


def _number(data: Any, what: str) -> int:
    if not isinstance(data, int) or isinstance(data, bool):
        raise Slip(f"frames: {what} must be a number")
    return data


def _locals(m: Machine, know: Knowledge, taker: Taker, n: int, live: Names, data: Any) -> None:
    """Exactly the live names, each of its type."""
    frame = m.frames[n]
    name = know.names[frame.key]
    if not isinstance(data, dict) or set(data) != set(live):
        raise Slip(f"frames: {name}: the live names are {', '.join(sorted(live)) or 'none'}")
    for local in sorted(live):
        kind = local_type(m, know, n, local)
        try:
            frame.env[local] = taker.read(data[local], t.maybe(kind) if t.known(kind) else t.NOTHING)
        except Slip as slip:
            raise Slip(f"frames: {name}: {local}: {slip.words}") from None


def _olds(know: Knowledge, taker: Taker, frame: Frame, live: Names, data: Any, name: str) -> None:
    nodes = know.olds(frame.key)
    wanted = {text for text in nodes if OLD + text in live}
    if not isinstance(data, dict) or set(data) != wanted:
        raise Slip(f"frames: {name}: the old values still asked for are {', '.join(sorted(wanted)) or 'none'}")
    for text in wanted:
        for node in nodes[text]:
            frame.old = {**(frame.old or {}), id(node): taker.read(data[text], old_type(node.value.type))}


def _bounded(m: Machine) -> None:
    """How deep a block may stand on itself, and what must fall from one to the next."""
    for n, frame in enumerate(m.frames):
        block = m.blocks[frame.key]
        below = [f for f in m.frames[:n] if f.key == frame.key and f.phase == "run"]
        if block.deep is not None and len(below) >= block.deep:
            raise Slip(f"frames: more than {block.deep} of one block")
        if block.falling is not None and below and not frame.env[MEASURE] < below[-1].env[MEASURE]:
            raise Slip("frames: what should fall from one to the next does not")
