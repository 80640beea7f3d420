"""Workers of a verification: this process or several, each with an engine of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import cache

import attrs

from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.processes import interrupt_flag, processes, sensible_job_count
from rulekit.protocol.handshake import greet
from rulekit.protocol.session import EngineFailure
from rulekit.vectors.replay import WINDOW
from rulekit.verify import work_units
from rulekit.verify.greeted_engine import GreetedEngine
from rulekit.verify.lockstep.lockstep_games import LockstepPlan, game_unit
from rulekit.verify.model import ALWAYS, ONCE, OTHERWISE, Failed
from rulekit.verify.timed_session import TimedSession
from rulekit.verify.vector_stage import vector_unit
from rulekit.verify.work_order import Task, WorkOrder, offered_features
from rulekit.verify.work_units import WorkUnit

PACKET = 4  # units that one process does at a time


class EngineWorker:
    """An engine that is opened when it is needed, and again when it has failed."""

    def __init__(self, game: Game, work: WorkOrder) -> None:
        self.game, self.work = game, work
        self.door: GreetedEngine | None = None
        self.plan = LockstepPlan(work.configurations, work.seed, work.longest, work.starts)
        self.vectors = {one.id: one for one in work.material.vectors}

    def open(self) -> GreetedEngine:
        """The engine, greeted."""
        if self.door is None:
            session = self.work.engine.open()
            try:
                agreed = greet(session, self.game, self.work.version, offered_features(self.work.level))
                if self.work.agreed not in (None, agreed):
                    raise EngineFailure(
                        "started again, it says something else at the handshake than before", "handshake"
                    )
            except EngineFailure:
                session.close()
                raise
            self.door = GreetedEngine(session, agreed)
        return self.door

    def carry_out(self, task: Task) -> WorkUnit:
        """One vector or game; once more on a new start if the engine fails in it.

        A vector is asked step by step then: what an engine breaks down at may follow from what it did wrong before, and
        that is what is told.
        """
        found = self._try(task)
        if found.failure is None:
            return found
        again = self._try(task, window=1)
        before = task[0] == work_units.VECTORS and again.state == work_units.DIFFERS
        return again if before else told_twice(found, found.failure, again)

    def _try(self, task: Task, window: int = WINDOW) -> WorkUnit:
        stage, name, number = task
        try:
            door = self.open()
            if stage == work_units.VECTORS:
                sets, vector = self.work.material.sets, self.vectors[name]
                session = TimedSession(door.session, self.work.vectors_until)
                found = vector_unit(self.game, session, door.agreed, sets, vector, window)
            else:
                found = game_unit(self.game, door, self.plan, number)
        except EngineFailure as wrong:
            found = self._failed_unit(task, wrong)
        if found.state == work_units.FAILED or found.advice:  # who took what cannot be, or broke down, begins anew
            self.close()
        return found

    def _failed_unit(self, task: Task, wrong: EngineFailure) -> WorkUnit:
        stage, name, number = task
        chosen, _ = self.plan.beginning_of(max(number, 0))
        source = name if stage == work_units.VECTORS else f"game {number}"
        failed = Failed(wrong.kind, str(wrong), 1, source, ())
        options = dict(chosen.options)
        return WorkUnit(
            stage, source, number, options, chosen.seats, work_units.FAILED, "", False, 0, {}, {}, (), failed, (), ()
        )

    def close(self) -> None:
        """End the engines of all workers."""
        door, self.door = self.door, None
        if door is not None:
            door.close()


def told_twice(first: WorkUnit, failure: Failed, second: WorkUnit) -> WorkUnit:
    """What was compared when it went well, else the first time; a failure is never a pass, however often it comes."""
    if second.failure is None:
        return attrs.evolve(second, state=work_units.FAILED, failure=attrs.evolve(failure, again=ONCE))
    again = ALWAYS if second.failure.kind == failure.kind else OTHERWISE
    return attrs.evolve(first, failure=attrs.evolve(failure, times=2, again=again))


@cache
def _player(game: str, tables: tuple[tuple[str, str], ...], work: WorkOrder) -> EngineWorker:
    return EngineWorker(load(game, dict(tables)), work)


_WORK: list[WorkOrder] = []  # of a process that does a part of it


def _begin(work: WorkOrder) -> None:
    _WORK[:] = [work]


def _packet(tasks: Sequence[Task]) -> list[WorkUnit]:
    work = _WORK[0]
    player = _player(work.game, work.tables, work)
    return [player.carry_out(task) for task in tasks]


class WorkerPool:
    """Who does the tasks: this process, or several."""

    def __init__(self, game: Game, work: WorkOrder) -> None:
        self.game, self.work = game, work

    def __enter__(self) -> Callable[[Iterator[Task]], Iterator[WorkUnit]]:
        self.player = EngineWorker(self.game, self.work)
        return self._alone if sensible_job_count(self.work.jobs) == 1 else self._together

    def __exit__(self, *_: object) -> None:
        self.player.close()

    def _alone(self, tasks: Iterator[Task]) -> Iterator[WorkUnit]:
        return map(self.player.carry_out, tasks)

    def _together(self, tasks: Iterator[Task]) -> Iterator[WorkUnit]:
        """As many packets under way as there are processes, and one more."""
        jobs = sensible_job_count(self.work.jobs)
        try:
            with interrupt_flag() as interrupt, processes(jobs, _begin, self.work) as pool:
                running = {
                    pool.submit(_packet, packet) for _, packet in zip(range(jobs + 1), packets(tasks), strict=False)
                }
                while running:
                    ready, running = interrupt.wait_for_first(running)
                    for one in ready:
                        yield from one.result()
                        packet = next(packets(tasks), None)
                        running |= {pool.submit(_packet, packet)} if packet is not None else set()
        except BrokenProcessPool:
            raise EngineFailure("a process in which it was played has ended without a word", "error") from None


def packets(tasks: Iterator[Task]) -> Iterator[list[Task]]:
    """A few tasks at a time."""
    while packet := [task for _, task in zip(range(PACKET), tasks, strict=False)]:
        yield packet
