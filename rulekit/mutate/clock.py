"""A time limit round a piece of work, where the machine has an alarm: what takes longer is no kill."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TimedOut(BaseException):
    """It took too long. Nothing that catches errors of the rules catches this."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """`TimedOut` after so many seconds of the processor; no limit where there is no alarm or beside the main thread."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _ring(number: int, frame: FrameType | None) -> None:
    raise TimedOut
