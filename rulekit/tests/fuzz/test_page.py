"""What docs/fuzz.md shows is what happens."""

import re
from pathlib import Path

import pytest

from rulekit.data import PACKAGE
from rulekit.tests.fuzz.planted import planted
from rulekit.tests.test_snippets import Shell, blocks

PAGE = PACKAGE.parent / "docs" / "fuzz.md"
MEASURED = re.compile(r"^.* decisions a second; .* judged.*$", re.MULTILINE)  # differs from machine to machine

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="installed without its docs")


def test_the_commands_print_what_is_shown(game: Path, shell: Shell) -> None:
    for block in blocks("fuzz.md", "console"):
        command, _, shown = block.removeprefix("$ ").partition("\n")
        printed = shell(f"cd {game.parent}; {command}").stdout
        assert MEASURED.sub("", printed) == MEASURED.sub("", shown), command


def test_the_story_of_a_law_that_is_not_true_is_the_one_that_is_shown(game: Path, shell: Shell) -> None:
    planted(game, "".join(blocks("fuzz.md", "rules")))
    ran = shell(f"cd {game.parent}; rulekit fuzz twelve-stones --games 200 --seed 1 --every 1 --failures failures")
    (shown,) = blocks("fuzz.md", "text")
    assert ran.returncode == 1 and shown in ran.stdout
