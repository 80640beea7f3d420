"""legal lists deep in a game, as of a grown map: our engine against engines by hand that list just these"""

from __future__ import annotations

import time
from functools import partial

from rulekit.bench import deep, playing
from rulekit.bench.measure import Figure, Ratio, Report, Wanted, interleaved, mean, ratio
from rulekit.play.codegen.drive import Driver
from rulekit.play.codegen.variants import PLAYOUT

BAR = 0.8
ROUND = 16  # lists before the clock is looked at again


def run(wanted: Wanted) -> Report:
    """Every game for which somebody has written such an engine."""
    figures: list[Figure] = []
    ratios: list[Ratio] = []
    for name in deep.games_with_listers():
        if not wanted.games or name in wanted.games:
            for kind, made in deep.listers(name).items():
                one(name, kind, made, wanted, figures, ratios)
    if ratios:
        ratios.append(mean("all: python / by hand, geometric mean", ratios, "least", BAR))
        return Report("choices", tuple(figures), tuple(ratios))
    return Report("choices", notes=("no engine by hand lists choices of these games: see conformance/engines",))


def one(name: str, kind: str, made: object, wanted: Wanted, figures: list[Figure], ratios: list[Ratio]) -> None:
    """Each kind of decision by itself: lists in a second on both."""
    setting = playing.setting_of(name)
    driver = Driver(setting.program, setting.table, PLAYOUT)
    for asked, places in deep.positions(name, made.ASKED).items():  # type: ignore[attr-defined]
        ours = [deep.again(driver, here) for here in places]
        theirs = [deep.listed(made, here) for here in places]
        runs = {"python": partial(speed, ours, wanted.seconds), kind: partial(speed, theirs, wanted.seconds)}
        found = interleaved(runs, wanted.repeat, f"{name}, {asked}")
        figures += [Figure(f"{name}: {asked}, {who}", "/s", values) for who, values in found.items()]
        ratios.append(ratio(f"{name}: {asked}, python / {kind}", found["python"], found[kind]))


def speed(runs: list[deep.Run], seconds: float) -> float:
    """Lists in a second, all positions in turn."""
    made, start = 0, time.process_time()
    while True:
        for _ in range(ROUND):
            for again in runs:
                again()
        made += ROUND * len(runs)
        spent = time.process_time() - start
        if spent > seconds:
            return made / spent
