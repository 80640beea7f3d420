"""Mistakes made on purpose in the kit itself: each turns a test red that is named beside it in kit_mutations.toml.

By day only the places are looked at, so that the list cannot rot; the nights make every mistake in a copy.
`python -m rulekit.tests.test_kit_mutations [WORDS OF A MISTAKE]` makes them now and says what became of each.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit.data import PACKAGE, conformance_root, spec_root

HERE = Path(__file__).parent
MUTATIONS: list[dict[str, Any]] = tomllib.loads((HERE / "kit_mutations.toml").read_text("utf-8"))["mutation"]
FEWEST = 20
FAILED = 1  # how pytest ends where a test has failed; another number is a mistake that keeps tests from running at all
each = pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one["mistake"])


def test_enough_mistakes_are_made_in_many_rooms() -> None:
    """Each once."""
    assert len({one["mistake"] for one in MUTATIONS}) == len(MUTATIONS) >= FEWEST
    rooms = {Path(one["file"]).parts[0] for one in MUTATIONS}
    assert {"play", "laws", "testing", "verify"} <= rooms


@each
def test_the_place_of_a_mistake_still_stands(mutation: dict[str, Any]) -> None:
    """Once, and what must notice is there."""
    assert (PACKAGE / mutation["file"]).read_text("utf-8").count(mutation["find"]) == 1
    assert mutation["put"] != mutation["find"]
    assert all((HERE / test.partition("::")[0]).is_file() for test in mutation["tests"])


@pytest.mark.nightly
def test_without_a_mistake_those_tests_are_green(tmp_path: Path) -> None:
    """Else nothing would follow from red ones."""
    tests = tuple(dict.fromkeys(test for one in MUTATIONS for test in one["tests"]))
    ran = run(copied(tmp_path), tests)
    assert ran.returncode == 0, ran.stdout[-3000:]


@pytest.mark.nightly
@each
def test_a_mistake_turns_a_test_red(mutation: dict[str, Any], tmp_path: Path) -> None:
    ran = run(mistaken(mutation, tmp_path), mutation["tests"])
    assert ran.returncode == FAILED and "failed" in ran.stdout, ran.stdout[-3000:] + ran.stderr[-3000:]


def copied(folder: Path) -> Path:
    """A clone of the kit with its games and tests."""
    left_out = shutil.ignore_patterns("__pycache__", "_data")
    shutil.copytree(PACKAGE, folder / "rulekit", ignore=left_out)
    shutil.copytree(spec_root(), folder / "spec", ignore=left_out)
    shutil.copytree(conformance_root(), folder / "conformance", ignore=left_out)
    shutil.copy(PACKAGE.parent / "pyproject.toml", folder)
    return folder


def mistaken(mutation: dict[str, Any], folder: Path) -> Path:
    """The same with one mistake."""
    file = copied(folder) / "rulekit" / mutation["file"]
    text = file.read_text("utf-8")
    assert text.count(mutation["find"]) == 1
    file.write_text(text.replace(mutation["find"], mutation["put"]), "utf-8")
    return folder


def run(folder: Path, tests: Any) -> subprocess.CompletedProcess[str]:
    """Some tests of a copy, to the first that fails."""
    paths = [f"rulekit/tests/{test}" for test in tests]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *paths]
    env = {**os.environ, "PYTHONPATH": str(folder), "RULEKIT_CACHE": str(folder / "cache"), "RULEKIT_NO_SPEED": "1"}
    env.pop("RULEKIT_PROFILE", None)  # as by day: what the nights alone would notice is noticed late
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=1800)


def outcomes(words: str) -> Iterator[str]:
    """What becomes of every mistake that is called like this."""
    for one in MUTATIONS:
        if words in one["mistake"]:
            with tempfile.TemporaryDirectory() as folder:
                ran = run(mistaken(one, Path(folder)), one["tests"])
            red = ran.returncode == FAILED
            told = [line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
            yield f"{'red' if red else f'NOT RED ({ran.returncode})':12} {one['mistake']}"
            yield from (f"{'':12} {line[:150]}" for line in told)


if __name__ == "__main__":
    for line in outcomes(" ".join(sys.argv[1:])):
        print(line, flush=True)
