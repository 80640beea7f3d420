"""A scene played move by move: what lay there before each move that is tried, and what lies there after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from rulekit.check.names.symbols import Symbols
from rulekit.check.tree.checked_rulebook import CheckedLine, CheckedScene
from rulekit.looks.open_view import open_view
from rulekit.model import expressions as x
from rulekit.model import scenes as sc
from rulekit.play import json_api
from rulekit.play.games.game import Game
from rulekit.play.machine.machine import Machine
from rulekit.play.moves.scene_moves import SceneMoves
from rulekit.play.reasons.clause_texts import RefusalReason
from rulekit.play.scenes.scene_chance import SceneChance
from rulekit.play.scenes.scene_fill import fill, run_chance, scene_move
from rulekit.play.scenes.scene_layout import UnfitScene
from rulekit.play.scenes.scene_position import TROUBLE
from rulekit.play.views.seat_view import table_view
from rulekit.site.pictures.rule_parts import NotedGames

View = Mapping[str, Any]
Piece = tuple[str, str]  # a kind and the name of one of its rows


@attrs.frozen
class SeenPosition:
    """A position: as the one who moves sees it, which is drawn, and as it is, by which things are found."""

    seen: View
    whole: View


@attrs.frozen
class SceneStep:
    """A move that a scene makes, allows or refuses."""

    seat: int
    move: x.Move  # as the scene says it
    pieces: tuple[Piece, ...]  # those that the move names
    before: SeenPosition
    after: SeenPosition | None  # nothing if the move is refused
    made: bool  # the scene goes on from it
    reasons: tuple[RefusalReason, ...] = ()


class Filled:
    """The positions that scenes of one game start from, each made once, however many pictures show it."""

    def __init__(self, game: Game, games: NotedGames) -> None:
        self.game, self.games = game, games
        self._made: dict[int, tuple[tuple[Machine, SceneChance] | Exception, frozenset[str]]] = {}
        self._last: int | None = None

    def position_of(self, scene: CheckedScene) -> tuple[Machine, SceneChance]:
        """The position, which is not to be changed, and what chance will give; raises what filling it raised."""
        if self._last != id(scene):
            self._last = id(scene)
            self.games.forget_answers()
        if id(scene) not in self._made:
            self._made[id(scene)] = self._noted(scene)
        found, looked_at = self._made[id(scene)]
        self.games.noted.update(looked_at)
        if isinstance(found, Exception):
            raise found
        return found[0], found[1].copy()

    def _noted(self, scene: CheckedScene) -> tuple[tuple[Machine, SceneChance] | Exception, frozenset[str]]:
        with self.games.record_looks() as looked_at:
            found = self._fill(scene)
        return found, frozenset(looked_at)

    def _fill(self, scene: CheckedScene) -> tuple[Machine, SceneChance] | Exception:
        if any(isinstance(line.node, sc.Refused) for line in scene.lines):
            return UnfitScene("a position that no game has")
        try:
            return fill(self.games, scene, laws=False, brief=True)
        except TROUBLE as why:
            return why


def play_scene(filled: Filled, scene: CheckedScene) -> tuple[SceneStep, ...]:
    """The moves of a scene as far as it can be played, in the order written."""
    try:
        m, script = filled.position_of(scene)
    except TROUBLE:
        return ()
    return tuple(_steps(filled.game, m, script, scene))


def _steps(game: Game, m: Machine, script: SceneChance, scene: CheckedScene) -> Iterator[SceneStep]:
    symbols = game.checked.symbols
    seen: dict[int, SeenPosition] = {}  # by seat, of the position that stands
    for line in scene.lines:
        if not isinstance(line.node, sc.Does | sc.May):
            continue
        seat, told = scene_move(m, line)
        made = isinstance(line.node, sc.Does)
        seen[seat] = seen.get(seat) or _sight(symbols, m, seat)
        named = (seat, line.node.move, tuple(_pieces(symbols, line)), seen[seat])
        chosen = SceneMoves(m).meant_move(seat, told)
        if chosen is None:
            options = json_api.to_json(m)["config"]["options"]
            reasons = game.clauses.reasons_of(SceneMoves(m).verdict(seat, told).grounds, options)
            yield SceneStep(*named, None, False, reasons)
            continue
        try:
            then = m.copy().decide(seat, chosen)
            then = run_chance(then, script) if made else then
        except TROUBLE:
            return
        after = _sight(symbols, then, seat)
        yield SceneStep(*named, after, made)
        if made:
            m, seen = then, {seat: after}


def last_position(m: Machine, script: SceneChance, scene: CheckedScene) -> Machine:
    """Where the moves that a scene makes lead to."""
    for line in scene.lines:
        if isinstance(line.node, sc.Does):
            seat, told = scene_move(m, line)
            chosen = SceneMoves(m).meant_move(seat, told)
            if chosen is None:
                raise UnfitScene("a move of the scene is refused")
            m = run_chance(m.copy().decide(seat, chosen), script)
    return m


def _sight(symbols: Symbols, m: Machine, seat: int) -> SeenPosition:
    return SeenPosition(table_view(m, seat), open_view(symbols, json_api.to_json(m)))


def _pieces(symbols: Symbols, line: CheckedLine) -> Iterator[Piece]:
    """The pieces that a move names."""
    for _, node in line.moves[0].args:
        kind = node.type.bare
        if kind.piece and isinstance(node.constant, int):
            info = symbols.kinds[kind.kind]
            yield kind.kind, info.rows[info.members[node.constant]].name
