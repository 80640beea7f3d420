"""games in lockstep with an engine by other hands, over that engine answering the same questions alone"""

from __future__ import annotations

from collections.abc import Callable

from rulekit.bench import comparing
from rulekit.bench.measure import Figure, Ratio, Report, Wanted, interleaved, ratio
from rulekit.data import bundled_games
from rulekit.pipeline import load
from rulekit.play.games.game import Game

BARS = {"one process": 0.30, "by pipe": 0.45}
SLOW = 0.02  # of all comparisons that are not settled by equality
LASTING = 0.9  # the last round over the first
LAYOUTS: dict[str, Callable[[Game, float], comparing.Layout | None]] = {
    "one process": comparing.alone,
    "by pipe": comparing.piped,
}


def run(wanted: Wanted) -> Report:
    """Both layouts of every game that has an adapter: processor time of all processes."""
    found: list[Report] = []
    for name in wanted.games or tuple(folder.name for folder in bundled_games() if comparing.adapter_of(folder.name)):
        game = load(name)
        for layout, opened in LAYOUTS.items():
            here = opened(game, wanted.seconds)
            if here is None:
                found.append(Report("", notes=(f"{name} {layout}: its engine cannot be measured so",)))
                continue
            try:
                found.append(_measured(f"{name} {layout}", layout, here, wanted.repeat))
            finally:
                here.close()
    figures, ratios, notes = zip(*((one.figures, one.ratios, one.notes) for one in found), strict=True)
    return Report("verify", sum(figures, ()), sum(ratios, ()), sum(notes, ()))


def _measured(name: str, layout: str, here: comparing.Layout, repeat: int) -> Report:
    rates = interleaved(here.runs(), repeat, name)
    steps = rates["both"]
    ratios = (
        ratio(f"{name}: both / floor", steps, rates["floor"], "least", BARS[layout]),
        Ratio(f"{name}: comparisons that equality does not settle", (here.slow,), "most", SLOW),
        Ratio(f"{name}: the last round / the first", (steps[-1] / steps[0],), "least", LASTING),
    )
    return Report("", tuple(Figure(f"{name}: {kind}", "/s", values) for kind, values in rates.items()), ratios)
