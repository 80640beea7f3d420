"""Rulebooks made at random, as many as wanted: `python -m rulekit.tests.rulebooks_campaign bodies|check FIRST LAST`.

`bodies` plays each on the reference and on every variant of generated code, `check` plays it and holds what the check
claims against every position. What is found is told by its number, with `show` instead of `LAST` as its text. A batch
runs in a fork, so that what one rulebook leaves behind does not weigh on many.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from rulekit.tests.check import generated
from rulekit.tests.check.test_soundness import contradictions
from rulekit.tests.play.bodies import numbered
from rulekit.tests.play.test_generated_bodies import BODY, loaded, parted

BATCH = 100
Counts = Counter[str]


def bodies(number: int, folder: Path, counts: Counts) -> str | None:
    """The first difference between engines in the rulebook of this number."""
    game = loaded(numbered(number), folder)
    if game is None:
        counts["refused"] += 1
        return None
    counts["bodies"] += len(BODY.findall(numbered(number)))
    found = parted(game)
    return None if found is None else str(found)


def check(number: int, folder: Path, counts: Counts) -> str | None:
    """What the check takes for impossible in the rulebook of this number, and what happens in play."""
    found = contradictions(generated.rulebook(number), folder)
    counts["refused"] += found is None
    return "\n".join(found) if found else None


CAMPAIGNS: dict[str, tuple[Callable[[int, Path, Counts], str | None], Callable[[int], str]]] = {
    "bodies": (bodies, numbered),
    "check": (check, generated.rulebook),
}


def batch(name: str, numbers: range, folder: Path) -> Counts:
    """Some rulebooks; whatever is raised is a find as well."""
    counts: Counts = Counter()
    for number in numbers:
        try:
            found = CAMPAIGNS[name][0](number, folder, counts)
        except Exception as wrong:
            found = repr(wrong)
        counts["rulebooks"] += 1
        if found is not None:
            counts["found"] += 1
            print(f"{name} {number}: {found}", flush=True)
    return counts


def main(name: str, first: int, last: int) -> int:
    """A line for each batch; whether anything was found."""
    total: Counts = Counter()
    with tempfile.TemporaryDirectory() as place:
        for start in range(first, last, BATCH):
            read, write = os.pipe()
            child = os.fork()
            if child == 0:
                counts = batch(name, range(start, min(start + BATCH, last)), Path(place))
                os.write(write, json.dumps(counts).encode())
                os._exit(0)
            os.close(write)
            with os.fdopen(read) as heard:
                total.update(json.loads(heard.read() or '{"found": 1, "broken off": 1}'))
            os.waitpid(child, 0)
            print(f"{min(start + BATCH, last) - first} rulebooks: {dict(sorted(total.items()))}", flush=True)
    return int(total["found"] > 0)


if __name__ == "__main__":
    named, number, until = sys.argv[1:]
    if until == "show":
        print(CAMPAIGNS[named][1](int(number)), end="")
    else:
        sys.exit(main(named, int(number), int(until)))
