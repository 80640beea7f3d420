"""Run in a fresh process by other benches: does one piece of work and prints how long each part of it took."""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from typing import Any


def main(what: str, *arguments: str) -> None:
    """`import lark`, the imports of the pipeline, the whole check or its stages, building a game, playing it."""
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
    from rulekit.check.lints import questions
    from rulekit.syntax.parse_tables import tables
    from rulekit.words.core import vocabulary

    assert pipeline and visibility and questions() and tables() and vocabulary()


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
    from rulekit.check.lints import ask_all
    from rulekit.check.names.elaborate_rulebook import assemble
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
    step(told, "questions", lambda: list(ask_all(checked)))
    return told


def build(game: str) -> dict[str, float]:
    """A bundled game: text to checked rulebook, and from there to the first position of the generated engine."""
    load()
    from rulekit.data import find_game
    from rulekit.pipeline import examine_folder
    from rulekit.play.codegen.drive import Driver
    from rulekit.play.codegen.variants import PLAYOUT
    from rulekit.play.machine.prepared_game import Settings

    told: dict[str, float] = {}
    checked = step(told, "read and check", lambda: examine_folder(find_game(game)))
    gc.disable()

    def make() -> None:
        setting = Settings(checked).of({}, None)
        Driver(setting.program, setting.table, PLAYOUT).begin()

    step(told, "build", make)
    return told


def playouts(game: str, seconds: str) -> dict[str, float]:
    """Decisions in a second of the clock on the wall, on the generated engine."""
    from rulekit.bench import playing

    setting = playing.setting_of(game)
    engine = playing.generated(setting, playing.reference(setting).deals)
    return {"playouts": playing.speed(engine, float(seconds), 1, time.perf_counter)}


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
    "playouts": playouts,
}

if __name__ == "__main__":
    main(*sys.argv[1:])
