"""What a judge found: the case that failed, a trace that leads there, and the story of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from rulekit.play.configured import Chosen
from rulekit.play.trace import Trace

if TYPE_CHECKING:
    from rulekit.play.game import Game


@attrs.frozen
class Case:
    """One law, scene or free law of a game, in one configuration of it."""

    game: str
    clause: str
    sort: str  # law, scene, free
    configuration: Chosen | None
    sentence: str
    source: str
    certainty: str
    mark: str = ""  # tells cases of one clause apart: the configuration, or the title of a scene
    of: Game = attrs.field(eq=False, repr=False, kw_only=True)

    @property
    def id(self) -> str:
        return f"{self.game}[{self.clause}]{f' @{self.mark}' if self.mark else ''}"


@attrs.frozen(eq=False)
class Finding:
    """A case that does not hold."""

    case: Case
    wrong: str  # what is not as it must be, in one line
    trace: Trace | None = None  # from the start of the game to where it shows; a scene has none
    story: str = ""
    game_number: int | None = None
    step: int | None = None

    def __str__(self) -> str:
        return self.story or self.wrong
