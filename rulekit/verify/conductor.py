"""Driver of a whole verification: adapter checks, vectors, games in lockstep, journal, report."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from rulekit.play.games.game import Game
from rulekit.play.position.strict_json import dumps
from rulekit.protocol.handshake import Agreement, greet
from rulekit.protocol.operations import FEATURES
from rulekit.protocol.session import EngineFailure
from rulekit.verify import assembly, journal, model, work_units
from rulekit.verify.blaming import causes
from rulekit.verify.differences import difference_words
from rulekit.verify.smoke import FAILED as CHECK_FAILED
from rulekit.verify.smoke import smoke
from rulekit.verify.work_order import Task, WorkOrder, offered_features
from rulekit.verify.work_units import WorkUnit
from rulekit.verify.workers import WorkerPool

FAILURES = 10  # times that the engine failed, those included that were tried once more; then it is given up
AT_ONCE, WINDOW = 5, 180.0  # so many failures within so many seconds, and it is given up as well
KINDS = 30  # kinds of differences; then nothing more is learnt by going on
AGAIN = "A game begins with a new start whenever the engine has failed; it must start as often as it is asked."
Checks = tuple[model.Check, ...]
Json = Any


# ------------------------------------------------------------------ all of it


def verify(game: Game, work: WorkOrder, advance: Callable[[WorkUnit], None] = lambda _: None) -> model.Verification:
    """The finished report. Ctrl-C ends it in order, with what there is."""
    checks = smoke(game, work.configurations, work.engine.open, work.version)
    checks, work = (checks, work) if any(one.state == CHECK_FAILED for one in checks) else _greet(game, work, checks)
    if work.agreed is None:
        return assembly.verification(game, _run(game, work, checks, (), False), ())
    known = _earlier_run(game, work)
    book = None if work.log is None else journal.Journal(work.log, header(game, work), known)
    done = list(known.units) if known is not None else []
    clock = GamesClock(*(0.0, 0.0) if known is None else (known.spent, max(known.moments, default=0.0)))
    over, stopped = StopCondition(work, clock, () if known is None else zip(done, known.moments, strict=True)), False
    work = attrs.evolve(work, vectors_until=time.monotonic() + work.vector_seconds - clock.whole)
    try:
        for unit in _units(game, work, over, done, clock):
            done.append(unit)
            if book is not None:
                book.add(unit, clock.seconds_in_games, clock.seconds_in_all)
            advance(unit)
        if book is not None:
            book.end()
    except KeyboardInterrupt:
        stopped = True
    finally:
        if book is not None:
            book.close()
    every = sort_units(work, done)
    return assembly.verification(game, _run(game, work, checks, _not_done(work, every, over, stopped), stopped), every)


def _greet(game: Game, work: WorkOrder, checks: Checks) -> tuple[Checks, WorkOrder]:
    """What holds for all of it; and how the engine is really kept apart, which is known when it runs."""
    session = None
    try:
        session = work.engine.open()
        found = greet(session, game, work.version, offered_features(work.level))
    except EngineFailure as wrong:
        return (*checks, model.Check("starts again", CHECK_FAILED, str(wrong), AGAIN)), work
    finally:
        if session is not None:
            session.close()
    playable = tuple(one for one in work.configurations if found.plays(one.seats, dict(one.options)))
    starts = tuple(one for one in work.starts if one.chosen in playable)
    isolation = getattr(session, "isolation", work.isolation)
    return checks, attrs.evolve(work, isolation=isolation, configurations=playable, starts=starts, agreed=found)


def header(game: Game, work: WorkOrder) -> dict[str, Json]:
    """What must be the same for a journal to be gone on with."""
    vectors = "".join(dumps(one.to_json()) for one in work.material.vectors)
    return {**work.header, "spec": game.spec, "vectors": hashlib.sha256(vectors.encode()).hexdigest()}


def _earlier_run(game: Game, work: WorkOrder) -> journal.JournalContent | None:
    """What an earlier run of the same has done, if it did not come to its end."""
    kept = None if work.log is None else journal.read_journal(work.log)
    if kept is None or kept.ended:
        return None
    mine = {"format": journal.FORMAT, **header(game, work)}
    if kept.header != mine:
        other = next((name for name in mine if kept.header.get(name) != mine[name]), "form")
        raise journal.ForeignJournal(
            f"{work.log} holds an unfinished verification with {OTHER.get(other, f'another `{other}`')}; "
            "finish that one, or say another file with --log"
        )
    return kept


OTHER = {
    "engine": "another engine",
    "sha256": "another version of this engine: its file has changed since",
    "spec": "other rules: they have changed since",
    "vectors": "other vectors",
}


def sort_units(work: WorkOrder, done: Iterable[WorkUnit]) -> list[WorkUnit]:
    """Units in the order of their vectors and numbers, whoever was quicker: so the same work gives the same report."""
    place = {one.id: n for n, one in enumerate(work.material.vectors)}
    unique = {(unit.stage, unit.id): unit for unit in done}
    return sorted(
        unique.values(), key=lambda unit: (unit.stage == work_units.GAMES, place.get(unit.id, 0), unit.number)
    )


def _not_done(
    work: WorkOrder, every: Sequence[WorkUnit], over: StopCondition, stopped: bool
) -> tuple[model.Missing, ...]:
    """What was asked for and is left, because it ended before."""
    if not over.why or stopped:
        return ()
    vectors = sum(_is_wanted(work, one.id) for one in work.material.vectors)
    vectors -= sum(unit.stage == work_units.VECTORS for unit in every)
    played = sum(unit.stage == work_units.GAMES for unit in every)
    left = [f"{vectors:,} of {difference_words.plural(len(work.material.vectors), 'vector')}"] if vectors > 0 else []
    if not work.only and work.games != played:
        left += ["all further games" if work.games is None else f"{work.games - played:,} of {work.games:,} games"]
    return tuple(model.Missing(what, over.why) for what in left)


def _run(
    game: Game, work: WorkOrder, checks: Checks, not_done: tuple[model.Missing, ...], stopped: bool
) -> assembly.VerificationRun:
    agreed = work.agreed
    engine: Mapping[str, Json] = {} if agreed is None else agreed.engine
    told = model.EngineTold(
        str(engine.get("name", "")),
        str(engine.get("version", "")),
        str(engine.get("language", "")),
        str(engine.get("source", "")),
        str(engine.get("issues", "")),
        work.command,
        work.hash,
        "L0" if agreed is None else f"L{agreed.level}",
        () if agreed is None else tuple(sorted(agreed.features)),
        work.isolation,
    )
    planned = (
        (work_units.VECTORS, len(work.material.vectors), work.material.why),
        (work_units.GAMES, work.games or 0, "no games were asked for" if work.games == 0 else ""),
    )
    unsaid = () if agreed is None else tuple(sorted(agreed.unsaid))
    return assembly.VerificationRun(
        told,
        work.seed,
        work.version,
        unsaid,
        checks,
        planned,
        (*_missing(agreed, work), *work.material.left_out, *not_done),
        work.accepted,
        stopped,
    )


def _missing(agreed: Agreement | None, work: WorkOrder) -> tuple[model.Missing, ...]:
    """What this engine, or this level, leaves out."""
    if agreed is None:
        return ()
    return tuple(
        model.Missing(
            WITHOUT[name],
            f"the engine has no `{name}`" if one.level <= work.level else f"`--level {work.level}` leaves it out",
        )
        for name, one in FEATURES.items()
        if name in WITHOUT and name not in agreed.features
    )


WITHOUT = {
    "position": "positions",
    "views": "views",
    "load": "scenes and games from positions",
    "save": "saved games",
    "fork": "copies of games",
    "chance.asked": "which chance is asked for",
}


# ------------------------------------------------------------------ which units, and by whom


def _units(
    game: Game, work: WorkOrder, over: StopCondition, known: Sequence[WorkUnit], clock: GamesClock
) -> Iterator[WorkUnit]:
    """Every unit that is left to do; none, if a run that was killed had come to its end but for the last word."""
    done = {(unit.stage, unit.id) for unit in known}
    if over.why:
        return
    vectors = [(work_units.VECTORS, one.id, -1) for one in work.material.vectors if _is_wanted(work, one.id)]
    left = [task for task in vectors if (task[0], task[1]) not in done]
    with WorkerPool(game, work) as hand:
        for unit in hand(iter(left)):
            yield unit
            if over.stops_after(unit):
                return
        clock.start()
        for unit in hand(_games(work, done, over, clock)):
            yield unit
            if over.stops_after(unit):
                return


def _is_wanted(work: WorkOrder, name: str) -> bool:
    return not work.only or name in work.only


def _games(work: WorkOrder, done: set[tuple[str, str]], over: StopCondition, clock: GamesClock) -> Iterator[Task]:
    """Games by number, until there are enough, of them or of decisions, or the time is over."""
    number = 0
    most = math.inf if work.games is None else work.games
    last = max((int(name.split()[1]) for name in work.only if name.startswith("game ")), default=-1)
    most = last + 1 if work.only else most
    enough = math.inf if work.decisions is None else work.decisions
    while number < most and over.decisions < enough and clock.seconds_in_games < work.seconds:
        if _is_wanted(work, f"game {number}") and (work_units.GAMES, f"game {number}") not in done:
            yield work_units.GAMES, "", number
        number += 1


class GamesClock:
    """The time that games have taken, with that of a run that was killed: what goes on gets the rest of the budget."""

    def __init__(self, before: float, whole: float) -> None:
        """Seconds of the run that was killed: of its games, and of all of it."""
        self.before, self.whole = before, whole
        self.opened = time.monotonic()
        self.begun: float | None = None

    def start(self) -> None:
        self.begun = time.monotonic()

    @property
    def seconds_in_games(self) -> float:
        """By games, in seconds."""
        return self.before + (0.0 if self.begun is None else time.monotonic() - self.begun)

    @property
    def seconds_in_all(self) -> float:
        """By all of it."""
        return self.whole + time.monotonic() - self.opened


class StopCondition:
    """Whether nothing more is to be learnt: causes enough, kinds of differences too many, an engine that only fails."""

    def __init__(self, work: WorkOrder, clock: GamesClock, known: Iterable[tuple[WorkUnit, float]]) -> None:
        self.work, self.clock = work, clock
        self.kinds: set[tuple[str, str]] = set()
        self.failures = 0
        self.lately: list[float] = []  # when it failed
        self.decisions = 0  # in games
        self.why = ""
        for unit, at in known:
            self.stops_after(unit, at)

    def stops_after(self, unit: WorkUnit, at: float | None = None) -> bool:
        """Every start that ended in a failure counts: those for trying once more, too."""
        self._count_failures(
            unit.failure.times if unit.failure is not None else 0, self.clock.seconds_in_all if at is None else at
        )
        self.decisions += unit.decisions if unit.stage == work_units.GAMES else 0
        for one in unit.met:
            kind, place = causes.rough_cause(one)
            if not any(entry.may_cover(kind, place) for entry in self.work.accepted):
                self.kinds.add((kind, place))
        if self.failures >= FAILURES or len(self.lately) >= AT_ONCE:
            self.why = f"the engine failed {difference_words.plural(self.failures, 'time')} and is not started again"
        elif len(self.kinds) >= min(KINDS, self.work.until or KINDS):
            self.why = f"it was to end with {difference_words.plural(len(self.kinds), 'kind')} of differences"
        return bool(self.why)

    def _count_failures(self, times: int, now: float) -> None:
        """Failures in all, and those of the last minutes: one that fails again and again is not started for hours."""
        self.failures += times
        self.lately = [when for when in self.lately if now - when < WINDOW] + [now] * times


__all__ = ["verify"]
