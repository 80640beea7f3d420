"""Commands that are killed while they write: `python -m rulekit.tests.files.killing FOLDER every|TIMES [COMMAND..]`.

Each runs in a process of its own on a fresh copy of the same files. `every` ends it in front of, and then in the middle
of, each call that changes anything on the disk, until one run comes to its end; a number ends it that many times at any
moment. Afterwards every file that was there before must be there, as it was or as the command makes it, and whole.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import stat
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import attrs

from rulekit.cli.commands.new import STARTER, STARTER_NAME
from rulekit.cli.main import run
from rulekit.fuzz.storage import record_store

HERE = Path(__file__).parent
NAME = "stones-here"
STONES = (HERE.parent / "protocol" / "stones.py").read_text(encoding="utf-8")
ENGINE = STONES.replace("n <= self.left", "n <= 3").replace('"twelve-stones"', f'"{NAME}"')
QUICK = ("--law-games", "1", "--play-games", "0")
Files = dict[str, bytes]


@attrs.frozen
class Command:
    """What is typed in the folder; `whole` says whether a file that was changed is whole."""

    words: tuple[str, ...]
    whole: Callable[[str, bytes], bool] = lambda name, data: True
    before: tuple[tuple[str, ...], ...] = ()  # what makes the files that are there before


def is_json(name: str, data: bytes) -> bool:
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


def is_lines(name: str, data: bytes) -> bool:
    """Every line but the last, which may have been cut short, is whole."""
    return all(is_json(name, line) for line in data.split(b"\n")[:-1])


def is_json_or_lines(name: str, data: bytes) -> bool:
    return is_lines(name, data) if name.endswith(".jsonl") else is_json(name, data)


def is_toml(name: str, data: bytes) -> bool:
    try:
        tomllib.loads(data.decode())
    except ValueError:
        return False
    return True


def ends(name: str, data: bytes) -> bool:
    return data.endswith(b"\n")


KEEP = ("mutate", NAME, "--mutants", "6", "--log", "verdicts.jsonl", *QUICK)
FUZZ = ("fuzz", NAME, "--games", "40", "--seed", "3", "--corpus", "found")
VERIFY = ("verify", NAME, "--impl", "engine.py", "--vectors", "none", "--games", "3")
CASES = (*VERIFY, "--report", "report.json", "--cases", "parted")
LOG = (*VERIFY, "--log", "run.jsonl")
BASELINE = (*VERIFY, "--write-baseline", "known.toml")
SHOW = ("report", "show", "kept.json", "--report", "page.html", "--report", "junit=junit.xml", "--report", "all.sarif")
TEST = ("test", "failing", "--games", "3", "--seed", "1", "--failures", "stories")
VECTORS = ("vectors", NAME, "--tier", "tiny", "--out", "vectors")
RUN = ("run", NAME, "--games", "4", "--seed", "1", "--traces", "traces")
LAWS = ("laws", NAME, "--out", "test_laws.py")
SMALL = ("shrink", "failing.json", "--game", "failing", "--out", "small.json")
COMMANDS = {
    "fmt": Command(("fmt", NAME), ends),
    "mutate --log": Command(KEEP, is_lines),
    "mutate --log again": Command((*KEEP[:3], "12", *KEEP[4:]), is_lines, (KEEP,)),
    "mutate --out": Command((*KEEP[:4], "--out", "mutants"), ends, ((*KEEP[:3], "2", "--out", "mutants"),)),
    "verify --cases": Command(CASES, is_json, ((*CASES, "--seed", "9"),)),
    "run --traces": Command(RUN, is_json, ((*RUN[:5], "9", *RUN[6:]),)),
    "laws --out": Command(LAWS, ends, ((*LAWS, "--seed", "9"),)),
    "docs --out": Command(("docs", "--no-games", "--out", "pages"), ends, (("docs", "--no-games", "--out", "pages"),)),
    "fuzz": Command(FUZZ, before=(FUZZ,)),
    "shrink": Command(SMALL, is_json, ((*SMALL, "--effort", "1"),)),
    "new": Command(("new", "another", "--out", "."), ends),
    "verify --log": Command(LOG, is_lines, ((*LOG, "--games", "1"),)),
    "verify --write-baseline": Command(BASELINE, is_toml),
    "report show": Command(SHOW, before=((*VERIFY, "--report", "kept.json"), SHOW[:5])),
    "test --failures": Command(TEST, is_json),
    "vectors": Command((*VECTORS[:3], "standard", *VECTORS[4:]), is_json_or_lines, (VECTORS,)),
    "engine new": Command(("engine", "new", "mine", "--lang", "js", "--game", NAME), ends),
    "schema --out": Command(("schema", "--out", "schemas"), is_json),
    "play --save": Command(("play", NAME, "--watch", "--seed", "4", "--save", "game.json"), is_json,
                           (("play", NAME, "--watch", "--seed", "3", "--save", "game.json"),)),
}  # fmt: skip


def prepared(folder: Path, command: Command) -> None:
    """A game, an untidy one at that, an engine with a mistake, a game that breaks a law, and what was made before."""
    for name in (NAME, "failing"):
        for file in (file for file in STARTER.rglob("*") if file.is_file()):
            copied = folder / name / file.relative_to(STARTER)
            copied.parent.mkdir(parents=True, exist_ok=True)
            copied.write_text(file.read_text(encoding="utf-8").replace(STARTER_NAME, name).replace("   @", " @"))
    laws = folder / "failing" / "4-laws.rules"
    laws.write_text(laws.read_text() + "always\n  [law.wrong]  stones > 6  @public:sample\n")
    (folder / "engine.py").write_text(ENGINE, encoding="utf-8")
    ended(folder, ("fmt", "failing"), lambda: None)
    ended(folder, ("run", "failing", "--games", "1", "--seed", "2", "--traces", "t"), lambda: None)
    shutil.move(next((folder / "t").iterdir()), folder / "failing.json")
    for words in command.before:
        ended(folder, words, lambda: None)
    for page in sorted(folder.glob("pages/**/*.md"))[:3]:
        page.write_text(page.read_text().replace("e", "E", 1))


def files(folder: Path) -> Files:
    """All files by name; drafts that a killed writer left behind belong to nobody."""
    found = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {str(f.relative_to(folder)): f.read_bytes() for f in found if f.suffix != ".part"}


# ------------------------------------------------------------------ one run


def ended(folder: Path, words: tuple[str, ...], prepare: Callable[[], None], after: float | None = None) -> int:
    """How a command ended in another process; below 0 if it was killed, as it is `after` so many seconds."""
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        prepare()
        os._exit(run(list(words)))
    if after is not None:
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def deadly(number: int, half: bool) -> None:
    """From now on this process is killed at its so manieth call that changes the disk; a write may come half-way."""
    left = [number]

    def strike() -> bool:
        left[0] -= 1
        if left[0] == 0 and not half:
            os.kill(os.getpid(), signal.SIGKILL)
        return left[0] == 0

    real = os.write

    def write(file: int, data: Any) -> int:
        if stat.S_ISREG(os.fstat(file).st_mode) and strike():  # what is said to an engine is no file
            real(file, bytes(data)[: len(data) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return real(file, data)

    def heard(event: str, given: tuple[Any, ...]) -> None:
        opened = event == "open" and isinstance(given[2], int) and given[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if opened or event in ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate", "os.chmod"):
            if strike():
                os.kill(os.getpid(), signal.SIGKILL)

    os.write = write
    sys.addaudithook(heard)


# ------------------------------------------------------------------ what must be so afterwards


def lost(before: Files, after: Files, last: Files, command: Command) -> Iterator[str]:
    """What was there before and is not, or is neither as it was nor whole."""
    kept = {name: data for name, data in before.items() if not name.startswith("found/")}
    for name, data in kept.items():
        if name not in after:
            yield f"{name} is gone"
        elif after[name] not in (data, last.get(name)) and not (name in last and command.whole(name, after[name])):
            yield f"{name} is neither as it was nor whole: {after[name][:200]!r}"
    for name, data in after.items():
        if (
            name not in before
            and not name.startswith("found/")
            and data != last.get(name)
            and not command.whole(name, data)
        ):
            yield f"{name} is new and not whole: {data[:200]!r}"


def records(folder: Path) -> set[str]:
    """Goals and failures of a corpus: these must never become fewer."""
    found = record_store.read_store(folder / "found").records if (folder / "found").is_dir() else ()
    return {json.dumps(goal) for one in found for goal in one.get("goals", ())}


def tried(place: Path, name: str, kill: Callable[[Path, Command], int]) -> int:
    """One killed run on a fresh copy; how it ended."""
    command = COMMANDS[name]
    here = place / "here"
    shutil.rmtree(here, ignore_errors=True)
    shutil.copytree(place / "before", here, symlinks=True)
    code = kill(here, command)
    wrong = list(lost(files(place / "before"), files(here), files(place / "last"), command))
    assert not wrong, f"{name}: {wrong}"
    assert records(place / "before") <= records(here), f"{name}: goals of the corpus are gone"
    return code


def begun(folder: Path, name: str) -> tuple[Path, float]:
    """The files before, and as an undisturbed run leaves them; how long that took."""
    place = folder / name.replace(" ", "_").replace("-", "_")
    (place / "before").mkdir(parents=True)
    prepared(place / "before", COMMANDS[name])
    shutil.copytree(place / "before", place / "last")
    start = time.monotonic()
    code = ended(place / "last", COMMANDS[name].words, lambda: None)
    assert code in (0, 1), f"{name} ended with {code}"
    assert files(place / "last") != files(place / "before"), f"{name} writes nothing"
    return place, time.monotonic() - start


def struck(here: Path, command: Command, number: int, half: bool) -> int:
    return ended(here, command.words, lambda: deadly(number, half))


def every(folder: Path, name: str) -> int:
    """Killed at every call that changes the disk; how many there were."""
    place, _ = begun(folder, name)
    number, killed = 1, 0
    while True:
        codes = {
            tried(place, name, partial(struck, number=number, half=False)),
            tried(place, name, partial(struck, number=number, half=True)),
        }
        killed += 2
        if codes != {-signal.SIGKILL}:
            return killed - 2
        number += 1


def random(folder: Path, name: str, times: int) -> int:
    """Killed at any moment; how often it was killed before its end."""
    place, seconds = begun(folder, name)
    source = Random(f"{name} {times}")

    def at_random(here: Path, command: Command) -> int:
        return ended(here, command.words, lambda: None, source.random() * seconds)

    codes = [tried(place, name, at_random) for _ in range(times)]
    return codes.count(-signal.SIGKILL)


def main(folder: Path, how: str, *names: str) -> None:
    wanted = names or tuple(COMMANDS)
    for name in wanted:
        done = every(folder, name) if how == "every" else random(folder, name, int(how))
        print(f"{name}: killed {done} times, nothing lost", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
