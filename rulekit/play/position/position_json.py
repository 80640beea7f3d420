"""A position as plain data: config, states, zones, frames, asks; and the hash of that.

Pieces stand by the names of their rows, copies as `name#1`; indexed states and zones as `nesting.py` says. Large ones
leave out what is as it was at the start (a state) or empty (a zone), unless a list over seats needs it. `written ..`
forms are for views and moves, not for positions.
"""

from __future__ import annotations

import hashlib
import math
from functools import partial
from typing import Any

from rulekit.gamestate.configuration_layout import Args, Plan
from rulekit.play.machine.game_result import shown
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.program_index import Knowledge, known
from rulekit.play.moves.value_encoder import Scribe
from rulekit.play.position.copy_labels import labels
from rulekit.play.position.frames import ChancePoint, Decision, Move, Over, Sealed
from rulekit.play.position.frames_json import frames
from rulekit.play.position.indexed_form import nest
from rulekit.play.position.strict_json import dumps
from rulekit.typesystem import types as t

MOST = 64  # entries of a state that is written whole


def to_json(m: Machine) -> dict[str, Any]:
    """The whole position; equal positions give equal data."""
    scribe = Scribe(m, labels(m))
    know = known(m.program)
    return {
        "config": config(m),
        "states": states(m, scribe, know),
        "zones": zones(m, scribe),
        "frames": frames(m, scribe, know),
        "asks": asks(m, scribe, know),
    }


def config(m: Machine) -> dict[str, Any]:
    """Which game, options, seats."""
    symbols = m.plan.symbols
    options = {name: _option(info.type, m.plan.options[name]) for name, info in symbols.options.items()}
    return {"game": symbols.game.name if symbols.game else "", "options": options, "seats": m.plan.seats}


def _option(kind: t.Type, value: Any) -> Any:
    return kind.members[value] if isinstance(kind, t.Choice) and isinstance(value, int) else value


def states(m: Machine, scribe: Scribe, know: Knowledge) -> dict[str, Any]:
    """All states but ghosts."""
    infos = m.plan.symbols.states.values()
    return {info.name: state(m, scribe, know, info) for info in infos if info.decl is None or not info.decl.ghost}


def state(m: Machine, scribe: Scribe, know: Knowledge, info: Any) -> Any:
    """All entries of one state."""
    values, start = m.table.states[info.name], know.start.states[info.name]
    whole = written_whole(m.plan, info.indexes)
    spots = [args for args, value in values.items() if whole or value != start[args]]
    return nest(m.plan, info.indexes, spots, partial(_state, scribe, values, info.type), scribe.write)


def _state(scribe: Scribe, values: dict[Args, Any], kind: t.Type, args: Args) -> Any:
    return scribe.write(values[args], kind)


def written_whole(plan: Plan, kinds: tuple[t.Type, ...]) -> bool:
    """Small states over names and numbers are written with every entry."""
    small = all(isinstance(kind, t.Seat | t.Choice | t.Row | t.Number | t.YesNo) for kind in kinds)
    return small and math.prod(len(plan.members(kind)) for kind in kinds) <= MOST


def zones(m: Machine, scribe: Scribe) -> dict[str, Any]:
    """The pieces of every zone instance: a pile from the bottom up, a set by its rows."""
    spots: dict[str, list[Args]] = {}
    for zone in m.table.zones:
        name, args = m.plan.zones[zone]
        spots.setdefault(name, []).append(args)
    return {name: family(m, scribe, info, spots.get(name, [])) for name, info in m.plan.symbols.zones.items()}


def family(m: Machine, scribe: Scribe, info: Any, spots: list[Args]) -> Any:
    """All zones of one name; `spots` are those that hold something."""
    return nest(m.plan, info.indexes, spots, partial(_zone, m, scribe, info.name), scribe.write)


def _zone(m: Machine, scribe: Scribe, name: str, args: Args) -> list[str]:
    info = m.plan.symbols.zones[name]
    pieces = m.table.contents(m.plan.zone_ids[name][args])
    written = [(m.plan.copies(info.kind)[p][0], scribe.piece(info.kind, p)) for p in pieces]
    if info.shape in ("set", "bag"):
        written.sort(key=lambda one: (one[0], len(one[1]), one[1]))
    return [name for _, name in written]


# ------------------------------------------------------------------ what is asked


def asks(m: Machine, scribe: Scribe, know: Knowledge) -> dict[str, Any]:
    """decide, together with the sealed answers, chance, or over with the result."""
    pending = m.pending
    if isinstance(pending, Over):
        return {"over": shown(m)}
    assert pending is not None, "a position is where somebody, or fate, must answer"
    frame = m.frames[-1]
    line = know.addresses(frame.key)[frame.pc][0]
    if isinstance(pending, Decision):
        return {"decide": line, "seat": pending.seat}
    if isinstance(pending, ChancePoint):
        return {"chance": line, "kind": pending.kind}
    assert isinstance(pending, Sealed)
    answers = [[seat, move(scribe, pending.answers[seat])] for seat in sorted(pending.answers)]
    return {"together": line, "seats": list(pending.asked), "answers": answers}


def move(scribe: Scribe, made: Move) -> dict[str, Any]:
    """A sealed answer, open: every piece by its name, every effect with its row."""
    args = {name: scribe.write(value, kind) for (name, value), kind in zip(made.args, made.types, strict=True)}
    return {"do": made.name, **args}


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


def position_hash(m: Machine) -> str:
    """The hash of a position; equal positions, equal hashes."""
    return hash_of(to_json(m))
