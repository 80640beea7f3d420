"""Scenes at the table: what the page fetches to put the position of one on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.check.elaboration.scene_elaboration import SEATS
from rulekit.play.games.game import Game
from rulekit.play.position.strict_json import dumps
from rulekit.play.scenes.scene_position import position_of

FOLDER = "scenes"  # beside the page


def scene_file(number: int) -> str:
    """The file of a scene below the folder of its game; numbers begin with 1, as on the pages of examples."""
    return f"{number}.json"


def scene_table(title: str, position: Mapping[str, Any], page: str = "") -> bytes:
    """What is to be put on the table: what it is called, the page that tells it, who sits there, the position."""
    names = [name.capitalize() for name in SEATS[: position["config"]["seats"]]]
    return dumps({"title": title, "page": page, "names": names, "position": position}).encode()


def scene_of(game: Game, name: str) -> bytes | None:
    """The same for a file that somebody asks for by its name; nothing if there is no such scene to go on from."""
    for number, scene in enumerate(game.checked.scenes, 1):
        if scene_file(number) == name:
            position = position_of(game.settings, scene)
            return scene_table(scene.node.title, position) if position is not None else None
    return None
