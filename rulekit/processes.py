"""Several processes that share one work: Ctrl-C is for the one that leads, and there are never senselessly many."""

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
MOMENT = 0.2  # seconds between two looks whether Ctrl-C was heard


class Deaf(ProcessPoolExecutor):
    """A pool whose processes do not hear Ctrl-C from the moment in which they are made."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Processes are made while something is handed in."""
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Ear:
    """Ctrl-C, noted when it is heard and raised where somebody looks.

    Raised just anywhere it can leave a lock of the pool taken for ever, by nobody who could give it back.
    Who presses it twice does not want to wait.
    """

    def __init__(self) -> None:
        self.heard = False

    def hear(self, number: int, frame: Any) -> None:
        if self.heard:
            raise KeyboardInterrupt
        self.heard = True

    def look(self) -> None:
        if self.heard:
            raise KeyboardInterrupt

    def wait(self, future: Future[T]) -> T:
        """Its result, and Ctrl-C meanwhile."""
        while not future.done():
            self.look()
            wait((future,), timeout=MOMENT)
        return future.result()

    def each(self, futures: Iterable[Future[T]]) -> Iterator[T]:
        """The results of all, in their order; all of them are under way before the first is waited for."""
        return map(self.wait, list(futures))

    def first(self, running: set[Future[T]]) -> tuple[set[Future[T]], set[Future[T]]]:
        """Those that are done, as soon as one is, and the others."""
        while True:
            self.look()
            done, others = wait(running, timeout=MOMENT, return_when=FIRST_COMPLETED)
            if done:
                return done, others


@contextmanager
def listening() -> Iterator[Ear]:
    """An ear for as long as this lasts; only the main thread of a process can have one."""
    ear = Ear()
    if threading.current_thread() is not threading.main_thread():
        yield ear
        return
    before = signal.signal(signal.SIGINT, ear.hear)
    try:
        yield ear
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def processes(jobs: int, begin: Callable[..., None] | None = None, *given: Any) -> Iterator[ProcessPoolExecutor]:
    """So many processes; each begins with `begin(*given)`. However it ends, what nobody has begun is not done."""
    with Deaf(sensible(jobs), initializer=_begun, initargs=(begin, given)) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def sensible(jobs: int) -> int:
    """As many as were asked for, and no more than four for each core."""
    return min(jobs, FOR_EACH_CORE * (os.cpu_count() or 1))


def _ended_with_parent() -> None:
    """Whoever is killed cannot tell its processes to end; they would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _begun(begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_ended_with_parent, daemon=True).start()
    if begin is not None:
        begin(*given)


__all__ = ["Ear", "listening", "processes", "sensible"]
