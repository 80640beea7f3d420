"""A position as the user holds it: what is asked, what is legal and why not, what each seat sees. It never changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from rulekit.play.games import json_api
from rulekit.play.games.engines import Engine
from rulekit.play.games.game_config import Chosen
from rulekit.play.machine.chance import ChanceOutcomes, Source
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.run_limits import DrawLimit
from rulekit.play.moves.pending import Pending, pending_of
from rulekit.play.moves.refusals import Refused
from rulekit.play.position.frames import ChancePoint, Over
from rulekit.play.position.strict_json import dumps
from rulekit.play.reasons.clause_texts import Reason

if TYPE_CHECKING:
    from rulekit.play.games.game import Game
    from rulekit.play.games.trace import Trace

Json = Any


@attrs.frozen(eq=False, repr=False)
class Position:
    """One moment of a game. Every method gives JSON-shaped data of its own, to be changed at will.

    `chance` answers chance points; without one the position stops there, and `draw` goes on.
    `before` is the position this one came from and `step` the answer that led here; neither is part of equality.
    """

    game: Game
    chosen: Chosen
    engine: Engine
    state: Any
    chance: Source | None = None
    drawn: Mapping[str, int] = attrs.field(factory=dict)  # how often each line has drawn
    before: Position | None = None
    step: Json = None
    answer: tuple[Any, ...] | None = None  # the same for the engine: seat and number of the move, or an outcome alone
    fresh: bool = False  # the very start of a game
    _noted: dict[str, Machine | None] = attrs.field(factory=dict, init=False)

    # -------------------------------------------------------------- what is asked

    @property
    def machine(self) -> Machine:
        """The position as the reference engine holds it; read it, never run it."""
        return self.engine.machine(self.state)

    @property
    def pending(self) -> Pending:
        """Whose decision it is, or that chance is asked, or that the game is over."""
        inner = self.engine.pending(self.state)
        return pending_of(inner, self.label(inner) if isinstance(inner, ChancePoint) else "")

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return isinstance(self.engine.pending(self.state), Over)

    @property
    def seats(self) -> int:
        """How many play."""
        return self.machine.plan.seats

    def label(self, point: ChancePoint) -> str:
        """The line that draws, and the how-manieth time it does."""
        return f"{point.line}#{self.drawn.get(point.line, 0) + 1}"

    # -------------------------------------------------------------- decisions

    def legal(self, seat: int | None = None) -> list[dict[str, Json]]:
        """What a seat may answer; without a seat, the one that is asked. Nothing if it is not asked."""
        return json_api.legal(self.machine, self._seat(seat))

    def apply(self, seat: int, move: Json) -> Position:
        """The position after a legal move; `Refused` otherwise, and nothing has changed."""
        return self.take(seat, json_api.move_number(self.machine, seat, move))

    def take(self, seat: int, number: int) -> Position:
        """The position after the legal move of that number, counted from 0 as `legal` lists them."""
        step = self.step_for((seat, number))
        state = self.engine.decide(self.state, seat, number)
        return self._next(state, step, (seat, number)).settled()

    def step_for(self, answer: tuple[Any, ...]) -> Json:
        """An answer as a trace writes it: `seat, number` of a legal move, or the outcome of a draw alone."""
        if len(answer) == 2:
            return {"move": json_api.move(self.machine, *answer), "seat": answer[0]}
        point = self._point()
        return {"chance": self.label(point), "outcome": ChanceOutcomes(self.machine, point).written(answer[0])}

    def _next(self, state: Any, step: Json, answer: tuple[Any, ...]) -> Position:
        return attrs.evolve(self, state=state, before=self, step=step, answer=answer, fresh=False)

    def why_not(self, seat: int, move: Json) -> tuple[Reason, ...]:
        """Every line that refuses a move, what decides first, with values and sentences; nothing if it is legal."""
        return self.game.clauses.told(json_api.explain_refusal(self.machine, seat, move), dict(self.chosen.options))

    def words(self, seat: int | None = None) -> list[str]:
        """The moves of `legal` as people say them, in the same order."""
        return json_api.legal_in_words(self.machine, self._seat(seat))

    def _seat(self, seat: int | None) -> int:
        """The seat that is asked first, if none is named; 0 if nobody is asked, whose list of moves is empty then."""
        return seat if seat is not None else (*self.pending.seats, 0)[0]

    # -------------------------------------------------------------- chance

    def draw(self, outcome: Json) -> Position:
        """The position after chance has answered so; `Refused` if it cannot."""
        return self.drawn_so(self.outcome_of(outcome)).settled()

    def outcome_of(self, outcome: Json) -> Any:
        """An outcome of the draw that is asked for, as the engine holds it; `Refused` if there is none like it."""
        return ChanceOutcomes(self.machine, self._point()).read(outcome)

    def outcomes(self) -> Iterator[Json]:
        """Every different outcome, as it is written."""
        point, m = self._point(), self.machine
        return (ChanceOutcomes(m, point).written(one) for one in ChanceOutcomes(m, point).every())

    def _point(self) -> ChancePoint:
        point = self.engine.pending(self.state)
        if not isinstance(point, ChancePoint):
            raise Refused("over" if isinstance(point, Over) else "no-such-decision", "fate is not asked")
        return point

    def drawn_so(self, outcome: Any) -> Position:
        """The same as `draw` for an outcome as the engine holds it; what chance is asked next stays open."""
        point = self._point()
        step = self.step_for((outcome,))
        counted = {**self.drawn, point.line: self.drawn.get(point.line, 0) + 1}
        state = self.engine.draw(self.state, outcome)
        return attrs.evolve(self._next(state, step, (outcome,)), drawn=counted)

    def settled(self) -> Position:
        """The same after everything that its source of chance answers."""
        here, draw_limit = self, DrawLimit()
        while here.chance is not None and isinstance(point := here.engine.pending(here.state), ChancePoint):
            draw_limit.count(0, point.line)
            here = here.once()
        return here

    def once(self) -> Position:
        """The same after one outcome of its source of chance."""
        point = self._point()
        assert self.chance is not None
        outcome, rest = self.chance.answer(self.machine, point, self.label(point))
        return attrs.evolve(self.drawn_so(outcome), chance=rest)

    @property
    def leftover(self) -> tuple[Json, ...]:
        """What is still on the tape; when the game is over, more than it asked for."""
        return () if self.chance is None else self.chance.left

    # -------------------------------------------------------------- looking

    def view(self, seat: int | None) -> dict[str, Json]:
        """What a seat sees; without one, what a spectator sees."""
        return json_api.view(self.machine, seat)

    def events(self, seat: int | None) -> list[Json]:
        """What a seat has seen happen since the game began, or since this position was loaded.

        Dear for long games: each step is made once more on the reference engine, for engines do not note what happens.
        """
        return [event for one in self.line() for event in one.news(seat)]

    def news(self, seat: int | None) -> list[Json]:
        """What a seat has seen happen in the one step that led here."""
        m = self._happened()
        return [] if m is None else json_api.events(m, seat)

    def _happened(self) -> Machine | None:
        """The last step once more on the reference engine, everything noted that happens; none if it was loaded."""
        if "happened" not in self._noted:
            self._noted["happened"] = self._again()
        return self._noted["happened"]

    def _again(self) -> Machine | None:
        if self.before is None or self.answer is None:
            setting = self.game.setting(self.chosen)
            return json_api.begin_recorded(setting.program, setting.table) if self.fresh else None
        before = self.before.machine
        return (
            json_api.draw_recorded(before, *self.answer)
            if len(self.answer) == 1
            else json_api.decide_recorded(before, *self.answer)
        )

    @property
    def ran(self) -> tuple[str, ...]:
        """The ids of the lines that ran in the step that led here, in order."""
        return tuple(self.machine.lines)

    @property
    def held(self) -> tuple[str, ...]:
        """The ids of the guards and cases that allowed the move that led here."""
        if self.before is None or self.answer is None or len(self.answer) == 1:
            return ()
        return json_api.allowing_clauses(self.before.machine, *self.answer)

    def result(self) -> dict[str, Json]:
        """How the game came out; refused while it is not over."""
        if not self.over:
            raise Refused("refused", "the game is not over")
        return json_api.result(self.machine)

    def to_json(self) -> dict[str, Json]:
        """The whole position as plain data, hidden things included."""
        return json_api.to_json(self.machine)

    def hash(self) -> str:
        """SHA-256 of the position; equal positions have equal hashes."""
        return json_api.hash_of(self.machine)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and dumps(self.to_json()) == dumps(other.to_json())

    def __hash__(self) -> int:
        return hash(self.hash())

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """How notebooks and Hypothesis show it."""
        printer.text(repr(self))

    def __repr__(self) -> str:
        return f"<Position of {self.game.name}: {dumps(self.pending.to_json())}>"

    # -------------------------------------------------------------- the way here

    def line(self) -> tuple[Position, ...]:
        """Every position since the game began, this one last."""
        found = [self]
        while found[-1].before is not None:
            found.append(found[-1].before)
        return tuple(reversed(found))

    def trace(self) -> Trace:
        """The game so far, to be kept and replayed without a seed."""
        from rulekit.play.games.trace import record

        return record(self)
