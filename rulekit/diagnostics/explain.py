"""The page of a code: what it means, what it says, a wrong sample and the cured one."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from rulekit.diagnostics import catalogue, samples
from rulekit.diagnostics.catalogue import CodeEntry
from rulekit.diagnostics.problem import Problem
from rulekit.diagnostics.render import render
from rulekit.source import Span

INDENT = "    "


def normal_code(code: str) -> str:
    """A code as it may be typed (`k7`, `7`, `K07`), as the catalogue writes it."""
    digits = re.fullmatch(r"[Kk]?0*([0-9]{1,4})", code.strip())
    return f"K{int(digits[1]):02d}" if digits else code.strip().upper()


def page(code: str) -> str | None:
    """The page of a code as text, or None if no such code is known."""
    name = normal_code(code)
    return "\n".join(_lines(catalogue.entry(name))) + "\n" if catalogue.has_page(name) else None


def code_list() -> str:
    """All codes with severity and title, one a line."""
    entries = [catalogue.entry(code) for code in catalogue.codes()]
    return "".join(f"{entry.code}  {entry.severity:<7}  {entry.title}\n" for entry in entries)


def example(entry: CodeEntry) -> Problem | None:
    """The complaint about the wrong sample, as the catalogue gives it."""
    said = entry.example
    if said is None:
        return None
    second = ((_find(entry.wrong, said.second), said.label),) if said.second else ()
    return Problem(entry.code, _find(entry.wrong, said.at, entry.code), said.variant, said.facts, second)


def _lines(entry: CodeEntry) -> Iterator[str]:
    """The page, part by part."""
    yield f"{entry.code} ({entry.severity}): {entry.title}"
    yield ""
    yield from textwrap.wrap(" ".join(entry.explanation.split()), 88)
    said = example(entry)
    if said is not None:
        message = render([said], samples.texts(samples.sample_with_pointer(entry.wrong, "")))
        yield from _part("What it looks like", message.strip("\n").rsplit("\n\n", 1)[0])
    if entry.wrong:
        yield from _part("Wrong", samples.sample_with_pointer(entry.wrong))
    if entry.right:
        yield from _part("Right", entry.right.strip("\n"))


def _part(title: str, text: str) -> Iterator[str]:
    yield from ("", title, "")
    yield from textwrap.indent(text, INDENT).split("\n")


def _find(sample: str, words: str, code: str = "") -> Span:
    """Where the words stand; with a code, on a line marked with it."""
    marked = {(found.file, found.line) for found in samples.expected_problems(sample) if found.code == code}
    for name, text in samples.texts(sample).items():
        for number, line in enumerate(text.split("\n"), 1):
            if words in line and (not code or (name, number) in marked):
                return Span.point(name, number, line.index(words) + 1, len(words))
    raise ValueError(f"{words!r} does not stand on a marked line of the sample")
