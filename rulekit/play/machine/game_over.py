"""How a game ends: endings at once, and what is over."""

from __future__ import annotations

from rulekit.play.machine.machine import Machine
from rulekit.play.position.frames import Over


def at_once(m: Machine) -> bool:
    """Endings at once are watched from the end of set-up on."""
    if m.started and m.pending is None:
        for ending in m.program.at_once:
            if m.eyes().holds(ending.condition, {}):
                finish(m, None, ending.id)
                return True
    return False


def finish(m: Machine, winners: tuple[int, ...] | None, clause: str | None = None) -> None:
    """The game is over now; whatever was under way is dropped."""
    m.frames.clear()
    m.pending = Over(winners)
    m.lines += [clause] if clause else []
