"""legal lists deep in a game, as of a grown map: our engine against engines by hand that list just these"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from rulekit.bench import playing
from rulekit.bench.measure import BenchReport, Figure, MeasureOptions, Ratio, interleave_runs, mean, ratio
from rulekit.bench.playing import handwritten
from rulekit.data import bundled_games
from rulekit.play.codegen.drive import Driver
from rulekit.play.codegen.engine_variants import PLAYOUT
from rulekit.play.codegen.runtime import RUNNING
from rulekit.play.games.game import Game, Position

BAR = 0.8
ROUND = 16  # lists before the clock is looked at again
DEEP = 250  # decisions that are left behind
MUCH = 12  # moves and more
LONGEST = 700  # decisions of a game, then another begins
FEW = 4  # positions of each kind of decision
Run = Callable[[], None]


def listers(game: str) -> dict[str, Any]:
    """The modules of conformance/engines that list choices: `laid_out(position)`, `legal(state)`, `ASKED`."""
    return {kind: made for kind, made in handwritten(game).items() if hasattr(made, "laid_out")}


def games_with_listers() -> list[str]:
    """The bundled games for which there is an engine by hand that lists these moves."""
    return [game.name for game in bundled_games() if listers(game.name)]


def positions(game: Game, asked: tuple[str, ...], few: int | None = None, seed: int = 0) -> dict[str, list[Position]]:
    """For each kind of decision some positions with much to choose, of several games."""
    few = FEW if few is None else few
    found: dict[str, list[Position]] = {kind: [] for kind in asked}
    number = seed
    while any(len(some) < few for some in found.values()):
        _gather_positions(game, number, found, few)
        number += 1
    return found


def _gather_positions(game: Game, number: int, found: dict[str, list[Position]], few: int) -> None:
    """One random game; of each kind at most two, so that games differ."""
    source, here, taken = Random(number), game.start(chance=number), dict.fromkeys(found, 0)
    for made in range(LONGEST):
        if here.is_over:
            return
        seat = here.pending.seats[0]
        moves = here.legal(seat)
        kinds = {move["do"] for move in moves}
        kind = kinds.pop()
        if not kinds and made >= DEEP and len(moves) >= MUCH and taken.get(kind, 2) < 2 and len(found[kind]) < few:
            found[kind].append(here)
            taken[kind] += 1
        here = here.apply(seat, moves[int(source.random() * len(moves))])


def ask_again(driver: Driver, here: Position) -> Run:
    """Asks once more what is asked at a position, on the engine that was written for the game."""
    from rulekit.play.codegen.bridge import state_of

    state = state_of(driver, here.machine)
    state.stage = RUNNING
    driver.run(state)
    frame = state.frames[-1]
    body = frame.body

    def run() -> None:
        state.stage = RUNNING
        body(state, frame)

    return run


def time_listing(made: Any, here: Position) -> Run:
    """The same on an engine by hand."""
    state, legal = made.laid_out(here.to_json()), made.legal

    def run() -> None:
        legal(state)

    return run


def run(wanted: MeasureOptions) -> BenchReport:
    """Every game for which somebody has written such an engine."""
    figures: list[Figure] = []
    ratios: list[Ratio] = []
    for name in games_with_listers():
        if not wanted.games or name in wanted.games:
            for kind, made in listers(name).items():
                print_kind_times(wanted.load(name), kind, made, wanted, figures, ratios)
    if ratios:
        ratios.append(mean("all: python / by hand, geometric mean", ratios, "least", BAR))
        return BenchReport("choices", tuple(figures), tuple(ratios))
    return BenchReport("choices", notes=("no engine by hand lists choices of these games: see conformance/engines",))


def print_kind_times(
    game: Game, kind: str, made: object, wanted: MeasureOptions, figures: list[Figure], ratios: list[Ratio]
) -> None:
    """Each kind of decision by itself: lists in a second on both."""
    name, setting = game.name, playing.setting_of(game)
    driver = Driver(setting.program, setting.table, PLAYOUT)
    for asked, places in positions(game, made.ASKED).items():  # type: ignore[attr-defined]
        ours = [ask_again(driver, here) for here in places]
        theirs = [time_listing(made, here) for here in places]
        runs = {"python": partial(speed, ours, wanted.seconds), kind: partial(speed, theirs, wanted.seconds)}
        found = interleave_runs(runs, wanted.repeat, f"{name}, {asked}")
        figures += [Figure(f"{name}: {asked}, {who}", "/s", values) for who, values in found.items()]
        ratios.append(ratio(f"{name}: {asked}, python / {kind}", found["python"], found[kind]))


def speed(runs: list[Run], seconds: float) -> float:
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
