"""Every scene of a rulebook as a vector: its position, its own moves and refusals, everything looked at after each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rulekit.check.tree.checked_rulebook import CheckedLine, CheckedScene
from rulekit.model import scenes as sc
from rulekit.play import json_api
from rulekit.play.engines import REFERENCE
from rulekit.play.games.game import Game
from rulekit.play.machine.frames import ChancePoint, Move, Over
from rulekit.play.machine.machine import Machine
from rulekit.play.moves.move_matching import MoveMatcher, SceneMove, told_value
from rulekit.play.moves.scene_moves import SceneMoves
from rulekit.play.position.seat_json import to_move
from rulekit.play.refusals import Refused
from rulekit.play.scenes.scene_chance import SceneChance
from rulekit.play.scenes.scene_fill import fill, scene_move
from rulekit.play.scenes.scene_layout import SEATED, UnfitScene
from rulekit.play.scenes.scene_position import TROUBLE
from rulekit.vectorgen.draft import EVERYBODY, MadeVector, VectorDraft, reasons


def scene_vectors(game: Game, first: int = 0, step: int = 1) -> Iterator[MadeVector]:
    """One for each scene that a game could come to; its name is the clause and the how-manieth scene of it.

    `first` and `step` take only some of them, for several processes that share the work.
    """
    numbers: Counter[str] = Counter()
    for at, scene in enumerate(game.checked.scenes):
        clause = scene.node.clause
        numbers[clause] += 1
        if at % step != first:
            continue
        refused = [line.node for line in scene.lines if isinstance(line.node, sc.Refused)]
        try:
            yield (_impossible if refused else _make)(game, scene, f"{clause}#{numbers[clause]}")
        except TROUBLE:
            continue  # it shows what no position of a game can be


def _make(game: Game, scene: CheckedScene, name: str) -> MadeVector:
    m, script = fill(game.settings, scene)
    draft = VectorDraft("scene", game.position(json_api.to_json(m), engine=REFERENCE), [scene.node.clause])
    draft.look(EVERYBODY)
    for line in scene.lines:
        if isinstance(line.node, sc.Does):
            _does(draft, line, script)
        elif isinstance(line.node, sc.May) and not line.node.allowed:
            _may_not(draft, line)
    return draft.finish(name)


def _impossible(game: Game, scene: CheckedScene, name: str) -> MadeVector:
    """A position that must be refused; advice only, if the scene is not named after a sentence of the rulebook."""
    because = tuple(one for line in scene.lines if isinstance(line.node, sc.Refused) for one in line.node.because)
    position = json_api.to_json(fill(game.settings, scene, laws=False)[0])
    try:
        game.position(position)
    except Refused:
        chosen = position["config"]
        draft = VectorDraft(
            "impossible", game.start(chosen["seats"], chosen["options"]), [scene.node.clause], loaded=False
        )
        draft.advice = scene.node.clause not in game.clauses.ledger
        draft.steps.append({"not-load": position, "kind": "scene", "because": list(because)})
        return draft.finish(name)
    raise UnfitScene("the position can stand")


def _does(draft: VectorDraft, line: CheckedLine, script: SceneChance) -> None:
    """A move of the scene, chance as the scene has it, and a look."""
    m = draft.here.machine
    seat, told = scene_move(m, line)
    move = SceneMoves(m).meant_move(seat, told)
    if move is None:
        raise UnfitScene("a move of the scene is refused")
    in_list = MoveMatcher(m).matches(told, move)
    draft.take(seat, m.legal(seat).index(move), None if in_list else _as_told(m, seat, told))
    settle(draft, script)
    draft.look(EVERYBODY)


def _as_told(m: Machine, seat: int, told: SceneMove) -> dict[str, Any]:
    """The move in the words of the protocol with the values that the scene tells, also those that no list shows."""
    args = tuple((name, _whole_value(m, seat, told, name)) for name in told.args)
    types = tuple(one.type for one in told.args.values())
    return to_move(m, seat, Move(told.name, args, "action", types=types))


def _whole_value(m: Machine, seat: int, told: SceneMove, name: str) -> object:
    """A told value; a label of several rows is the effect of the row told beside it, or of the one that is offered."""
    one, kind = told.args[name], told.args[name].type.bare
    if not kind.effects or one.value is None:
        return one.value
    effects = m.plan.effects
    beside = {
        m.plan.row(kind.kind, other.value).name
        for other in told.args.values()
        if other.type.bare.table and other.type.bare.kind == kind.kind
    }
    offered = {effects[dict(move.args)[name]].row for move in m.legal(seat) if move.name == told.name}
    meant = [effect for effect in m.plan.effects_told(kind, one.value) if effects[effect].row in (beside or offered)]
    if len(meant) != 1:
        raise UnfitScene("the label is one of several rows")
    return meant[0]


def settle(draft: VectorDraft, script: SceneChance) -> None:
    """On over chance, as the scene says."""
    while isinstance(point := draft.here.engine.pending(draft.here.state), ChancePoint):
        draft.draw(script.outcome(draft.here.machine, point))


def _may_not(draft: VectorDraft, line: CheckedLine) -> None:
    """A refusal of the scene, where it names a whole move; half ones are for people."""
    m = draft.here.machine
    if isinstance(m.pending, Over):
        return
    e, move = m.evaluator(), line.moves[0]
    seat: int = e.value(line.who, SEATED)  # type: ignore[arg-type]
    told = SceneMove(move.name, {name: told_value(node, e.value(node, SEATED)) for name, node in move.args})
    try:
        data = _as_told(m, seat, told)
        why = reasons(draft.here, seat, data)
    except (*TROUBLE, LookupError, TypeError, ValueError, AttributeError):
        return
    if why and all(reason.startswith("[") for reason in why):
        draft.add_refused_move(seat, data, "scene", why)


__all__ = ["scene_vectors"]
