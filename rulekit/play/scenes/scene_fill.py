"""Making the position of a scene in fixed steps; nothing is searched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.tree.checked_rulebook import CheckedLine, CheckedScene
from rulekit.model import scenes as sc
from rulekit.play.machine.frames import ChancePoint, Decision, Over, Sealed
from rulekit.play.machine.law_evaluation import LawEvaluation
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.prepared_game import PreparedGames
from rulekit.play.moves.move_matching import SceneMove, SceneValue, told_value
from rulekit.play.moves.scene_moves import SceneMoves
from rulekit.play.position.position_reader import PositionReader
from rulekit.play.scenes.scene_chance import SceneChance
from rulekit.play.scenes.scene_frames import FrameBuilder
from rulekit.play.scenes.scene_layout import SEATED, PieceLayer, UnfitScene
from rulekit.words.vocabulary import ACTIVE

MOST_CHANCE = 1000


def fill(
    settings: PreparedGames, scene: CheckedScene, laws: bool = True, brief: bool = False
) -> tuple[Machine, SceneChance]:
    """The position a scene starts from. Without `laws` they are not asked: for scenes that have been tried before.

    `brief`: the legal moves are not worked out, there and later, before somebody asks for them.
    """
    m = _fresh_machine(settings, scene)
    script = _script(m, scene)
    m = _first_decision(m, script)
    m.brief = brief
    for given, move in stages(scene):
        goes_on = _fill_in(m, given)
        if laws and goes_on:
            _lawful(m, () if move is not None else laws_broken_on_purpose(scene))
        m = m if move is None else _after_move(m, script, move)
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


def laws_broken_on_purpose(scene: CheckedScene) -> tuple[str, ...]:
    """The laws that a scene breaks on purpose."""
    return tuple(name for line in scene.lines if isinstance(line.node, sc.Despite) for name in line.node.ids)


def _after_move(m: Machine, script: SceneChance, line: CheckedLine) -> Machine:
    """A move of a start, and on to where somebody is asked."""
    seat, told = scene_move(m, line)
    chosen = SceneMoves(m).meant_move(seat, told)
    if chosen is None:
        raise UnfitScene(
            f"line {line.node.span.line}: `{told.name}` is refused", SceneMoves(m).verdict(seat, told).because
        )
    return run_chance(m.decide(seat, chosen), script)


def scene_move(m: Machine, line: CheckedLine) -> tuple[int, SceneMove]:
    """Who makes the move of a line, and the move as it is told."""
    e, move = m.evaluator(), line.moves[0]
    seat: int = e.value(line.who, SEATED)  # type: ignore[arg-type]
    return seat, SceneMove(move.name, {name: told_value(node, e.value(node, SEATED)) for name, node in move.args})


def run_chance(m: Machine, script: SceneChance) -> Machine:
    """On over chance points, as the script says, to where somebody is asked."""
    while isinstance(m.pending, ChancePoint):
        m = m.draw(script.outcome(m, m.pending))
    return m


# ------------------------------------------------------------------ (1) the configuration


def _fresh_machine(settings: PreparedGames, scene: CheckedScene) -> Machine:
    chosen: dict[str, Any] = {}
    explicit: dict[str, Any] = {}
    seats = None
    for line in scene.all_lines:
        if isinstance(line.node, sc.GivenOption):
            for setting in line.node.settings:
                if setting.name == "edition":
                    chosen |= settings.edition(str(setting.values[0]))
                else:
                    explicit[setting.name] = setting.values[0]
        elif isinstance(line.node, sc.Given) and line.place is None and len(line.values) == 1:
            seats = line.values[0].constant
    chosen |= explicit
    broken = settings.broken_demands(chosen, seats)
    if broken:
        raise UnfitScene("the configuration is refused", tuple(broken))
    low, high = settings.checked.symbols.seats
    if seats is not None and not low <= seats <= high:
        raise UnfitScene(f"this game is for {low} to {high} players")
    return settings.prepare(chosen, seats).machine()


# ------------------------------------------------------------------ (2) set-up, (3) the first decision


def _script(m: Machine, scene: CheckedScene) -> SceneChance:
    script = SceneChance()
    e = m.evaluator()
    for line in scene.all_lines:
        if isinstance(line.node, sc.Chance):
            told = [SceneValue(e.value(node, SEATED), node.type) for node in line.values]
            script.outcomes.setdefault(line.node.id, []).extend(told)
        elif isinstance(line.node, sc.Given):
            for node in line.values:
                kind = node.type.bare
                if kind.piece and node.known:
                    copies = m.plan.copies(kind.kind)[node.constant] if node.constant is not None else ()
                    script.deep[kind.kind] = (*script.deep.get(kind.kind, ()), *copies)
    return script


def _first_decision(m: Machine, script: SceneChance) -> Machine:
    """Decisions of the set-up take their first legal move; then on to the first of `play` or `turn`.

    What may be chosen there nobody asks.
    """
    m.brief = True
    m = m.begin()
    chances = 0
    while not isinstance(m.pending, Over):
        if isinstance(m.pending, ChancePoint):
            chances += 1
            if chances > MOST_CHANCE:
                raise UnfitScene("the set-up does not end")
            m = m.draw(script.outcome(m, m.pending))
        elif m.started:
            break
        elif isinstance(m.pending, Decision):
            m = m.decide(m.pending.seat, m.pending.moves[0])
        elif isinstance(m.pending, Sealed):
            seat = next(s for s in m.pending.asked if s not in m.pending.answers)
            m = m.decide(seat, m.pending.moves[seat][0])
    return m


# ------------------------------------------------------------------ (4) what is given, (5) loading


def _fill_in(m: Machine, lines: Lines) -> bool:
    """All that is given at once, and whether the game goes on from there.

    Of several lines that say where the game stands the last counts.
    """
    asks = next((line.node for line in reversed(lines) if isinstance(line.node, sc.GivenAsking)), None)
    if asks is not None and ACTIVE in m.table.states:
        m.table.write(ACTIVE, (), 0)
    layer = PieceLayer(m)
    for line in lines:
        if isinstance(line.node, sc.Given) and line.place is not None:
            layer.lay_out_line(line)
        elif isinstance(line.node, sc.GivenRest) and line.place is not None:
            layer.rests[line.node.kind] = line.place
    layer.settle()
    if asks is not None:
        FrameBuilder(m).build(asks.ids, _locals(m, lines))
    _capacities(m)
    if beyond := PositionReader(m).out_of_bounds():
        raise UnfitScene("; ".join(beyond))
    if isinstance(m.pending, Over) and asks is None:
        return False
    m.pending = None
    if not m.at_once():
        m.run()
    return True


def _lawful(m: Machine, but: tuple[str, ...]) -> None:
    """Every law holds of what is given, but those that are broken on purpose."""
    broken = tuple(dict.fromkeys(b.id for b in LawEvaluation(m).position_breaches()))
    if set(broken) - set(but):
        raise UnfitScene("a law does not hold", tuple(name for name in broken if name not in but))
    if set(but) - set(broken):
        raise UnfitScene("`despite` names a law that holds", tuple(name for name in but if name not in broken))


def _locals(m: Machine, lines: Lines) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for line in lines:
        if isinstance(line.node, sc.GivenLocal):
            found.setdefault(line.node.id, {})[line.node.name] = m.evaluator().value(line.values[0], SEATED)
    return found


def _capacities(m: Machine) -> None:
    """No place holds more than it can."""
    for zone, pieces in m.table.zones.items():
        name, _ = m.plan.zones[zone]
        most = m.plan.symbols.zones[name].capacity
        if most is not None and len(pieces) > most:
            raise UnfitScene(f"{len(pieces)} pieces lie in `{name}`, which holds {most}")
