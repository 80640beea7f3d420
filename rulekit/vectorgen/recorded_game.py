"""A recorded game as a vector that is kept: everything is looked at in its last answers, and at its end."""

from __future__ import annotations

import attrs

from rulekit.play.games.game import Game
from rulekit.play.games.trace import Trace
from rulekit.play.moves.refusals import Refused
from rulekit.play.position.public_position import Position
from rulekit.vectorgen.draft import EVERYBODY, Draft
from rulekit.vectors.form import Vector

LAST = 6  # answers before the end that are looked at


def vector(game: Game, trace: Trace, note: str = "") -> Vector:
    """The vector of a game; `Refused` if it was recorded on other rules, or ends in a fault of them."""
    if trace.fault is not None:
        raise Refused("trace", f"the rules themselves run into a fault at its end: {trace.fault}")
    positions = trace.replay(game).line()
    draft = Draft("kept", attrs.evolve(positions[0], chance=None), loaded=False)  # it is told every outcome
    for number, here in enumerate(positions[1:], 1):
        _again(draft, here)
        if len(positions) - number <= LAST:
            draft.look(EVERYBODY)
    return attrs.evolve(draft.made().vector, note=note)


def _again(draft: Draft, here: Position) -> None:
    assert here.answer is not None
    if len(here.answer) == 2:
        draft.take(*here.answer)
    else:
        draft.draw(here.answer[0])


__all__ = ["vector"]
