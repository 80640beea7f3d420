"""Random games by the kit's own driver, every law watched: what `rulekit test` plays, without Hypothesis.

It plays the configurations of the sample in turn, so that every option value and number of players occurs; the same
seed and number of games give the same games.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.fuzz.game_script import MOST, GameScript, ScriptRun, answers_of, choose_any, play
from rulekit.fuzz.oracles import Blame, at_last_position, breach, fault, missing_result
from rulekit.fuzz.work_packet import FuzzFailure
from rulekit.laws.law_watch import LawWatch
from rulekit.play.games.common_course import CommonCourse
from rulekit.play.games.game import Game
from rulekit.play.machine.law_evaluation import Breach
from rulekit.play.machine.random_bits import stream
from rulekit.testing.budget import POSITIONS_SHARE, Budget, Sample, configurations_with_new, sample_of, unmet_choices
from rulekit.testing.strategies import FARTHEST

LONGEST = 20_000  # decisions of one game


@attrs.define(eq=False)
class RandomCampaign:
    """What came of it: the sample, the first failure of each clause, the laws that were put to the test."""

    game: Game
    seed: str
    longest: int = LONGEST
    found: dict[str, FuzzFailure] = attrs.field(factory=dict)
    judged: set[str] = attrs.field(factory=set)
    ended_in: set[GameConfig] = attrs.field(factory=set)  # configurations in which a game came to its end
    answers: int = 0  # of players and of chance, in whole games
    decisions: int = 0
    course: CommonCourse = attrs.field(factory=CommonCourse)
    sample: Sample = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.sample = Sample(self.game.name, origin=self.game.origin)

    def play(self, budget: Budget) -> None:
        """As many games as the budget allows, and so many at least that every choice has been met."""
        began, looking, least = time.monotonic(), 0.0, len(configurations_with_new(self.game))
        met: list[GameConfig] = []
        for number, chosen in enumerate(_in_turn(self.game)):
            spent = time.monotonic() - began
            if not budget.allows(number, spent, number >= least):
                break
            met.append(chosen)
            script = self.play_one(chosen, number)
            if looking <= POSITIONS_SHARE * spent or number < least:
                before = time.monotonic()
                self.look(chosen, script, number)
                looking += time.monotonic() - before
        self.sample.failed, self.sample.unmet = len(self.found), unmet_choices(self.game, met)

    def play_one(self, chosen: GameConfig, number: int) -> GameScript:
        """One whole game; the script that plays it again."""
        bits = stream(self.seed, "game", number)
        watch, seen = LawWatch(self.game, chosen), _Seen(self.found)
        script = GameScript(bits.below(MOST), (), bits.below(MOST))
        went = play(watch.engine, script, choose_any, self.longest, lambda state: seen.wrong(watch.see(state)))
        self.judged |= watch.judged_laws()
        self.answers += seen.answers
        self.course.add_game(chosen.seats, went.asked, went.ended)
        blame = seen.blame or self._at_end(watch, went)
        self._count(went, blame)
        self.ended_in |= {chosen} if went.ended else set()
        if blame is not None and blame.clause not in self.found:
            self.found[blame.clause] = FuzzFailure(chosen, went.script, blame)
        return went.script

    def look(self, chosen: GameConfig, script: GameScript, number: int) -> None:
        """The laws about one position, somewhere in a game that was played and at its end, if that is not too far."""
        most = min(len(script.picks), FARTHEST)
        somewhere = stream(self.seed, "position", number).below(most + 1)
        for decisions in {somewhere, most}:
            self._at(chosen, GameScript(script.chance, script.picks[:decisions]))

    def _at(self, chosen: GameConfig, part: GameScript) -> None:
        answers = answers_of(self.game.engine(chosen).for_playouts(), part)
        asked: set[str] = set()

        def wanted(name: str) -> bool:
            asked.add(name)
            return name not in self.found

        while (blame := at_last_position(self.game, chosen, answers, wanted)) is not None:
            if blame.clause in self.found:  # a fault on the way
                break
            self.found[blame.clause] = FuzzFailure(chosen, part, blame)
        self.judged |= asked

    def _at_end(self, watch: LawWatch, went: ScriptRun) -> Blame | None:
        """A fault, or a game that is over without a result."""
        if went.fault is not None:
            return fault(went.fault, len(answers_of(watch.engine, went.script)) - 1)
        return missing_result(watch.engine, went.state, 0, self.course.add_result) if went.ended else None

    def _count(self, went: ScriptRun, blame: Blame | None) -> None:
        self.sample.games += 1
        self.sample.ended += went.ended
        self.decisions += went.decisions
        self.sample.whole += went.ended or went.decisions >= self.longest or blame is not None


@attrs.define
class _Seen:
    """The first breach of a clause that has not been found before."""

    found: dict[str, FuzzFailure]
    blame: Blame | None = None
    answers: int = -1

    def wrong(self, breaches: list[Breach]) -> bool:
        self.answers += 1
        new = (breach(one, self.answers) for one in breaches)
        self.blame = next((one for one in new if one.clause not in self.found), None)
        return self.blame is not None


def _in_turn(game: Game) -> Iterator[GameConfig]:
    """The sample again and again; those that bring a new choice come first."""
    new = configurations_with_new(game)
    sample = [*new, *(one for one in sample_of(game) if one not in new)]
    while True:
        yield from sample
