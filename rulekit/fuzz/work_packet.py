"""One packet of work: some games of one configuration, planned, played and judged; the same anywhere."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from functools import cache, partial
from threading import Lock

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.fuzz import oracles
from rulekit.fuzz.coverage import CoverageCounter
from rulekit.fuzz.coverage_goals import Goal, Goals
from rulekit.fuzz.game_script import LONGEST, GameScript, ScriptRun, answers_of, play
from rulekit.fuzz.guided_search import OFTEN, ArchiveEntry, ArchiveRecorder, Far, GameScheduler, Key, SearchGoal
from rulekit.fuzz.oracle_choice import fault_judge, judge_of_likely_good
from rulekit.fuzz.oracles import Blame, Judge
from rulekit.pipeline import load
from rulekit.play import json_api
from rulekit.play.games.common_course import CommonCourse
from rulekit.play.games.game import Game
from rulekit.play.machine.random_bits import stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.refusals import Refused

NO_JUDGE = ""
ONE = Lock()  # an instrumented engine serves one packet
ASIDE = 7  # of what is wanted the next packet begins so much later
FEW = 10  # one goal in so many is little to be left
LOOKS = 16  # guards that refuse alone are looked for in one game of so many, and in all while nothing is known


@attrs.frozen
class WorkPacket:
    """What a worker must know; plain enough to be sent to another machine."""

    game: str
    spec: str  # whoever has other rules must not answer
    chosen: GameConfig
    seed: str
    number: int
    games: range
    target: str = NO_JUDGE
    every: int = 1  # one game in so many is judged, and all that reach something new
    builtin: int = 1  # of those that are judged one in so many is judged by the built-in laws as well
    share: float | None = None  # judging may take so much of the time of play; without it `every` says which are judged
    longest: int = LONGEST
    parents: tuple[GameScript, ...] = ()
    far: tuple[GameScript, ...] = ()
    known_far: Far = attrs.field(factory=dict, hash=False)  # what numbers have been
    known: frozenset[Goal] = frozenset()
    left: frozenset[Goal] | None = None  # what games are steered to; nothing while nobody knows what there is
    odd: int = 1  # games that reached something new that may be judged besides
    guided: bool = True
    curious: bool = False  # somebody wants to know what there is to reach
    tables: tuple[tuple[str, str], ...] = ()  # of one's own, by the names of those they stand for
    seconds: float | None = None  # after so long no further game is begun, and our engines judge no further
    asked: int = 1  # one game in so many that are over is asked for its result though nobody judges it


@attrs.frozen
class Discovery:
    """A game that reached something new."""

    script: GameScript
    goals: frozenset[Goal]


@attrs.frozen
class FuzzFailure:
    """A game with something wrong in it."""

    chosen: GameConfig
    script: GameScript
    blame: Blame


@attrs.frozen
class PacketResult:
    """What came of a packet."""

    number: int
    chosen: GameConfig
    games: int
    decisions: int
    judged: int
    builtin: int  # of them by the built-in laws as well
    odd: int  # of them for no other reason than that they reached something new
    unfinished: int
    finds: tuple[Discovery, ...]
    failures: tuple[FuzzFailure, ...]
    records: tuple[ArchiveEntry, ...] = ()
    times: Mapping[Key, int] = attrs.field(factory=dict)  # how often numbers were met
    goals: Goals | None = attrs.field(default=None, eq=False)
    course: CommonCourse = attrs.field(factory=CommonCourse)
    seconds: float = attrs.field(default=0.0, eq=False)
    judging: float = attrs.field(default=0.0, eq=False)


def run(packet: WorkPacket) -> PacketResult:
    """Play all games of a packet, one packet at a time in each process."""
    with ONE:
        loaded = game_of(packet.game, packet.tables)
        if loaded.spec != packet.spec:
            raise Refused(
                "refused", f"{packet.game} has other rules on this worker than where the campaign was started"
            )
        return _Running(packet, loaded).run()


@cache
def game_of(name: str, tables: tuple[tuple[str, str], ...] = ()) -> Game:
    """The game, read once in each process."""
    return load(name, dict(tables))


@cache
def counted_of(name: str, chosen: GameConfig, tables: tuple[tuple[str, str], ...] = ()) -> CoverageCounter:
    """The instrumented engine, written once in each process."""
    return CoverageCounter(game_of(name, tables), chosen)


class _Running:
    """A packet under way."""

    def __init__(self, packet: WorkPacket, game: Game) -> None:
        self.packet, self.game = packet, game
        self.counted = counted_of(packet.game, packet.chosen, packet.tables)
        self.seen = set(packet.known)
        ways = len(self.counted.engine.driver.module.ways)
        left = self.left = self._goals_left()
        few = len(left) * FEW < len(self.counted.goals.open)
        leading = partial(self.counted.guidance_to, left)
        self.players = GameScheduler(packet.parents, packet.far, ways, leading, packet.guided, few)
        self.lookout = ArchiveRecorder(packet.known_far, self._aims() if packet.guided else ())
        self.judges = (
            tuple(judge_of_likely_good(packet.target, builtin) for builtin in (False, True)) if packet.target else ()
        )
        self.finds: list[Discovery] = []
        self.failures: list[FuzzFailure] = []
        self.records: dict[Key, ArchiveEntry] = {}
        self.decisions = self.judged = self.builtin = self.odd = self.unfinished = 0
        self.course = CommonCourse()
        self.judging = 0.0
        self.start, self.until = time.perf_counter(), math.inf

    def _goals_left(self) -> frozenset[Goal]:
        return self.counted.goals.open - self.packet.known if self.packet.left is None else self.packet.left

    def _aims(self) -> list[SearchGoal]:
        """All that is wanted, each packet beginning with something else."""
        known = self.players.guidance.aims
        first = self.packet.number * ASIDE % max(1, len(known))
        return [*known[first:], *known[:first]]

    def run(self) -> PacketResult:
        self.start = time.perf_counter()
        self.until = math.inf if self.packet.seconds is None else self.start + self.packet.seconds
        self.counted.begin(self.packet.known)
        if self.packet.share is not None:
            self.judges[False](self.game, self.packet.chosen, ())  # writes the code that watches laws: no game's cost
            self.start = time.perf_counter()
        played = 0
        for number in self.packet.games:
            if time.perf_counter() > self.until:
                break
            self._one(number)
            played += 1
        return PacketResult(
            self.packet.number,
            self.packet.chosen,
            played,
            self.decisions,
            self.judged,
            self.builtin,
            self.odd,
            self.unfinished,
            tuple(self.finds),
            tuple(self.failures),
            tuple(self.records.values()),
            dict(self.lookout.times),
            self.counted.goals if self.packet.curious else None,
            self.course,
            time.perf_counter() - self.start,
            self.judging,
        )

    def _one(self, number: int) -> None:
        """One game: planned, played, and judged if it reached something new, ran into a fault, or its turn has come."""
        bits = stream(self.packet.seed, "fuzz", number)
        script, choose, far = self.players.next_game(bits)
        self.counted.look[0] = not self.packet.known or number % LOOKS == 0
        looked = far or (self.packet.guided and number % OFTEN == 0 and bool(self.left))
        if looked:
            choose = self.lookout.record_while(choose, len(script.picks))
        went = play(self.counted.engine, script, choose, self.packet.longest)
        if looked:
            self.records |= {one.key: one for one in self.lookout.records(went.script)}
        self.decisions += went.decisions
        self.course.add_game(self.packet.chosen.seats, went.asked, went.ended)
        self.unfinished += not went.ended and went.fault is None
        fresh = self.counted.take_reached_goals(went.state) - self.seen
        result_asked = self.packet.target == oracles.LAWS and number % self.packet.asked == 0
        no_result = result_asked and self._without_result(went)
        if fresh:
            self.seen |= fresh
            self.finds.append(Discovery(went.script, frozenset(fresh)))
        if went.fault is not None:
            self._judge(went.script, fault_judge(self.packet.target))
        elif self.judges and (self._in_turn(number) or self._odd(bool(fresh))):
            builtin = stream(self.packet.seed, "builtin", number).below(self.packet.builtin) == 0
            self.builtin += builtin
            self._judge(went.script, self.judges[builtin])
        elif no_result:
            self._judge(went.script, fault_judge(self.packet.target))

    def _without_result(self, went: ScriptRun) -> bool:
        """Is a game over and has no result? A result that it has is noted."""
        if not went.ended:
            return False
        try:
            self.course.add_result(json_api.result(self.counted.engine.machine(went.state)))
        except Fault:
            return True
        return False

    def _in_turn(self, number: int) -> bool:
        """Is a game judged that did nothing remarkable? By its number, or by what judging has taken so far."""
        if self.packet.share is None:
            return number % self.packet.every == 0
        playing = time.perf_counter() - self.start - self.judging
        return self.judging <= self.packet.share * playing

    def _odd(self, fresh: bool) -> bool:
        """A game that reached something new is judged too, as long as the campaign has not judged too many of them."""
        judged = fresh and self.odd < self.packet.odd
        self.odd += judged
        return judged

    def _judge(self, script: GameScript, judge: Judge) -> None:
        """A game judged by one judge; what is wrong with it is kept with as many moves as the judge needed. A judge
        that runs out of time has said nothing.
        """
        start = time.perf_counter()
        answers = answers_of(self.counted.engine, script)
        given = {"until": self.until} if judge is oracles.engines else {}
        try:
            blame = judge(self.game, self.packet.chosen, answers, **given)
        except oracles.OutOfTime:
            return
        finally:
            self.judging += time.perf_counter() - start
        self.judged += 1
        if blame is not None:
            made = sum(len(answer) == 2 for answer in answers[: blame.answers + (blame.sort == "fault")])
            self.failures.append(FuzzFailure(self.packet.chosen, GameScript(script.chance, script.picks[:made]), blame))
