"""looking at every law at every law point, and at an eighth of them, over games without any"""

from __future__ import annotations

import time
from collections.abc import Callable

from rulekit.bench.measure import BenchReport, Figure, MeasureOptions, Ratio, interleave_runs, ratio
from rulekit.data import bundled_games
from rulekit.laws.law_watch import LawWatch
from rulekit.play.engines import CHANCE, END
from rulekit.play.games.game import Game
from rulekit.play.games.playouts import bits_of, point_of

BAR = 1.6
SHARE = 8  # one law in eight at each law point
PLAIN, WATCHED, SHARED = "no laws", "all laws", f"one law in {SHARE}"


def run(wanted: MeasureOptions) -> BenchReport:
    """Every bundled game in its usual configuration: processor time for one answer."""
    figures: list[Figure] = []
    ratios: list[Ratio] = []
    for name in wanted.games or tuple(game.name for game in bundled_games()):
        found = interleave_runs(_ways(wanted.load(name), wanted.seconds), wanted.repeat)
        figures += [Figure(f"{name}: {way}", "us", tuple(1e6 * one for one in values)) for way, values in found.items()]
        ratios += [
            ratio(f"{name}: all laws / no laws", found[WATCHED], found[PLAIN], "most", BAR),
            ratio(f"{name}: one law in {SHARE} / no laws", found[SHARED], found[PLAIN]),
        ]
    return BenchReport("watch", tuple(figures), tuple(ratios))


def _ways(game: Game, seconds: float) -> dict[str, Callable[[], float]]:
    return {
        PLAIN: lambda: _time_answers(game, 0, seconds),
        WATCHED: lambda: _time_answers(game, 1, seconds),
        SHARED: lambda: _time_answers(game, SHARE, seconds),
    }


def _time_answers(game: Game, share: int, seconds: float) -> float:
    """Seconds for one answer; the same games for every way, as many answers as the time allows."""
    chosen = game.start().chosen
    made, number, start = 0, 0, time.process_time()
    while time.process_time() - start < seconds or not made:
        watch = LawWatch(game, chosen, share=share, turn=number) if share else None
        engine, bits = watch.engine if watch is not None else game.engine(chosen).for_playouts(), bits_of(0, number)
        state = engine.start()
        while time.process_time() - start < seconds or not made:
            if watch is not None:
                watch.see(state)
            kind, _, seat, count = engine.short_question(state)
            if kind == END:
                break
            if kind == CHANCE:
                state = engine.draw(state, point_of(engine, state).draw_one(bits))
            else:
                state = engine.advance(state, seat, bits.below(count))
            made += 1
        number += 1
    return (time.process_time() - start) / made
