"""A whole verification: checks of the adapter, vectors, games side by side, kept in a journal, told in one report."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from rulekit.play.game import Game
from rulekit.play.strict_json import dumps
from rulekit.protocol.handshake import Agreed, greet
from rulekit.protocol.operations import FEATURES
from rulekit.protocol.session import EngineFailure
from rulekit.verify import assembly, causes, journal, model, units, words
from rulekit.verify.hands import Hands
from rulekit.verify.smoke import FAILED as CHECK_FAILED
from rulekit.verify.smoke import smoke
from rulekit.verify.units import Unit
from rulekit.verify.work import Task, Work, offered

FAILURES = 10  # times that the engine failed, those included that were tried once more; then it is given up
KINDS = 30  # kinds of differences; then nothing more is learnt by going on
AGAIN = "A game begins with a new start whenever the engine has failed; it must start as often as it is asked."
Checks = tuple[model.Check, ...]
Json = Any


# ------------------------------------------------------------------ all of it


def verify(game: Game, work: Work, advance: Callable[[Unit], None] = lambda _: None) -> model.Verification:
    """The finished report. Ctrl-C ends it in order, with what there is."""
    checks = smoke(game, work.configurations, work.engine.open, work.version)
    checks, work = (checks, work) if any(one.state == CHECK_FAILED for one in checks) else _greeted(game, work, checks)
    if work.agreed is None:
        return assembly.verification(game, _run(game, work, checks, (), False), ())
    known = _known(game, work)
    book = None if work.log is None else journal.Journal(work.log, header(game, work), known)
    done = list(known.units) if known is not None else []
    over, stopped = Enough(work, done), False
    try:
        for unit in _units(game, work, over, done):
            done.append(unit)
            if book is not None:
                book.add(unit)
            advance(unit)
        if book is not None:
            book.end()
    except KeyboardInterrupt:
        stopped = True
    finally:
        if book is not None:
            book.close()
    every = ordered(work, done)
    return assembly.verification(game, _run(game, work, checks, _not_done(work, every, over, stopped), stopped), every)


def _greeted(game: Game, work: Work, checks: Checks) -> tuple[Checks, Work]:
    """What holds for all of it; and how the engine is really kept apart, which is known when it runs."""
    session = None
    try:
        session = work.engine.open()
        found = greet(session, game, work.version, offered(work.level))
    except EngineFailure as wrong:
        return (*checks, model.Check("starts again", CHECK_FAILED, str(wrong), AGAIN)), work
    finally:
        if session is not None:
            session.close()
    playable = tuple(one for one in work.configurations if found.plays(one.seats, dict(one.options)))
    isolation = getattr(session, "isolation", work.isolation)
    return checks, attrs.evolve(work, isolation=isolation, configurations=playable, agreed=found)


def header(game: Game, work: Work) -> dict[str, Json]:
    """What must be the same for a journal to be gone on with."""
    vectors = "".join(dumps(one.to_json()) for one in work.material.vectors)
    return {**work.header, "spec": game.spec, "vectors": hashlib.sha256(vectors.encode()).hexdigest()}


def _known(game: Game, work: Work) -> journal.Kept | None:
    """What an earlier run of the same has done, if it did not come to its end."""
    kept = None if work.log is None else journal.read(work.log)
    if kept is None or kept.ended:
        return None
    mine = {"format": journal.FORMAT, **header(game, work)}
    if kept.header != mine:
        other = next((name for name in mine if kept.header.get(name) != mine[name]), "form")
        raise journal.Foreign(
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


def ordered(work: Work, done: Iterable[Unit]) -> list[Unit]:
    """Units in the order of their vectors and numbers, whoever was quicker: so the same work gives the same report."""
    place = {one.id: n for n, one in enumerate(work.material.vectors)}
    unique = {(unit.stage, unit.id): unit for unit in done}
    return sorted(unique.values(), key=lambda unit: (unit.stage == units.GAMES, place.get(unit.id, 0), unit.number))


def _not_done(work: Work, every: Sequence[Unit], over: Enough, stopped: bool) -> tuple[model.Missing, ...]:
    """What was asked for and is left, because it ended before."""
    if not over.why or stopped:
        return ()
    vectors = sum(_wanted(work, one.id) for one in work.material.vectors)
    vectors -= sum(unit.stage == units.VECTORS for unit in every)
    played = sum(unit.stage == units.GAMES for unit in every)
    left = [f"{vectors:,} of {words.many(len(work.material.vectors), 'vector')}"] if vectors > 0 else []
    if not work.only and work.games != played:
        left += ["all further games" if work.games is None else f"{work.games - played:,} of {work.games:,} games"]
    return tuple(model.Missing(what, over.why) for what in left)


def _run(game: Game, work: Work, checks: Checks, not_done: tuple[model.Missing, ...], stopped: bool) -> assembly.Run:
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
        (units.VECTORS, len(work.material.vectors), work.material.why),
        (units.GAMES, work.games or 0, "no games were asked for" if work.games == 0 else ""),
    )
    unsaid = () if agreed is None else tuple(sorted(agreed.unsaid))
    return assembly.Run(
        told,
        work.seed,
        work.version,
        unsaid,
        checks,
        planned,
        (*_missing(agreed, work), *not_done),
        work.accepted,
        stopped,
    )


def _missing(agreed: Agreed | None, work: Work) -> tuple[model.Missing, ...]:
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


def _units(game: Game, work: Work, over: Enough, known: Sequence[Unit]) -> Iterator[Unit]:
    """Every unit that is left to do; none, if a run that was killed had come to its end but for the last word."""
    done = {(unit.stage, unit.id) for unit in known}
    if over.why:
        return
    vectors = [(units.VECTORS, one.id, -1) for one in work.material.vectors if _wanted(work, one.id)]
    left = [task for task in vectors if (task[0], task[1]) not in done]
    with Hands(game, work) as hand:
        for unit in hand(iter(left)):
            yield unit
            if over.after(unit):
                return
        end = time.monotonic() + work.seconds
        for unit in hand(_games(work, done, end)):
            yield unit
            if over.after(unit):
                return


def _wanted(work: Work, name: str) -> bool:
    return not work.only or name in work.only


def _games(work: Work, done: set[tuple[str, str]], end: float) -> Iterator[Task]:
    """Games by number, until there are enough or the time is over."""
    number = 0
    most = math.inf if work.games is None else work.games
    last = max((int(name.split()[1]) for name in work.only if name.startswith("game ")), default=-1)
    most = last + 1 if work.only else most
    while number < most and time.monotonic() < end:
        if _wanted(work, f"game {number}") and (units.GAMES, f"game {number}") not in done:
            yield units.GAMES, "", number
        number += 1


class Enough:
    """Whether nothing more is to be learnt: causes enough, kinds of differences too many, an engine that only fails."""

    def __init__(self, work: Work, known: Sequence[Unit]) -> None:
        self.work = work
        self.kinds: set[tuple[str, str]] = set()
        self.failures = 0
        self.why = ""
        for unit in known:
            self.after(unit)

    def after(self, unit: Unit) -> bool:
        """Every start that ended in a failure counts: those for trying once more, too."""
        self.failures += unit.failure.times if unit.failure is not None else 0
        for one in unit.met:
            kind, place = causes.rough(one)
            if not any(entry.may_cover(kind, place) for entry in self.work.accepted):
                self.kinds.add((kind, place))
        if self.failures >= FAILURES:
            self.why = f"the engine failed {words.many(self.failures, 'time')} and is not started again"
        elif len(self.kinds) >= min(KINDS, self.work.until or KINDS):
            self.why = f"it was to end with {words.many(len(self.kinds), 'kind')} of differences"
        return bool(self.why)


__all__ = ["verify"]
