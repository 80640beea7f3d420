"""What docs/laws.md says can be done, is done: its commands run, its tests pass, its story is the one that is told."""

import re
import runpy
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from rulekit.data import PACKAGE
from rulekit.tests.testing.collecting import change, pytest_on

PAGE = PACKAGE.parent / "docs" / "laws.md"
Shell = Callable[[str], subprocess.CompletedProcess[str]]

pytestmark = [pytest.mark.long, pytest.mark.skipif(not PAGE.is_file(), reason="installed without its docs")]


def blocks(language: str) -> list[str]:
    """The fenced blocks of the page in one language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_commands_run(game: Path, shell: Shell) -> None:
    """Those of pytest with what they are given, those of rulekit as they stand."""
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    assert len(commands) > 6
    for line in commands:
        ran = shell(f"cd {game.parent}; {line}") if line.startswith("rulekit") else pytest_line(game.parent, line)
        assert ran.returncode == 0, f"{line}\n{ran.stdout}\n{ran.stderr}"


def pytest_line(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    """What the line would collect; that workers do the same is tested elsewhere."""
    return pytest_on(folder, *shlex.split(line.replace(" -n 2", ""))[1:], "--collect-only")


def test_the_strategies_are_used_as_shown(game: Path) -> None:
    """The tests of the page pass."""
    page = next(block for block in blocks("python") if "@given" in block)
    (game.parent / "test_page.py").write_text(page, encoding="utf-8")
    ran = pytest_on(game.parent, "test_page.py", "-q")
    assert ran.returncode == 0 and "3 passed" in ran.stdout, ran.stdout


def test_a_game_is_watched_as_shown(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The session of the page asserts what it says."""
    monkeypatch.chdir(game.parent)
    page = next(block for block in blocks("python") if "Watch" in block)
    (game.parent / "session.py").write_text(page, encoding="utf-8")
    runpy.run_path(str(game.parent / "session.py"))


def test_the_story_is_the_one_that_is_told(game: Path) -> None:
    """Line by line."""
    change(
        game / "4-laws.rules", "never-rises\n  [law.heap]  stones", "never-changes\n  [law.heap]  stones  @heap.twelve"
    )
    told = pytest_on(game.parent, game.name, "--hypothesis-seed", "7", "--rulekit-games", "20").stdout
    story = next(block for block in blocks("text") if "does not hold" in block)
    assert all(line in told for line in story.splitlines())
