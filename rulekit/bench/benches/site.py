"""the whole rules site when one line has changed, over the same site made from nothing"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from rulekit.bench.measure import BenchReport, MeasureOptions, in_ms, listeners, ratio
from rulekit.bench.stages import HOUSE, clock, environment
from rulekit.data import bundled_games
from rulekit.files import reading, writing

BAR = 5 / 60  # a changed line in five seconds, all in sixty
PARTS = ("rulekit", "spec", "conformance", "docs", "mkdocs.yml")
MADE = {"rules", "play", "reference", "r"}  # in the folder of the pages
LARGEST = 4
NEEDS = "the site is made of a clone with mkdocs-material: pip install -e '.[docs]'"
LAW = "\nalways\n  [inv.bench]  count of Player >= 1\n"
COURSE = "\nto bench\n  [bench.do]  let n be 1  @public:bench\n"  # what every game can have
LINE = "  [bench.line]  let bench-n be 1  @public:bench\n"  # at the end of a block
BLOCK = r"^{}\b.*\n(?: .*\n)+"
SENTENCE = re.compile(r'^(text = "[^"]*)"', re.MULTILINE)
IN_USE = {"an action": "action", "the set-up": "setup"}
NOTHING, SAME = "from nothing", "nothing changed"
CPU, WALL = "processor", "on the wall"


def run(wanted: MeasureOptions) -> BenchReport:
    """Processor time of all processes and time on the wall; a sentence, a law and a rule of large games change."""
    if not (HOUSE / "mkdocs.yml").is_file() or find_spec("material") is None:
        return BenchReport("site", notes=(NEEDS,))
    games = wanted.games or tuple(game.name for game in sorted(bundled_games(), key=_size)[-LARGEST:])
    spent: dict[str, list[float]] = {}
    passed: dict[str, list[float]] = {}
    for number in range(1, wanted.repeat + 1):
        with tempfile.TemporaryDirectory(prefix="rulekit-bench-") as folder:
            for name, change in changes(copy_clone(Path(folder)), games):
                for told in listeners:
                    told(f"{name}, round {number} of {wanted.repeat}")
                change()
                processor, wall = time_build(Path(folder))
                spent.setdefault(name, []).append(processor)
                passed.setdefault(name, []).append(wall)
    figures = [in_ms(f"{name}: {what}", many[name]) for name in spent for what, many in ((CPU, spent), (WALL, passed))]
    changed = {name: values for name, values in spent.items() if name != NOTHING}
    ratios = [ratio(f"{name} / {NOTHING}", values, spent[NOTHING], "most", BAR) for name, values in changed.items()]
    return BenchReport("site", tuple(figures), tuple(ratios))


def _size(game: Path) -> int:
    return sum(file.stat().st_size for file in game.rglob("*.rules"))


def copy_clone(folder: Path) -> Path:
    """A copy of the clone in which lines can be changed, without what was made there before."""
    for part in PARTS:
        if (HOUSE / part).is_dir():
            shutil.copytree(HOUSE / part, folder / part, ignore=_left_out)
        else:
            shutil.copy(HOUSE / part, folder)
    return folder


def _left_out(folder: str, names: list[str]) -> set[str]:
    return {"__pycache__", *(MADE if Path(folder) == HOUSE / "docs" else ())}


def changes(clone: Path, games: Iterable[str]) -> Iterator[tuple[str, Callable[[], None]]]:
    """What is done before each build, by its name."""
    yield NOTHING, lambda: None
    yield SAME, lambda: None
    for game in games:
        place = clone / "spec" / game
        ledger = place / "ledger.toml"
        if ledger.is_file():
            yield f"a sentence of {game}", partial(change_sentence, ledger)
        yield f"a law of {game}", partial(add, max(place.glob("*.rules")), LAW)
        yield f"a new rule of {game}", partial(add, max(place.glob("*.rules")), COURSE)
        for name, word in IN_USE.items():
            if found := _blocks(place, word):
                yield f"{name} of {game}", partial(lengthen, *found[len(found) // 2])


def change_sentence(ledger: Path) -> None:
    """Its first sentence ends otherwise."""
    writing.write(ledger, SENTENCE.sub(r'\g<1> So it is."', reading.text(ledger), count=1))


def _blocks(place: Path, word: str) -> list[tuple[Path, re.Match[str]]]:
    """Every block that begins so, with its file."""
    return [
        (file, one)
        for file in sorted(place.glob("*.rules"))
        for one in re.finditer(BLOCK.format(word), reading.text(file), re.MULTILINE)
    ]


def lengthen(rules: Path, block: re.Match[str]) -> None:
    """One line more at its end: examples that come through it are played again."""
    writing.write(rules, reading.text(rules).replace(block[0], block[0] + LINE, 1))


def add(rules: Path, declared: str) -> None:
    """After it these are other rules."""
    writing.write(rules, reading.text(rules) + declared)


def time_build(clone: Path) -> tuple[float, float]:
    """`rulekit docs --site` there: processor time and time on the wall."""
    env = environment() | {"PYTHONPATH": str(clone), "RULEKIT_CACHE": str(clone / "cache")}
    call = [sys.executable, "-m", "rulekit", "docs", "--site", str(clone / "site")]
    before, begun = clock(), time.perf_counter()
    subprocess.run(call, cwd=clone, env=env, check=True, capture_output=True)
    return clock() - before, time.perf_counter() - begun
