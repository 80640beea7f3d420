"""Sites of games that say nothing to their readers: every page and picture is decent all the same."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from rulekit.looks.pieces.faces import face
from rulekit.pipeline import load
from rulekit.site.builder.game_site import game_site
from rulekit.tests.looks.drawn import looks_of
from rulekit.tests.site import plain_games

pytestmark = pytest.mark.site

MAKERS = (plain_games.auction, plain_games.track, plain_games.cards)
CODES = re.compile(r"\bNone\b|\bnan\b|\bobject at\b|\{\}|\(\)|\b0 (laws|scenes|sentences|examples|worked)\b")
MOST = 300_000  # letters of a page
Maker = Callable[[Path], Path]


@pytest.fixture(scope="module", params=MAKERS, ids=lambda one: one.__name__)
def files(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Everything that is written of one of the games."""
    at = tmp_path_factory.mktemp(request.param.__name__)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULEKIT_CACHE", str(at / "cache"))
        return {name: str(text) for name, text in game_site(str(request.param(at / "game"))).files.items()}


def test_every_page_has_a_title_and_tells_no_code(files: dict[str, str]) -> None:
    pages = {name: text for name, text in files.items() if name.endswith(".md")}
    assert len(pages) >= 6
    for name, text in pages.items():
        assert re.search(r"^# \S", text, re.MULTILINE), name
        told = re.sub(r"<svg.*?</svg>|<code>.*?</code>|`[^`]*`", "", text, flags=re.DOTALL)
        assert CODES.search(told) is None, (name, CODES.search(told))
        assert len(text) < MOST, name


def test_every_picture_is_whole_and_names_run_nothing(files: dict[str, str]) -> None:
    pictures = {name: text for name, text in files.items() if name.endswith(".svg")}
    assert pictures
    for name, text in pictures.items():
        found = ET.fromstring(text)
        assert float(found.get("width", "0")) > 0 and float(found.get("height", "0")) > 0, name
    for name, text in files.items():
        if name.endswith((".md", ".svg")):
            assert "<script>alert" not in text, name


def test_hard_names_stand_whole_in_the_title_of_their_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Right to left, with quotation marks, with what Markdown would take for a link."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    found = game_site(str(plain_games.cards(tmp_path / "game"))).files
    for number, name in enumerate(plain_games.NAMES):
        page = str(found[f"rules/game/components/card/r{number}.md"])
        title = next(line for line in page.splitlines() if line.startswith("# "))
        letters = "".join(re.findall(r"\w", name))
        assert "".join(re.findall(r"\w", re.sub(r"&\w+;|&#\d+;", "", title))).startswith(letters[:20]), title


def test_a_name_too_long_for_its_card_ends_in_dots(tmp_path: Path) -> None:
    looks = looks_of(load(plain_games.cards(tmp_path / "game")))
    assert "…" in face(looks, "Card", "r5").svg and "…" not in face(looks, "Card", "r3").svg


@pytest.mark.parametrize("maker", MAKERS, ids=lambda one: one.__name__)
def test_a_game_without_words_for_readers_has_no_empty_part(
    maker: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No heading without anything below it."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    for name, text in game_site(str(maker(tmp_path / "game"))).files.items():
        if name.endswith(".md"):
            heads = re.findall(r"^(#+) .*\n+(?=(#+) |\Z)", str(text), re.MULTILINE)
            assert not [one for one, after in heads if len(after) <= len(one)], name
