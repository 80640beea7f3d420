"""How tests call the command line, and a game of their own to work on; conftest.py offers these to every test."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from rulekit.cli.commands.new import STARTER
from rulekit.cli.main import run
from rulekit.data import PACKAGE


@attrs.frozen
class Ran:
    """How a call ended and what it printed."""

    code: int
    out: str
    err: str


Call = Callable[..., Ran]


@pytest.fixture
def rulekit(capsys: pytest.CaptureFixture[str]) -> Call:
    """Call the command line inside this process."""

    def call(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        return Ran(code, *capsys.readouterr())

    return call


@pytest.fixture
def shell() -> Callable[[str], subprocess.CompletedProcess[str]]:
    """Run a line of shell in which $rulekit is the command line."""

    def call(line: str) -> subprocess.CompletedProcess[str]:
        script = f'rulekit() {{ PYTHONPATH="{PACKAGE.parent}" "{sys.executable}" -m rulekit "$@"; }}\n{line}'
        return subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)

    return call


@pytest.fixture
def game(tmp_path: Path, rulekit: Call) -> Path:
    """A fresh copy of the starter game."""
    assert rulekit("new", "twelve-stones", "--out", tmp_path).code == 0
    return tmp_path / "twelve-stones"


@pytest.fixture
def broken_game(game: Path) -> Path:
    """The starter game with a misspelt name in it."""
    file = game / "2-play.rules"
    file.write_text(file.read_text(encoding="utf-8").replace("n <= stones", "n <= stnes"), encoding="utf-8")
    return game


@pytest.fixture
def starter() -> Path:
    """The starter as it lies in the kit."""
    return STARTER
