"""Chunked files of rulebooks: tiny games divided by a line `---`, complaints at the end of the lines they belong to.

`### K07 12 K16 20` says that K07 begins in column 12 and K16 in column 20 of its line. Columns count from 1. A file in
the middle of a chunk begins with `# file: NAME`; what cannot be typed is spelt as in rulekit/diagnostics/samples.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import attrs

from rulekit.diagnostics import Problem, Problems, samples
from rulekit.pipeline import examine_folder

HERE = Path(__file__).parent
DIVIDER = "\n---\n"
EXPECTED = re.compile(r"\s*### (?P<said>K[0-9]+ [0-9]+(?: K[0-9]+ [0-9]+)*)$", re.MULTILINE)
ONE = re.compile(r"(K[0-9]+) ([0-9]+)")


@attrs.frozen
class Chunk:
    """One rulebook: its text as it was typed, and `file:line:column code` of all that must be said of it."""

    name: str
    text: str
    expected: tuple[str, ...]


def chunks(folder: str) -> list[Chunk]:
    """Every chunk of a folder beside this file, in order."""
    return [chunk for file in sorted((HERE / folder).glob("*.rules")) for chunk in _chunks(file)]


def _chunks(file: Path) -> Iterator[Chunk]:
    for number, typed in enumerate(file.read_text(encoding="utf-8").split(DIVIDER), 1):
        yield Chunk(f"{file.stem}-{number}", EXPECTED.sub("", typed), tuple(sorted(_expected(typed))))


def _expected(typed: str) -> Iterator[str]:
    for name, text in samples.parts(typed).items():
        for number, line in enumerate(text.split("\n"), 1):
            said = EXPECTED.search(line)
            for code, column in ONE.findall(said["said"] if said else ""):
                yield f"{name}:{number}:{column} {code}"


def problems(text: str, folder: Path) -> tuple[Problem, ...]:
    """All that is said of a rulebook, warnings included."""
    try:
        return examine_folder(samples.write_sample(text, folder)).warnings
    except Problems as found:
        return found.problems


def placed(problem: Problem) -> str:
    """A problem as the chunks write it."""
    span = problem.span
    return f"{Path(span.file).name}:{span.line}:{span.column} {problem.code}" if span else f"nowhere {problem.code}"
