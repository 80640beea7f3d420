"""A campaign: packets are planned from what earlier ones found, played by a crew, and added up in their order.

A packet is planned when all packets but the last AHEAD are in, however many hands there are: so the same seed and work
give the same campaign on one processor, on two, or on other machines.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Protocol

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.fuzz.coverage import Coverage
from rulekit.fuzz.coverage_goals import INTO, Goal, fits
from rulekit.fuzz.game_script import LONGEST, GameScript
from rulekit.fuzz.guided_search import ValueArchive
from rulekit.fuzz.oracles import LAWS
from rulekit.fuzz.work_packet import Discovery, FuzzFailure, PacketResult, WorkPacket
from rulekit.play.games.common_course import CommonCourse
from rulekit.play.machine.random_bits import stream

AHEAD = 16  # packets under way
ENOUGH = (
    1_000  # games that ended, and so many decisions for each of them at least, before anything counts as unreachable
)
EACH = 20
QUIET = 20  # times as many decisions as it took to reach all that was reached
PART, LEAST = 0.8, 1.0  # of the time that is given a packet may take so much, and so many seconds in any case
PARENTS = 8  # earlier games that a packet may go on from


@attrs.frozen
class CampaignPlan:
    """What is wanted. `games` or `seconds` end it, whichever comes first; `first` is the number of the first game."""

    game: str
    spec: str
    configurations: tuple[GameConfig, ...]
    seed: str
    target: str = ""
    games: int | None = None
    seconds: float | None = None
    size: int = 25  # games of a packet
    every: int = 1
    builtin: int = 1  # of the games that are judged one in so many is judged by the built-in laws as well
    share: float | None = None  # judging may take so much of the time of play; without it `every` says which are judged
    longest: int = LONGEST
    guided: bool = True
    apart: tuple[Goal, ...] = ()  # what somebody says is not reached, perhaps with stars: nobody is steered to it
    tables: tuple[tuple[str, str], ...] = ()  # of one's own, by the names of those they stand for
    asked: int = 1  # one game in so many that are over is asked for its result though nobody judges it


class NoWorkersLeft(Exception):
    """Nobody is left who could play."""


class PacketFuture(Protocol):
    """A packet somebody is at work on."""

    def result(self) -> PacketResult:
        """Waits until the packet is played, and gives what came of it."""

    def cancel(self) -> bool:
        """It need not be done any more; false if it is being done already."""
        ...


class PacketExecutor(Protocol):
    """Who plays: this process, several, or other machines."""

    def submit(self, packet: WorkPacket) -> PacketFuture:
        """Has a packet played, now or later; gives the promise of what comes of it."""


@attrs.define(eq=False)
class FuzzCampaign:
    """What a campaign has come to."""

    plan: CampaignPlan
    coverage: Coverage = attrs.field(factory=Coverage)
    entries: list[GameScript] = attrs.field(factory=list)
    records: dict[GameConfig, ValueArchive] = attrs.field(factory=dict)  # what numbers have been
    odd: int = 0  # games judged for no other reason than that they reached something new
    lent: dict[int, int] = attrs.field(factory=dict)  # how many more each packet under way may judge for that
    failures: dict[str, FuzzFailure] = attrs.field(factory=dict)  # for each clause the shortest game
    failed: int = 0
    judged: int = 0
    builtin: int = 0  # of them by the built-in laws as well
    unfinished: int = 0
    skipped: int = 0  # games of packets that ran out of time
    packets: int = 0  # that are in
    next: int = 0  # the number of the next game
    first: int = 0  # the number of the first game of this run
    decisions: int = 0  # of this run
    newest: int = 0  # decisions of this run after which something was last reached that nobody had reached before
    course: CommonCourse = attrs.field(factory=CommonCourse)  # of this run
    set_apart: dict[Goal, bool] = attrs.field(factory=dict)
    trouble: str = ""  # why nobody is left to play, if so

    # -------------------------------------------------------------- planning

    def plan_packets(self) -> Iterator[WorkPacket]:
        """Packet after packet; each from what is known when it is asked for."""
        number, first = self.packets, self.next
        last = None if self.plan.games is None else self.first + self.plan.games
        while last is None or first < last:
            games = range(first, first + self.plan.size if last is None else min(first + self.plan.size, last))
            yield self._packet(number, games)
            number, first = number + 1, games.stop

    def _packet(self, number: int, games: range) -> WorkPacket:
        plan = self.plan
        chosen = plan.configurations[number % len(plan.configurations)]
        records = self.records.get(chosen, ValueArchive())
        left = self._goals_left(chosen) if chosen in self.coverage.goals else None
        aims = {name.partition(INTO)[0] for _, name in left or ()}
        odd = self.lent[number] = self._lent(games)
        return WorkPacket(
            plan.game,
            plan.spec,
            chosen,
            plan.seed,
            number,
            games,
            plan.target,
            plan.every,
            plan.builtin,
            plan.share,
            plan.longest,
            self._parents(number) if plan.guided else (),
            records.parents(PARENTS, aims, stream(plan.seed, "far", number)) if left else (),
            records.distances,
            self.coverage.goals_reached_in(chosen),
            left,
            odd,
            plan.guided,
            chosen not in self.coverage.goals,
            plan.tables,
            None if plan.seconds is None or plan.target == LAWS else max(PART * plan.seconds, LEAST),
            plan.asked,
        )

    def _parents(self, number: int) -> tuple[GameScript, ...]:
        """Some of the newest entries, and some of all."""
        if not self.entries:
            return ()
        bits = stream(self.plan.seed, "parents", number)
        newest = self.entries[-2 * PARENTS :]
        return tuple(bits.pick(newest if n % 2 else self.entries) for n in range(PARENTS))

    def _goals_left(self, chosen: GameConfig) -> frozenset[Goal]:
        """What games are steered to."""
        return frozenset(one for one in self.coverage.goals_left_in(chosen) if not self._apart(one))

    def _apart(self, goal: Goal) -> bool:
        if goal not in self.set_apart:
            self.set_apart[goal] = any(fits(one, goal) for one in self.plan.apart)
        return self.set_apart[goal]

    def _lent(self, games: range) -> int:
        """How many games may be judged because they reach something: in all no more than one in so many, and one."""
        every = self.plan.every
        left = 1 + (games.stop - self.first) // every - self.odd - sum(self.lent.values())
        return max(0, min(left, 1 + len(games) // every))

    # -------------------------------------------------------------- adding up

    def take(self, done: PacketResult, games: range) -> list[Discovery]:
        """A packet is in; gives the games that reached what no game had reached before."""
        coverage = self.coverage
        if done.goals is not None:
            coverage.goals.setdefault(done.chosen, done.goals)
        coverage.games += done.games
        coverage.decisions += done.decisions
        self.decisions += done.decisions
        self.judged += done.judged
        self.builtin += done.builtin
        self.unfinished += done.unfinished
        self.course.add(done.course)
        self.odd += done.odd
        self.lent.pop(done.number, None)
        self.records.setdefault(done.chosen, ValueArchive()).take(done.records, done.times)
        self.packets, self.next = done.number + 1, games.stop
        self.skipped += len(games) - done.games
        if done.finds and not coverage.goals_reached().issuperset(goal for find in done.finds for goal in find.goals):
            self.newest = self.decisions
        for failure in done.failures:
            self._note_failure(failure)
        return [find for find in done.finds if self._add_discovery(done.chosen, find)]

    @property
    def games_ended(self) -> int:
        """The games of this run that were not broken off for length."""
        return self.next - self.first - self.unfinished - self.skipped

    @property
    def is_thorough(self) -> bool:
        """Does what was not reached count as unreachable? Many games ended, and for long they came to nothing new."""
        return self.games_ended >= ENOUGH and self.decisions >= max(ENOUGH * EACH, QUIET * self.newest)

    def _add_discovery(self, chosen: GameConfig, find: Discovery) -> bool:
        fresh = find.goals - self.coverage.goals_reached_in(chosen)
        self.coverage.add(chosen, find.goals)
        if fresh:
            self.entries.append(find.script)
        return bool(fresh)

    def _note_failure(self, failure: FuzzFailure) -> None:
        self.failed += 1
        known = self.failures.get(failure.blame.clause)
        if known is None or len(failure.script.picks) < len(known.script.picks):
            self.failures[failure.blame.clause] = failure


Onward = Callable[[FuzzCampaign, PacketResult, list[Discovery]], None]


def run(
    campaign: FuzzCampaign, crew: PacketExecutor, onward: Onward, clock: Callable[[], float] = time.monotonic
) -> bool:
    """Until the games or the time are used up; false if it was broken off. `onward` sees every packet that is in."""
    plan = campaign.plan
    end = None if plan.seconds is None else clock() + plan.seconds
    waiting: deque[tuple[WorkPacket, PacketFuture]] = deque()
    packets = campaign.plan_packets()
    more = True
    try:
        while more or waiting:
            if more and end is not None and clock() >= end:
                more = _drop_unbegun(waiting)
            packet = next(packets, None) if more and len(waiting) < AHEAD else None
            if packet is not None:
                waiting.append((packet, crew.submit(packet)))
                continue
            more = more and (plan.games is None or campaign.next < campaign.first + plan.games)
            if waiting:
                first, promise = waiting.popleft()
                done = promise.result()
                onward(campaign, done, campaign.take(done, first.games))
    except (KeyboardInterrupt, NoWorkersLeft) as stopped:
        campaign.trouble = str(stopped)
        _drop_unbegun(waiting)
        return False
    return True


def _drop_unbegun(waiting: deque[tuple[WorkPacket, PacketFuture]]) -> bool:
    """What nobody has begun is not done any more."""
    while waiting and waiting[-1][1].cancel():
        waiting.pop()
    return False
