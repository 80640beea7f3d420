"""A failing game made small: shorter, fewer players, the usual options, calm chance, plain moves; the same clause.

Always the same result for the same game. What is tried is judged by `fails`; it stops when nothing helps any more,
after EFFORT answers, or, on a slow machine, after PATIENCE seconds with what it has by then. Each way in `WAYS` makes
games that may be smaller from the best so far; one that fails in the same clause and weighs less becomes the best, and
the ways go on from there. Moves are a plan: one that cannot be made is passed over, so a game from which moves
were cut is still a game.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any, Protocol

import attrs

from rulekit.check.configuration_space import GameConfig, demands_broken_by
from rulekit.fuzz.game_script import apply_answer, moves_of
from rulekit.fuzz.replay_attempt import (
    CALM,
    GamePlan,
    PlannedMove,
    ReplayedGame,
    attempt_game,
    choose_outcome,
    plan_of,
)
from rulekit.play.engines import CHANCE, DECISION
from rulekit.play.games.game import Game, Trace
from rulekit.play.games.game_config import choose
from rulekit.play.games.playouts import point_of
from rulekit.play.machine.frames import ChancePoint, Move
from rulekit.play.machine.random_bits import Bits, stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.refusals import Refused

LATE = 6  # moves at the end of a game that are liked in some of the new ones
OTHERS = 5  # other moves that are remembered for each decision


def short_plan(game: Game, chosen: GameConfig, number: int, most: int, liked: Iterable[Move] = ()) -> GamePlan:
    """A random game of so many decisions; every other one with calm chance. What is liked is done half of the time."""
    engine, bits = game.engine(chosen).for_playouts(), stream("shrink", number)
    wanted = set(liked)
    outcomes: dict[str, Any] = {}
    times: dict[str, int] = {}
    moves: list[PlannedMove] = []
    try:
        state = engine.start()
        while len(moves) < most:
            kind, line, seat, count = engine.short_question(state)
            if kind == DECISION:
                pick = _pick(engine, moves_of(state, seat), count, wanted, bits)
                moves.append(PlannedMove(seat, engine.moves[moves_of(state, seat)[pick]]))  # type: ignore[attr-defined]
                state = engine.advance(state, seat, pick)
            elif kind == CHANCE:
                point = point_of(engine, state)
                times[line] = times.get(line, 0) + 1
                calm = number % 2 and times[line] <= CALM
                outcomes[f"{line}#{times[line]}"] = choose_outcome(point, None) if calm else point.draw_one(bits)
                state = engine.draw(state, outcomes[f"{line}#{times[line]}"])
            else:
                break
    except Fault:
        pass
    return GamePlan(chosen, tuple(moves), outcomes)


def _pick(engine: Any, known: Any, count: int, wanted: set[Move], bits: Bits) -> int:
    """The number of a move: one that is liked half of the time, if one is on the list, else any."""
    if wanted and count > 1 and bits.below(2):
        found = [number for number, token in enumerate(known) if engine.moves[token] in wanted]
        if found:
            return bits.pick(found)
    return bits.below(count)


def last_moves(attempt: ReplayedGame) -> tuple[Move, ...]:
    """The last moves of a game; what fails often needs what was done there, and not much of what was before."""
    return tuple(planned.move for planned in attempt.plan.moves[-LATE:])


def other_moves(attempt: ReplayedGame) -> list[tuple[PlannedMove, ...]]:
    """For each decision of a game some other moves that could have been taken."""
    engine = attempt.game.engine(attempt.chosen).for_playouts()
    bits, found = stream("others", attempt.decisions), []
    state = engine.start()
    for answer in attempt.answers:
        if len(answer) == 2:
            seat, known = answer[0], moves_of(state, answer[0])
            few = len(known) <= OTHERS
            numbers = range(len(known)) if few else dict.fromkeys(bits.below(len(known)) for _ in range(OTHERS))
            moves = (engine.moves[known[n]] for n in numbers if n != answer[1])  # type: ignore[attr-defined]
            found.append(tuple(PlannedMove(seat, move) for move in moves))
        try:
            state = apply_answer(engine, state, answer)
        except Fault:
            break
    return found


def vary_moves(
    moves: tuple[PlannedMove, ...], known: list[tuple[PlannedMove, ...]], number: int
) -> tuple[PlannedMove, ...]:
    """The same game with some moves taken otherwise; every other one without some of the rest."""
    bits, left = stream("varied", number), list(moves)
    open_ = [place for place in range(min(len(moves), len(known))) if known[place]]
    for _ in range(1 + bits.below(3)):
        if open_:
            place = bits.pick(open_)
            left[place] = bits.pick(known[place])
    if number % 2 and left:
        start = bits.below(len(left))
        del left[start : start + 1 + bits.below(max(1, len(left) // 3))]
    return tuple(left)


EFFORT = 40_000  # answers
GAMES = 800  # as long as the one that failed, which may be tried at least: of a long one EFFORT would be a few dozen
IDLE = 3  # rounds in which nothing helped; each tries other new games
# By EFFORT the result is the same everywhere. The clock is for machines on which that many answers would keep somebody
# waiting: whoever looks for a failure waits a quarter of a minute, no longer. Chosen, not measured.
PATIENCE = 14.0  # seconds
SHORTS = 16  # new games of each length that are tried in each round, before the old one is cut
MANY_SHORTS = 100  # of those that are only a little shorter than the best
VARIED = 10, 300  # games with some moves taken otherwise that are tried in each round, more of short ones
MANY = 6_000  # decisions in them
SHARE = 8  # new games of one length may take this part of the effort that is left
LENGTHS = (3, 8, 20, 50)


class BlamedClause(Protocol):
    """What whoever judges has found: the clause to blame, and how many answers led there."""

    @property
    def clause(self) -> str:
        """The clause that is blamed; a smaller game has to fail by the same one."""

    @property
    def answers(self) -> int:
        """After how many answers the failure shows; what lies behind is cut off."""


Fails = Callable[[ReplayedGame], BlamedClause | None]


def shrink(game: Game, trace: Trace, fails: Fails, effort: int = EFFORT) -> Trace:
    """The smallest game found that fails in the same clause; the same game if it does not fail at all."""
    found = smallest(game, trace, fails, effort)
    return trace if found is None else found[0].trace


def smallest(game: Game, trace: Trace, fails: Fails, effort: int = EFFORT) -> tuple[ReplayedGame, BlamedClause] | None:
    """The same with what is to blame."""
    return shrunk(game, plan_of(game, trace), fails, effort)


def shrunk(game: Game, plan: GamePlan, fails: Fails, effort: int = EFFORT) -> tuple[ReplayedGame, BlamedClause] | None:
    """The same for a game that is known by its moves and outcomes."""
    work = _Work(game, fails, effort)
    first = work.begin(plan)
    if first is None:
        return None
    work.left = max(work.left, GAMES * work.best.decisions * effort // EFFORT)
    idle = 0
    while idle < IDLE and work.can_go_on:
        before = work.best
        for way in WAYS:
            work.try_all(way)
        work.rounds += 1
        idle = 0 if work.best is not before else idle + 1
    return work.best, work.blame


@attrs.define(eq=False)
class _Work:
    """The best so far, and what effort is left."""

    game: Game
    fails: Fails
    left: int
    best: ReplayedGame = attrs.field(init=False)
    blame: BlamedClause = attrs.field(init=False)
    rounds: int = 0
    end: float = attrs.field(factory=lambda: time.monotonic() + PATIENCE)

    @property
    def can_go_on(self) -> bool:
        """Whether there is effort and time left."""
        return self.left > 0 and time.monotonic() < self.end

    def begin(self, plan: GamePlan) -> ReplayedGame | None:
        """The game itself, cut where it shows."""
        attempt = attempt_game(self.game, plan, len(plan.moves))
        blame = self.fails(attempt)
        if blame is None:
            return None
        self.best, self.blame = attempt, blame
        self.take_if_better(self.cut_plan(plan, blame))
        return self.best

    def cut_plan(self, plan: GamePlan, blame: BlamedClause) -> GamePlan:
        """Nothing after what is to blame; a fault shows in the answer behind."""
        return attrs.evolve(plan, moves=plan.moves[: self.decisions_among(blame.answers + 1)])

    def decisions_among(self, answers: int) -> int:
        """How many decisions there are among the first so many answers."""
        return sum(len(answer) == 2 for answer in self.best.answers[:answers])

    def try_all(self, way: Callable[[_Work], Iterator[GamePlan]]) -> None:
        """Everything one way has to offer; it sees what the best is now."""
        for plan in way(self):
            if not self.can_go_on:
                return
            self.take_if_better(plan)

    def take_if_better(self, plan: GamePlan) -> bool:
        """Take it if it fails alike and is smaller."""
        try:
            attempt = attempt_game(self.game, plan, self.best.decisions)
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
        made = self.decisions_among(blame.answers + 1)
        if made < attempt.decisions:
            self.take_if_better(attrs.evolve(attempt.plan, moves=attempt.plan.moves[:made]))
        return True


def weight(game: Game, attempt: ReplayedGame) -> tuple[int, ...]:
    """What is smaller is better: moves, players, options, draws and how wild they are, moves that are not the first."""
    usual = game.checked.symbols.options
    options = sum(value != usual[name].default for name, value in attempt.chosen.options)
    wild = sum(wildness(point, attempt.plan.outcomes[label]) for label, point in attempt.points.items())
    numbers = sum(answer[1] for answer in attempt.answers if len(answer) == 2)
    draws = len(attempt.answers) - attempt.decisions
    return attempt.decisions, attempt.chosen.seats, options, draws, wild, numbers


def wildness(point: ChancePoint, outcome: Any) -> int:
    """How far an outcome is from the calm one: values that stand further behind, members that do not stand in order."""
    if point.kind == "order":
        return len(_drops(point, outcome))
    return sum(point.domain.index(one) for one in (outcome if point.kind == "dice" else (outcome,)))


def _drops(point: ChancePoint, outcome: Sequence[Any]) -> list[int]:
    """The places of an order at which a member stands behind one that should come later."""
    rank = {one: number for number, one in enumerate(point.domain)}
    return [place for place, (a, b) in enumerate(pairwise(outcome), 1) if rank[a] > rank[b]]


# ------------------------------------------------------------------ ways to make it smaller


def _players(work: _Work) -> Iterator[GamePlan]:
    """With fewer players: as many as possible gone at once, then each alone, with all that this player did."""
    for seats in range(work.game.players[0], work.best.chosen.seats):
        if (chosen := _with_seats(work, seats)) is not None:
            yield attrs.evolve(work.best.plan, chosen=chosen)
            yield attrs.evolve(work.best.plan, chosen=chosen, moves=_without(work, range(seats)))
    for gone in range(work.best.chosen.seats):
        seats = work.best.chosen.seats - 1
        if gone <= seats and (chosen := _with_seats(work, seats)) is not None:
            left = [seat for seat in range(seats + 1) if seat != gone]
            yield attrs.evolve(work.best.plan, chosen=chosen, moves=_without(work, left))


def _with_seats(work: _Work, seats: int) -> GameConfig | None:
    """The same configuration for so many, if there can be so many."""
    chosen = GameConfig(work.best.chosen.options, seats)
    possible = seats >= work.game.players[0] and not demands_broken_by(work.game.checked, dict(chosen.options), seats)
    return chosen if possible else None


def _without(work: _Work, left: Sequence[int]) -> tuple[PlannedMove, ...]:
    """The moves of those who are left, on their new chairs."""
    return tuple(PlannedMove(left.index(one.seat), one.move) for one in work.best.plan.moves if one.seat in left)


def _options(work: _Work) -> Iterator[GamePlan]:
    """With the usual options: all of them, and each alone."""
    symbols = work.game.checked.symbols.options
    usual = {name: info.default for name, info in symbols.items()}
    for names in (tuple(usual), *((name,) for name in usual)):
        plan = work.best.plan
        options = {**dict(plan.chosen.options), **{name: usual[name] for name in names}}
        if options != dict(plan.chosen.options) and not demands_broken_by(
            work.game.checked, options, plan.chosen.seats
        ):
            yield attrs.evolve(plan, chosen=choose(work.game.checked, plan.chosen.seats, options, None))


def _fates(work: _Work) -> Iterator[GamePlan]:
    """With calm chance: everywhere, and at each time alone."""
    yield attrs.evolve(work.best.plan, outcomes={})
    for label in list(work.best.plan.outcomes):
        left = {name: outcome for name, outcome in work.best.plan.outcomes.items() if name != label}
        yield attrs.evolve(work.best.plan, outcomes=left)


def _fewer(work: _Work) -> Iterator[GamePlan]:
    """Without some of the moves: long runs first, then shorter ones, from the end to the beginning.

    Of a long game the shortest runs would take all the effort, so half of it stays for other ways.
    """
    size, enough = max(1, work.best.decisions // 2), work.left // 2
    while size and work.left > enough:
        start = work.best.decisions - size
        while start >= 0:
            moves = work.best.plan.moves
            yield attrs.evolve(work.best.plan, moves=(*moves[:start], *moves[start + size :]))
            start = min(start, work.best.decisions) - size
        size //= 2


def _draws(work: _Work) -> Iterator[GamePlan]:
    """Without some outcomes, so that what a line drew later comes earlier: with the moves behind them, and alone."""
    said = work.best.plan.outcomes
    if len({_line(label) for label in said}) == len(said):
        return
    size, enough = max(1, len(said) // 2), work.left // 2
    while size and work.left > enough:
        start = len(work.best.plan.outcomes) - size
        while start >= 0:
            for with_moves in (True, False):
                if start + size <= len(work.best.plan.outcomes):
                    yield _sooner(work.best, start, start + size, with_moves)
            start = min(start, len(work.best.plan.outcomes)) - size
        size //= 2


def _sooner(attempt: ReplayedGame, start: int, end: int, with_moves: bool) -> GamePlan:
    """The same without the outcomes from `start` to `end`; those of a line are counted anew."""
    said, moves = attempt.plan.outcomes, attempt.plan.moves
    if with_moves:
        made = [0, *accumulate(len(answer) == 2 for answer in attempt.answers)]
        before = [made[n] for n, answer in enumerate(attempt.answers) if len(answer) == 1]
        moves = (*moves[: before[start]], *(moves[before[end] :] if end < len(before) else ()))
    outcomes: dict[str, Any] = {}
    times: Counter[str] = Counter()
    for number, (label, outcome) in enumerate(said.items()):
        if not start <= number < end:
            times[_line(label)] += 1
            outcomes[f"{_line(label)}#{times[_line(label)]}"] = outcome
    return attrs.evolve(attempt.plan, moves=moves, outcomes=outcomes)


def _line(label: str) -> str:
    """The line at which a draw stands; behind it its label tells the how-manieth time it was."""
    return label.rpartition("#")[0]


def _early(work: _Work) -> Iterator[GamePlan]:
    """Late moves early: everything between two of them is left out at once."""
    for end in range(work.best.decisions - 1, 0, -1):
        for start in range(min(end, work.best.decisions)):
            moves = work.best.plan.moves
            if end - start > 1 and end < len(moves):
                yield attrs.evolve(work.best.plan, moves=(*moves[:start], *moves[end:]))


def _plain(work: _Work) -> Iterator[GamePlan]:
    """The first legal move instead of another."""
    for place in range(work.best.decisions):
        moves = work.best.plan.moves
        if place < len(moves):
            nothing = PlannedMove(-1, moves[place].move)  # no seat's move, so the first one is taken
            yield attrs.evolve(work.best.plan, moves=(*moves[:place], nothing, *moves[place + 1 :]))


def _shorts(work: _Work) -> Iterator[GamePlan]:
    """New games, shorter than this one: what fails often fails early somewhere."""
    for length in (*LENGTHS, None):  # at last those that are only a little shorter than the best by then
        fit = 1 + work.left // (SHARE * max(1, length or work.best.decisions))
        tries = min(SHORTS if length else MANY_SHORTS, fit)
        for number in range(MANY_SHORTS * work.rounds, MANY_SHORTS * work.rounds + tries):
            most = length or work.best.decisions - 1
            if most < work.best.decisions:
                liked = last_moves(work.best) if number % 4 > 1 else ()
                plan = short_plan(work.game, work.best.chosen, number, most, liked)
                work.left -= len(plan.moves)
                yield plan


def _otherwise(work: _Work) -> Iterator[GamePlan]:
    """Some moves taken otherwise, others left out: a game may end sooner, or come sooner to what is wrong."""
    before, known = work.best, other_moves(work.best)
    least, most = VARIED
    tries = min(most, max(least, MANY // max(1, before.decisions)))
    for number in range(most * work.rounds, most * work.rounds + tries):
        if work.best is not before:
            before, known = work.best, other_moves(work.best)
        yield attrs.evolve(work.best.plan, moves=vary_moves(work.best.plan.moves, known, number))


def _calmer_order(work: _Work, label: str) -> Iterator[Any]:
    """Only the first few as they came, the rest in order; each of those at its place in the rest; their own order."""
    size = 1
    while size < len(_unsorted_head(work, label)):
        yield _unsorted_head(work, label)[:size]
        size *= 2
    place = len(_unsorted_head(work, label)) - 1
    while place >= 0:
        now = _unsorted_head(work, label)
        yield (*now[:place], *now[place + 1 :])
        place = min(place, len(_unsorted_head(work, label))) - 1
    for size in range(len(_unsorted_head(work, label)), 1, -1):
        now = _unsorted_head(work, label)
        yield (*sorted(now[:size], key=work.best.points[label].domain.index), *now[size:])


def _unsorted_head(work: _Work, label: str) -> tuple[Any, ...]:
    """The members of an order that come before those which stand as they lie."""
    point, outcome = work.best.points.get(label), work.best.plan.outcomes.get(label, ())
    return () if point is None else shortest_unsorted(point, outcome)


def shortest_unsorted(point: ChancePoint, outcome: tuple[Any, ...]) -> tuple[Any, ...]:
    """The shortest beginning of an order behind which all else stands as it lies."""
    return outcome[: max(_drops(point, outcome), default=0)]


def _calmer_dice(work: _Work, label: str) -> Iterator[Any]:
    """Each value alone further in front."""
    for place in range(work.best.points[label].count):
        point, now = work.best.points.get(label), work.best.plan.outcomes.get(label, ())
        if point is not None and place < len(now):
            for value in _in_front(point, now[place]):
                yield (*now[:place], value, *now[place + 1 :])


def _calmer_pick(work: _Work, label: str) -> Iterator[Any]:
    """A member further in front."""
    yield from _in_front(work.best.points[label], work.best.plan.outcomes[label])


def _in_front(point: ChancePoint, value: Any) -> Iterator[Any]:
    """The first, one half as far behind, and the next."""
    known = point.domain.index(value)
    yield from (point.domain[n] for n in sorted({0, known // 2, known - 1} - {-1, known}))


CALMER: dict[str, Callable[[_Work, str], Iterator[Any]]] = {
    "order": _calmer_order,
    "dice": _calmer_dice,
    "pick": _calmer_pick,
}


def _calmer(work: _Work) -> Iterator[GamePlan]:
    """With calmer chance at each time that is not calm."""
    for label, point in list(work.best.points.items()):
        if label in work.best.points:
            for outcome in CALMER[point.kind](work, label):
                yield attrs.evolve(work.best.plan, outcomes={**work.best.plan.outcomes, label: outcome})


WAYS = (_shorts, _players, _fewer, _draws, _options, _fates, _otherwise, _early, _plain, _calmer)
