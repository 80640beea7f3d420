"""What the pages about playing show is what happens: shell and Python sessions are run as they are printed."""

import doctest
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulekit.data import PACKAGE

DOCS = PACKAGE.parent / "docs"
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
Shell = Callable[[str], subprocess.CompletedProcess[str]]

pytestmark = [pytest.mark.long, pytest.mark.skipif(not DOCS.is_dir(), reason="installed without its docs")]


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    return [body for name, body in BLOCK.findall((DOCS / page).read_text(encoding="utf-8")) if name == language]


def sessions() -> Iterator[tuple[str, str]]:
    """Every command of docs/play.md with what it prints."""
    for block in blocks("play.md", "console") if DOCS.is_dir() else ():
        for part in block.split("$ ")[1:]:
            command, _, printed = part.partition("\n")
            yield command, printed


def test_the_commands_print_what_is_shown(game: Path, shell: Shell) -> None:
    """Letter by letter, one after the other in one folder."""
    shown = list(sessions())
    assert shown and game.name == "twelve-stones"
    for command, printed in shown:
        assert shell(f"cd {game.parent}; {command}").stdout == printed, command


def test_the_python_of_the_api_page_runs(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one session."""
    monkeypatch.chdir(game.parent)
    session = "\n".join(blocks("api.md", "python"))
    test = doctest.DocTestParser().get_doctest(session, {}, "api.md", "docs/api.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert test.examples and runner.run(test).failed == 0
