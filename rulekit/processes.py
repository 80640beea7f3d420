"""Worker processes: Ctrl-C is handled by the leading process alone, and there are at most four for each core."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")

FOR_EACH_CORE = 4
MOMENT = 0.2  # seconds between two looks at the flag; Ctrl-C is answered within it


class SigintBlockedPool(ProcessPoolExecutor):
    """A pool whose workers never get SIGINT, from the moment in which they are made."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Processes are made while something is handed in."""
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class InterruptFlag:
    """Ctrl-C, recorded by the signal handler and raised only at safe points.

    Raised just anywhere it could leave a lock of the pool taken for ever. A second Ctrl-C is raised at once.
    """

    def __init__(self) -> None:
        self.is_set = False

    def record(self, number: int, frame: Any) -> None:
        """The handler of SIGINT: record it; the second one raises `KeyboardInterrupt`."""
        if self.is_set:
            raise KeyboardInterrupt
        self.is_set = True

    def raise_if_set(self) -> None:
        """Raise `KeyboardInterrupt` if Ctrl-C was pressed."""
        if self.is_set:
            raise KeyboardInterrupt

    def wait(self, future: Future[T]) -> T:
        """Its result, and Ctrl-C meanwhile."""
        while not future.done():
            self.raise_if_set()
            wait((future,), timeout=MOMENT)
        return future.result()

    def results_in_order(self, futures: Iterable[Future[T]]) -> Iterator[T]:
        """The results of all, in their order; all of them are under way before the first is waited for."""
        return map(self.wait, list(futures))

    def wait_for_first(self, running: set[Future[T]]) -> tuple[set[Future[T]], set[Future[T]]]:
        """Those that are done, as soon as one is, and the others."""
        while True:
            self.raise_if_set()
            done, others = wait(running, timeout=MOMENT, return_when=FIRST_COMPLETED)
            if done:
                return done, others


@contextmanager
def interrupt_flag() -> Iterator[InterruptFlag]:
    """The flag, set by Ctrl-C for as long as this lasts; only the main thread of a process can handle signals."""
    interrupt = InterruptFlag()
    if threading.current_thread() is not threading.main_thread():
        yield interrupt
        return
    before = signal.signal(signal.SIGINT, interrupt.record)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def processes(jobs: int, begin: Callable[..., None] | None = None, *given: Any) -> Iterator[ProcessPoolExecutor]:
    """So many processes; each begins with `begin(*given)`. However it ends, what nobody has begun is not done."""
    with SigintBlockedPool(sensible_job_count(jobs), initializer=_begin_worker, initargs=(begin, given)) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def sensible_job_count(jobs: int) -> int:
    """As many as were asked for, and no more than four for each core."""
    return min(jobs, FOR_EACH_CORE * (os.cpu_count() or 1))


def _ended_with_parent() -> None:
    """Whoever is killed cannot tell its processes to end; they would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _begin_worker(begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_ended_with_parent, daemon=True).start()
    if begin is not None:
        begin(*given)


__all__ = ["InterruptFlag", "interrupt_flag", "processes", "sensible_job_count"]
