"""making a game runnable as generated Python, over `import lark`"""

from __future__ import annotations

from rulekit.bench import playing, stages
from rulekit.bench.measure import BenchReport, Figure, MeasureOptions, Ratio, in_ms, interleave_runs, ratio

BAR = 0.5
MODULE = ("-m", "rulekit.bench.stages")


def run(wanted: MeasureOptions) -> BenchReport:
    """From the checked rulebook, and from the text; each in fresh processes."""
    figures: list[Figure] = []
    ratios: list[Ratio] = []
    for name in wanted.games or tuple(playing.games_with_engines()):
        read: list[float] = []

        def build(game: str = name, read: list[float] = read) -> float:
            told = stages.run_and_read(*MODULE, "build", game, *map("=".join, wanted.tables))
            read.append(told["read and check"])
            return told["build"]

        runs = {"import lark": stages.time_of(*MODULE, "lark", name), "build": build}
        found = interleave_runs(runs, wanted.repeat)
        lark = found["import lark"]
        ratios.append(ratio(f"{name}: checked rulebook to runnable / import lark", found["build"], lark, "most", BAR))
        ratios.append(ratio(f"{name}: text to checked rulebook / import lark", read[1:], lark))
        figures += [in_ms(f"{name}: {kind}", seconds) for kind, seconds in found.items()]
    return BenchReport("build", tuple(figures), tuple(ratios))
