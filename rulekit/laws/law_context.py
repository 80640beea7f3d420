"""One moment of a game that is looked at: the position, the reference machine behind it, and bits to choose with."""

from __future__ import annotations

import random
from functools import cached_property

import attrs

from rulekit.play.games.game import Position
from rulekit.play.machine.machine import Machine


@attrs.define(eq=False, slots=False)
class Look:
    """What a law without words is given."""

    here: Position
    rng: random.Random

    @cached_property
    def m(self) -> Machine:
        """The reference machine at this position."""
        return self.here.machine

    @property
    def before(self) -> Position | None:
        """The position before the last step, None at the beginning."""
        return self.here.before
