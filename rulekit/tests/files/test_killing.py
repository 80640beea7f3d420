"""kill -9 at every write of every command that writes, and at random moments: what was there before is there still."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.tests.files.killing import COMMANDS
from rulekit.tests.scale import examples

pytestmark = pytest.mark.long

IN_PLACE = """
import os, sys
from rulekit.files import writing
from rulekit.tests.files import killing

def in_place(path, content, *_, **__):
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.write(file, content.encode())
    os.close(file)

writing.write = in_place
killing.main(__import__("pathlib").Path(sys.argv[1]), "every", sys.argv[2])
"""
QUICK = ("fmt", "mutate --log")  # one that writes a whole file, one that adds lines; the others are killed at night
BY_DAY = [one if one in QUICK else pytest.param(one, marks=pytest.mark.nightly) for one in COMMANDS]


def killing(*words: str | Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    line = [sys.executable, *map(str, words)]
    return subprocess.run(line, capture_output=True, text=True, timeout=7200, env=env)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked on this system")
@pytest.mark.parametrize("name", BY_DAY)
def test_a_command_killed_at_any_of_its_writes_loses_nothing(name: str, tmp_path: Path) -> None:
    ran = killing("-m", "rulekit.tests.files.killing", tmp_path, "every", name)
    assert ran.returncode == 0 and "nothing lost" in ran.stdout, ran.stderr[-2000:]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked on this system")
@pytest.mark.parametrize("name", BY_DAY)
def test_a_command_killed_at_any_moment_loses_nothing(name: str, tmp_path: Path) -> None:
    ran = killing("-m", "rulekit.tests.files.killing", tmp_path, str(examples(2, 84)), name)
    assert ran.returncode == 0 and "nothing lost" in ran.stdout, ran.stderr[-2000:]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked on this system")
@pytest.mark.parametrize(
    "name", ["fmt", *(pytest.param(one, marks=pytest.mark.nightly) for one in ("run --traces", "shrink"))]
)
def test_a_command_that_writes_in_place_would_be_found(name: str, tmp_path: Path) -> None:
    """The tests above can fail."""
    ran = killing("-c", IN_PLACE, tmp_path, name)
    assert ran.returncode and "is neither as it was nor whole" in ran.stderr
