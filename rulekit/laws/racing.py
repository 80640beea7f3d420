"""Three ways to test one game, to be timed: the plain driver, the game strategy, a stock state machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from rulekit.laws import strategies
from rulekit.laws.choices import Choices, run
from rulekit.laws.drawn import Drawn
from rulekit.play import outcomes, playout
from rulekit.play.configured import Chosen
from rulekit.play.engines import CHANCE, DECISION, Engine
from rulekit.play.game import Game
from rulekit.play.playout import bits_of, point_of

STEPS = 50  # of a state machine, as Hypothesis has it
Timed = Callable[[], float]


def ways(game: Game, games: int) -> dict[str, Timed]:
    """Each plays so many games, or as long as they take, and gives the seconds of processor time for one decision."""
    chosen = strategies.configurations_of(game, sample=True)
    return {
        "plain driver": lambda: plain(game, chosen, games),
        "game strategy": lambda: drawn(game, games),
        "state machine": lambda: machine(game, chosen[0], games),
        "state machine inside our engine": lambda: bare_machine(game, chosen[0], games),
    }


def timed(way: Timed) -> float:
    """Processor time of one run."""
    start = time.process_time()
    way()
    return time.process_time() - start


def decisions(one: Drawn) -> int:
    """Play a drawn game; how much was decided, fate's answers left out."""
    engine = one.game.engine(one.chosen).for_playouts()
    drawn = _Counted(one.choices, one.lean)
    return int(run(engine, drawn).waits) - drawn.outcomes


class _Counted(Choices):
    """Counts what fate was asked."""

    outcomes = 0

    def outcome(self, point: Any) -> Any:
        self.outcomes += 1
        return super().outcome(point)


def quiet(games: int, **more: Any) -> settings:
    """So many examples, nothing kept, nothing shrunk."""
    still = list(HealthCheck)
    return settings(
        max_examples=games, database=None, deadline=None, suppress_health_check=still, phases=[Phase.generate], **more
    )


def plain(game: Game, chosen: tuple[Chosen, ...], games: int) -> float:
    """Random games by the driver of `rulekit run`."""
    made, start = 0, time.process_time()
    for number in range(games):
        made += playout.play(game.engine(chosen[number % len(chosen)]).for_playouts(), 0, number).decisions
    return (time.process_time() - start) / max(made, 1)


def drawn(game: Game, games: int) -> float:
    """The same by the strategy."""
    made = 0

    @quiet(games)
    @given(strategies.games(game, sample=True))
    def play(one: Any) -> None:
        nonlocal made
        made += decisions(one)

    start = time.process_time()
    play()
    return (time.process_time() - start) / max(made, 1)


def machine(game: Game, chosen: Chosen, games: int) -> float:
    """As one writes it: a position, its legal moves, one of them applied. Fate follows a seed."""
    made = 0

    class Stock(RuleBasedStateMachine):
        """One game, step by step."""

        here: Any = None

        @initialize(seed=st.integers(0, 1 << 32))
        def begin(self, seed: int) -> None:
            self.here = game.start(chosen.seats, dict(chosen.options), seed)

        @precondition(lambda self: self.here is not None and not self.here.over)
        @rule(data=st.data())
        def move(self, data: st.DataObject) -> None:
            nonlocal made
            made += 1
            seat = self.here.pending.seats[0]
            self.here = self.here.apply(seat, data.draw(st.sampled_from(self.here.legal(seat))))

        @precondition(lambda self: self.here is not None and self.here.over)
        @rule()
        def rest(self) -> None:
            """A machine must have something to do when the game is over."""

    start = time.process_time()
    run_state_machine_as_test(Stock, settings=quiet(games, stateful_step_count=STEPS))
    return (time.process_time() - start) / max(made, 1)


def bare_machine(game: Game, chosen: Chosen, games: int) -> float:
    """The same on the inside of our engine, as no user can write it: what the machine itself costs."""
    engine = game.engine(chosen).for_playouts()
    made = 0

    class Bare(RuleBasedStateMachine):
        """One game, step by step."""

        state: Any = None

        @initialize(seed=st.integers(0, 1 << 32))
        def begin(self, seed: int) -> None:
            self.bits = bits_of(seed, 0)
            self.state = _settled(engine, engine.start(), self.bits)

        @precondition(lambda self: self.state is not None and engine.asked(self.state)[0] == DECISION)
        @rule(data=st.data())
        def move(self, data: st.DataObject) -> None:
            nonlocal made
            made += 1
            _, _, seat, count = engine.asked(self.state)
            number = data.draw(st.sampled_from(range(count)))
            self.state = _settled(engine, engine.advance(self.state, seat, number), self.bits)

        @precondition(lambda self: self.state is not None and engine.asked(self.state)[0] != DECISION)
        @rule()
        def rest(self) -> None:
            """A machine must have something to do when the game is over."""

    start = time.process_time()
    run_state_machine_as_test(Bare, settings=quiet(games, stateful_step_count=STEPS))
    return (time.process_time() - start) / max(made, 1)


def _settled(engine: Engine, state: Any, bits: Any) -> Any:
    while engine.asked(state)[0] == CHANCE:
        state = engine.draw(state, outcomes.drawn(point_of(engine, state), bits))
    return state
