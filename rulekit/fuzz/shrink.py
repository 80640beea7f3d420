"""A failing game made small: shorter, fewer players, the usual options, a calm fate, plain moves; the same clause.

Always the same result for the same game. What is tried is judged by `fails`; it stops when nothing helps any more,
after EFFORT answers, or, on a slow machine, after PATIENCE seconds with what it has by then.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, Protocol

import attrs

from rulekit.check.configurations_of import refused
from rulekit.fuzz.attempt import CALM, Attempt, Wish, Wishes, attempted, fated, wishes_of
from rulekit.fuzz.script import moves_of
from rulekit.play.configured import Chosen, choose
from rulekit.play.engines import CHANCE, DECISION
from rulekit.play.faults import Fault
from rulekit.play.game import Game
from rulekit.play.outcomes import drawn
from rulekit.play.playout import point_of
from rulekit.play.random_bits import stream
from rulekit.play.refusals import Refused
from rulekit.play.trace import Trace

EFFORT = 40_000  # answers
PATIENCE = 17.0  # seconds
SHORTS = 16  # new games of each length that are tried before the old one is cut
LENGTHS = (3, 8, 20, 50)


class Blamed(Protocol):
    """What whoever judges has found: the clause to blame, and how many answers led there."""

    @property
    def clause(self) -> str: ...

    @property
    def answers(self) -> int: ...


Fails = Callable[[Attempt], Blamed | None]


def shrink(game: Game, trace: Trace, fails: Fails, effort: int = EFFORT) -> Trace:
    """The smallest game found that fails in the same clause; the same game if it does not fail at all."""
    found = smallest(game, trace, fails, effort)
    return trace if found is None else found[0].trace


def smallest(game: Game, trace: Trace, fails: Fails, effort: int = EFFORT) -> tuple[Attempt, Blamed] | None:
    """The same with what is to blame."""
    work = _Work(game, fails, effort)
    first = work.begun(wishes_of(game, trace))
    if first is None:
        return None
    before = None
    while before is not work.best and work.more:
        before = work.best
        for way in WAYS:
            work.tried(way)
    return work.best, work.blame


@attrs.define(eq=False)
class _Work:
    """The best so far, and what effort is left."""

    game: Game
    fails: Fails
    left: int
    best: Attempt = attrs.field(init=False)
    blame: Blamed = attrs.field(init=False)
    end: float = attrs.field(factory=lambda: time.monotonic() + PATIENCE)

    @property
    def more(self) -> bool:
        return self.left > 0 and time.monotonic() < self.end

    def begun(self, wishes: Wishes) -> Attempt | None:
        """The game itself, cut where it shows."""
        attempt = attempted(self.game, wishes, len(wishes.moves))
        blame = self.fails(attempt)
        if blame is None:
            return None
        self.best, self.blame = attempt, blame
        self.better(self.cut(wishes, blame))
        return self.best

    def cut(self, wishes: Wishes, blame: Blamed) -> Wishes:
        """Nothing after what is to blame; a fault shows in the answer behind."""
        return attrs.evolve(wishes, moves=wishes.moves[: self.made(blame.answers + 1)])

    def made(self, answers: int) -> int:
        return sum(len(answer) == 2 for answer in self.best.answers[:answers])

    def tried(self, way: Callable[[_Work], Iterator[Wishes]]) -> None:
        """Everything one way has to offer; it sees what the best is now."""
        for wishes in way(self):
            if not self.more:
                return
            self.better(wishes)

    def better(self, wishes: Wishes) -> bool:
        """Take it if it fails alike and is smaller."""
        try:
            attempt = attempted(self.game, wishes, self.best.decisions)
        except Refused:
            return False
        self.left -= max(1, len(attempt.answers))
        if not weight(self.game, attempt) < weight(self.game, self.best):
            return False
        self.left -= len(attempt.answers)
        blame = self.fails(attempt)
        if blame is None or blame.clause != self.blame.clause:
            return False
        self.best, self.blame = attempt, blame
        made = self.made(blame.answers + 1)
        if made < attempt.decisions:
            self.better(attrs.evolve(attempt.wishes, moves=attempt.wishes.moves[:made]))
        return True


def weight(game: Game, attempt: Attempt) -> tuple[int, ...]:
    """What is smaller is better: moves, players, options, draws and how wild they are, moves that are not the first."""
    usual = game.checked.symbols.options
    options = sum(value != usual[name].default for name, value in attempt.chosen.options)
    wild = sum(_wildness(answer[0]) for answer in attempt.answers if len(answer) == 1)
    numbers = sum(answer[1] for answer in attempt.answers if len(answer) == 2)
    draws = len(attempt.answers) - attempt.decisions
    return attempt.decisions, attempt.chosen.seats, options, draws, wild, numbers


def _wildness(outcome: Any) -> int:
    """How many members of an outcome do not stand in order."""
    if not isinstance(outcome, tuple) or not all(isinstance(one, int) for one in outcome):
        return 0
    return sum(a > b for a, b in pairwise(outcome))


# ------------------------------------------------------------------ ways to make it smaller


def _players(work: _Work) -> Iterator[Wishes]:
    """With fewer players."""
    wishes = work.best.wishes
    for seats in range(work.game.players[0], wishes.chosen.seats):
        chosen = Chosen(wishes.chosen.options, seats)
        if not refused(work.game.checked, dict(chosen.options), seats):
            yield attrs.evolve(wishes, chosen=chosen)


def _options(work: _Work) -> Iterator[Wishes]:
    """With the usual options: all of them, and each alone."""
    symbols = work.game.checked.symbols.options
    usual = {name: info.default for name, info in symbols.items()}
    for names in (tuple(usual), *((name,) for name in usual)):
        wishes = work.best.wishes
        options = {**dict(wishes.chosen.options), **{name: usual[name] for name in names}}
        if options != dict(wishes.chosen.options) and not refused(work.game.checked, options, wishes.chosen.seats):
            yield attrs.evolve(wishes, chosen=choose(work.game.checked, wishes.chosen.seats, options, None))


def _fates(work: _Work) -> Iterator[Wishes]:
    """With a calm fate: everywhere, and at each time alone."""
    yield attrs.evolve(work.best.wishes, fates={})
    for label in list(work.best.wishes.fates):
        left = {name: outcome for name, outcome in work.best.wishes.fates.items() if name != label}
        yield attrs.evolve(work.best.wishes, fates=left)


def _fewer(work: _Work) -> Iterator[Wishes]:
    """Without some of the moves: long runs first, then shorter ones, from the end to the beginning."""
    size = max(1, work.best.decisions // 2)
    while size:
        start = work.best.decisions - size
        while start >= 0:
            moves = work.best.wishes.moves
            yield attrs.evolve(work.best.wishes, moves=(*moves[:start], *moves[start + size :]))
            start = min(start, work.best.decisions) - size
        size //= 2


def _early(work: _Work) -> Iterator[Wishes]:
    """Late moves early: everything between two of them is left out at once."""
    for end in range(work.best.decisions - 1, 0, -1):
        for start in range(min(end, work.best.decisions)):
            moves = work.best.wishes.moves
            if end - start > 1 and end < len(moves):
                yield attrs.evolve(work.best.wishes, moves=(*moves[:start], *moves[end:]))


def _plain(work: _Work) -> Iterator[Wishes]:
    """The first legal move instead of another."""
    for place in range(work.best.decisions):
        moves = work.best.wishes.moves
        if place < len(moves):
            nothing = Wish(-1, moves[place].move)  # nobody's wish, so the first move is taken
            yield attrs.evolve(work.best.wishes, moves=(*moves[:place], nothing, *moves[place + 1 :]))


def _shorts(work: _Work) -> Iterator[Wishes]:
    """New games, shorter than this one: what fails often fails early somewhere."""
    for most in LENGTHS:
        for number in range(SHORTS):
            if most < work.best.decisions:
                yield _drawn(work, number, most)


def _drawn(work: _Work, number: int, most: int) -> Wishes:
    """A random game of the same configuration; every other one with a calm fate."""
    engine, bits = work.game.engine(work.best.chosen).for_playouts(), stream("shrink", number)
    fates: dict[str, Any] = {}
    times: dict[str, int] = {}
    moves: list[Wish] = []
    try:
        state = engine.start()
        while len(moves) < most:
            kind, line, seat, count = engine.asked(state)
            if kind == DECISION:
                pick = bits.below(count)
                moves.append(Wish(seat, engine.moves[moves_of(state, seat)[pick]]))  # type: ignore[attr-defined]
                state = engine.advance(state, seat, pick)
            elif kind == CHANCE:
                point = point_of(engine, state)
                times[line] = times.get(line, 0) + 1
                calm = number % 2 and times[line] <= CALM
                fates[f"{line}#{times[line]}"] = fated(point, None) if calm else drawn(point, bits)
                state = engine.draw(state, fates[f"{line}#{times[line]}"])
            else:
                break
    except Fault:
        pass
    work.left -= len(moves)
    return Wishes(work.best.chosen, tuple(moves), fates)


WAYS = (_shorts, _fewer, _players, _options, _fates, _early, _plain)
