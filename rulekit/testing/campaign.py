"""One Hypothesis test for all laws of a game: each drawn game is played once, and every law watches it.

Each clause that breaks is raised as an exception class of its own; that is how Hypothesis tells failures apart, keeps
each in its database and shrinks each. A law that breaks in every game would hide all others: so what was found is
muted, and the campaign goes on in a further round with a part of the time.
"""

from __future__ import annotations

import contextlib
import math
import re
import time
from collections.abc import Callable
from functools import cache

import attrs
from hypothesis import HealthCheck, Phase, given, seed, settings

from rulekit.check.configuration_space import GameConfig
from rulekit.fuzz.oracles import Blame
from rulekit.play.games.game import Game
from rulekit.testing.budget import Budget, Sample, configurations_with_new, sample_of
from rulekit.testing.campaign_oracles import GameObservation, LastPosition, Oracle
from rulekit.testing.drawn import DrawnGame
from rulekit.testing.rule_tests import FAULT_SORTS, FAULTS
from rulekit.testing.strategies import games_in, places_in

SHRINKING = 10.0  # seconds for Hypothesis to shrink; after that no game counts as failing that was not seen failing
PACED = 8  # games by which the pace is guessed
OVERHEAD = 0.001  # seconds that Hypothesis adds to each example
LATE = 1.5  # times the budget after which no further game is begun
COVERING = 3  # games in a configuration that brings a choice which has not been met; the first is the simplest of all
AGAIN = 4  # a further round gets this part of the budget
HEALTH = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example, HealthCheck.filter_too_much]

Test = Callable[[], None]


class ClauseBroken(Exception):
    """A clause does not hold in a drawn game."""

    clause = ""


class TimeIsUp(KeyboardInterrupt):
    """No further game is begun. Hypothesis takes it for Ctrl-C: it ends at once and keeps nothing of the example."""


@cache
def exception_for(clause: str) -> type[ClauseBroken]:
    """The exception class of a clause."""
    return type(f"Broken[{clause}]", (ClauseBroken,), {"clause": clause})


def only_broken(wrong: BaseException) -> bool:
    """Is it nothing but clauses that do not hold, alone or in groups?"""
    if isinstance(wrong, BaseExceptionGroup):
        return all(map(only_broken, wrong.exceptions))
    return isinstance(wrong, ClauseBroken)


@attrs.define(eq=False)
class PropertyCampaign:
    """The random games of one game under one oracle; `only` limits it to some clauses."""

    game: Game
    oracle: Oracle
    only: frozenset[str] | None = None
    found: dict[str, tuple[DrawnGame, Blame]] = attrs.field(factory=dict)  # the smallest game for each clause
    first: dict[str, DrawnGame] = attrs.field(factory=dict)  # the game that showed it first
    judged: set[str] = attrs.field(factory=set)  # laws that were put to the test at least once
    sample: Sample = attrs.field(init=False)
    met: set[GameConfig] = attrs.field(factory=set)  # configurations that were played
    ended_in: set[GameConfig] = attrs.field(factory=set)  # those in which a game came to its end
    crashed: BaseException | None = None
    dead: bool | None = None  # does no game end, however far it is played? Asked only where none of the sample did
    _settings: settings = attrs.field(init=False)
    _seed: int = attrs.field(init=False)
    _budget: Budget = attrs.field(init=False)
    _first: Test = attrs.field(init=False)
    _muted: frozenset[str] = frozenset()
    _failing: set[DrawnGame] = attrs.field(factory=set)
    _failed_at: float | None = None  # when something failed first in this round
    _until: float = math.inf  # no new games after that; what was found is still shrunk
    _times: list[float] = attrs.field(factory=list)
    _long: int = 0  # bytes of moves of games that are as long as they can be

    def __attrs_post_init__(self) -> None:
        self.sample = Sample(self.game.name, origin=self.game.origin)

    @property
    def sampled_configurations(self) -> tuple[GameConfig, ...]:
        """The pairwise sample of configurations: fewest players first, usual options first."""
        return sample_of(self.game)

    def concerns(self, clause: str, sort: str) -> bool:
        """Does this campaign look at a clause? A fault, in whatever clause, breaks the law about faults."""
        wanted = self.only is None or clause in self.only or (sort in FAULT_SORTS and FAULTS in self.only)
        return wanted and self.oracle.concerns(self.game, clause)

    @property
    def is_answered(self) -> bool:
        """Is all known that was asked for? What was kept and still fails need not be looked for in new games."""
        return self.only is not None and self.only <= set(self.found)

    def remember(self, drawn: DrawnGame, blame: Blame) -> None:
        """A game that is known to fail."""
        self.found[blame.clause] = drawn, blame
        self._muted = frozenset(self.found)

    # -------------------------------------------------------------- the test

    def test(self, base: settings, run_seed: int, most: int, chosen: tuple[GameConfig, ...] | None = None) -> Test:
        """One round as a Hypothesis test. Its name is a part of the key under which failures are kept."""

        def play(drawn: DrawnGame) -> None:
            self.look(drawn)

        name = "_".join([self.oracle.name, self.game.name, *sorted(self.only or ()), "", *sorted(self._muted)])
        play.__name__ = play.__qualname__ = re.sub(r"\W+", "_", name)
        drawn = places_in if self.oracle.name == LastPosition.name else games_in
        phases = [one for one in base.phases if one != Phase.explain]  # strings of bytes have no parts to explain
        own = settings(base, max_examples=most, deadline=None, phases=phases, suppress_health_check=HEALTH)
        made: Test = own(seed(run_seed)(given(drawn(self.game, chosen or self.sampled_configurations))(play)))
        return made

    def look(self, drawn: DrawnGame) -> None:
        """Play a game and raise the clause that breaks first."""
        now = time.monotonic()
        if self._failed_at is None and now > self._until and self.sample.games:
            raise TimeIsUp  # else Hypothesis would go on drawing games that nobody plays
        if self._failed_at is not None and now > self._failed_at + SHRINKING and drawn not in self._failing:
            return
        seen = self.oracle.observe(drawn, self.only, lambda clause: clause not in self._muted)
        if self._failed_at is None:
            self._count(drawn, seen, time.monotonic() - now)
        if seen.blame is not None:
            self._failed_at = self._failed_at or time.monotonic()
            self._failing.add(drawn)
            self.first.setdefault(seen.blame.clause, drawn)
            self.found[seen.blame.clause] = drawn, seen.blame  # Hypothesis plays the smallest of each clause last
            raise exception_for(seen.blame.clause)

    def _count(self, drawn: DrawnGame, seen: GameObservation, seconds: float) -> None:
        if drawn.chosen in self.met:
            self._times.append(seconds)
        else:
            self._until += seconds  # the engine of this configuration was generated meanwhile
            self.met.add(drawn.chosen)
        self.judged |= seen.judged
        self._long = max(self._long, len(drawn.moves))
        self.sample.games += 1
        self.sample.ended += seen.ended
        self.ended_in |= {drawn.chosen} if seen.ended else set()
        self.sample.whole += seen.ended or len(drawn.moves) == self._long

    # -------------------------------------------------------------- rounds

    def prepare_test(self, base: settings, run_seed: int, budget: Budget) -> Test:
        """The test of the first round, ready to be run by `play` or by whoever runs tests."""
        self._settings, self._seed, self._budget = base, run_seed, budget
        self._first = self.test(base, run_seed, self._most(0))
        return self._first

    def play(self, run_first: Test | None = None) -> None:
        """All rounds; `run_first` runs the test of the first one."""
        test = run_first or self._first
        for round_number in range(1, 2 + AGAIN):
            if not self._round(test):
                break
            test = self.test(self._settings, self._seed + round_number, self._most(round_number))
        self._cover()
        self.sample.failed = len(self.found)

    def _cover(self) -> None:
        """Choices that no game has met are played however late it is: else the run would be green about them too."""
        most = COVERING if time.monotonic() < self._until else self.oracle.late
        self._until = math.inf
        for one in configurations_with_new(self.game, self.met) if self.met else ():
            self._round(self.test(settings(self._settings, database=None), self._seed, most, (one,)))

    def _round(self, test: Test) -> bool:
        """Was something found? It is muted from then on."""
        known = set(self.found)
        try:
            test()
        except TimeIsUp:
            pass
        except (ClauseBroken, BaseExceptionGroup) as wrong:
            if not only_broken(wrong):
                raise
        self._muted = frozenset(self.found)
        self._failed_at = None
        return set(self.found) != known

    def _most(self, round_number: int) -> int:
        """How many games the time allows, guessed from the pace of a few."""
        if self._budget.games is not None:
            return self._budget.games
        seconds = self._budget.seconds / (AGAIN if round_number else 1)
        if not self._times:
            self._pace(seconds)
        self._until = time.monotonic() + LATE * seconds
        mean = sum(self._times) / max(1, len(self._times)) + OVERHEAD
        return max(self.oracle.least if not round_number else 1, int(seconds / mean))

    def _pace(self, seconds: float) -> None:
        """Measured in the smallest configuration; larger ones are taken to cost as much more as they have players."""
        first, scout = self.sampled_configurations[:1], PropertyCampaign(self.game, self.oracle, self.only)
        scout._until = time.monotonic() + seconds / 4
        with contextlib.suppress(ClauseBroken, BaseExceptionGroup, TimeIsUp):
            scout.test(settings(self._settings, database=None, phases=[Phase.generate]), self._seed, PACED, first)()
        times = (
            sum(one.seats for one in self.sampled_configurations) / len(self.sampled_configurations) / first[0].seats
        )
        self._times = [times * one for one in scout._times]
