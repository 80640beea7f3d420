"""How the position of a scene comes about: fixed steps, nothing is searched."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check import typed as v
from rulekit.check.examined import CheckedLine, CheckedScene
from rulekit.check.scening import SEATS
from rulekit.kinds import types as t
from rulekit.model import scenes as sc
from rulekit.play import answer, lawful
from rulekit.play.alike import Told
from rulekit.play.frames import ChancePoint, Decision, Over, Sealed
from rulekit.play.machine import Machine
from rulekit.play.scenes_chance import Script
from rulekit.play.scenes_frames import build
from rulekit.play.setting import Settings
from rulekit.play.steps import at_once, run

MOST_CHANCE = 1000
SEATED = {name: seat for seat, name in enumerate(SEATS)}  # in scenes everybody has a name


class Unfit(Exception):
    """A scene that cannot stand: why, and the clauses that refuse it."""

    def __init__(self, reason: str, because: tuple[str, ...] = ()) -> None:
        self.reason = reason
        self.because = because
        super().__init__(reason)


def fill(settings: Settings, scene: CheckedScene) -> tuple[Machine, Script]:
    """The position a scene starts from."""
    m = _configured(settings, scene)
    script = _script(m, scene)
    m = _first_decision(m, script)
    _given(m, scene)
    return m, script


# ------------------------------------------------------------------ (1) the configuration


def _configured(settings: Settings, scene: CheckedScene) -> Machine:
    chosen: dict[str, Any] = {}
    explicit: dict[str, Any] = {}
    seats = None
    for line in scene.lines:
        if isinstance(line.node, sc.GivenOption):
            for setting in line.node.settings:
                if setting.name == "edition":
                    chosen |= settings.edition(str(setting.values[0]))
                else:
                    explicit[setting.name] = setting.values[0]
        elif isinstance(line.node, sc.Given) and line.place is None and len(line.values) == 1:
            seats = _constant(line.values[0])
    chosen |= explicit
    broken = settings.broken_demands(chosen, seats)
    if broken:
        raise Unfit("the configuration is refused", tuple(broken))
    low, high = settings.checked.symbols.seats
    if seats is not None and not low <= seats <= high:
        raise Unfit(f"this game is for {low} to {high} players")
    return settings.of(chosen, seats).machine()


def _constant(node: v.T) -> Any:
    return node.value if isinstance(node, v.Const) else None


# ------------------------------------------------------------------ (2) set-up, (3) the first decision


def _script(m: Machine, scene: CheckedScene) -> Script:
    script = Script()
    e = m.eyes()
    for line in scene.lines:
        if isinstance(line.node, sc.Chance):
            told = [Told(e.value(node, SEATED), node.type) for node in line.values]
            script.outcomes.setdefault(line.node.id, []).extend(told)
        elif isinstance(line.node, sc.Given):
            for node in line.values:
                kind = t.bare(node.type)
                if isinstance(kind, t.Piece) and isinstance(node, v.Const):
                    copies = m.plan.copies(kind.kind)[node.value] if node.value is not None else ()
                    script.deep[kind.kind] = (*script.deep.get(kind.kind, ()), *copies)
    return script


def _first_decision(m: Machine, script: Script) -> Machine:
    """Decisions of the set-up take their first legal move; then on to the first of `play` or `turn`."""
    m = answer.begin(m)
    chances = 0
    while not isinstance(m.pending, Over):
        if isinstance(m.pending, ChancePoint):
            chances += 1
            if chances > MOST_CHANCE:
                raise Unfit("the set-up does not end")
            m = answer.draw(m, script.outcome(m, m.pending))
        elif m.started:
            break
        elif isinstance(m.pending, Decision):
            m = answer.decide(m, m.pending.seat, m.pending.moves[0])
        elif isinstance(m.pending, Sealed):
            seat = next(s for s in m.pending.asked if s not in m.pending.answers)
            m = answer.decide(m, seat, m.pending.moves[seat][0])
    return m


# ------------------------------------------------------------------ (4) what is given, (5) loading


def _given(m: Machine, scene: CheckedScene) -> None:
    asks = next((line.node for line in scene.lines if isinstance(line.node, sc.GivenAsking)), None)
    if asks is not None and "active" in m.table.states:
        m.table.write("active", (), 0)
    layer = _Layer(m)
    for line in scene.lines:
        if isinstance(line.node, sc.Given) and line.place is not None:
            layer.given(line)
        elif isinstance(line.node, sc.GivenRest) and line.place is not None:
            layer.rest(line.node.kind, m.eyes().value(line.place, SEATED))
    layer.settle()
    if asks is not None:
        build(m, asks.ids, _locals(m, scene))
    _capacities(m)
    if isinstance(m.pending, Over) and asks is None:
        return
    m.pending = None
    if not at_once(m):
        run(m)
    broken = lawful.standing(m)
    if broken:
        raise Unfit("a law does not hold", tuple(dict.fromkeys(b.id for b in broken)))


def _locals(m: Machine, scene: CheckedScene) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for line in scene.lines:
        if isinstance(line.node, sc.GivenLocal):
            found.setdefault(line.node.id, {})[line.node.name] = m.eyes().value(line.values[0], SEATED)
    return found


def _capacities(m: Machine) -> None:
    """No place holds more than it can."""
    for zone, pieces in m.table.zones.items():
        name, _ = m.plan.zones[zone]
        info = m.plan.symbols.zones[name]
        if info.shape == "one" and len(pieces) > 1:
            raise Unfit(f"several pieces lie in `{name}`, which holds one")


@attrs.define(eq=False)
class _Layer:
    """Lays what is given; what lay there before goes where the first new piece came from."""

    m: Machine
    displaced: list[tuple[str, int]] = attrs.field(factory=list)
    laid: set[tuple[str, int]] = attrs.field(factory=set)
    rests: dict[str, int] = attrs.field(factory=dict)

    def given(self, line: CheckedLine) -> None:
        place = line.place
        if isinstance(place, v.ZoneAt):
            self._zone(place, line.values)
        elif isinstance(place, v.Read):
            self._state(place, line.values)
        else:
            raise Unfit("this cannot be given")

    def _zone(self, place: v.ZoneAt, values: tuple[v.T, ...]) -> None:
        m = self.m
        zone = m.eyes().value(place, SEATED)
        if not isinstance(zone, int):
            raise Unfit(f"`{place.zone}` is not there")
        kind = m.plan.symbols.zones[place.zone].kind
        named: list[int] = []
        for node in values:
            row = m.eyes().value(node, SEATED)
            if row is not None:
                named.append(self._copy(kind, row, named))
        before = m.table.contents(zone)
        box = m.plan.zone_ids[m.plan.symbols.boxes[kind]][()]
        origin = next((m.table.zone_of(kind, p) for p in named if p not in before), box)
        for piece in named:
            m.table.move(kind, piece, box)
        self._displace(kind, [p for p in before if p not in named], origin)
        for piece in named:
            m.table.move(kind, piece, zone)
            self._entered(kind, piece, zone)
        self.laid |= {(kind, piece) for piece in named}

    def _copy(self, kind: str, row: int, named: list[int]) -> int:
        """Of several copies: one in the box, else one that no line has laid yet."""
        m = self.m
        free = [c for c in m.plan.copies(kind)[row] if c not in named and (kind, c) not in self.laid]
        if not free:
            free = [c for c in m.plan.copies(kind)[row] if c not in named]
        if not free:
            raise Unfit("a piece is named twice")
        box = m.plan.zone_ids[m.plan.symbols.boxes[kind]][()]
        return next((c for c in free if m.table.zone_of(kind, c) == box), free[0])

    def _displace(self, kind: str, pieces: list[int], zone: int) -> None:
        goal = self.rests.get(kind, zone)
        for piece in sorted(pieces, reverse=True):
            self.m.table.move(kind, piece, goal, "bottom")
            self._entered(kind, piece, goal)
            self.displaced.append((kind, piece))

    def _entered(self, kind: str, piece: int, zone: int) -> None:
        """A tile that comes into a zone without `at` faces as it did at the start."""
        info = self.m.plan.symbols.zones[self.m.plan.zones[zone][0]]
        if not info.at and kind in self.m.plan.tiles:
            self.m.table.write("facing", (piece,), 0)

    def rest(self, kind: str, zone: int) -> None:
        """All displaced pieces of a kind go to the bottom of a zone, now and later."""
        self.rests[kind] = zone

    def settle(self) -> None:
        for kind, zone in self.rests.items():
            pieces = {p for k, p in self.displaced if k == kind and (k, p) not in self.laid}
            for piece in sorted(pieces, reverse=True):
                self.m.table.move(kind, piece, zone, "bottom")
                self._entered(kind, piece, zone)

    def _state(self, place: v.Read, values: tuple[v.T, ...]) -> None:
        m, e = self.m, self.m.eyes()
        args = tuple(e.value(a, SEATED) for a in place.args)
        if None in args:
            raise Unfit(f"`{place.state}` has no such place")
        info = m.plan.symbols.states[place.state]
        found = [e.value(node, SEATED) for node in values]
        if len(args) < len(info.indexes):
            self._map(place.state, args, found)
            return
        m.table.write(place.state, args, _state_value(m, info.type, found))

    def _map(self, state: str, args: tuple[Any, ...], found: list[Any]) -> None:
        """A bag sets every count of a map; anything else is the value of every place."""
        kind, bag = self.m.plan.symbols.states[state].type, found[0] if isinstance(found[0], dict) else None
        counts = isinstance(t.bare(kind), t.Number) and bag is not None
        for key in list(self.m.table.states[state]):
            if key[: len(args)] == args:
                value = bag.get(key[-1], 0) if counts and bag is not None else _state_value(self.m, kind, found)
                self.m.table.write(state, key, value)


def _state_value(m: Machine, kind: t.Type, found: list[Any]) -> Any:
    if isinstance(kind, t.SetOf | t.Sequence):
        members: list[Any] = []
        for one in found:
            members += one if isinstance(one, tuple) else [] if one is None else [one]
        return tuple(sorted(set(members))) if isinstance(kind, t.SetOf) else tuple(members)
    value = found[0]
    return m.plan.default(kind) if value is None and not isinstance(kind, t.Maybe) else value
