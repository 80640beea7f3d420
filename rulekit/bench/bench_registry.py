"""Which benches there are: every file of `benches` whose door-plate begins with its name; its function is `run`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from rulekit.bench.measure import Report, Wanted
from rulekit.files.reading import first_line

HERE = Path(__file__).with_name("benches")
Bench = Callable[[Wanted], Report]


def benches(folder: Path = HERE) -> dict[str, str]:
    """Every bench's name and what it compares, by name."""
    files = sorted(file for file in folder.glob("*.py") if not file.stem.startswith("_"))
    return {file.stem: plate(file) for file in files}


def plate(file: Path) -> str:
    """What the first line of a file says."""
    return first_line(file).strip('"')


def bench(name: str) -> Bench:
    """Import the one bench asked for."""
    found: Bench = import_module(f"rulekit.bench.benches.{name}").run
    return found
