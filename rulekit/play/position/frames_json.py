"""Frames as they are written: the block, the line that runs, open loops, live names, menu memory, old values."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_statements
from rulekit.play.machine import ops as o
from rulekit.play.machine.frame_reads import LOST, OLD, Names
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.program_index import Knowledge, Loop
from rulekit.play.moves.value_encoder import Scribe
from rulekit.play.position.frames import MEASURE, Frame, Move
from rulekit.play.position.liveness import names_only
from rulekit.typesystem import types as t

BEGIN, BEFORE, AFTER = "begin", "before", "after"  # not at a line: waits for its turn, or for its reactions


def frames(m: Machine, scribe: Scribe, know: Knowledge) -> list[dict[str, Any]]:
    """The stack, innermost last."""
    return [_frame(m, scribe, know, n) for n in range(len(m.frames))]


def _frame(m: Machine, scribe: Scribe, know: Knowledge, n: int) -> dict[str, Any]:
    frame = m.frames[n]
    innermost = n == len(m.frames) - 1
    at, live = stands(know, frame, innermost)
    spot = spot_of(frame, at, innermost)
    found: dict[str, Any] = {"block": know.names[frame.key], "at": list(at)}
    open_loops = know.loops(frame.key, spot) if spot is not None else []
    loops = [entry for loop in open_loops if (entry := _loop(scribe, know, frame, loop)) is not None]
    members = {member for loop in open_loops if (member := member_of(loop)) is not None}
    names = sorted(names_only(live) - members)
    measured = know.program.blocks[frame.key].falling is not None
    rest = {
        "loops": loops,
        "locals": {name: scribe.write(frame.env.get(name), local_type(m, know, n, name)) for name in names},
        "menu": _menu(scribe, m, know, frame),
        "old": _olds(scribe, know, frame, live),
        "reported": frame.reported,
        "fired": frame.host and frame.fired,
    }
    if measured:
        found["measure"] = frame.env.get(MEASURE)
    return found | {key: value for key, value in rest.items() if value}


def stands(know: Knowledge, frame: Frame, innermost: bool) -> tuple[tuple[str, int], Names]:
    """The address of a frame and what is live there."""
    key, ops = frame.key, know.program.blocks[frame.key].ops
    if frame.phase == "after":
        return (AFTER, 1), frozenset()
    if innermost:
        return know.addresses(key)[frame.pc], know.live.waiting(key, frame.pc)
    if frame.pc == 0 and not isinstance(ops[0], o.Menu):
        return (BEGIN, 1), know.live.at(key, 0) - frozenset(LOST)
    if frame.menu is not None:
        return know.addresses(key)[frame.pc], know.live.behind(key, frame.pc)
    if isinstance(ops[frame.pc - 1], o.Event):
        return (BEFORE, 1), know.live.at(key, frame.pc)
    return know.addresses(key)[frame.pc - 1], know.live.behind(key, frame.pc - 1)


def spot_of(frame: Frame, at: tuple[str, int], innermost: bool) -> int | None:
    """The op whose loops are open: none before the first line and after the last."""
    if at[0] in (BEGIN, AFTER):
        return None
    return frame.pc if innermost or frame.menu is not None else frame.pc - 1


# ------------------------------------------------------------------ names


def local_type(m: Machine, know: Knowledge, n: int, name: str) -> t.Type:
    """The type of a name of the n-th frame; `here` is what the nearest `perform` below was given."""
    if name != "here":
        return know.type_of(m.frames[n].key, name, m.frames[n].pc)
    while n > 0 and not m.frames[n].key.startswith("effect "):
        n -= 1
    if n == 0:
        return t.UNKNOWN
    host = m.frames[n - 1]
    op = know.program.blocks[host.key].ops[host.pc - 1]
    at = op.call.get("with") if isinstance(op, o.Perform) else None
    return t.maybe(at.type) if at is not None else t.NOTHING


def _olds(scribe: Scribe, know: Knowledge, frame: Frame, live: Names) -> dict[str, Any]:
    """The `old` values that somebody may still ask for."""
    wanted = {name.removeprefix(OLD) for name in live if name.startswith(OLD)}
    kept = frame.old or {}
    found: dict[str, Any] = {}
    for text, nodes in know.olds(frame.key).items():
        node = next((node for node in nodes if id(node) in kept), None)
        if text in wanted and node is not None:
            found[text] = scribe.write(kept[id(node)], old_type(node.value.type))
    return found


def old_type(kind: t.Type) -> t.Type:
    return t.maybe(kind)


# ------------------------------------------------------------------ loops


def member_of(loop: Loop) -> str | None:
    """The name a loop gives to its current member."""
    if isinstance(loop.next, o.EachNext):
        return loop.next.step.name
    return loop.next.name if isinstance(loop.next, o.SealNext) else None


def _loop(scribe: Scribe, know: Knowledge, frame: Frame, loop: Loop) -> dict[str, Any] | None:
    state = frame.loops[loop.slot]
    if isinstance(loop.next, o.EachNext):
        return _each(scribe, know, frame, loop.next, state)
    if isinstance(loop.next, o.SealNext):
        left = [[seat, open_move(scribe, state["answers"][seat])] for seat in state["left"]]
        now = state["answer"]
        answer = {} if now is None else {"answer": open_move(scribe, now)}
        return {"member": frame.env[loop.next.name], "answers": left, **answer}
    if isinstance(loop.next, o.RepeatNext):
        assert isinstance(loop.head, o.RepeatStart)
        done, times = state
        return {"pass": done} if know.fixed(loop.head.times) else {"pass": done, "of": times}
    step = loop.next.step
    if step.times is not None:
        return {"pass": state[0]}
    return {"below": state[1]} if step.falling is not None else None


def _each(scribe: Scribe, know: Knowledge, frame: Frame, op: o.EachNext, left: Any) -> dict[str, Any]:
    kind = t.member(op.step.source.type) or t.UNKNOWN
    found = {"member": scribe.write(frame.env.get(op.step.name), kind)}
    if know.keeps_rest(op):
        found["left"] = [scribe.write(one, kind) for one in left]
    return found


def open_move(scribe: Scribe, move: Move) -> dict[str, Any]:
    """A sealed answer, open."""
    from rulekit.play.position.position_json import move as written

    return written(scribe, move)


# ------------------------------------------------------------------ menus


def _menu(scribe: Scribe, m: Machine, know: Knowledge, frame: Frame) -> dict[str, Any] | None:
    """The count and what is used up; the number of picks, where it was fixed when the menu was opened."""
    if frame.menu is None:
        return None
    op = know.program.blocks[frame.key].ops[frame.pc]
    assert isinstance(op, o.Menu)
    count, used = frame.menu
    found = {"count": count, "used": used_pairs(scribe, m, op.step, used)}
    if -1 in frame.loops:
        found["of"] = frame.loops[-1]
    return found


def used_pairs(scribe: Scribe, m: Machine, step: typed_statements.Menu, used: tuple[tuple[str, Any], ...]) -> list[Any]:
    """Pairs of group and key in the order of the groups; one that is used up as a whole stands alone."""
    order = {group.id: n for n, group in enumerate(step.groups)}
    pairs = sorted(set(used), key=lambda pair: (order[pair[0]], str(type(pair[1])), pair[1] or 0))
    return [[f"[{group}]", *_key(scribe, m, group_named(step, group), key)] for group, key in pairs]


def _key(scribe: Scribe, m: Machine, group: typed_statements.Group, key: Any) -> list[Any]:
    if group.mode == "once":
        return []
    return [key if group.keyed_by_action else scribe.write(key, key_type(m, group))]


def key_type(m: Machine, group: typed_statements.Group) -> t.Type:
    """The type of the key by which a group is used up."""
    keys = m.program.checked.menu_keys
    kinds = [keys[group.id or "", action].type for action in group.offers if (group.id or "", action) in keys]
    return t.maybe(kinds[0]) if kinds else t.UNKNOWN


def group_named(step: typed_statements.Menu, name: str | None) -> typed_statements.Group:
    return next(group for group in step.groups if group.id == name)
