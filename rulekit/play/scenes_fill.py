"""How the position of a scene comes about: fixed steps, nothing is searched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check import typed as v
from rulekit.check.examined import CheckedLine, CheckedScene
from rulekit.kinds import types as t
from rulekit.model import scenes as sc
from rulekit.play import answer, lawful
from rulekit.play.alike import Told, ToldMove, told_value
from rulekit.play.frames import ChancePoint, Decision, Over, Sealed
from rulekit.play.machine import Machine
from rulekit.play.position_read import out_of_bounds
from rulekit.play.scenes_chance import Script
from rulekit.play.scenes_frames import build
from rulekit.play.scenes_layer import SEATED, Layer, Unfit
from rulekit.play.setting import Settings
from rulekit.play.steps import at_once, run
from rulekit.play.verdict import meant, verdict

MOST_CHANCE = 1000


def fill(settings: Settings, scene: CheckedScene) -> tuple[Machine, Script]:
    """The position a scene starts from."""
    m = _configured(settings, scene)
    script = _script(m, scene)
    m = _first_decision(m, script)
    for given, move in stages(scene):
        _given(m, given, () if move is not None else despite(scene))
        m = m if move is None else _done(m, script, move)
    return m, script


Lines = tuple[CheckedLine, ...]


def stages(scene: CheckedScene) -> Iterator[tuple[Lines, CheckedLine | None]]:
    """What is given, and the move of a start that follows it; a scene's own moves come when its position stands."""
    given: list[CheckedLine] = []
    for line in scene.before:
        if isinstance(line.node, sc.Does):
            yield tuple(given), line
            given = []
        else:
            given.append(line)
    yield (*given, *scene.lines), None


def despite(scene: CheckedScene) -> tuple[str, ...]:
    """The laws that a scene breaks on purpose."""
    return tuple(name for line in scene.lines if isinstance(line.node, sc.Despite) for name in line.node.ids)


def _done(m: Machine, script: Script, line: CheckedLine) -> Machine:
    """A move of a start, and on to where somebody is asked."""
    seat, told = said(m, line)
    chosen = meant(m, seat, told)
    if chosen is None:
        raise Unfit(f"line {line.node.span.line}: `{told.name}` is refused", verdict(m, seat, told).because)
    return settled(answer.decide(m, seat, chosen), script)


def said(m: Machine, line: CheckedLine) -> tuple[int, ToldMove]:
    """Who makes the move of a line, and the move as it is told."""
    e, move = m.eyes(), line.moves[0]
    seat: int = e.value(line.who, SEATED)  # type: ignore[arg-type]
    return seat, ToldMove(move.name, {name: told_value(node, e.value(node, SEATED)) for name, node in move.args})


def settled(m: Machine, script: Script) -> Machine:
    """On over chance points, as the script says, to where somebody is asked."""
    while isinstance(m.pending, ChancePoint):
        m = answer.draw(m, script.outcome(m, m.pending))
    return m


# ------------------------------------------------------------------ (1) the configuration


def _configured(settings: Settings, scene: CheckedScene) -> Machine:
    chosen: dict[str, Any] = {}
    explicit: dict[str, Any] = {}
    seats = None
    for line in scene.whole:
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
    for line in scene.whole:
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


def _given(m: Machine, lines: Lines, but: tuple[str, ...]) -> None:
    """All that is given at once; of several lines that say where the game stands the last counts."""
    asks = next((line.node for line in reversed(lines) if isinstance(line.node, sc.GivenAsking)), None)
    if asks is not None and "active" in m.table.states:
        m.table.write("active", (), 0)
    layer = Layer(m)
    for line in lines:
        if isinstance(line.node, sc.Given) and line.place is not None:
            layer.given(line)
        elif isinstance(line.node, sc.GivenRest) and line.place is not None:
            layer.rests[line.node.kind] = line.place
    layer.settle()
    if asks is not None:
        build(m, asks.ids, _locals(m, lines))
    _capacities(m)
    if beyond := out_of_bounds(m):
        raise Unfit("; ".join(beyond))
    if isinstance(m.pending, Over) and asks is None:
        return
    m.pending = None
    if not at_once(m):
        run(m)
    broken = tuple(dict.fromkeys(b.id for b in lawful.standing(m)))
    if set(broken) - set(but):
        raise Unfit("a law does not hold", tuple(name for name in broken if name not in but))
    if set(but) - set(broken):
        raise Unfit("`despite` names a law that holds", tuple(name for name in but if name not in broken))


def _locals(m: Machine, lines: Lines) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for line in lines:
        if isinstance(line.node, sc.GivenLocal):
            found.setdefault(line.node.id, {})[line.node.name] = m.eyes().value(line.values[0], SEATED)
    return found


def _capacities(m: Machine) -> None:
    """No place holds more than it can."""
    for zone, pieces in m.table.zones.items():
        name, _ = m.plan.zones[zone]
        most = m.plan.symbols.zones[name].capacity
        if most is not None and len(pieces) > most:
            raise Unfit(f"{len(pieces)} pieces lie in `{name}`, which holds {most}")
