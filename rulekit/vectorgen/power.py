"""What a set of vectors is worth: the wrong engines it finds, by sort and by tier, and what of the rules it covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from rulekit.check import does
from rulekit.play.game import Game
from rulekit.protocol.handshake import greet
from rulekit.protocol.session import EngineFailure, Session
from rulekit.vectors.form import Vector
from rulekit.vectors.replay import Replayer
from rulekit.vectors.sets import trees
from rulekit.vectors.verdicts import ERROR, FAILED, Verdict

Opened = Callable[[], Session]


@attrs.frozen
class Met:
    """One engine on many vectors: how many had which verdict, and those that it failed, in the order replayed."""

    engine: str
    verdicts: Mapping[str, int]
    failed: tuple[str, ...]  # ids
    sorts: frozenset[str]  # of those

    @property
    def found(self) -> bool:
        return bool(self.failed)


def met(game: Game, name: str, opened: Opened, vectors: Sequence[Vector], until: int | None = None) -> Met:
    """Every vector replayed, or until so many have failed. An engine that breaks down is started anew.

    An error is no pass, but it says nothing of a rule either: of wrong engines it counts as found.
    """
    session, replayer = _begun(game, opened)
    verdicts: Counter[str] = Counter()
    failed: list[Vector] = []
    try:
        for vector in vectors:
            verdict: Verdict = replayer.replay(vector)
            verdicts[verdict.kind] += 1
            if verdict.kind in (FAILED, ERROR):
                failed.append(vector)
            if verdict.kind == ERROR:
                session.close()
                session, replayer = _begun(game, opened)
            if until is not None and len(failed) >= until:
                break
    except EngineFailure as trouble:
        verdicts[trouble.kind] += 1
    finally:
        session.close()
    return Met(name, dict(verdicts), tuple(one.id for one in failed), frozenset(one.sort for one in failed))


def _begun(game: Game, opened: Opened) -> tuple[Session, Replayer]:
    session = opened()
    return session, Replayer(session, greet(session, game, "0"), trees(game.checked))


@attrs.frozen
class Power:
    """How many of some wrong engines each sort finds, and each tier."""

    engines: int
    sorts: Mapping[str, int]
    tiers: Mapping[str, int]
    missed: tuple[str, ...]  # by all

    def lines(self) -> Iterator[str]:
        """A table."""
        for name, count in (*self.tiers.items(), *self.sorts.items()):
            yield f"{name:12} {count:4} of {self.engines}  {100 * count / max(1, self.engines):5.1f} %"
        yield f"missed: {', '.join(self.missed) or 'none'}"


def power(all_: Iterable[Met], tiers: Mapping[str, frozenset[str]]) -> Power:
    """`tiers` names sets of vectors by their ids."""
    engines = list(all_)
    sorts = Counter(sort for one in engines for sort in one.sorts)
    found = {tier: sum(not ids.isdisjoint(one.failed) for one in engines) for tier, ids in tiers.items()}
    return Power(len(engines), dict(sorts.most_common()), found, tuple(one.engine for one in engines if not one.found))


# ------------------------------------------------------------------ what is covered of the rules


@attrs.frozen
class Reach:
    """What vectors touch of the rules, with what is missing by name."""

    what: str
    reached: int
    of: int
    missing: tuple[str, ...]


def reach(game: Game, vectors: Iterable[Vector]) -> tuple[Reach, ...]:
    """Lines that ran or allowed something, guards that refused something, clauses that any of these rest on."""
    ran, refused, about = set[str](), set[str](), set[str]()
    for vector in vectors:
        about.update(vector.about)
        for step in (inner for outer in vector.steps for inner in (outer, *outer.get("fork", ()))):
            ran.update(step.get("ran", ()), step.get("held", ()))
            refused.update(step.get("because", ()))
    fronts = [step for body in game.checked.bodies.values() for step in body.front]
    guards = {step.id for step in fronts if isinstance(step, does.Guard) and step.id}
    cites = game.clauses.cites
    cited = {clause for line in (*ran, *refused, *about) for clause in cites.get(line, ())} | about
    clauses = set(game.clauses.ledger)
    lines = {line for line in game.clauses.lines if cites.get(line)}
    return (
        _reach("clauses", clauses, cited),
        _reach("lines that cite a clause", lines, ran | refused | about),
        _reach("guards that refuse", guards, refused),
    )


def _reach(what: str, wanted: set[str], had: set[str]) -> Reach:
    return Reach(what, len(wanted & had), len(wanted), tuple(sorted(wanted - had)))


__all__ = ["Met", "Power", "Reach", "met", "power", "reach"]
