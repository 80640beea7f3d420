"""a fuzzing campaign, laws judged as usual, over plain random games; two processes over one"""

from __future__ import annotations

import time
from collections.abc import Callable

import attrs

from rulekit.bench.measure import BenchReport, Figure, MeasureOptions, Ratio, interleave_runs, mean, ratio
from rulekit.data import bundled_games, find_game
from rulekit.fuzz.calibration import measure_packets, sample
from rulekit.fuzz.driver import CampaignPlan, FuzzCampaign, PacketExecutor
from rulekit.fuzz.driver import run as run_campaign
from rulekit.fuzz.executors import crew
from rulekit.play.games.game import Game
from rulekit.play.games.playouts import play

THROUGHPUT, JOBS = 0.8, 1.9


def run(wanted: MeasureOptions) -> BenchReport:
    """Decisions in a second: by the processor for one process, by the clock on the wall for two."""
    figures: list[Figure] = []
    shares: list[Ratio] = []
    jobs: list[Ratio] = []
    for name in wanted.games or tuple(game.name for game in bundled_games()):
        game, campaign = start_campaign(wanted, name)
        with crew(1) as alone, crew(2) as both:
            runs = {"run": time_random_games(game, campaign.plan, wanted.seconds)}
            runs["fuzz"] = time_fuzzing(campaign, alone, wanted.seconds, time.process_time)
            found = interleave_runs(runs, wanted.repeat, name)
            walls = {
                f"{n} at once": time_fuzzing(campaign, who, 2 * wanted.seconds) for n, who in ((1, alone), (2, both))
            }
            timed = interleave_runs(walls, wanted.repeat, name)
        shares.append(ratio(f"{name}: fuzz / run", found["fuzz"], found["run"], "least", THROUGHPUT))
        jobs.append(ratio(f"{name}: two jobs / one", timed["2 at once"], timed["1 at once"], "least", JOBS))
        figures += [Figure(f"{name}: {kind}", "/s", values) for kind, values in {**found, **timed}.items()]
    all_ = mean("all: fuzz / run, geometric mean", shares, "least", THROUGHPUT)
    return BenchReport("fuzz", tuple(figures), (*shares, *jobs, all_))


def start_campaign(wanted: MeasureOptions, name: str) -> tuple[Game, FuzzCampaign]:
    """A campaign that goes on from round to round, so that after the first it is like one that has run for a while."""
    game = wanted.load(name)
    plan = CampaignPlan(
        str(find_game(name)), game.spec, sample(game)[:2], "bench", "laws", seconds=1.0, tables=wanted.tables
    )
    return game, FuzzCampaign(measure_packets(plan, game))


def time_random_games(game: Game, plan: CampaignPlan, seconds: float) -> Callable[[], float]:
    """What `run` does, in the same configurations."""
    engines = [game.engine(chosen).for_playouts() for chosen in plan.configurations]
    numbers = iter(range(1 << 60))

    def measure() -> float:
        start, made = time.process_time(), 0
        while time.process_time() - start < seconds:
            number = next(numbers)
            made += play(engines[number % len(engines)], plan.seed, number, plan.longest).decisions
        return made / (time.process_time() - start)

    return measure


def time_fuzzing(
    campaign: FuzzCampaign, hands: PacketExecutor, seconds: float, clock: Callable[[], float] = time.perf_counter
) -> Callable[[], float]:
    """The campaign goes on for so long."""

    def measure() -> float:
        campaign.plan = attrs.evolve(campaign.plan, seconds=seconds)
        start, before = clock(), campaign.decisions
        run_campaign(campaign, hands, lambda *_: None, clock)
        return (campaign.decisions - before) / (clock() - start)

    return measure
