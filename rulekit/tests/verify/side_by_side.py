"""Games in lockstep with an engine, until enough of them have parted; each difference with its trace and clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.play.games.game import Game
from rulekit.protocol.session import EngineFailure
from rulekit.verify.differences.divergence import Divergence
from rulekit.verify.greeted_engine import Factory, RestartableEngine
from rulekit.verify.lockstep.difference_story import LockstepDifference, difference
from rulekit.verify.lockstep.lockstep_game import play
from rulekit.verify.lockstep.played_game import USUAL, LockstepResult, LookPlan
from rulekit.verify.lockstep.start_positions import StartPosition

FAILURES = 3  # games in which the engine failed; then it is given up


@attrs.define
class Found:
    """What came of these games."""

    configurations: tuple[GameConfig, ...]
    unsaid: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    not_played: int = 0  # configurations that the engine does not play
    games: int = 0
    counts: Counter[str] = attrs.field(factory=Counter)
    differences: list[LockstepDifference] = attrs.field(factory=list)

    @property
    def agrees(self) -> bool:
        return not self.differences

    @property
    def failures(self) -> int:
        return sum(one.parting.what == "failure" for one in self.differences)

    def hear(self, doors: RestartableEngine) -> None:
        """What the handshake fixes."""
        agreed = doors.open().agreed
        plays = tuple(one for one in self.configurations if agreed.plays(one.seats, dict(one.options)))
        self.unsaid = tuple(sorted(agreed.unsaid))
        self.left_out = tuple(sorted(name for name in ("position", "views") if name not in agreed.features))
        self.not_played, self.configurations = len(self.configurations) - len(plays), plays


def side_by_side(
    game: Game,
    factory: Factory,
    configurations: Iterable[GameConfig],
    games: int,
    manner: LookPlan = USUAL,
    most: int = 20,
    starts: tuple[StartPosition, ...] = (),
) -> Found:
    """So many games, or until `most` have shown a difference; from positions in turn, if any are given."""
    found, doors = Found(tuple(configurations)), RestartableEngine(game, factory)
    try:
        found.hear(doors)
        while found.games < games and len(found.differences) < most and found.failures < FAILURES:
            number = found.games
            start = starts[number % len(starts)] if starts else None
            chosen = found.configurations[number % len(found.configurations)] if start is None else start.chosen
            played = _played(game, doors, chosen, number, manner, start)
            found.games += 1
            found.counts += played.counts
            found.differences += [] if played.parting is None else [difference(game, played)]
    finally:
        doors.close()
    return found


def _played(
    game: Game, doors: RestartableEngine, chosen: GameConfig, number: int, manner: LookPlan, start: StartPosition | None
) -> LockstepResult:
    """One game; an engine that fails is started again for the next."""
    position = None if start is None else start.position
    try:
        door = doors.open()
        played = play(game, chosen, door.session, door.agreed, "0", number, manner, position)
    except EngineFailure as wrong:
        played = LockstepResult(number, chosen, parting=Divergence("failure", (), "an answer", str(wrong)))
    if played.parting is not None and played.parting.what == "failure":
        doors.close()
    return played


__all__ = ["Found", "side_by_side"]
