"""A scene as pictures: what lies on the table, and what the moves have made of it; only what the scene is about."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Set
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.check.tree.checked_rulebook import CheckedScene
from rulekit.looks.changes import Changes, changes
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.open_view import open_view
from rulekit.looks.table_view import Marks
from rulekit.looks.view_parts import Key, deep_tuple, identity, nested_zones, state_instances, zone_instances
from rulekit.model import scenes as sc
from rulekit.play import json_api
from rulekit.play.games.game import Game
from rulekit.play.machine.machine import Machine
from rulekit.play.position.value_json import ProseCodec
from rulekit.play.scenes.scene_chance import SceneChance
from rulekit.play.scenes.scene_layout import SEATED
from rulekit.play.scenes.scene_position import TROUBLE, goes_on
from rulekit.site.pictures.kept_pictures import KeptPictures
from rulekit.site.pictures.scene_playthrough import Filled, View, last_position
from rulekit.site.pictures.table_drawings import DrawnPart, DrawnTable, draw_table, drawing_as_data, from_written
from rulekit.typesystem import types as t
from rulekit.words.vocabulary import ACTIVE

ROOM = 316.0  # what a telephone of 360 points leaves, so that no picture is ever made smaller
HIGH = 1400.0  # a picture that is higher shows too much to say anything
NOTHING_LIES = "Nothing lies there yet."


@attrs.frozen
class ScenePictures:
    """The position a scene starts from, and the one after its last move; nothing where nothing would be seen."""

    before: DrawnTable | None = None
    after: DrawnTable | None = None
    position: Mapping[str, Any] | None = None  # where it starts, as data for a table; nothing if no game goes on there


@attrs.frozen
class SceneStart:
    """Where a scene starts: the position, what chance will give, how it is seen, and what of it the scene is about."""

    m: Machine
    script: SceneChance
    position: Mapping[str, Any]  # of the machine, as data
    looks: PictureModel
    view: View
    shown: frozenset[Key]


class SceneArtist:
    """Draws the scenes of one game; what is worked out for a configuration serves all its scenes."""

    def __init__(self, game: Game, kept: KeptPictures) -> None:
        self.game, self.kept = game, kept
        self.filled = Filled(game, kept.parts.games)
        self._looks: dict[GameConfig, PictureModel] = {}

    def pictures(self, scene: CheckedScene) -> ScenePictures:
        """Both pictures of a scene; none of a scene that shows what no position can be, or what cannot be drawn."""
        try:
            start = self._start(scene)
        except TROUBLE:
            return ScenePictures()
        nothing = ScenePictures(position=start.position if goes_on(start.m, scene) else None)
        try:
            end = last_position(start.m, start.script, scene)
            after = start.view if end is start.m else open_view(start.looks.symbols, json_api.to_json(end))
        except TROUBLE:
            return nothing
        looks, found = start.looks, changes(start.looks.symbols, start.view, after)
        ghosts = {s.name for s in looks.symbols.states.values() if s.decl is not None and s.decl.ghost}
        told = Changes(_without(found.before, ghosts), _without(found.after, ghosts))
        only = start.shown | told.touched_keys
        if not only:
            return nothing
        first = self._drawn(looks, start.view, told.before, only, only)
        last = self._drawn(looks, after, told.after, told.touched_keys, only) if told.touched_keys else None
        return attrs.evolve(nothing, before=first, after=last)

    def question(self, scene: CheckedScene) -> DrawnTable | None:
        """Where a scene starts, without a mark of what will come of it."""
        try:
            start = self._start(scene)
        except TROUBLE:
            return None
        return self._drawn(start.looks, start.view, {}, start.shown, start.shown) if start.shown else None

    def keys_of(self, scene: CheckedScene) -> frozenset[Key]:
        """What of the table a scene is about; nothing of one that cannot be drawn."""
        try:
            return self._start(scene).shown
        except TROUBLE:
            return frozenset()

    def _start(self, scene: CheckedScene) -> SceneStart:
        """Where a scene starts, and what of it is worth a picture."""
        m, script = self.filled.position_of(scene)
        position = json_api.to_json(m)
        looks = self.looks(position["config"])
        view = open_view(looks.symbols, position)
        return SceneStart(m, script, position, looks, view, frozenset(wanted_keys(looks, m, view, scene)))

    def _drawn(
        self, looks: PictureModel, view: View, marks: Marks, only: Set[Key], about: Set[Key]
    ) -> DrawnTable | None:
        near = [index[-1] for _, _, index in about if index and isinstance(index[-1], tuple)]
        found = draw_table(self.kept, looks, view, DrawnPart(only, marks, near), ROOM)
        if not found.picture.width or found.picture.height > HIGH:
            return None
        return DrawnTable(found.picture.fit_into(ROOM), found.words if found.words.strip(".") else NOTHING_LIES)

    def looks(self, config: dict[str, Any]) -> PictureModel:
        """The looks of the configuration a scene is played in."""
        chosen = GameConfig(tuple(config["options"].items()), config["seats"])
        if chosen not in self._looks:
            self._looks[chosen] = PictureModel(self.game, chosen)
        return self._looks[chosen]


def _without(marks: Marks, names: set[str]) -> dict[Key, Any]:
    return {key: one for key, one in marks.items() if key[1] not in names}


# ------------------------------------------------------------------ what a scene is about


def wanted_keys(looks: PictureModel, m: Machine, view: View, scene: CheckedScene) -> set[Key]:
    """The instances that are given, those that hold what a move names, and the places that it names."""
    given = {*_given(m, scene)}
    leaves = {*_named(m, scene)}
    wholes = _wholes(looks)
    pieces = {wholes.get(one, one) for one in leaves if isinstance(one, str)}
    pieces |= {key[2][0] for key in given if key[2] and isinstance(key[2][0], str)}
    places = {one[1:] if isinstance(one[0], str) and len(one) > 2 else one for one in leaves if isinstance(one, tuple)}
    found: set[Key] = set()
    for zone, index, content in zone_instances(looks.symbols, view):
        lying = content.get("pieces", ())
        inner = [
            one for piece in lying for _, under in nested_zones(looks.symbols, piece) for one in under.get("pieces", ())
        ]
        held = {identity(one) for one in (*lying, *inner)} & pieces
        if ("zone", zone.name, index) in given or held or (index and (index in places or index[-1] in places)):
            found.add(("zone", zone.name, index))
    for state, index, _ in state_instances(looks.symbols, view):
        if ("state", state.name, index) in given or (index and (index in places or index[-1] in places)):
            found.add(("state", state.name, index))
    return found


def _given(m: Machine, scene: CheckedScene) -> Iterator[Key]:
    """The zones and states that the lines of a scene lay out, as a view names them."""
    for line in scene.lines:
        place = line.place
        if not isinstance(line.node, sc.Given) or place is None or not place.stored:
            continue
        if place.stored != ACTIVE:
            e = m.evaluator()
            at = tuple(_told(m, e.value(arg, SEATED), arg.type) for arg in place.indexes)
            yield "zone" if place.zone_name else "state", place.stored, at


def _named(m: Machine, scene: CheckedScene) -> Iterator[Any]:
    """Every name and place in the moves of a scene."""
    e = m.evaluator()
    for line in scene.lines:
        for move in line.moves:
            for _, node in move.args:
                if not node.type.bare.effects:  # its label is no name of anything on the table
                    yield from _leaves(_told(m, e.value(node, SEATED), node.type))


def _told(m: Machine, value: Any, kind: t.Type) -> Any:
    return deep_tuple(ProseCodec(m).write(value, kind))


def _leaves(value: Any) -> Iterator[Any]:
    """Names, and places as tuples of numbers."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple) and value:
        yield value
        for one in value:
            yield from _leaves(one)


def _wholes(looks: PictureModel) -> dict[str, str]:
    """The piece of every part."""
    return {
        part: row.name
        for kind in looks.symbols.kinds.values()
        if kind.is_piece
        for row in kind.rows
        for _, parts in looks.parts(kind.name, row.name)
        for part in parts
    }


# ------------------------------------------------------------------ kept from build to build


def to_text(found: ScenePictures) -> str:
    """The pictures as text."""
    return json.dumps([drawing_as_data(found.before), drawing_as_data(found.after), found.position])


def from_text(text: str) -> ScenePictures:
    """The pictures from their text."""
    before, after, position = json.loads(text)
    return ScenePictures(from_written(before), from_written(after), position)
