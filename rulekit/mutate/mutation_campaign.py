"""Many mutants: which of them, shared out over processes, until the time is over."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import attrs

from rulekit.mutate.judging import Effort, MutantJudge, read_rules
from rulekit.mutate.mutant_generation import Mutant, mutants
from rulekit.mutate.mutant_verdicts import MutantVerdict, VerdictLog
from rulekit.mutate.scene_coverage import SceneTrace, watch_scenes
from rulekit.processes import interrupt_flag, processes

Tables = tuple[tuple[str, str], ...]  # of one's own, by the names of those they stand for


@attrs.frozen
class MutantSelection:
    """Which mutants are wanted."""

    operators: tuple[str, ...] = ()  # operators or families
    clauses: tuple[str, ...] = ()
    sample: int | None = None
    seed: str = "0"


@attrs.frozen
class MutationWork:
    """What every process must know; plain enough to be sent there."""

    folder: Path
    effort: Effort
    scenes: tuple[SceneTrace, ...]
    tables: Tables = ()

    def judge(self) -> MutantJudge:
        """What judges mutants in this process; the rulebook is read again here."""
        rulebook, spec, ids, own = read_rules(self.folder, dict(self.tables))
        return MutantJudge(rulebook, spec, self.scenes, self.effort, ids, own)


def select_mutants(found: list[Mutant], selection: MutantSelection) -> list[Mutant]:
    """The mutants that are wanted, in the order of the rulebook; a sample is drawn evenly from all of them."""
    chosen = [m for m in found if not selection.operators or {m.operator, m.family} & set(selection.operators)]
    chosen = [m for m in chosen if not selection.clauses or any(_of(m.clause, clause) for clause in selection.clauses)]
    if selection.sample is None or selection.sample >= len(chosen):
        return chosen
    picked = set(random.Random(f"mutants {selection.seed}").sample(range(len(chosen)), selection.sample))
    return [m for n, m in enumerate(chosen) if n in picked]


def _of(clause: str, wanted: str) -> bool:
    """The clause itself, or one of its family: `play` means `play.fits` too."""
    return clause == wanted or clause.startswith(f"{wanted}.")


@attrs.frozen
class MutationOutcome:
    """What was judged, what was not because the time was over or somebody stopped it, and the effort."""

    verdicts: tuple[MutantVerdict, ...]
    left: int
    seconds: float
    stopped: bool = False


def run(folder: Path, judge: MutantJudge, chosen: list[Mutant], jobs: int, most: float | None, keeper: VerdictLog,
        tick: Callable[[int], None], tables: Tables = ()) -> MutationOutcome:  # fmt: skip
    """Judge all of them, or as many as there is time for; Ctrl-C ends it in order."""
    begin = time.monotonic()
    end = None if most is None else begin + most
    todo = [mutant for mutant in chosen if mutant.id not in keeper.known]
    tick(len(chosen) - len(todo))
    stopped = False
    try:
        for verdict in _verdicts(MutationWork(folder, judge.effort, judge.scenes, tables), judge, todo, jobs, end):
            keeper.keep(verdict)
            tick(1)
    except KeyboardInterrupt:
        stopped = True
    finally:
        keeper.close()
    done = tuple(keeper.known[mutant.id] for mutant in chosen if mutant.id in keeper.known)
    return MutationOutcome(done, len(chosen) - len(done), round(time.monotonic() - begin, 1), stopped)


def _verdicts(
    work: MutationWork, judge: MutantJudge, todo: list[Mutant], jobs: int, end: float | None
) -> Iterator[MutantVerdict]:
    """One by one; in several processes in the order in which they are done."""
    if jobs == 1:
        for mutant in todo:
            if end is not None and time.monotonic() > end:
                return
            yield judge.verdict(mutant)
        return
    waiting = iter(todo)
    with interrupt_flag() as interrupt, processes(jobs, _begin, work) as pool:
        running: set[Future[MutantVerdict]] = set()
        while True:
            for mutant in waiting if end is None or time.monotonic() < end else ():
                running.add(pool.submit(_one, mutant.id))
                if len(running) >= jobs * 2:
                    break
            if not running:
                return
            done, running = interrupt.wait_for_first(running)
            yield from (future.result() for future in done)


_here: dict[str, Any] = {}  # of a process: its judge and every mutant by id


def _begin(work: MutationWork) -> None:
    judge = work.judge()
    _here["judge"] = judge
    _here["mutants"] = {mutant.id: mutant for mutant in mutants(judge.rulebook)}


def _one(name: str) -> MutantVerdict:
    found: MutantVerdict = _here["judge"].verdict(_here["mutants"][name])
    return found


def prepare_judge(folder: Path, effort: Effort, tables: Tables = ()) -> tuple[MutantJudge, list[Mutant]]:
    """The judge of a game, its scenes seen once, and all mutants there are."""
    rulebook, spec, ids, own = read_rules(folder, dict(tables))
    judge = MutantJudge(rulebook, spec, (), effort, ids, own)
    return judge, list(mutants(rulebook))


def with_scenes(judge: MutantJudge) -> MutantJudge:
    """The same, with what every scene looks at. Rules that fail their own scenes or laws can judge no others."""
    made = MutantJudge(
        judge.rulebook, judge.spec, watch_scenes(judge.original.checked), judge.effort, judge.ids, judge.own
    )
    made.own_failure()
    return made
