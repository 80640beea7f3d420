"""A whole game that was drawn: how it is set up and every choice in it; nothing is played before it is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import attrs

from rulekit.laws.cases import mark_of
from rulekit.laws.choices import Choices, See, run, walk
from rulekit.laws.leaning import EVEN, Lean
from rulekit.play.configured import Chosen
from rulekit.play.game import Game
from rulekit.play.moment import Position
from rulekit.play.trace import Trace

SHOWN = 12  # moves in the short form


@attrs.frozen(repr=False)
class Drawn:
    """A set-up and the choices of a game."""

    game: Game = attrs.field(eq=False)
    chosen: Chosen
    choices: bytes
    lean: Lean = attrs.field(default=EVEN, eq=False)

    def play(self, see: See | None = None) -> Any:
        """Play it, as fast as our engine goes; `see` gets every state of that engine. The last state."""
        return run(self.game.engine(self.chosen).for_playouts(), Choices(self.choices, self.lean), see)

    def positions(self) -> Iterator[Position]:
        """Every position in order, the start first."""
        start = self.game.start(self.chosen.seats, dict(self.chosen.options))
        return walk(start, Choices(self.choices, self.lean))

    def last(self) -> Position:
        """Where it ends: the game is over, or the choices are used up."""
        *_, last = self.positions()
        return last

    def trace(self) -> Trace:
        """The record, to be kept and replayed."""
        return self.last().trace()

    def story(self) -> list[str]:
        """Every move in words."""
        line = list(self.positions())
        return [
            f"seat {now.step['seat']}: {before.words(now.step['seat'])[now.answer[1]]}"
            for before, now in pairwise(line)
            if now.answer is not None and "move" in now.step
        ]

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """How Hypothesis shows a counter-example."""
        printer.text(repr(self))

    def __repr__(self) -> str:
        told = self.story()
        more = f"; and {len(told) - SHOWN} more" if len(told) > SHOWN else ""
        return f"<{self.game.name}, {mark_of(self.game, self.chosen)}: {'; '.join(told[:SHOWN]) or 'no move'}{more}>"
