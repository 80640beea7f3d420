"""a child that shares with its parent, over a full copy that is then changed"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from rulekit.bench import playing
from rulekit.bench.measure import BenchReport, Figure, MeasureOptions, Ratio, interleave_runs, mean, ratio
from rulekit.play.codegen.drive import Driver
from rulekit.play.codegen.engine_variants import BRANCHING, PLAYOUT
from rulekit.play.codegen.runtime import CHANCE, DECIDE, OVER, SEALED
from rulekit.play.machine.random_bits import stream

BAR = 0.40
STATES = 60
Child = Callable[[Any, Any], Any]


def run(wanted: MeasureOptions) -> BenchReport:
    """Positions from the middle of random games; every legal move of each gives a child."""
    figures: list[Figure] = []
    ratios: list[Ratio] = []
    for name in wanted.games or tuple(playing.games_with_engines()):
        setting = playing.setting_of(wanted.load(name))
        shared = Driver(setting.program, setting.table, BRANCHING)
        alone = Driver(setting.program, setting.table, PLAYOUT)

        def copied(s: Any, move: Any, driver: Driver = alone) -> Any:
            made = driver.copy(s)
            driver.answer(made, move)
            return made

        runs = {
            "child": time_branches(middle(shared), shared.child, wanted.seconds),
            "copy": time_branches(middle(alone), copied, wanted.seconds),
        }
        found = interleave_runs(runs, wanted.repeat)
        ratios.append(ratio(f"{name}: child / full copy and apply", found["child"], found["copy"], "most", BAR))
        figures += [Figure(f"{name}: {kind}", "us", tuple(1e6 * v for v in values)) for kind, values in found.items()]
    whole = mean("all: child / full copy and apply, geometric mean", ratios, "most", BAR)
    return BenchReport("branch", tuple(figures), (*ratios, whole))


def time_branches(states: list[Any], child: Child, seconds: float) -> Callable[[], float]:
    """Seconds for one child."""

    def measure() -> float:
        made, start = 0, time.process_time()
        while True:
            for state in states:
                for move in state.moves:
                    child(state, move)
                made += len(state.moves)
            spent = time.process_time() - start
            if spent >= seconds:
                return spent / made

    return measure


def middle(driver: Driver) -> list[Any]:
    """Decisions in the middle of games, the same ones for every engine."""
    found: list[Any] = []
    for number in range(10 * STATES):
        states = game(driver, number)
        if states:
            found.append(states[len(states) // 2])
        if len(found) == STATES:
            break
    return found


def game(driver: Driver, number: int) -> list[Any]:
    """Every decision of one random game, each a position of its own."""
    source, bits = Random(number), stream("bench", number)
    s, found = driver.begin(), list[Any]()
    while s.stage not in (OVER, SEALED):
        if s.stage == CHANCE:
            driver.draw(s, s.chance.draw_one(bits))
            continue
        if s.stage == DECIDE:
            found.append(driver.copy(s))
        driver.answer(s, s.moves[int(source.random() * len(s.moves))])
    return found
