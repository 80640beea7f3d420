"""The spoilt files of test_hostile_json.py, as many as wanted: `python -m rulekit.tests.files.campaign FIRST LAST`."""

from __future__ import annotations

import contextlib
import io
import os
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from rulekit.cli import game_options
from rulekit.cli.main import run
from rulekit.tests.files import test_hostile_json as hostile


def main(first: int, last: int) -> None:
    """Every exit code, the slowest, the memory, and each fault with its place."""
    codes: Counter[int] = Counter()
    slowest = 0.0
    with tempfile.TemporaryDirectory() as place:
        good = hostile.good_files(Path(place))
        game_options.load_game = lambda name, tables=(): hostile.load_once(name, tables)
        work = Path(place) / "work"
        work.mkdir()
        os.chdir(work)
        (work / "none.py").write_text("raise SystemExit\n", encoding="utf-8")
        for number in range(first, last):
            words = hostile.commands(good, number, work)
            out, err = io.StringIO(), io.StringIO()
            start = time.process_time()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = run(words)
            seconds = time.process_time() - start
            codes[code] += 1
            slowest = max(slowest, seconds)
            if code == 4 or seconds > hostile.SECONDS:
                where = next((line for line in err.getvalue().splitlines() if "place" in line), "")
                print(number, words[0], f"{seconds:.1f} s", where, flush=True)
        os.chdir("/")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    told = {int(code): count for code, count in sorted(codes.items())}
    print(f"{last - first} files; exit codes {told}; slowest {slowest:.1f} s; {memory / 1000:.0f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
