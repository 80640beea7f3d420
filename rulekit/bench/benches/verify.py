"""games in lockstep with an external engine, over that engine answering the same questions alone"""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs

import rulekit
from rulekit.bench import playing
from rulekit.bench.measure import BenchReport, Figure, MeasureOptions, Ratio, interleave_runs, ratio
from rulekit.data import bundled_games, conformance_root
from rulekit.play.games.game import Game
from rulekit.play.games.variant_agreement import apply_answer
from rulekit.protocol import codec
from rulekit.protocol.handshake import Agreement, greet
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.protocol.session import Call, EngineSession, received_answers
from rulekit.runner import sandbox
from rulekit.runner.engine_command import EngineCommand
from rulekit.runner.process_session import PipeSession
from rulekit.verify.lockstep import lockstep_game
from rulekit.verify.lockstep.played_game import LockstepResult, LookPlan

SEED = "bench"
LONGEST = 400  # decisions of one game
LEAST = 30  # decisions of one game, however little time there is
PROCESSES = Path("/proc")


def adapter_of(game: str) -> Path | None:
    """The adapter of an external engine that comes with the kit."""
    return next(iter(sorted((conformance_root() / "adapters" / game).glob("adapter.*"))), None)


@attrs.frozen
class Recorded:
    """Some games: what was asked, and the answers that made up each of them."""

    games: tuple[LockstepResult, ...]
    calls: tuple[tuple[Call, ...], ...]

    @property
    def decisions(self) -> int:
        """How many decisions all games together have."""
        return sum(one.counts["decisions"] for one in self.games)


class Recording:
    """A session that keeps what it is asked."""

    def __init__(self, session: EngineSession) -> None:
        self.session = session
        self.calls: list[Call] = []

    def ask(self, op: str, **arguments: Any) -> Any:
        """Asks the engine, and notes the question."""
        self.calls.append((op, arguments))
        return self.session.ask(op, **arguments)

    def ask_all(self, calls: Sequence[Call]) -> list[Any]:
        """Asks the engine several questions at once, and notes them."""
        self.calls += calls
        return self.session.ask_all(calls)

    def received_answers(self, calls: Sequence[Call]) -> Any:
        """The answers to several questions, which are noted."""
        self.calls += calls
        return received_answers(self.session, calls)

    def close(self) -> None:
        """Ends the engine."""
        self.session.close()


class EngineLayout:
    """A game and an engine, in this process or as one of its own."""

    def __init__(self, game: Game, session: EngineSession, seconds: float) -> None:
        self.game, self.session = game, session
        self.agreed: Agreement = greet(session, game, rulekit.__version__)
        self.manner = LookPlan(copies=0, enough=max(LEAST, min(LONGEST, int(seconds * 1000))))
        self.chosen = next(one for one in _configurations(game) if self.agreed.plays(one.seats, dict(one.options)))
        self.played: list[LockstepResult] = []
        self.recorded = self._record(seconds)

    def _record(self, seconds: float) -> Recorded:
        games: list[LockstepResult] = []
        calls: list[tuple[Call, ...]] = []
        end = time.process_time() + seconds
        while not games or time.process_time() < end:
            keeper = Recording(self.session)
            games.append(self._game(keeper, len(games)))
            calls.append(tuple(keeper.calls))
        return Recorded(tuple(games), tuple(calls))

    def _game(self, session: EngineSession, number: int) -> LockstepResult:
        found = lockstep_game.Lockstep(
            self.game,
            LockstepResult(number, self.chosen),
            session,
            self.agreed,
            self.manner,
            lockstep_game.offers(SEED, number),
        ).play(lockstep_game.bits_of(SEED, number))
        if found.parting is not None:
            raise ValueError(f"{self.agreed.name} is not measured, for it differs: {found.parting}")
        return found

    # -------------------------------------------------------------- what is measured

    def runs(self) -> dict[str, Callable[[], float]]:
        """Decisions in a second of processor time, of all processes together."""
        return {
            "floor": self._rate(self.answers),
            "rules": self._rate(self.rules),
            "both": self._rate(self.compare_games),
        }

    def _rate(self, run: Callable[[], None]) -> Callable[[], float]:
        def measured() -> float:
            start = self.seconds_spent()
            run()
            return self.recorded.decisions / max(self.seconds_spent() - start, 1e-9)

        return measured

    def seconds_spent(self) -> float:
        """Seconds of processor time so far."""
        return time.process_time()

    def answers(self) -> None:
        """The engine answers everything, and nobody looks at it."""
        raise TypeError("an engine in this process or in one of its own")

    def rules(self) -> None:
        """The engine of the rules plays the same games."""
        engine = lockstep_game.writing_engine(self.game.setting(self.chosen))
        for played in self.recorded.games:
            here = engine.start()
            for answer in played.answers:
                here = apply_answer(engine, here, answer)
                engine.short_question(here)

    def compare_games(self) -> None:
        """The same games in lockstep."""
        self.played = [self._game(self.session, number) for number in range(len(self.recorded.games))]

    @property
    def slow_share(self) -> float:
        """The part of all comparisons that equality alone could not settle."""
        walks = sum(one.counts["walks"] for one in self.recorded.games)
        return walks / max(1, sum(one.counts["compared"] for one in self.recorded.games))

    def close(self) -> None:
        """Ends the engine."""
        self.session.close()


class InProcessLayout(EngineLayout):
    """In this process."""

    def __init__(self, game: Game, adapter: Any, seconds: float) -> None:
        self.adapter = adapter
        super().__init__(game, InProcess(adapter), seconds)

    def answers(self) -> None:
        """Puts the recorded questions to the engine in this process, with nobody to compare its answers."""
        adapter = self.adapter
        for calls in self.recorded.calls:
            for op, arguments in calls:
                try:
                    getattr(adapter, op)(*arguments.values())
                except ValueError:
                    pass  # a move that must be refused


class PipedLayout(EngineLayout):
    """In a process of its own, whose time counts as well."""

    def __init__(self, game: Game, session: PipeSession, seconds: float) -> None:
        self.pipe = session
        self.others: tuple[Path, ...] = ()
        super().__init__(game, session, seconds)

    def seconds_spent(self) -> float:
        """The processor time used so far by this process and the engine's."""
        self.others = self.others or process_tree(self.pipe.child.process.pid)
        return time.process_time() + sum(_seconds(one) for one in self.others)

    def answers(self) -> None:
        """Puts the recorded questions to the engine's process, so many at once that neither waits for the other."""
        window = 64
        for calls in self.recorded.calls:
            for start in range(0, len(calls), window):
                part = calls[start : start + window]
                for op, arguments in part:
                    self.pipe.child.send(codec.request(next(self.pipe.numbers), op, arguments))
                for op, _ in part:
                    self.pipe.child.line(op, 60.0, 60.0, "timeout-step")


def in_process_layout(game: Game, seconds: float) -> EngineLayout | None:
    """With an engine in Python in this process; without an adapter the rules by the interpreter stand for it."""
    file = adapter_of(game.name)
    if file is None:
        return InProcessLayout(game, RulesEngine(game, rulekit.__version__), seconds)
    return InProcessLayout(game, playing.module(file).Adapter(), seconds) if file.suffix == ".py" else None


def pipe_layout(game: Game, seconds: float) -> EngineLayout | None:
    """With the same engine in a process of its own, where the system tells its time."""
    file = adapter_of(game.name)
    if file is None or not (PROCESSES / "self" / "schedstat").is_file():
        return None
    return PipedLayout(game, EngineCommand(str(file), sandbox=sandbox.NONE).open(), seconds)


def process_tree(process: int) -> tuple[Path, ...]:
    """All processes that a process has started, and it itself."""
    found = [process]
    for one in found:
        for task in (PROCESSES / str(one) / "task").glob("*/children"):
            found += [int(child) for child in task.read_text(encoding="ascii").split()]
    return tuple(PROCESSES / str(one) / "schedstat" for one in found)


def _seconds(file: Path) -> float:
    """Of processor time, as the system counts it for one process."""
    return int(file.read_text(encoding="ascii").split()[0]) / 1e9


def _configurations(game: Game) -> Any:
    from rulekit.verify.work_order import sample_configurations

    return sample_configurations(game)


SLOW = 0.02  # of all comparisons that are not settled by equality
LASTING = 0.9  # the last round over the first
LAYOUTS: dict[str, Callable[[Game, float], EngineLayout | None]] = {
    "one process": in_process_layout,
    "by pipe": pipe_layout,
}


def bars() -> dict[str, dict[str, float]]:
    """What is asked of each game in each layout, beside the adapters."""
    found: dict[str, dict[str, float]] = tomllib.loads(
        (conformance_root() / "adapters" / "speed.toml").read_text("utf-8")
    )
    return found


def run(wanted: MeasureOptions) -> BenchReport:
    """Both layouts of every game that has an adapter: processor time of all processes."""
    found: list[BenchReport] = []
    for name in wanted.games or tuple(folder.name for folder in bundled_games() if adapter_of(folder.name)):
        game = wanted.load(name)
        for layout, opened in LAYOUTS.items():
            here = opened(game, wanted.seconds)
            if here is None:
                found.append(BenchReport("", notes=(f"{name} {layout}: its engine cannot be measured so",)))
                continue
            try:
                found.append(_measure(f"{name} {layout}", bars().get(name, {}).get(layout), here, wanted.repeat))
            finally:
                here.close()
    figures, ratios, notes = zip(*((one.figures, one.ratios, one.notes) for one in found), strict=True)
    return BenchReport("verify", sum(figures, ()), sum(ratios, ()), sum(notes, ()))


def _measure(name: str, bar: float | None, here: EngineLayout, repeat: int) -> BenchReport:
    rates = interleave_runs(here.runs(), repeat, name)
    steps = rates["both"]
    ratios = (
        ratio(f"{name}: both / floor", steps, rates["floor"], "least" if bar is not None else "", bar),
        Ratio(f"{name}: comparisons that equality does not settle", (here.slow_share,), "most", SLOW),
        Ratio(f"{name}: the last round / the first", (steps[-1] / steps[0],), "least", LASTING),
    )
    return BenchReport("", tuple(Figure(f"{name}: {kind}", "/s", values) for kind, values in rates.items()), ratios)
