"""Work in fresh processes: how long Python takes from start to end, or what this module, run in one, has timed."""

from __future__ import annotations

import functools
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HOUSE = Path(__file__).resolve().parent.parent.parent


@functools.cache
def module_cache() -> tempfile.TemporaryDirectory[str]:
    """Where these processes keep compiled modules, so that the second one starts like an installed rulekit."""
    return tempfile.TemporaryDirectory(prefix="rulekit-bench-")


def environment() -> dict[str, str]:
    """Ours, with this very rulekit in reach, compiled modules kept, and the same hashes in every process."""
    path = os.pathsep.join(part for part in (str(HOUSE), os.environ.get("PYTHONPATH", "")) if part)
    env = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0", "PYTHONPYCACHEPREFIX": module_cache().name}
    return {name: value for name, value in env.items() if name != "PYTHONDONTWRITEBYTECODE"}


def clock() -> float:
    """Seconds of work done by children that have ended; where that is not known, seconds on the wall."""
    try:
        from resource import RUSAGE_CHILDREN, getrusage
    except ImportError:
        return time.perf_counter()
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def time_whole_process(*arguments: str) -> Callable[[], float]:
    """The time of `python ARGUMENTS`, start and end included."""
    env = environment()

    def run() -> float:
        before = clock()
        subprocess.run([sys.executable, *arguments], env=env, check=True, stdout=subprocess.DEVNULL)
        return clock() - before

    return run


def run_and_read(*arguments: str) -> dict[str, float]:
    """What `python ARGUMENTS` prints: an object of seconds."""
    ran = subprocess.run([sys.executable, *arguments], env=environment(), check=True, stdout=subprocess.PIPE)
    found: dict[str, float] = json.loads(ran.stdout)
    return found


def time_of(*arguments: str) -> Callable[[], float]:
    """The sum of what `python ARGUMENTS` has timed."""
    return lambda: sum(run_and_read(*arguments).values())


def main(what: str, *arguments: str) -> None:
    """`import lark`, the imports of the pipeline, the whole check or its stages, or building a game."""
    print(json.dumps(WHAT[what](*arguments)))


def foreign(folder: str) -> dict[str, float]:
    """The yardstick."""
    start = time.process_time()
    import lark

    assert lark
    return {"lark": time.process_time() - start}


def imports(folder: str) -> dict[str, float]:
    """What has to be loaded before the first line is read."""
    start = time.process_time()
    load()
    return {"imports": time.process_time() - start}


def load() -> None:
    """All modules that a check of any rulebook needs, and the parse tables."""
    from rulekit import pipeline
    from rulekit.check import visibility
    from rulekit.check.lints import lints
    from rulekit.syntax.parse_tables import tables
    from rulekit.words.vocabulary import vocabulary

    assert pipeline and visibility and lints() and tables() and vocabulary()


def check(folder: str) -> dict[str, float]:
    """Text to checked rulebook, as `rulekit check` does it."""
    load()
    from rulekit.pipeline import examine_all

    start = time.process_time()
    examined = examine_all(folder)
    seconds = time.process_time() - start
    assert not examined.problems, examined.problems[0]
    return {"check": seconds}


def stages(folder: str) -> dict[str, float]:
    """The same, stage by stage."""
    load()
    from rulekit import pipeline
    from rulekit.check.elaboration.rulebook_elaboration import assemble
    from rulekit.check.lints import run_lints
    from rulekit.check.sources.citations import check_citations
    from rulekit.model.rulebook import build
    from rulekit.syntax.source_files import read_folder

    told: dict[str, float] = {}
    gc.disable()  # as the pipeline does
    sources = step(told, "read", lambda: read_folder(folder))
    parsed = step(told, "parse", lambda: pipeline.parse_sources(sources))
    rulebook = step(told, "model", lambda: build([(one.file, one.trees) for one in parsed]))
    ledger, rulings, _ = step(told, "ledger", lambda: pipeline.ledger_and_rulings(sources, True))
    cited = frozenset(ledger.clauses) if ledger else frozenset()
    checked, _ = step(told, "names and types", lambda: assemble(rulebook, cited))
    step(told, "citations", lambda: check_citations(checked.symbols, rulebook, ledger, rulings))
    step(told, "questions", lambda: list(run_lints(checked)))
    return told


def build(game: str, *tables: str) -> dict[str, float]:
    """A bundled game: text to checked rulebook, and from there to the first position of the generated engine."""
    load()
    from rulekit.data import find_game
    from rulekit.pipeline import examine_folder, paths
    from rulekit.play.codegen.drive import Driver
    from rulekit.play.codegen.engine_variants import PLAYOUT
    from rulekit.play.machine.prepared_game import PreparedGames

    told: dict[str, float] = {}
    own = paths({name: file for name, _, file in (one.partition("=") for one in tables)})
    checked = step(told, "read and check", lambda: examine_folder(find_game(game), own))
    gc.disable()

    def make() -> None:
        setting = PreparedGames(checked).prepare({}, None)
        Driver(setting.program, setting.table, PLAYOUT).begin()

    step(told, "build", make)
    return told


def step(told: dict[str, float], name: str, work: Callable[[], Any]) -> Any:
    """Do something and write down how long it took."""
    start = time.process_time()
    found = work()
    told[name] = time.process_time() - start
    return found


WHAT: dict[str, Callable[..., dict[str, float]]] = {
    "lark": foreign,
    "imports": imports,
    "check": check,
    "stages": stages,
    "build": build,
}

if __name__ == "__main__":
    main(*sys.argv[1:])
