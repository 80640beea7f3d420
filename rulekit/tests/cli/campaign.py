"""Bent rules through check, fmt, show and run, as many as wanted: `python -m rulekit.tests.cli.campaign FIRST LAST`.

One process runs a batch of texts and the next one is made by a fork, so that nothing is started anew and what one text
leaves behind does not weigh on many. A command that takes too long is ended with its process and told by its number;
`python -m rulekit.tests.cli.campaign show NUMBER` prints its text.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import IO

from rulekit.cli.main import run
from rulekit.tests.bent_rules import bent
from rulekit.tests.cli.test_hostile_rules import INTERNAL, MEGABYTES, SECONDS, commands, used

BATCH = 200
PATIENCE = 60.0  # seconds of computing, after which a command is ended
ADDRESSES = 6 << 30  # bytes a process may ask for, so that a fault does not take the whole machine


def text_of(number: int) -> str:
    """The rules of this number."""
    return bent(random.Random(f"campaign {number}"))


def tried(number: int, folder: Path, say: IO[str]) -> None:
    """All commands on one text; each is told before it begins and when it has ended."""
    file = folder / "game.rules"
    file.write_text(text_of(number), encoding="utf-8")
    for at, command in enumerate(commands(file)):
        print(json.dumps([number, at]), file=say, flush=True)
        before, start = used(), time.process_time()
        out, err = io.StringIO(), io.StringIO()
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = int(run(list(command)))
        signal.setitimer(signal.ITIMER_PROF, 0)
        seconds, more = time.process_time() - start, used() - before
        told = err.getvalue()[-600:] if code == INTERNAL or "Traceback" in err.getvalue() else ""
        print(json.dumps([number, at, code, seconds, more, told]), file=say, flush=True)
        if code:
            return


def batch(first: int, last: int, folder: Path, seen: Counter[str], peaks: list[float]) -> int:
    """Runs the texts in another process, as many as it survives; the number of the next one."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
        with os.fdopen(write, "w") as say:
            for number in range(first, last):
                tried(number, folder, say)
        os._exit(0)
    os.close(write)
    begun = [first, -1]
    with os.fdopen(read) as heard:
        for line in heard:
            found = json.loads(line)
            begun = found[:2]
            if len(found) > 2:
                ended(found, seen, peaks)
                begun = [begun[0], -1]
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == 0:
        return last
    seen["ended by force"] += 1
    print(f"text {begun[0]}, command {begun[1]}: the process ended with {status}", flush=True)
    return begun[0] + 1


def ended(found: list[object], seen: Counter[str], peaks: list[float]) -> None:
    number, at, code, seconds, more, told = found
    assert isinstance(seconds, float) and isinstance(more, float)
    seen[f"exit {code}"] += 1
    seen["texts"] += at == 0
    seen["played"] += at == 3 and code == 0
    peaks[:] = [max(peaks[0], seconds), max(peaks[1], more)]
    if told or seconds > SECONDS or more > MEGABYTES:
        seen["too much"] += 1
        print(f"text {number}, command {at}: exit {code}, {seconds:.1f} s, {more:.0f} MB {told}", flush=True)


def main(first: int, last: int) -> None:
    """Exit codes, the slowest command and the largest; a line now and then."""
    seen: Counter[str] = Counter()
    peaks = [0.0, 0.0]
    number = first
    with tempfile.TemporaryDirectory() as place:
        while number < last:
            number = batch(number, min(number + BATCH, last), Path(place), seen, peaks)
            if number % (10 * BATCH) == 0 or number >= last:
                print(f"{number - first} texts: {dict(sorted(seen.items()))}; slowest {peaks[0]:.1f} s, "
                      f"largest {peaks[1]:.0f} MB", flush=True)  # fmt: skip


if __name__ == "__main__":
    if sys.argv[1] == "show":
        print(text_of(int(sys.argv[2])), end="")
    else:
        main(int(sys.argv[1]), int(sys.argv[2]))
