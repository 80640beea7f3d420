"""A whole verification: checks of the adapter, vectors, games side by side, kept in a journal, told in one report."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from rulekit.play.game import Game
from rulekit.protocol.handshake import Agreed, greet
from rulekit.protocol.operations import FEATURES
from rulekit.verify import assembly, causes, journal, model, units
from rulekit.verify.hands import Hands
from rulekit.verify.smoke import FAILED as CHECK_FAILED
from rulekit.verify.smoke import smoke
from rulekit.verify.units import Unit
from rulekit.verify.work import Task, Work, offered

FAILURES = 10  # units in which the engine failed; then it is given up
KINDS = 30  # kinds of differences; then nothing more is learnt by going on
Json = Any


# ------------------------------------------------------------------ all of it


def verify(game: Game, work: Work, advance: Callable[[Unit], None] = lambda _: None) -> model.Verification:
    """The finished report. Ctrl-C ends it in order, with what there is."""
    checks = smoke(game, work.configurations, work.engine.open, work.version)
    agreed, work = (None, work) if any(one.state == CHECK_FAILED for one in checks) else _agreed(game, work)
    if agreed is None:
        return assembly.verification(game, _run(game, work, checks, None, False), ())
    playable = tuple(one for one in work.configurations if agreed.plays(one.seats, dict(one.options)))
    work = attrs.evolve(work, configurations=playable)
    known = _known(work)
    book = None if work.log is None else journal.Journal(work.log, work.header, known)
    done = list(known.units) if known is not None else []
    stopped = False
    try:
        for unit in _units(game, work, done):
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
    return assembly.verification(game, _run(game, work, checks, agreed, stopped), ordered(work, done))


def _agreed(game: Game, work: Work) -> tuple[Agreed, Work]:
    """What holds for all of it; and how the engine is really kept apart, which is known when it runs."""
    session = work.engine.open()
    try:
        found = greet(session, game, work.version, offered(work.level))
        return found, attrs.evolve(work, isolation=getattr(session, "isolation", work.isolation))
    finally:
        session.close()


def _known(work: Work) -> journal.Kept | None:
    """What an earlier run of the same has done, if it did not come to its end."""
    kept = None if work.log is None else journal.read(work.log)
    if kept is None or kept.ended:
        return None
    mine = {"format": journal.FORMAT, **work.header}
    if kept.header != mine:
        other = next(name for name in mine if kept.header.get(name) != mine[name])
        raise journal.Foreign(
            f"{work.log} holds an unfinished verification with another `{other}`; "
            "finish that one, or say another file with --log"
        )
    return kept


def ordered(work: Work, done: Iterable[Unit]) -> list[Unit]:
    """Units in the order of their vectors and numbers, whoever was quicker: so the same work gives the same report."""
    place = {one.id: n for n, one in enumerate(work.material.vectors)}
    unique = {(unit.stage, unit.id): unit for unit in done}
    return sorted(unique.values(), key=lambda unit: (unit.stage == units.GAMES, place.get(unit.id, 0), unit.number))


def _run(game: Game, work: Work, checks: tuple[model.Check, ...], agreed: Agreed | None, stopped: bool) -> assembly.Run:
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
        told, work.seed, work.version, unsaid, checks, planned, _missing(agreed, work), work.accepted, stopped
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


def _units(game: Game, work: Work, known: Sequence[Unit]) -> Iterator[Unit]:
    """Every unit that is left to do."""
    done = {(unit.stage, unit.id) for unit in known}
    over = Enough(work, known)
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
        for unit in known:
            self.after(unit)

    def after(self, unit: Unit) -> bool:
        self.failures += unit.state == units.FAILED
        for one in unit.met:
            kind, place = causes.rough(one)
            if not any(entry.may_cover(kind, place) for entry in self.work.accepted):
                self.kinds.add((kind, place))
        return len(self.kinds) >= min(KINDS, self.work.until or KINDS) or self.failures >= FAILURES


__all__ = ["verify"]
