"""Samples: one text that stands for a small folder of files.

The text begins with the file `game.rules`. A line `# file: NAME` begins another file. `### K07` (or `### K07 K16`) at
the end of a line says which complaints belong there. What cannot be typed stands in double braces: `{{400 times (}}`
repeats, `{{sign 202E}}` is a character by its number, `{{byte ff}}` a raw byte.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import attrs

from rulekit.files import writing

FIRST = "game.rules"
FILE = re.compile(r"^# file: (?P<name>[a-z0-9][A-Za-z0-9./-]*)$")
EXPECTED = re.compile(r"\s*### (?P<codes>K[0-9]+(?: K[0-9]+)*)\s*$")
TIMES = re.compile(r"\{\{([0-9]+) times (.+?)\}\}")
SIGN = re.compile(r"\{\{sign ([0-9A-F]{1,6})\}\}")
BYTE = re.compile(rb"\{\{byte ([0-9a-f]{2})\}\}")


@attrs.frozen(slots=True, order=True)
class ExpectedProblem:
    """A complaint that a sample should cause."""

    file: str
    line: int
    code: str


def files(sample: str) -> dict[str, bytes]:
    """The files of a sample by name."""
    return {name: _raw(text) for name, text in parts(sample).items()}


def parts(sample: str) -> dict[str, str]:
    """The files of a sample as they were typed."""
    name = FIRST
    found: dict[str, list[str]] = {name: []}
    for line in sample.strip("\n").split("\n"):
        begins = FILE.match(line)
        if begins:
            name = begins["name"]
            found[name] = []
        else:
            found[name].append(line)
    return {name: "\n".join(lines) + "\n" for name, lines in found.items() if lines}


def expected_problems(sample: str) -> tuple[ExpectedProblem, ...]:
    """The complaints a sample should cause, in order."""
    return tuple(
        ExpectedProblem(name, number, code)
        for name, text in sorted(parts(sample).items())
        for number, line in enumerate(text.split("\n"), 1)
        for code in _codes(line)
    )


def write_sample(sample: str, folder: Path) -> Path:
    """Write the files of a sample into a folder."""
    for name, raw in files(sample).items():
        file = folder / name
        writing.write(file, raw)
    return folder


def sample_with_pointer(sample: str, mark: str = "  # <- here") -> str:
    """The sample for a reader: the expectation becomes a pointer."""
    return "\n".join(EXPECTED.sub(mark, line) for line in sample.strip("\n").split("\n"))


def texts(sample: str) -> Mapping[str, str]:
    """The files of a sample as text, as far as they are text."""
    return {name: raw.decode("utf-8", "replace") for name, raw in files(sample).items()}


def _codes(line: str) -> list[str]:
    found = EXPECTED.search(line)
    return found["codes"].split() if found else []


def _raw(text: str) -> bytes:
    signed = SIGN.sub(lambda found: chr(int(found[1], 16)), text)
    long = TIMES.sub(lambda found: found[2] * int(found[1]), signed)
    return BYTE.sub(lambda found: bytes.fromhex(found[1].decode()), long.encode("utf-8", "surrogatepass"))
