"""replaying recorded games, every move looked up in the legal list, over playing them"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from rulekit.bench import playing
from rulekit.bench.measure import Figure, Ratio, Report, Wanted, interleaved, mean, ratio
from rulekit.play.codegen.drive import Driver
from rulekit.play.codegen.runner import Runner
from rulekit.play.codegen.runner import driver as driver_of
from rulekit.play.codegen.runtime import DECIDE
from rulekit.play.codegen.variants import WHOLE_GAME

BAR = 0.9
GAMES = 40
Recorded = tuple[tuple[Any, ...], list[Any]]


def run(wanted: Wanted) -> Report:
    """On the generated engine; the games are recorded before the clock runs."""
    figures: list[Figure] = []
    ratios: list[Ratio] = []
    for name in wanted.games or tuple(playing.games_with_engines()):
        setting = playing.setting_of(name)
        driver = driver_of(setting.program, setting.table, WHOLE_GAME)
        deals = playing.reference(setting).deals
        games = [recorded(driver, deals[n % len(deals)], Random(n)) for n in range(GAMES)]
        engine = playing.generated(setting, deals)
        found = interleaved(
            {
                "playout": lambda e=engine: playing.speed(e, wanted.seconds, 1),  # type: ignore[misc]
                "replay": timed(driver, games, wanted.seconds),
            },
            wanted.repeat,
        )
        ratios.append(ratio(f"{name}: replay / playout", found["replay"], found["playout"], "least", BAR))
        figures += [Figure(f"{name}: {kind}, decisions", "/s", values) for kind, values in found.items()]
    return Report("replay", tuple(figures), (*ratios, mean("all: geometric mean", ratios, "least", BAR)))


def recorded(driver: Driver | Runner, dealt: tuple[Any, ...], source: Random) -> Recorded:
    """What was answered in one game without chance in its course."""
    s, moves = dealt_to(driver, dealt), list[Any]()
    while s.stage == DECIDE:
        moves.append(s.moves[int(source.random() * len(s.moves))])
        driver.answer(s, moves[-1])
    return dealt, moves


def dealt_to(driver: Driver | Runner, dealt: tuple[Any, ...]) -> Any:
    """The first decision."""
    s = driver.begin()
    for outcome in dealt:
        driver.draw(s, outcome)
    return s


def timed(driver: Driver | Runner, games: list[Recorded], seconds: float) -> Callable[[], float]:
    """Decisions in a second."""

    def measure() -> float:
        made, start = 0, time.process_time()
        while True:
            for dealt, moves in games:
                s = dealt_to(driver, dealt)
                for move in moves:
                    if move not in s.moves:
                        raise ValueError(move)
                    driver.answer(s, move)
                made += len(moves)
            spent = time.process_time() - start
            if spent >= seconds:
                return made / spent

    return measure
