"""What `load` loses: a position that an engine holds by the moves to it, and does not hold when it has loaded it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.memo import memoize
from rulekit.play.games.game import Game, Position
from rulekit.play.machine.random_bits import stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.refusals import Refused
from rulekit.protocol.handshake import Agreement
from rulekit.protocol.session import Call, EngineFailure, EngineSession
from rulekit.protocol.session import EngineRefused as SessionRefused
from rulekit.verify.blaming.difference_origin import call, first_difference, gap_at, position_after
from rulekit.verify.differences.divergence import Divergence
from rulekit.verify.differences.found_difference import FoundDifference, side_of_engine
from rulekit.verify.model import DifferenceKind

Json = Any
Way = tuple[Json, ...]  # answers of chance and players from the beginning, as a trace writes them
TRIED = 8  # games of so many moves, to see what differs also where nothing was loaded
DEEP = 60  # answers of a game in which questions are looked for
FAILURES = (EngineFailure, Refused, SessionRefused, Fault)


def loading_difference(
    game: Game, session: EngineSession, agreed: Agreement, met: FoundDifference, way: Way | None
) -> FoundDifference | None:
    """The same told as a matter of `load`, and of no rule; none if it comes without loading the first position, too.

    `way` leads from the beginning to the position that was loaded, as far as it is known.
    """
    if met.start is None or not agreed.can("load"):
        return None
    trial = LoadTrial(game, session, agreed, met)
    try:
        found = trial.lost_at_once() if way is None else trial.lost_beside(way)
    except FAILURES:
        return None
    if found is None:
        return None
    gap, steps = found
    at_once = {"load": {part: met.start[part] for part in ("frames", "asks")}}
    parting = attrs.evolve(
        gap,
        what=DifferenceKind.LOADED,
        after=None if steps else at_once,
        asks=(),
        fades=False,
        lost=gap.answer,
    )
    engine = met.engine if steps else side_of_engine(session, agreed, gap, met.seats)
    return attrs.evolve(met, steps=steps, parting=parting, engine=engine)


@attrs.frozen
class LoadTrial:
    """A difference behind a position that was loaded, and the engine in which it was met."""

    game: Game
    session: EngineSession
    agreed: Agreement
    met: FoundDifference

    @property
    def start(self) -> Call:
        """The beginning of a game of this configuration."""
        return "start", {"config": {"game": self.game.name, **self.met.configuration.to_json()}}

    @property
    def load(self) -> Call:
        """The position taken up."""
        return "load", {"position": self.met.start}

    # -------------------------------------------------------------- beside the way to the position

    def lost_beside(self, way: Way) -> tuple[Divergence, Way] | None:
        """What is right by the moves and wrong by `load`: at once, or where the difference was met.

        Nothing is told of `load` where the moves alone lead to something wrong: two mistakes can cancel out.
        """
        begun = position_after(self._beginning(), way)
        if self._gap([self.start, *calls_to(begun)], begun) is not None:
            return None
        gap = self._gap_of_load(begun)
        if gap is not None:
            return gap, ()
        there = position_after(begun, self.met.steps)
        if self._differs([self.start, *calls_to(there)], there):
            return None
        loaded = [self.load, *map(call, self.met.steps)]
        return (self.met.parting, self.met.steps) if self._differs(loaded, there) else None

    def _lost_at(self, here: Position) -> Divergence | None:
        """What is wrong after the load of a position, and is right by the moves to it."""
        by_moves = self._gap([self.start, *calls_to(here)], here)
        return self._gap_of_load(here) if by_moves is None else None

    def _gap_of_load(self, here: Position) -> Divergence | None:
        """What is wrong after a load: in a new game, and in one in which somebody else was asked just now."""
        load: Call = ("load", {"position": here.to_json()})
        others = (
            one for one in questions(self.game, self.met.configuration) if one.pending.seats != here.pending.seats
        )
        for before in ((), *([calls_to(one)] for one in islice(others, 1))):
            gap = self._gap([self.start, *chain.from_iterable(before), load], here)
            if gap is not None:
                return gap
        return None

    def _differs(self, calls: Sequence[Call], there: Position) -> bool:
        """Whether what was met shows there; so it seems, too, where that cannot be seen once more."""
        parting = self.met.parting
        if parting.what in (DifferenceKind.COPY, DifferenceKind.EXPLANATION, DifferenceKind.SHAPE):
            return True
        if parting.what != DifferenceKind.REFUSAL:
            return (not there.is_over and there.pending.kind == "chance") or self._gap(calls, there) is not None
        self._told(calls)
        (said,) = self.session.ask_all([("move", {"seat": parting.seat, "move": parting.move})])
        return isinstance(said, SessionRefused) is (parting.rules == "legal")

    # -------------------------------------------------------------- without a way

    def lost_at_once(self) -> tuple[Divergence, Way] | None:
        """What is wrong at once after `load`, if games from the beginning say that no rule makes it so."""
        here = self.game.position(self.met.start)
        gap = self._gap_of_load(here)
        if gap is None:
            return None
        if gap.what == DifferenceKind.POSITION:
            return None if self._wrong_anywhere({*gap.names}) else (gap, ())
        return (gap, ()) if gap.what in self._kinds_lost(here) else None

    def _kinds_lost(self, here: Position) -> Iterator[str]:
        """Kinds of answers that are right at such questions, and wrong when the very same position was loaded."""
        known = questions(self.game, self.met.configuration)
        alike = [one for one in known if line_of(one) == line_of(here)]
        for one in alike or known[:TRIED]:
            try:
                gap = self._lost_at(one)
            except SessionRefused:
                continue
            if gap is not None:
                yield gap.what

    def _wrong_anywhere(self, names: set[str]) -> bool:
        """Whether one of these states and zones differs also in short games, where nothing is loaded.

        The games are the same for every difference, so that all that come of one mistake are judged alike.
        """
        for number in range(TRIED):
            played = attrs.evolve(self.met, start=None, steps=short_game(self.game, self.met.configuration, number))
            found = first_difference(self.game, self.session, self.agreed, played, 0)
            if found is not None and {*found[1].names} & names:
                return True
        return False

    def _beginning(self) -> Position:
        return self.game.start(self.met.configuration.seats, dict(self.met.configuration.options))

    # -------------------------------------------------------------- asked

    def _gap(self, calls: Sequence[Call], here: Position) -> Divergence | None:
        self._told(calls)
        return gap_at(self.game, self.session, self.agreed, here)

    def _told(self, calls: Sequence[Call]) -> None:
        """All of it said; a refusal ends the trial."""
        for said in self.session.ask_all(calls):
            if isinstance(said, SessionRefused):
                raise said


def calls_to(here: Position) -> list[Call]:
    """How an engine is told the way to a position."""
    return [call(one.step) for one in here.line()[1:]]


def line_of(here: Position) -> Json:
    """The line that asks there."""
    return here.to_json()["asks"].get("decide")


@memoize
def questions(game: Game, chosen: GameConfig) -> tuple[Position, ...]:
    """Positions of some games from the beginning, one for each question and seat."""
    found: dict[str, Position] = {}
    for number in range(TRIED):
        here, bits = game.start(chosen.seats, dict(chosen.options), chance=f"questions/{number}"), stream("on", number)
        for _ in range(DEEP):
            if here.is_over:
                break
            found.setdefault(f"{line_of(here)} {here.pending.seats}", here)
            seat = here.pending.seats[0]
            here = here.take(seat, bits.below(len(here.legal(seat))))
    return tuple(found.values())


@memoize
def short_game(game: Game, chosen: GameConfig, number: int) -> Way:
    """Answers of some moves from the beginning, at random."""
    here, bits = game.start(chosen.seats, dict(chosen.options), chance=f"origin/{number}"), stream("origin", number)
    for _ in range(TRIED):
        if not here.is_over:
            seat = here.pending.seats[0]
            here = here.take(seat, bits.below(len(here.legal(seat))))
    return tuple(one.step for one in here.line()[1:])


__all__ = ["loading_difference"]
