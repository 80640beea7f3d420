"""Fresh processes: how long Python takes from its first breath to its last, or what a script in it has timed."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent.parent


@functools.cache
def kept() -> tempfile.TemporaryDirectory[str]:
    """Where these processes keep compiled modules, so that the second one starts like an installed rulekit."""
    return tempfile.TemporaryDirectory(prefix="rulekit-bench-")


def environment() -> dict[str, str]:
    """Ours, with this very rulekit in reach, compiled modules kept, and the same hashes in every process."""
    path = os.pathsep.join(part for part in (str(HOUSE), os.environ.get("PYTHONPATH", "")) if part)
    env = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0", "PYTHONPYCACHEPREFIX": kept().name}
    return {name: value for name, value in env.items() if name != "PYTHONDONTWRITEBYTECODE"}


def clock() -> float:
    """Seconds of work done by children that have ended; where that is not known, seconds on the wall."""
    try:
        from resource import RUSAGE_CHILDREN, getrusage
    except ImportError:
        return time.perf_counter()
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def whole(*arguments: str) -> Callable[[], float]:
    """The time of `python ARGUMENTS`, start and end included."""
    env = environment()

    def run() -> float:
        before = clock()
        subprocess.run([sys.executable, *arguments], env=env, check=True, stdout=subprocess.DEVNULL)
        return clock() - before

    return run


def told(*arguments: str) -> dict[str, float]:
    """What `python ARGUMENTS` prints: an object of seconds."""
    ran = subprocess.run([sys.executable, *arguments], env=environment(), check=True, stdout=subprocess.PIPE)
    found: dict[str, float] = json.loads(ran.stdout)
    return found


def timed(*arguments: str) -> Callable[[], float]:
    """The sum of what `python ARGUMENTS` has timed."""
    return lambda: sum(told(*arguments).values())
