"""Does a scene notice? The first that fails is told, with the line that did not come true."""

from __future__ import annotations

import time
from collections.abc import Iterable

from rulekit.check.tree.checked_rulebook import Checked, CheckedScene
from rulekit.mutate.clock import at_most
from rulekit.play.machine.prepared_game import Settings
from rulekit.play.scenes.scene_runner import play_scene

PATIENCE = 10.0  # so many times as long as the original, and some seconds more
GRACE = 5.0


def killer(
    checked: Checked, settings: Settings, numbers: Iterable[int], usual: list[float], most: float | None = None
) -> str | None:
    """The first scene that fails, of those there is time for."""
    end = None if most is None else time.process_time() + most
    for number in numbers:
        if end is not None and time.process_time() > end:
            return None
        told = _played(settings, checked.scenes[number], usual[number])
        if told is not None:
            return told
    return None


def _played(settings: Settings, scene: CheckedScene, usual: float) -> str | None:
    with at_most(usual * PATIENCE + GRACE):
        found = play_scene(settings, scene)
    if found.passed:
        return None
    miss = found.misses[0]
    return f'scene [{found.clause}] "{found.title}", line {miss.span.line}: expected {miss.expected}, got {miss.got}'
