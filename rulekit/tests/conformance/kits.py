"""The kits for engine authors as tests call them: replayers and adapters in four languages, by their real programs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from rulekit.data import conformance_root

KITS = conformance_root() / "kits"
VECTORS = conformance_root() / "vectors"
NEEDS = {"js": "node", "python": sys.executable, "php": "php", "c": "cc"}
FILES = {"js": "{}.mjs", "python": "{}.py", "php": "{}.php", "c": "{}.c"}
SERVE = (sys.executable, "-m", "rulekit", "serve")


def need(language: str) -> None:
    """A machine without the program skips; the build machine has all of them."""
    if shutil.which(NEEDS[language]) is None:
        pytest.skip(f"{NEEDS[language]} is not installed")


@cache
def compiled(file: Path) -> Path:
    """A C program, compiled once; a warning is a failure."""
    made = Path(mkdtemp()) / file.stem
    words = ("cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-O2", "-o", str(made), str(file), "-lm")
    subprocess.run(words, check=True, capture_output=True, timeout=120)
    return made


def command(language: str, part: str, folder: Path | None = None) -> tuple[str, ...]:
    """How a replayer or an adapter is started."""
    need(language)
    file = (folder or KITS / language) / FILES[language].format(part)
    return (str(compiled(file)),) if language == "c" else (NEEDS[language], str(file))


def replay(language: str, folder: Path, engine: tuple[str, ...], *options: str) -> subprocess.CompletedProcess[str]:
    """What a replayer says of an engine."""
    words = (*command(language, "replay"), str(folder), *options, "--", *engine)
    return subprocess.run(words, capture_output=True, text=True, timeout=900, check=False)
