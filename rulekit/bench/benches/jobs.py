"""random playouts in two processes at once, over one"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from rulekit.bench import fresh, playing
from rulekit.bench.measure import Figure, Ratio, Report, Wanted, interleaved, ratio

BAR = 1.9


def run(wanted: Wanted) -> Report:
    """Playouts in a second of the clock on the wall: a machine that has other work to do cannot reach the bar."""
    figures: list[Figure] = []
    ratios: list[Ratio] = []
    for name in wanted.games or tuple(playing.games_with_engines()[:1]):
        found = interleaved({f"{n} at once": processes(n, name, wanted.seconds) for n in (1, 2)}, wanted.repeat, name)
        ratios.append(ratio(f"{name}: two processes / one", found["2 at once"], found["1 at once"], "least", BAR))
        figures += [Figure(f"{name}: {kind}", "/s", values) for kind, values in found.items()]
    return Report("jobs", tuple(figures), tuple(ratios))


def processes(count: int, game: str, seconds: float) -> Callable[[], float]:
    """Decisions in a second of so many processes together."""
    arguments = ("-m", "rulekit.bench.stages", "playouts", game, str(2 * seconds))

    def measure() -> float:
        with ThreadPoolExecutor(count) as pool:
            return sum(pool.map(lambda _: fresh.told(*arguments)["playouts"], range(count)))

    return measure
