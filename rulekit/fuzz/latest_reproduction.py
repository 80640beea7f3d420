"""The latest position from which a difference still shows, for an engine that takes positions."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.fuzz.external_oracle import FAILURE, Stranger
from rulekit.fuzz.oracles import Blame
from rulekit.fuzz.replay_attempt import Attempt
from rulekit.play.position.frames import ChancePoint, Over
from rulekit.play.position.public_position import Position

TRIED = 60  # positions, the latest first
Json = Any


@attrs.frozen
class Late:
    """A position as it is written, and what is answered after it until the two part, as in a trace."""

    start: Json
    steps: tuple[Json, ...]

    @property
    def moves(self) -> int:
        return sum("move" in step for step in self.steps)

    def to_json(self) -> dict[str, Json]:
        return {"start": self.start, "steps": list(self.steps)}


def latest(attempt: Attempt, blame: Blame, judge: Stranger) -> Late | None:
    """The same difference from the latest position the engine takes; nothing if it must see the whole game."""
    line = [*_course(attempt, blame.answers)]
    for at in range(len(line) - 1, max(0, len(line) - 1 - TRIED), -1):
        if isinstance(line[at].engine.pending(line[at].state), ChancePoint | Over):
            continue  # a game begins where somebody must answer
        start, answers = line[at].to_json(), attempt.answers[at : blame.answers]
        found = judge.begun(attempt.game, attempt.chosen, start, answers, blame)
        if found is not None and found.sort == FAILURE:
            return None  # it knows nothing of positions, or cannot bear this one
        if found is not None and (found.said, found.answers) == (blame.said, len(answers)):
            return Late(start, tuple(one.step for one in line[at + 1 :]))
    return None


def _course(attempt: Attempt, answers: int) -> list[Position]:
    """The game up to where the two part, position after position."""
    line = [attempt.game.start(attempt.chosen.seats, dict(attempt.chosen.options))]
    for answer in attempt.answers[:answers]:
        line.append(line[-1].drawn_so(answer[0]) if len(answer) == 1 else line[-1].take(*answer))
    return line


__all__ = ["Late", "latest"]
