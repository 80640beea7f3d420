"""What README and docs promise is kept: samples parse, whole games check, messages and pages are as printed there."""

import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

from rulekit.cli import command_registry
from rulekit.cli.commands import dev
from rulekit.data import PACKAGE
from rulekit.diagnostics import Problems, codes, samples
from rulekit.diagnostics.explain import page as explained
from rulekit.pipeline import examine_all
from rulekit.play.scenes.scene_runner import all_scenes
from rulekit.syntax.parser import parse
from rulekit.tests.calling import Call
from rulekit.words.vocabulary import names

ROOT = PACKAGE.parent
DOCS = ROOT / "docs"
MADE = (DOCS / "reference", DOCS / "rules")  # written by `rulekit docs`, which has tests of its own
WRITTEN = [page for page in sorted(DOCS.rglob("*.md")) if not {*MADE} & {*page.parents}]
PAGES = [page for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *WRITTEN) if page.is_file()]
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
CHECKED = 'title="checked'  # such a block of rules is a whole game, perhaps of several files, without a problem

pytestmark = pytest.mark.skipif(not (ROOT / "README.md").is_file(), reason="installed without its docs")


def blocks(page: Path, language: str, mark: str = "") -> list[str]:
    """The fenced blocks of a page in one language, perhaps only those with a mark."""
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [body for name, marks, body in found if name == language and mark in marks]


def numbered(mark: str) -> list[Any]:
    """Every block of rules with that mark, called by its page and its number there."""
    found = [(page, number, body) for page in PAGES for number, body in enumerate(blocks(page, "rules", mark), 1)]
    return [pytest.param(body, id=f"{page.relative_to(ROOT).as_posix()}-{number}") for page, number, body in found]


def whole(sample: str) -> str:
    """A sample as a declaration: lines out of the middle of an action get one round them."""
    if not sample.startswith((" ", "[")):
        return sample
    return "action example\n" + textwrap.indent(textwrap.dedent(sample), "  ")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_sample_of_rules_can_be_read(page: Path) -> None:
    """Line by line."""
    texts = [text for sample in blocks(page, "rules") for text in rules_of(sample)]
    assert [str(found) for text in texts for found in parse(whole(text), page.name).problems] == []


def rules_of(sample: str) -> list[str]:
    """The rules of a sample, without the tables and notes that lie beside them."""
    return [text for name, text in samples.parts(sample).items() if name.endswith(".rules")]


@pytest.mark.parametrize("sample", numbered(CHECKED))
def test_every_whole_game_checks_without_a_warning(sample: str, tmp_path: Path) -> None:
    """A sample marked as checked is a folder of its own; nothing is said about it, and its scenes come true."""
    for name, text in samples.files(sample).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(text)
    assert [str(found) for found in said_about(tmp_path)] == []
    scenes = all_scenes(examine_all(tmp_path).checked)
    assert [str(miss) for scene in scenes for miss in scene.misses] == []


def said_about(folder: Path) -> tuple[object, ...]:
    """Every problem of a game."""
    try:
        return examine_all(folder).problems
    except Problems as found:
        return found.problems


def test_a_whole_game_is_marked_as_checked() -> None:
    """So that no sample with a `game` line and a result escapes the check."""
    wholes = [body for page in PAGES for body in blocks(page, "rules") if re.search(r"^game ", body, re.MULTILINE)]
    wholes = [body for body in wholes if re.search(r"^(result|play)$", body, re.MULTILINE)]
    marked = [body for page in PAGES for body in blocks(page, "rules", CHECKED)]
    assert [body for body in wholes if body not in marked] == []


@pytest.mark.parametrize("page", ["README.md", "docs/index.md", "docs/tour.md"])
def test_the_message_shown_is_the_message_printed(
    page: str, rulekit: Call, broken_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letter by letter."""
    shown = [block for block in blocks(ROOT / page, "text") if "error[" in block]
    monkeypatch.chdir(broken_game.parent)
    assert shown and all(block in rulekit("check", "twelve-stones").out for block in shown)


def test_every_command_shown_is_there_and_has_the_options_shown() -> None:
    """In code of any page; decisions tell what was, and a page may show how a command is added."""
    for page in [one for one in PAGES if one.parent.name != "decisions"]:
        text = page.read_text(encoding="utf-8").replace("\\\n", " ")
        added = {*re.findall(r'^"""rulekit ([a-z-]+)', text, re.MULTILINE)}
        for name, words in commands_in(text):
            if name not in added:
                wrong = [one for one in words if one.startswith("--") and one not in options_of(name)]
                assert (wrong, page.name, name) == ([], page.name, name)


def commands_in(text: str) -> list[tuple[str, list[str]]]:
    """Every command in a block of code or between marks of code: its name, and what stands behind it."""
    code = [*re.findall(r"^```[^\n]*\n(.*?)^```", text, re.DOTALL | re.MULTILINE), *re.findall(r"`([^`\n]+)`", text)]
    called = [line for one in code for line in re.findall(r"(?:^|[\s/($])rulekit ([a-z][^\n|#&;)]*)", one)]
    return [(words[0], re.findall(r"--[a-z][a-z-]*", line)) for line in called if (words := line.split())]


def options_of(name: str) -> set[str]:
    """The options of a command, those of its own commands included; complains about a name that is none."""
    assert name in command_registry.commands(), name
    inner = command_registry.commands(dev.FOLDER) if name == "dev" else ()
    found = [command_registry.command(name), *(command_registry.command(one, dev.FOLDER) for one in inner)]
    found += [one for group in found for one in getattr(group, "commands", {}).values()]
    return {
        "--help",
        *(option for one in found for asked in one.params for option in asked.opts + asked.secondary_opts),
    }


def test_the_readme_opens_with_two_commands_of_one_line() -> None:
    """The first runs the main job, the second the tests; each does by itself."""
    first, second = blocks(ROOT / "README.md", "sh")[:2]
    assert first.count("\n") == second.count("\n") == 1
    assert all(command.startswith("python3 -m venv .venv && ") for command in (first, second))
    assert "rulekit verify " in first and second.endswith(("-m pytest\n", "-m pytest -n auto\n"))


@pytest.fixture
def made(tmp_path: Path, rulekit: Call) -> Path:
    """The reference, made anew."""
    assert rulekit("docs", "--no-games", "--out", tmp_path).code == 0
    return tmp_path / "reference"


def test_every_problem_has_a_page_that_says_what_explain_says(made: Path) -> None:
    """Word for word, headings apart."""
    for code in codes():
        shown = (made / "problems" / f"{code}.md").read_text(encoding="utf-8")
        said = [line.strip() for line in (explained(code) or "").splitlines()[1:]]
        assert [line for line in said if line not in shown] == []


def test_every_word_and_every_command_has_its_heading(made: Path, rulekit: Call) -> None:
    """A file in the right folder is enough to be listed."""
    words, commands = ((made / name).read_text(encoding="utf-8") for name in ("words.md", "commands.md"))
    listed = re.findall(r"^  ([a-z-]+) ", rulekit("--help").out, re.MULTILINE)
    assert [name for name in names() if f"\n## {name}\n" not in words] == []
    assert listed and [name for name in listed if f"\n## rulekit {name}\n" not in commands] == []


def test_pages_are_written_when_they_change_and_taken_away_when_nobody_makes_them(made: Path, rulekit: Call) -> None:
    """What somebody wrote by hand stays."""
    (made / "by-hand.md").write_text("# Mine\n")
    (made / "K999.md").write_text((made / "kinds.md").read_text(encoding="utf-8"))
    (made / "words.md").write_text("spoilt")
    assert ", 2 of them changed" in rulekit("docs", "--no-games", "--out", made.parent).err
    assert (made / "by-hand.md").is_file() and not (made / "K999.md").exists()


def test_the_index_lists_every_decision() -> None:
    """By number and file."""
    folder = ROOT / "docs" / "decisions"
    index = (folder / "index.md").read_text(encoding="utf-8")
    assert [file.name for file in sorted(folder.glob("0*.md")) if f"({file.name})" not in index] == []
