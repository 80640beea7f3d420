"""Campaigns of random games: shared out over processes, with a bar on a terminal, summed up in words."""

from __future__ import annotations

import itertools
import math
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.cli import game_options
from rulekit.cli.options import Tables
from rulekit.cli.print_problems import quantity
from rulekit.files import writing
from rulekit.play.games.common_course import CommonCourse
from rulekit.play.games.engine_comparison import EngineDifference, compare
from rulekit.play.games.game import Game, Position
from rulekit.play.games.playouts import PlayedGame, play, replay_playout, sum_up
from rulekit.processes import interrupt_flag, processes

LONGEST = 50_000  # decisions of a game, if nothing else is wished for
SHARE = 8  # so many packets of games for each process
MOST = 100  # games of a packet: who stops waits for those under way


@attrs.frozen
class PlayoutWork:
    """What every process must know; plain enough to be sent there."""

    game: str
    configurations: tuple[GameConfig, ...]  # game number n is played in the n-th of them, over and over
    engines: tuple[str, ...]
    seed: str
    longest: int
    traces: str | None = None
    tables: Tables = ()
    seconds: float | None = None  # after so long no further game is begun
    until: float = math.inf  # the same by the clock, which is one for all processes of a machine


@attrs.frozen
class ComparedGame:
    """How one game went on two engines."""

    number: int
    steps: int
    difference: EngineDifference | None
    cut: bool = False  # the time was over before the game was


Done = PlayedGame | ComparedGame


@cache
def game(name: str, tables: Tables) -> Game:
    """The game, read once in each process."""
    return game_options.load_game(name, tables)


@cache
def position(name: str, tables: Tables, chosen: GameConfig, engine: str) -> Position:
    """The first position, before anything of chance; kept in each process."""
    return game(name, tables).start(chosen.seats, dict(chosen.options), engine=engine)


def play_one(work: PlayoutWork, number: int) -> Done:
    """One game."""
    chosen = work.configurations[number % len(work.configurations)]
    known = game(work.game, work.tables)
    if len(work.engines) == 2:
        steps, difference = compare(known, chosen, work.engines, work.seed, number, work.longest, work.until)
        return ComparedGame(number, steps, difference, time.monotonic() > work.until)
    played = play(known.engine(chosen, work.engines[0]).for_games(), work.seed, number, work.longest)
    if work.traces is not None and played.fault is None:
        start = position(work.game, work.tables, chosen, work.engines[0])
        trace = replay_playout(start, work.seed, number, work.longest).trace()
        writing.write(Path(work.traces, f"{known.name}-{number}.json"), trace.text())
    return played


def packet(work: PlayoutWork, numbers: range) -> list[Done]:
    """Some games, in one process; none is begun when the time is over."""
    begun = itertools.takewhile(lambda _: time.monotonic() <= work.until, numbers)
    return [play_one(work, number) for number in begun]


def packets(numbers: range, jobs: int) -> list[range]:
    """The games in packets."""
    size = min(MOST, max(1, len(numbers) // (jobs * SHARE)))
    return [numbers[start : start + size] for start in range(0, len(numbers), size)]


def play_packets(work: PlayoutWork, numbers: range, jobs: int) -> Iterator[list[Done]]:
    """Every packet as it is done."""
    if jobs == 1:
        for number in numbers:
            yield packet(work, range(number, number + 1))
        return
    with interrupt_flag() as interrupt, processes(jobs) as pool:
        yield from interrupt.results_in_order(pool.submit(packet, work, part) for part in packets(numbers, jobs))


def campaign(work: PlayoutWork, numbers: range, jobs: int) -> dict[str, Any]:
    """All games, summed up."""
    done: list[Done] = []
    start = time.perf_counter()
    if work.seconds is not None:
        work = attrs.evolve(work, until=time.monotonic() + work.seconds)
    with bar(len(numbers)) as advance:
        for part in play_packets(work, numbers, jobs):
            done += part
            advance(len(part))
    played = [game for game in done if isinstance(game, PlayedGame)]
    found = agreement(done) if len(work.engines) == 2 else {**sum_up(played), "noticed": common_findings(work, played)}
    stopped = len(done) < len(numbers) or any(isinstance(game, ComparedGame) and game.cut for game in done)
    left = {"asked": len(numbers), "stopped": stopped}
    return {**found, **left, "elapsed": round(time.perf_counter() - start, 3)}


def common_findings(work: PlayoutWork, played: list[PlayedGame]) -> list[str]:
    """What these games have in common though rules seldom mean it."""
    course = CommonCourse()
    for game in played:
        seats = work.configurations[game.number % len(work.configurations)].seats
        course.add_game(seats, game.asked, game.result is not None)
        if game.result is not None:
            course.add_result(game.result)
    return course.sentences()


def ends(game: Game, name: str, report: dict[str, Any], longest: int, wished: bool) -> dict[str, str]:
    """What is wrong with the rules if not one game ended, or nobody was asked; or why that was not judged."""
    from rulekit.data import find_game
    from rulekit.fuzz.coverage_goals import read_excuses
    from rulekit.fuzz.dead_games import GameBatch, find_dead_games

    if "differences" in report or report["faults"]:
        return {}
    batch = GameBatch(report["games"], report["finished"], sum(report["kinds"].values()), longest, wished)
    found = find_dead_games(game.checked, batch, read_excuses(find_game(name)))
    return {"finding": found.finding, "unjudged": found.unjudged}


def agreement(done: list[Done]) -> dict[str, Any]:
    """What came of comparing."""
    games = sorted((game for game in done if isinstance(game, ComparedGame)), key=lambda game: game.number)
    differences = [attrs.asdict(game.difference) for game in games if game.difference is not None]
    return {"games": len(games), "steps": sum(game.steps for game in games), "differences": differences}


# ------------------------------------------------------------------ on a terminal


class bar:
    """A bar on standard error while somebody is looking; nothing in a pipe."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.progress: Any = None

    def __enter__(self) -> Any:
        if not sys.stderr.isatty():
            return lambda count: None
        from rich.console import Console
        from rich.progress import Progress

        self.progress = Progress(console=Console(stderr=True), transient=True)
        self.progress.start()
        task = self.progress.add_task("games", total=self.total)
        return lambda count: self.progress.advance(task, count)

    def __exit__(self, *_: object) -> None:
        if self.progress is not None:
            self.progress.stop()


# ------------------------------------------------------------------ in words


def report_text(report: dict[str, Any]) -> str:
    """The report for people."""
    config, many = report["config"], report["configurations"]
    options = game_options.options_told(config["options"])
    seats = f"{config['seats']} seats" if many == 1 else f"{many} configurations in turn"
    lines = [f"{config['game']}, {seats}, seed {report['seed']}, engine {' and '.join(report['engines'])}"]
    lines += [f"options: {options}"] if options and many == 1 else []
    lines += comparison_lines(report) if "differences" in report else statistics(report)
    return "\n".join([*lines, *stopped_lines(report)])


def stopped_lines(report: dict[str, Any]) -> list[str]:
    """What the time did not do for."""
    if not report["stopped"]:
        return []
    begun = f"{report['games']} of {quantity(report['asked'], 'game')}"
    midway = ", the last not to its end" if "differences" in report else ""
    return [f"the time was over: {begun} begun{midway}; --max-time gives more"]


def comparison_lines(report: dict[str, Any]) -> list[str]:
    """What the comparison of two engines found, as lines."""
    found = [str(EngineDifference(**one)) for one in report["differences"]]
    if not found:
        return [f"{quantity(report['games'], 'game')}, {report['steps']:,} steps compared: no difference"]
    return [f"{quantity(report['games'], 'game')}, {report['steps']:,} steps agreed, {len(found)} differ", *found]


def statistics(report: dict[str, Any]) -> list[str]:
    """Lengths, scores, ends, kinds of decisions, speed."""
    lines = [f"{quantity(report['games'], 'game')}, {report['finished']} finished"]
    lines += (
        [f"broken off for length: game {', '.join(map(str, report['unfinished']))}"] if report["unfinished"] else []
    )
    lines += [f"FAULT in game {one['game']}: {one['fault']}" for one in report["faults"]]
    lines += [f"decisions in a game: {_spread(report['decisions'])}"] if report["decisions"] else []
    lines += [f"chance points in a game: {_spread(report['draws'])}"] if report["draws"] else []
    lines += [f"score of seat {seat}: {_spread(found)}" for seat, found in enumerate(report["scores"]) if found]
    lines += [f"won by seat {seat}: {times}" for seat, times in report["wins"].items()]
    lines += [f"outcome {name}: {times}" for name, times in report["outcomes"].items()]
    lines += ["decisions by line:"]
    lines += [f"  {times:>9,}  [{name}]" for name, times in report["kinds"].items()]
    speed = f"{report['decisions_per_second']:,} decisions a second in each process"
    lines += [f"{speed}, {report['seconds']:.2f} seconds of play in {report['elapsed']:.2f}"]
    return [*lines, *report["noticed"], *(report[part] for part in ("finding", "unjudged") if report.get(part))]


def _spread(found: dict[str, Any]) -> str:
    return f"{found['least']} to {found['most']}, median {found['median']}, mean {found['mean']}"
