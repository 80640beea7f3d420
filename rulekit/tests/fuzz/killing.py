"""A writer that is killed over and over, at any moment: `python -m rulekit.tests.fuzz.killing FOLDER TIMES`."""

import os
import signal
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from rulekit.fuzz.storage.record_store import RecordStore, read_store

ENOUGH = 6  # records in a segment
LONGEST = 0.03  # seconds a writer lives


def record(number: int) -> dict[str, Any]:
    return {"kind": "entry", "number": number, "picks": list(range(number % 50))}


def numbers(folder: Path) -> list[int]:
    return [one["number"] for one in read_store(folder).records]


def writing(folder: Path, say: int) -> None:
    """Write for ever; say how many records there are whenever a segment is sealed."""
    store = RecordStore(folder, ENOUGH)
    while True:
        store.append(record(len(store.records)))
        if store.count == 0:
            os.write(say, b"%d\n" % len(store.records))


def killed(folder: Path, after: float) -> int:
    """Another process writes and is killed; how many records it said were sealed."""
    hear, say = os.pipe()
    child = os.fork()
    if child == 0:
        writing(folder, say)
    os.close(say)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    with os.fdopen(hear) as told:
        sealed = [int(line) for line in told.read().split("\n")[:-1]]
    os.waitpid(child, 0)
    return sealed[-1] if sealed else 0


def main(folder: Path, times: int) -> None:
    source, sealed = Random(times), 0
    for _ in range(times):
        sealed = max(sealed, killed(folder, source.random() * LONGEST))
        found = numbers(folder)
        assert found == list(range(len(found))), f"records in the middle are gone: {found[:20]}"
        assert len(found) >= sealed, f"{sealed} records were sealed, {len(found)} are there"
        if len(found) > 2000:
            sealed = 0
            for file in folder.iterdir():
                file.unlink()
    print(f"killed {times} times; {len(numbers(folder))} records are there")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
