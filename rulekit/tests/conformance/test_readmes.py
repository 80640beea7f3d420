"""The READMEs of spec/ and conformance/ list everything that lies there."""

import re
from pathlib import Path

import pytest

from rulekit.data import bundled_games, conformance_root

CONFORMANCE = conformance_root()
SPEC = bundled_games()[0].parent
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
OF_EVERY_GAME = {"ledger.toml", "rulings.md", "scenes", "looks.toml", "sources.toml", "manual.toml"}
OF_SOME_GAMES = {"asked.toml"}

pytestmark = pytest.mark.skipif(
    not (CONFORMANCE / "engines").is_dir(), reason="an installation leaves some folders out"
)


def readme(folder: Path) -> str:
    """The page of a folder."""
    return (folder / "README.md").read_text(encoding="utf-8")


def test_everything_in_conformance_is_listed() -> None:
    listed = set(re.findall(r"^\| \[?`([\w.-]+)`", readme(CONFORMANCE), re.MULTILINE))
    there = {one.name for one in CONFORMANCE.iterdir() if not one.name.startswith(".")} - {"README.md", "LICENSE"}
    assert listed == there


def test_every_game_is_listed() -> None:
    listed = re.findall(r"`([a-z0-9-]+)`", readme(SPEC).partition("## The games")[2])
    assert sorted(listed) == sorted(game.name for game in bundled_games())


def test_every_kind_of_file_of_a_game_is_explained() -> None:
    """Rules are numbered, tables are named by a rule; all others stand in the README by name."""
    page = readme(SPEC)
    assert [name for name in OF_EVERY_GAME | OF_SOME_GAMES if name not in page] == []
    for game in bundled_games():
        rules = "".join(file.read_text(encoding="utf-8") for file in game.glob("*.rules"))
        for file in game.iterdir():
            known = file.name in OF_EVERY_GAME | OF_SOME_GAMES or re.fullmatch(r"\d-[a-z-]+\.rules", file.name)
            assert known or f"listed in {file.name}" in rules or file.stem in rules, file


def test_scene_files_are_numbered_in_the_order_in_which_they_are_read() -> None:
    for game in bundled_games():
        names = sorted(file.name for file in (game / "scenes").glob("*.rules"))
        numbers = [int(name.partition("-")[0]) for name in names]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) and numbers[0] in (0, 1), game


def test_every_link_leads_somewhere() -> None:
    for folder in (CONFORMANCE, SPEC):
        links = [link for link in LINK.findall(readme(folder)) if not link.startswith("http")]
        assert [link for link in links if not (folder / link).exists()] == []
