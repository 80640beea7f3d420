"""Positions as JSON, written: states, zones, frames innermost last, and what is asked; and the hash of that."""

from __future__ import annotations

import hashlib
import math
from functools import partial
from typing import Any

from rulekit.check.names.symbol_info import StateInfo, ZoneInfo
from rulekit.check.tree import typed_statements
from rulekit.gamestate.configuration_layout import Args, ConfigIndex
from rulekit.play.machine import ops as o
from rulekit.play.machine.frames import MEASURE, ChancePoint, Decision, Frame, Over, Sealed
from rulekit.play.machine.liveness import OLD, Names, names_only
from rulekit.play.machine.program_index import OpenLoop, program_index, spot_of
from rulekit.play.machine.state import MachineState
from rulekit.play.position.config_json import config_json
from rulekit.play.position.game_result import GameResult
from rulekit.play.position.indexed_form import nest
from rulekit.play.position.strict_json import dumps
from rulekit.play.position.value_json import ValueCodec
from rulekit.typesystem import types as t

MOST = 64  # entries of a state that is written whole


def is_written_whole(plan: ConfigIndex, kinds: tuple[t.Type, ...]) -> bool:
    """Small states over names and numbers are written with every entry."""
    small = all(isinstance(kind, t.Seat | t.Choice | t.Row | t.Number | t.YesNo) for kind in kinds)
    return small and math.prod(len(plan.members(kind)) for kind in kinds) <= MOST


# ------------------------------------------------------------------ hash


def hash_of(position: dict[str, Any]) -> str:
    """SHA-256 over the sorted tree of config, state, zone, frame and ask hashes."""
    parts = {
        "config": digest(position["config"]),
        "states": {name: digest(value) for name, value in position["states"].items()},
        "zones": {name: digest(value) for name, value in position["zones"].items()},
        "frames": [digest(frame) for frame in position["frames"]],
        "asks": digest(position["asks"]),
    }
    return digest(parts)


def digest(data: Any) -> str:
    """The hash of one canonical text."""
    return hashlib.sha256(dumps(data).encode()).hexdigest()


# ------------------------------------------------------------------ loops


def member_of(loop: OpenLoop) -> str | None:
    """The name a loop gives to its current member."""
    if isinstance(loop.next, o.EachNext):
        return loop.next.step.name
    return loop.next.name if isinstance(loop.next, o.SealNext) else None


def key_type(m: MachineState, group: typed_statements.Group) -> t.Type:
    """The type of the key by which a group is used up."""
    keys = m.program.checked.menu_keys
    kinds = [keys[group.id or "", action].type for action in group.offers if (group.id or "", action) in keys]
    return t.or_nothing(kinds[0]) if kinds else t.UNKNOWN


def group_named(step: typed_statements.Menu, name: str | None) -> typed_statements.Group:
    """The line of a menu with this id."""
    return next(group for group in step.groups if group.id == name)


class PositionWriter:
    """One position as plain data."""

    def __init__(self, m: MachineState, codec: ValueCodec | None = None) -> None:
        self.m = m
        self.codec = codec or ValueCodec.with_labels(m)
        self.know = program_index(m.program)

    def to_json(self) -> dict[str, Any]:
        """The whole position; equal positions give equal data."""
        return {
            "config": config_json(self.m),
            "states": self.states(),
            "zones": self.zones(),
            "frames": self.frames(),
            "asks": self.asks(),
        }

    def states(self) -> dict[str, Any]:
        """All states but ghosts."""
        infos = self.m.plan.symbols.states.values()
        return {info.name: self.state(info) for info in infos if info.decl is None or not info.decl.ghost}

    def state(self, info: StateInfo) -> Any:
        """All entries of one state."""
        values, start = self.m.table.states[info.name], self.know.start.states[info.name]
        whole = is_written_whole(self.m.plan, info.indexes)
        spots = [args for args, value in values.items() if whole or value != start[args]]
        return nest(self.m.plan, info.indexes, spots, partial(self._state_value, values, info.type), self.codec.write)

    def _state_value(self, values: dict[Args, Any], kind: t.Type, args: Args) -> Any:
        return self.codec.write(values[args], kind)

    def zones(self) -> dict[str, Any]:
        """The pieces of every zone instance: a pile from the bottom up, a set by its rows."""
        spots: dict[str, list[Args]] = {}
        for zone in self.m.table.zones:
            name, args = self.m.plan.zones[zone]
            spots.setdefault(name, []).append(args)
        return {name: self.family(info, spots.get(name, [])) for name, info in self.m.plan.symbols.zones.items()}

    def family(self, info: ZoneInfo, spots: list[Args]) -> Any:
        """All zones of one name; `spots` are those that hold something."""
        return nest(self.m.plan, info.indexes, spots, partial(self._zone, info.name), self.codec.write)

    def _zone(self, name: str, args: Args) -> list[str]:
        info = self.m.plan.symbols.zones[name]
        pieces = self.m.table.contents(self.m.plan.zone_ids[name][args])
        written = [(self.m.plan.copies(info.kind)[p][0], self.codec.piece(info.kind, p)) for p in pieces]
        if info.shape in ("set", "bag"):
            written.sort(key=lambda one: (one[0], len(one[1]), one[1]))
        return [name for _, name in written]

    # ------------------------------------------------------------------ what is asked

    def asks(self) -> dict[str, Any]:
        """decide, together with the sealed answers, chance, or over with the result."""
        pending = self.m.pending
        if isinstance(pending, Over):
            return {"over": GameResult(self.m).json_or_fault()}
        assert pending is not None, "a position is where somebody, or chance, must answer"
        frame = self.m.frames[-1]
        line = self.know.addresses(frame.key)[frame.pc][0]
        if isinstance(pending, Decision):
            return {"decide": line, "seat": pending.seat}
        if isinstance(pending, ChancePoint):
            return {"chance": line, "kind": pending.kind}
        assert isinstance(pending, Sealed)
        answers = [[seat, self.codec.open_move(pending.answers[seat])] for seat in sorted(pending.answers)]
        return {"together": line, "seats": list(pending.asked), "answers": answers}

    def hash(self) -> str:
        """The hash of a position; equal positions, equal hashes."""
        return hash_of(self.to_json())

    def frames(self) -> list[dict[str, Any]]:
        """The stack, innermost last."""
        return [self._frame(n) for n in range(len(self.m.frames))]

    def _frame(self, n: int) -> dict[str, Any]:
        frame = self.m.frames[n]
        innermost = n == len(self.m.frames) - 1
        at, live = self.know.stands(frame, innermost)
        spot = spot_of(frame, at, innermost)
        found: dict[str, Any] = {"block": self.know.names[frame.key], "at": list(at)}
        open_loops = self.know.loops(frame.key, spot) if spot is not None else []
        loops = [entry for loop in open_loops if (entry := self._loop(frame, loop)) is not None]
        members = {member for loop in open_loops if (member := member_of(loop)) is not None}
        names = sorted(names_only(live) - members)
        measured = self.know.program.blocks[frame.key].falling is not None
        rest = {
            "loops": loops,
            "locals": {
                name: self.codec.write(frame.env.get(name), self.know.local_type(self.m.frames, n, name))
                for name in names
            },
            "menu": self._menu(frame),
            "old": self._olds(frame, live),
            "reported": frame.reported,
            "fired": frame.host and frame.fired,
        }
        if measured:
            found["measure"] = frame.env.get(MEASURE)
        return found | {key: value for key, value in rest.items() if value}

    def _olds(self, frame: Frame, live: Names) -> dict[str, Any]:
        """The `old` values that somebody may still ask for."""
        wanted = {name.removeprefix(OLD) for name in live if name.startswith(OLD)}
        kept = frame.old or {}
        found: dict[str, Any] = {}
        for text, nodes in self.know.olds(frame.key).items():
            node = next((node for node in nodes if id(node) in kept), None)
            if text in wanted and node is not None:
                found[text] = self.codec.write(kept[id(node)], t.or_nothing(node.value.type))
        return found

    def _loop(self, frame: Frame, loop: OpenLoop) -> dict[str, Any] | None:
        state = frame.loops[loop.slot]
        if isinstance(loop.next, o.EachNext):
            return self._each_loop(frame, loop.next, state)
        if isinstance(loop.next, o.SealNext):
            left = [[seat, self.codec.open_move(state["answers"][seat])] for seat in state["left"]]
            now = state["answer"]
            answer = {} if now is None else {"answer": self.codec.open_move(now)}
            return {"member": frame.env[loop.next.name], "answers": left, **answer}
        if isinstance(loop.next, o.RepeatNext):
            assert isinstance(loop.head, o.RepeatStart)
            done, times = state
            return {"pass": done} if self.know.is_fixed(loop.head.times) else {"pass": done, "of": times}
        step = loop.next.step
        if step.times is not None:
            return {"pass": state[0]}
        return {"below": state[1]} if step.falling is not None else None

    def _each_loop(self, frame: Frame, op: o.EachNext, left: Any) -> dict[str, Any]:
        kind = op.step.source.type.member or t.UNKNOWN
        found = {"member": self.codec.write(frame.env.get(op.step.name), kind)}
        if self.know.keeps_rest(op):
            found["left"] = [self.codec.write(one, kind) for one in left]
        return found

    # ------------------------------------------------------------------ menus

    def _menu(self, frame: Frame) -> dict[str, Any] | None:
        """The count and what is used up; the number of picks, where it was fixed when the menu was opened."""
        if frame.menu is None:
            return None
        op = self.know.program.blocks[frame.key].ops[frame.pc]
        assert isinstance(op, o.Menu)
        count, used = frame.menu
        found = {"count": count, "used": self.used_pairs(op.step, used)}
        if -1 in frame.loops:
            found["of"] = frame.loops[-1]
        return found

    def used_pairs(self, step: typed_statements.Menu, used: tuple[tuple[str, Any], ...]) -> list[Any]:
        """Pairs of group and key in the order of the groups; one that is used up as a whole stands alone."""
        order = {group.id: n for n, group in enumerate(step.groups)}
        pairs = sorted(set(used), key=lambda pair: (order[pair[0]], str(type(pair[1])), pair[1] or 0))
        return [[f"[{group}]", *self._used_key(group_named(step, group), key)] for group, key in pairs]

    def _used_key(self, group: typed_statements.Group, key: Any) -> list[Any]:
        if group.mode == "once":
            return []
        return [key if group.keyed_by_action else self.codec.write(key, key_type(self.m, group))]
