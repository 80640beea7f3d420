"""Positions to begin with instead of the beginning: those of the scenes, and those that were written down in a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.files import reading
from rulekit.model import scenes as sc
from rulekit.play import json_api
from rulekit.play.engines import REFERENCE
from rulekit.play.games.game import Game
from rulekit.play.machine.frames import Over
from rulekit.play.position.strict_json import loads
from rulekit.play.refusals import Refused
from rulekit.play.scenes.scene_fill import fill


@attrs.frozen
class StartPosition:
    """A position as it is written, with the configuration it belongs to, and where it comes from."""

    chosen: GameConfig
    position: Any
    source: str


def of_scenes(game: Game, every: int = 1) -> Iterator[StartPosition]:
    """What is given in every so manieth scene, before anything is done; scenes that must be refused have none."""
    for scene in game.checked.scenes[::every]:
        if any(isinstance(line.node, sc.Refused) for line in scene.lines):
            continue
        m, _ = fill(game.settings, scene)
        if m.pending is not None and not isinstance(m.pending, Over):
            found = _start(game, json_api.to_json(m), f"scene [{scene.node.clause}]")
            if found is not None:
                yield found


def of_file(game: Game, file: Path) -> Iterator[StartPosition]:
    """One position on each line; `Refused` if one cannot stand."""
    for number, line in enumerate(reading.strip_bom(reading.read(file)).splitlines(), 1):
        if line.strip():
            try:
                found = _start(game, loads(line), f"{file.name}:{number}", strict=True)
            except Refused as refused:
                raise Refused(refused.code, f"{file}:{number}: {'; '.join(refused.reasons)}") from None
            assert found is not None
            yield found


def _start(game: Game, data: Any, source: str, strict: bool = False) -> StartPosition | None:
    """Scenes may show what no position may be; such a one is left out."""
    try:
        here = game.position(data, engine=REFERENCE)
    except Refused:
        if strict:
            raise
        return None
    return StartPosition(here.chosen, data, source)
