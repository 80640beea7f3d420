"""random playouts: reference, generated and instrumented, and engines written by hand"""

from __future__ import annotations

from functools import partial

from rulekit.bench import playing
from rulekit.bench.measure import BenchReport, Figure, MeasureOptions, Ratio, interleave_runs, mean, ratio
from rulekit.data import bundled_games
from rulekit.play.codegen.engine_variants import COUNTED_WHOLE_GAME

TUNED, REFERENCE, COUNTED = 1.0, 60.0, 0.85
BARS = {"idiomatic": 1.5, "tuned": 0.8, "independent": 1.0}


def run(wanted: MeasureOptions) -> BenchReport:
    """Every bundled game on our engines; those with handwritten ones against them as well."""
    figures: list[Figure] = []
    ratios: list[Ratio] = []
    tuned: list[Ratio] = []
    for name in wanted.games or tuple(game.name for game in bundled_games()):
        made, compared = measure_game(name, wanted)
        figures += made
        ratios += compared
        tuned += [r for r in compared if r.name.endswith("python / tuned")]
    if tuned:
        ratios.append(mean("all: python / tuned, geometric mean", tuned, "least", TUNED))
    return BenchReport("play", tuple(figures), tuple(ratios))


def measure_game(name: str, wanted: MeasureOptions) -> tuple[list[Figure], list[Ratio]]:
    """One game: playouts in a second on every engine, and how they compare."""
    setting = playing.setting_of(wanted.load(name))
    slow = playing.reference(setting)
    engines = [
        slow,
        playing.generated_engine(setting, slow.deals),
        playing.generated_engine(setting, slow.deals, COUNTED_WHOLE_GAME, "instrumented"),
        *(
            playing.by_hand(kind, made)
            for kind, made in playing.handwritten(name).items()
            if playing.plays_whole_games(made)
        ),
    ]
    size = playing.length(engines[1])
    runs = {engine.name: partial(playing.speed, engine, wanted.seconds, 1) for engine in engines}
    found = interleave_runs(runs, wanted.repeat)
    figures = [Figure(f"{name}: {kind}", "/s", tuple(v / size for v in values)) for kind, values in found.items()]
    ours = found["python"]
    ratios = [
        ratio(f"{name}: python / reference", ours, found["reference"], "most", REFERENCE),
        ratio(f"{name}: instrumented / python", found["instrumented"], ours, "least", COUNTED),
    ]
    ratios += [
        ratio(f"{name}: python / {kind}", ours, found[kind], "least", BARS[kind]) for kind in BARS if kind in found
    ]
    return figures, ratios
