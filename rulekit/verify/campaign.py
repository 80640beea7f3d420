"""Many games in step, configuration after configuration, on several processes; and the report that is kept."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Any

import attrs

from rulekit.check import configurations_of
from rulekit.pipeline import load
from rulekit.play.configured import Chosen
from rulekit.play.game import Game
from rulekit.processes import listening, processes, sensible
from rulekit.protocol.session import EngineFailure
from rulekit.runner.source import Source
from rulekit.verify.doors import Doors, Factory
from rulekit.verify.lockstep import play
from rulekit.verify.parting import Parting
from rulekit.verify.played import USUAL, Manner, Played
from rulekit.verify.starts import Start
from rulekit.verify.story import Difference, difference

FORMAT = "rulekit-in-step/1"
PACKET = 8  # games that one process plays at a time
MOST = 20  # differences that are told; a campaign ends there
FAILURES = 3  # games in which the engine failed; then it is given up
COUNTED = ("decisions", "chance", "moves", "positions", "views", "results", "refusals", "not loaded", "stuck")


@attrs.frozen
class Work:
    """What every process must know; plain enough to be sent there."""

    game: str
    impl: Source
    configurations: tuple[Chosen, ...]  # game number n is played in the n-th of them, over and over
    seed: str
    manner: Manner = attrs.field(factory=Manner)
    starts: tuple[Start, ...] = ()  # positions to begin with, in turn
    tables: tuple[tuple[str, str], ...] = ()  # of one's own, by the names of those they stand for


@attrs.frozen
class Done:
    """One game, small enough to be sent back."""

    number: int
    chosen: Chosen
    counts: Counter[str]
    over: bool
    difference: Difference | None

    @property
    def failed(self) -> bool:
        return self.difference is not None and self.difference.parting.what == "failure"


@attrs.define
class Report:
    """What came of a campaign."""

    game: Game
    name: str
    impl: Source | None
    configurations: tuple[Chosen, ...]
    seed: str
    unsaid: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()  # features that it has not, so that they are not compared
    not_played: int = 0  # configurations that it says it does not play
    games: int = 0
    finished: int = 0
    counts: Counter[str] = attrs.field(factory=Counter)
    played: Counter[int] = attrs.field(factory=Counter)  # decisions in each configuration
    differences: list[Difference] = attrs.field(factory=list)
    elapsed: float = 0.0
    stopped: bool = False  # by Ctrl-C

    @property
    def agrees(self) -> bool:
        return not self.differences

    @property
    def failed(self) -> bool:
        """The engine could not be judged: it did not answer."""
        return self.failures > 0

    @property
    def failures(self) -> int:
        return sum(one.parting.what == "failure" for one in self.differences)

    def hear(self, player: Doors) -> None:
        """What the handshake fixes: the name, what is unsaid, which configurations are played."""
        agreed = player.open().agreed
        self.name, self.unsaid = agreed.name, tuple(sorted(agreed.unsaid))
        self.left_out = tuple(sorted(name for name in ("position", "views") if name not in agreed.features))
        plays = tuple(one for one in self.configurations if agreed.plays(one.seats, dict(one.options)))
        if not plays:
            raise EngineFailure(f"{self.name} plays none of the configurations that are asked for", "handshake")
        self.not_played = len(self.configurations) - len(plays)
        self.configurations = plays

    def can_begin(self, starts: tuple[Start, ...]) -> tuple[Start, ...]:
        """The positions whose configuration the engine plays."""
        found = tuple(one for one in starts if one.chosen in self.configurations)
        if starts and not found:
            raise EngineFailure(f"{self.name} plays none of the configurations of these positions", "handshake")
        return found

    def add(self, done: Done) -> None:
        self.games += 1
        self.finished += done.over
        self.counts += done.counts
        self.played[self.configurations.index(done.chosen)] += done.counts["decisions"]
        if done.difference is not None:
            self.differences.append(done.difference)

    def to_json(self) -> dict[str, Any]:
        """The report that is kept; `bound` is the rule of three for what was never seen in so many tries."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "spec": self.game.spec,
            **self.game.grounds(),
            "engine": {"name": self.name, "sha256": self.impl.hash if self.impl is not None else ""},
            "unsaid": list(self.unsaid),
            "not compared": list(self.left_out),
            "configurations not played": self.not_played,
            "seed": self.seed,
            "games": self.games,
            "finished": self.finished,
            **{name: self.counts[name] for name in COUNTED},
            "bound": {
                "per_decision": bound(self.counts["decisions"]),
                "per_game": bound(self.games),
            },
            "configurations": [
                {**one.to_json(), "decisions": self.played[n]} for n, one in enumerate(self.configurations)
            ],
            "differences": [one.to_json() for one in sorted(self.differences, key=lambda one: one.number)],
            "seconds": round(self.elapsed, 1),
            "stopped": self.stopped,
        }


def bound(times: int) -> str:
    """With 95 in 100: a difference that was not seen in so many tries comes less often than this."""
    return f"3/{times}" if times else "unknown"


# ------------------------------------------------------------------ in one process


def in_step(
    game: Game,
    impl_factory: Factory,
    configurations: Iterable[Chosen],
    games: int,
    seed: int | str,
    manner: Manner = USUAL,
    decisions: int | None = None,
    source: Source | None = None,
    most: int = MOST,
    starts: tuple[Start, ...] = (),
) -> Report:
    """Play both and compare them at every decision; `decisions`: go on until so many, whatever `games` says.

    It ends when `most` games have shown a difference. `starts` are positions to begin with.
    """
    found = Report(game, "", source, tuple(configurations), str(seed))
    with_engine = Player(game, impl_factory)
    start = time.perf_counter()
    try:
        found.hear(with_engine)
        starts = found.can_begin(starts)
        number = 0
        while len(found.differences) < most and _more(found, number, games, decisions):
            chosen, begin = begun(found.configurations, starts, number)
            found.add(with_engine.play(chosen, str(seed), number, manner, begin))
            number += 1
    finally:
        with_engine.close()
    found.elapsed = time.perf_counter() - start
    return found


def _more(found: Report, number: int, games: int, decisions: int | None) -> bool:
    if len(found.differences) >= MOST or found.failures >= FAILURES:
        return False
    return found.counts["decisions"] < decisions if decisions is not None else number < games


class Player(Doors):
    """An engine, and the game it plays."""

    def play(self, chosen: Chosen, seed: str, number: int, manner: Manner, start: Any = None) -> Done:
        """One game, and the difference with its story if there is one."""
        try:
            door = self.open()
            played = play(self.game, chosen, door.session, door.agreed, seed, number, manner, start)
        except EngineFailure as wrong:
            played = Played(number, chosen, parting=Parting("failure", (), "an answer", str(wrong)))
        if played.parting is not None and played.parting.what == "failure":
            self.close()
        told = None if played.parting is None else difference(self.game, played)
        return Done(number, chosen, played.counts, played.over, told)


# ------------------------------------------------------------------ in several


@cache
def _player(name: str, tables: tuple[tuple[str, str], ...], impl: Source) -> Player:
    """One engine in each process."""
    return Player(load(name, dict(tables)), impl.open)


def _packet(work: Work, numbers: range) -> list[Done]:
    player = _player(work.game, work.tables, work.impl)
    found: list[Done] = []
    for number in numbers:
        chosen, start = begun(work.configurations, work.starts, number)
        found.append(player.play(chosen, work.seed, number, work.manner, start))
        if sum(one.failed for one in found) >= FAILURES:
            break
    return found


def begun(configurations: tuple[Chosen, ...], starts: tuple[Start, ...], number: int) -> tuple[Chosen, Any]:
    """How a game begins: from a position, if any were written, else in a configuration."""
    if starts:
        start = starts[number % len(starts)]
        return start.chosen, start.position
    return configurations[number % len(configurations)], None


def campaign(
    work: Work,
    games: int,
    decisions: int | None,
    jobs: int,
    advance: Callable[[int], None] = lambda _: None,
    minutes: float | None = None,
) -> Report:
    """All games, on so many processes; the same games however many there are.

    `minutes`: stop then, done or not. Ctrl-C ends it in order, with what there is.
    """
    player = _player(work.game, work.tables, work.impl)
    found = Report(player.game, "", work.impl, work.configurations, work.seed)
    start = time.perf_counter()
    try:
        found.hear(player)
        work = attrs.evolve(work, configurations=found.configurations, starts=found.can_begin(work.starts))
        if jobs > 1:
            player.close()  # every process opens its own
        for part in _parts(work, games, decisions, jobs, found):
            for done in part:
                found.add(done)
                advance(done.counts["decisions"] if decisions is not None else 1)
            if minutes is not None and time.perf_counter() - start > minutes * 60:
                break
    except KeyboardInterrupt:
        found.stopped = True
    except BrokenProcessPool:
        raise EngineFailure("a process in which it was played has ended without a word") from None
    finally:
        player.close()
    found.elapsed = time.perf_counter() - start
    return found


def _parts(work: Work, games: int, decisions: int | None, jobs: int, found: Report) -> Iterator[list[Done]]:
    """Packet after packet, for as long as more is wanted."""
    number = 0
    if jobs == 1:
        while _more(found, number, games, decisions):
            yield _packet(work, range(number, number + 1))
            number += 1
        return
    with listening() as ear, processes(jobs) as pool:
        while _more(found, number, games, decisions):
            until = number + sensible(jobs) * PACKET * 4
            until = until if decisions is not None else min(games, until)
            packets = [range(n, min(n + PACKET, until)) for n in range(number, until, PACKET)]
            yield from ear.each(pool.submit(_packet, work, packet) for packet in packets)
            number = until


def sampled(game: Game) -> tuple[Chosen, ...]:
    """All configurations, or of very many a sample that shows every pair of choices."""
    return tuple(Chosen(one.options, one.seats) for one in configurations_of.configurations(game.checked))
