"""One moment of a game that is looked at: the position, the reference machine behind it, and bits to choose with."""

from __future__ import annotations

import random
from functools import cached_property

import attrs

from rulekit.play.games.game import Position
from rulekit.play.machine.machine import Machine


@attrs.define(eq=False, slots=False)
class LawContext:
    """What a law without words is given."""

    here: Position
    rng: random.Random

    @cached_property
    def m(self) -> Machine:
        """The reference machine at this position."""
        return self.here.machine

    @property
    def position_before(self) -> Position | None:
        """The position before the last step, None at the beginning."""
        return self.here.before


def about_copies(look: LawContext) -> str:
    """What to think of first where a game with copies of one row goes two ways from what is written of it."""
    kinds = look.here.game.checked.symbols.kinds.values()
    if not any(row.copies > 1 for kind in kinds for row in kind.rows):
        return ""
    return (
        ". Do the rules go through copies of one row one after the other? Which of them lies where is not written down"
    )
