"""Does a scene notice? Scenes of the changed clause first, then those that look there, the quick ones first."""

from __future__ import annotations

import time
from collections.abc import Iterable

from rulekit.check.examined import Checked, CheckedScene
from rulekit.mutate.clock import TimedOut, at_most
from rulekit.play.scenes import play_scene
from rulekit.play.setting import Settings

PATIENCE = 10.0  # so many times as long as the original, and some seconds more
GRACE = 5.0


def killer(
    checked: Checked, settings: Settings, hopes: Iterable[int], others: Iterable[int], usual: list[float], spare: float
) -> str | None:
    """The first scene that fails; those that never look at what was changed are played as long as there is time."""
    for number in hopes:
        told = _played(settings, checked.scenes[number], usual[number])
        if told is not None:
            return told
    end = time.process_time() + spare
    for number in others:
        if time.process_time() > end:
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


__all__ = ["TimedOut", "killer"]
