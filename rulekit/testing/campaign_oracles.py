"""What is wrong with a drawn game: the laws watched all the way, or the laws about one position at its last one.

An oracle plays one game and says what it saw; a campaign decides what to do with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import attrs

from rulekit.fuzz.external_oracle import strangers
from rulekit.fuzz.oracles import Blame, breach, fault, missing_result, violation
from rulekit.laws.law_watch import LawWatch
from rulekit.laws.position_laws import is_position_law, violations
from rulekit.play.engines import END
from rulekit.play.games.game import Game
from rulekit.play.machine.rule_faults import Fault
from rulekit.testing.choices import run
from rulekit.testing.drawn import DrawnGame

Wanted = Callable[[str], bool]  # is a clause of interest?


@attrs.define
class GameObservation:
    """What came of one game: whether it ended, and the first thing wrong with it that was of interest."""

    ended: bool = False
    blame: Blame | None = None
    judged: frozenset[str] = frozenset()  # ids of the laws that were put to the test
    answers: int = 0  # of players and of chance


class Oracle(Protocol):
    """Plays a drawn game and looks at it."""

    name: str
    least: int  # games, if the budget is too small for more
    late: int  # the same in a configuration that brings a new choice when the time is up; the first is the simplest

    def concerns(self, game: Game, clause: str) -> bool:
        """Whether this oracle can say anything of that clause."""

    def observe(self, drawn: DrawnGame, only: frozenset[str] | None, wanted: Wanted) -> GameObservation:
        """What is wrong with a drawn game, if it is one of the wanted things; perhaps only some laws are asked."""


class _Stop(Exception):
    """The game need not be played on."""


class WholeGame:
    """Every law of the rules, at every position where somebody is asked, from the start to the end."""

    name = "games"
    least = 60
    late = 2

    def concerns(self, game: Game, clause: str) -> bool:
        """Laws about one position are left to `LastPosition`."""
        return not is_position_law(game, clause)

    def observe(self, drawn: DrawnGame, only: frozenset[str] | None, wanted: Wanted) -> GameObservation:
        """Plays the game with the laws watched at every step; stops at the first that is broken."""
        watch, seen, answers = LawWatch(drawn.game, drawn.chosen, only), GameObservation(), -1

        def see(state: object) -> None:
            nonlocal answers
            answers += 1
            seen.blame = _first((breach(one, answers) for one in watch.see(state)), wanted)
            if seen.blame is not None:
                raise _Stop

        try:
            state = run(watch.engine, drawn.choices(), see)
            seen.ended = watch.engine.short_question(state)[0] == END
            if seen.ended:
                found = missing_result(watch.engine, state, answers)
                seen.blame = _first([found] if found is not None else [], wanted)
        except _Stop:
            pass
        except Fault as found:
            seen.blame = _first([fault(found, max(answers, 0))], wanted)
        seen.judged, seen.answers = watch.judged_laws(), max(answers, 0)
        return seen


class LastPosition:
    """The built-in laws and those about sameness, at the last position of a game."""

    name = "positions"
    least = 5
    late = 1  # to play to a position and look at it may take seconds

    def concerns(self, game: Game, clause: str) -> bool:
        """Only laws about one position."""
        return is_position_law(game, clause)

    def observe(self, drawn: DrawnGame, only: frozenset[str] | None, wanted: Wanted) -> GameObservation:
        """Plays the game to its end and looks at the last position; a fault on the way is an observation too."""
        answers = 0
        try:
            for answers, here in enumerate(drawn.positions()):  # noqa: B007
                pass
        except Fault as found:
            return GameObservation(False, _first([fault(found, answers)], wanted))
        judged: set[str] = set()

        def of_interest(name: str) -> bool:
            if only is None or name in only:
                judged.add(name)
                return wanted(name)
            return False

        broken = next(violations(here, of_interest), None)
        return GameObservation(here.is_over, None if broken is None else violation(broken, answers), frozenset(judged))


class InStep:
    """Another engine, played in step with the rules."""

    name = "in-step"
    least = 20
    late = 2

    def __init__(self, engine: str) -> None:
        self.engine = engine

    def concerns(self, game: Game, clause: str) -> bool:
        """A difference between engines may be blamed on any clause."""
        return True

    def observe(self, drawn: DrawnGame, only: frozenset[str] | None, wanted: Wanted) -> GameObservation:
        """Plays the game on the other engine as well, and compares."""
        attempt = drawn.attempt()
        blame = strangers(self.engine)(drawn.game, drawn.chosen, attempt.answers)
        return GameObservation(attempt.ended, None if blame is None or not wanted(blame.clause) else blame)


def _first(found: Iterable[Blame], wanted: Wanted) -> Blame | None:
    return next((one for one in found if wanted(one.clause)), None)
