"""starting `rulekit --help` and a small check, over a bare interpreter"""

from __future__ import annotations

from rulekit.bench import stages
from rulekit.bench.measure import BenchReport, MeasureOptions, in_ms, interleave_runs, ratio
from rulekit.bench.playing import shortest

BARS = {"--help": 3.0, "check": 12.0}


def run(wanted: MeasureOptions) -> BenchReport:
    """Whole processes, from start to end; the small check is that of the shortest bundled game."""
    runs = {
        "bare": stages.time_whole_process("-c", "pass"),
        "--help": stages.time_whole_process("-m", "rulekit", "--help"),
        "check": stages.time_whole_process("-m", "rulekit", "check", shortest()),
    }
    found = interleave_runs(runs, 2 * wanted.repeat)
    ratios = [ratio(f"{name} / bare interpreter", found[name], found["bare"], "most", BARS[name]) for name in BARS]
    return BenchReport("start", tuple(in_ms(name, seconds) for name, seconds in found.items()), tuple(ratios))
