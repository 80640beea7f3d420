"""In how many random games each line of the rules ran, or a guard was the only one that refused some move."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs

from rulekit.fuzz.coverage import CoverageCounter
from rulekit.fuzz.coverage_goals import GUARD, LINE, Goal
from rulekit.play.engines import CHANCE, DECISION
from rulekit.play.games.game import Game
from rulekit.play.games.playouts import LONGEST, bits_of, point_of
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.run_limits import DrawLimit

GAMES = 100  # of all numbers of players together
SEED = "reached"
RAN, REFUSED = "ran", "refused"
SORTS = {LINE: RAN, GUARD: REFUSED}
Json = dict[str, Any]


@attrs.frozen
class LinesReached:
    """How many games were played, and in how many of them each line that could be reached was, by what it did."""

    games: int
    ran: dict[str, int]
    refused: dict[str, int]

    def reach_of(self, line: str) -> tuple[str, int] | None:
        """What a line did, and in how many games; nothing of lines that have nothing to do there."""
        if line in self.refused:
            return REFUSED, self.refused[line]
        return (RAN, self.ran[line]) if line in self.ran else None


def lines_reached(game: Game, decisions: int | None = None) -> LinesReached:
    """Random games with the usual options, the numbers of players in turn; `decisions` ends what takes long."""
    engines = [CoverageCounter(game, game.start(seats).chosen, whole=False) for seats in game.players]
    open_goals = {goal for one in engines for goal in one.goals.open if goal[0] in SORTS}
    found: Counter[Goal] = Counter()
    played = made = 0
    while played < GAMES and (decisions is None or made < decisions):
        goals, more = _one(engines[played % len(engines)], played)
        found.update(goals & open_goals)
        played += 1
        made += more
    sorts = {sort: {name: found[goal, name] for goal, name in sorted(open_goals) if goal == sort} for sort in SORTS}
    return LinesReached(played, sorts[LINE], sorts[GUARD])


def _one(counted: CoverageCounter, number: int) -> tuple[set[Goal], int]:
    """What one game reached, and its decisions."""
    engine, bits, draw_limit = counted.engine, bits_of(SEED, number), DrawLimit()
    counted.begin()
    made = 0
    state: Any = None
    try:
        state = engine.start()
        while made < LONGEST:
            kind, line, seat, count = engine.short_question(state)
            if kind == DECISION:
                made += 1
                state = engine.advance(state, seat, bits.below(count))
            elif kind == CHANCE:
                draw_limit.count(made, line)
                state = engine.draw(state, point_of(engine, state).draw_one(bits))
            else:
                break
    except Fault:
        pass
    return counted.take_reached_goals(state), made


def as_json(found: LinesReached) -> Json:
    """For a file of figures."""
    return {"games": found.games, RAN: found.ran, REFUSED: found.refused}


def from_json(said: Json) -> LinesReached:
    """The same from a file."""
    return LinesReached(said["games"], said[RAN], said[REFUSED])
