"""What README and docs promise is kept: samples parse, and messages look as printed there."""

import re
import textwrap
from pathlib import Path

import pytest

from rulekit.data import PACKAGE
from rulekit.tests.calling import Call
from rulekit.text.parse import parse

ROOT = PACKAGE.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)

pytestmark = pytest.mark.skipif(not (ROOT / "README.md").is_file(), reason="installed without its docs")


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    return [body for name, body in BLOCK.findall(page.read_text(encoding="utf-8")) if name == language]


def whole(sample: str) -> str:
    """A sample as a declaration: lines out of the middle of an action get one round them."""
    if not sample.startswith((" ", "[")):
        return sample
    return "action example\n" + textwrap.indent(textwrap.dedent(sample), "  ")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_sample_of_rules_can_be_read(page: Path) -> None:
    """Line by line."""
    assert [str(found) for sample in blocks(page, "rules") for found in parse(whole(sample), page.name).problems] == []


@pytest.mark.parametrize("page", ["README.md", "docs/index.md", "docs/tour.md"])
def test_the_message_shown_is_the_message_printed(
    page: str, rulekit: Call, broken_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letter by letter."""
    shown = [block for block in blocks(ROOT / page, "text") if "error[" in block]
    monkeypatch.chdir(broken_game.parent)
    assert shown and all(block in rulekit("check", "twelve-stones").out for block in shown)


def test_the_readme_opens_with_two_commands_of_one_line() -> None:
    """The first runs the main job, the second the tests; each does by itself."""
    first, second = blocks(ROOT / "README.md", "sh")[:2]
    assert first.count("\n") == second.count("\n") == 1
    assert all(command.startswith("python3 -m venv .venv && ") for command in (first, second))
    assert "rulekit check " in first and second.endswith("-m pytest\n")


def test_the_index_lists_every_decision() -> None:
    """By number and file."""
    folder = ROOT / "docs" / "decisions"
    index = (folder / "index.md").read_text(encoding="utf-8")
    assert [file.name for file in sorted(folder.glob("0*.md")) if f"({file.name})" not in index] == []
