"""The position a scene starts from, as data that a table loads, and whether a game can go on from it."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree.checked_rulebook import CheckedScene
from rulekit.model import scenes as sc
from rulekit.play import json_api
from rulekit.play.machine.frames import Over
from rulekit.play.machine.machine import Machine, Refusal
from rulekit.play.machine.prepared_game import PreparedGames
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.refusals import Refused
from rulekit.play.scenes.scene_chance import BadScript
from rulekit.play.scenes.scene_fill import fill, laws_broken_on_purpose
from rulekit.play.scenes.scene_frames import NoSuchFrame
from rulekit.play.scenes.scene_layout import UnfitScene

TROUBLE = (
    UnfitScene,
    NoSuchFrame,
    BadScript,
    Fault,
    Refusal,
    Refused,
)  # why a scene cannot be played, or not be played on


def no_game_leads_to(scene: CheckedScene) -> bool:
    """Whether a scene says itself that its position is none of a game: refused, or against a law."""
    return bool(laws_broken_on_purpose(scene)) or any(isinstance(line.node, sc.Refused) for line in scene.lines)


def goes_on(m: Machine, scene: CheckedScene) -> bool:
    """Whether a game can go on from where a scene starts, which is the position of the machine."""
    return not no_game_leads_to(scene) and not isinstance(m.pending, Over)


def position_of(settings: PreparedGames, scene: CheckedScene) -> dict[str, Any] | None:
    """The position a scene starts from; nothing if no game goes on from there."""
    try:
        m, _ = fill(settings, scene, laws=False, brief=True)
    except TROUBLE:
        return None
    return json_api.to_json(m) if goes_on(m, scene) else None
