"""A game replayed from a plan: moves that cannot be made are passed over, chance is calm where the plan is silent.

So a game from which moves were taken away, or that is set up otherwise, is still a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.fuzz.game_script import Answer, apply_answer, moves_of
from rulekit.play.codegen.generated_engine import Generated
from rulekit.play.engines import CHANCE, DECISION
from rulekit.play.games.game import Game, Position, Trace, record_fault
from rulekit.play.games.playouts import point_of
from rulekit.play.machine.frames import ChancePoint, Move
from rulekit.play.machine.random_bits import stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.strict_json import dumps
from rulekit.play.refusals import Refused

AHEAD = 4  # planned moves that may be passed over for one that can be made
CALM = 4  # draws in a row; rules that draw until something comes would wait for ever for an outcome that never comes


@attrs.frozen
class PlannedMove:
    """A move that a seat is to make, if it can."""

    seat: int
    move: Move


@attrs.frozen
class GamePlan:
    """A whole game: who is to make which moves in order, and what chance says at which line and time."""

    chosen: GameConfig
    moves: tuple[PlannedMove, ...]
    outcomes: Mapping[str, Any]


@attrs.frozen(eq=False, slots=False)
class ReplayedGame:
    """A game that was really played. It has everything a trace has, made when somebody asks for it."""

    game: Game
    chosen: GameConfig
    answers: tuple[Answer, ...]
    plan: GamePlan  # the same game, with exactly these moves and outcomes
    ended: bool = False
    points: Mapping[str, ChancePoint] = attrs.field(factory=dict)  # what could have come at each draw
    faulted: bool | None = None  # did the rules run into a fault? Nothing if nobody has noted it

    @property
    def decisions(self) -> int:
        """How many decisions the game that came of it has."""
        return len(self.plan.moves)

    @property
    def last_position(self) -> Position:
        """Where the game stands at its end, or before the answer that leads to a fault."""
        return self._played[0]

    @property
    def trace(self) -> Trace:
        """The game as a record; a fault ends it, and the answer that leads there is its last step."""
        return self._played[1]

    @cached_property
    def _played(self) -> tuple[Position, Trace]:
        here = self.game.start(self.chosen.seats, dict(self.chosen.options))
        for answer in self.answers:
            try:
                here = here.drawn_so(answer[0]) if len(answer) == 1 else here.take(answer[0], answer[1])
            except Fault as fault:
                return here, record_fault(here, answer, fault)
        return here, here.trace()

    def __getattr__(self, name: str) -> Any:
        """As a trace: `config`, `setup`, `steps`, `final`, `replay` and the rest."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.trace, name)


def attempt_game(game: Game, plan: GamePlan, most: int) -> ReplayedGame:
    """Play the planned moves that can be made, at most so many decisions; it stops where the plan ends."""
    engine = game.engine(plan.chosen).for_playouts()
    assert isinstance(engine, Generated)
    left = list(plan.moves)
    answers: list[Answer] = []
    done: list[PlannedMove] = []
    outcomes: dict[str, Any] = {}
    points: dict[str, ChancePoint] = {}
    times: dict[str, int] = {}
    waited, faulted = 0, False
    try:
        state = engine.start()
        while True:
            kind, line, seat, _ = engine.short_question(state)
            if kind == CHANCE:
                times[line] = times.get(line, 0) + 1
                label = f"{line}#{times[line]}"
                running = len(answers) - waited
                points[label] = point_of(engine, state)
                outcomes[label] = choose_outcome(
                    points[label], plan.outcomes.get(label), label if running > CALM else ""
                )
                answers.append((outcomes[label],))
            elif kind == DECISION and left and len(done) < most:
                known = moves_of(state, seat)
                number = _fulfil(engine, left, seat, known)
                answers.append((seat, number))
                waited = len(answers)
                done.append(PlannedMove(seat, engine.moves[known[number]]))
            else:
                break
            state = apply_answer(engine, state, answers[-1])
    except Fault:
        faulted = True  # the judge will meet it as well
    made = GamePlan(plan.chosen, tuple(done), outcomes)
    return ReplayedGame(game, plan.chosen, tuple(answers), made, points=points, faulted=faulted)


def _fulfil(engine: Generated, left: list[PlannedMove], seat: int, known: Sequence[Any]) -> int:
    """The number of the next planned move that is legal, those before it given up; if none is, the first legal one."""
    for place, planned in enumerate(left[:AHEAD]):
        number = _number(engine, planned.move, known) if planned.seat == seat else None
        if number is not None:
            del left[: place + 1]
            return number
    del left[0]
    return 0


def _number(engine: Generated, move: Move, known: Sequence[Any]) -> int | None:
    """Where a move stands among those that are legal; several lines may ask for choices that are called the same."""
    if move.how not in ("action", "anytime"):
        return next((number for number, token in enumerate(known) if engine.moves[token] == move), None)
    try:
        return known.index(engine.moves.token(move))
    except (KeyError, ValueError):
        return None  # there is no such move in this configuration, or not now


def choose_outcome(point: ChancePoint, wanted: Any, wild: str = "") -> Any:
    """What is wanted, if it can come; an order as near to it as can be; else what stands first, or anything."""
    if wanted is None and wild:
        return point.draw_one(stream("wild", wild))
    if point.kind == "pick":
        return wanted if wanted in point.domain else point.domain[0]
    if point.kind == "dice":
        fits = isinstance(wanted, tuple) and len(wanted) == point.count and set(wanted) <= set(point.domain)
        return wanted if fits else (point.domain[0],) * point.count
    left, found = list(point.domain), []
    for one in wanted or ():
        if one in left:
            left.remove(one)
            found.append(one)
    return (*found, *left)


def plan_of(game: Game, trace: Trace) -> GamePlan:
    """A recorded game as a plan."""
    here = game.start(trace.config["seats"], trace.config["options"])
    moves: list[PlannedMove] = []
    outcomes: dict[str, Any] = {}
    for step in (*trace.setup, *trace.steps):
        if "move" in step:
            seat = step["seat"]
            number = _place_of(here, seat, step["move"])
            moves.append(PlannedMove(seat, _moves(here, seat)[number]))
            answer: Answer = (seat, number)
        else:
            answer = (here.outcome_of(step["outcome"]),)
            outcomes[step["chance"]] = answer[0]
        try:
            here = here.drawn_so(answer[0]) if len(answer) == 1 else here.take(*answer)
        except Fault:
            break  # it is the last step
    return GamePlan(here.chosen, tuple(moves), outcomes)


def _place_of(here: Position, seat: int, move: Any) -> int:
    """Where a recorded move stands in the legal list; one that cannot be made is refused with reasons."""
    legal = here.legal(seat)
    if move not in legal:
        here.apply(seat, move)
        raise Refused("trace", f"{dumps(move)} is written in another way than the rules write it")
    return legal.index(move)


def _moves(here: Any, seat: int) -> Sequence[Move]:
    found: Sequence[Move] = here.machine.legal(seat)
    return found
