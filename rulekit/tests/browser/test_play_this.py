"""From an example on a page to the table with exactly its position on it, and on from there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulekit.bench.playing import size
from rulekit.data import bundled_games
from rulekit.looks.description import position_in_words
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.open_view import open_view
from rulekit.tests.browser.harness import PHONE, Browser
from rulekit.tests.browser.playing import REST, wait, whole_game
from rulekit.tests.bundled import bundled
from rulekit.webplay.scene_tables import FOLDER, scene_file

pytestmark = pytest.mark.browser

SMALLEST = min((game for game in bundled_games() if game != whole_game()), key=size)
GAMES = (SMALLEST, whole_game())
LINK = "a.play-this"


def words_of(site_folder: Path, game: Path, number: int) -> str:
    """The position of an example in words, everything open, as it lies beside the table."""
    position = json.loads((site_folder / "play" / FOLDER / game.name / scene_file(number)).read_text())["position"]
    loaded = bundled(game)
    looks = PictureModel(loaded, loaded.position(position).chosen)
    return position_in_words(looks, open_view(looks.symbols, position))


def page_with_examples(site_folder: Path, game: Path) -> str:
    """The first page of a game on which an example can be played."""
    pages = sorted((site_folder / "rules" / game.name).rglob("*.html"))
    found = next(page for page in pages if 'class="play-this"' in page.read_text(encoding="utf-8"))
    return found.relative_to(site_folder).as_posix()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_an_example_is_opened_at_the_table_and_played_on(
    browser: Browser, site: str, site_folder: Path, game: Path
) -> None:
    """By the link itself: the same pieces lie there, whoever is asked answers, and the page leads back."""
    visit = browser.visit(site + page_with_examples(site_folder, game))
    page: Any = visit.page
    page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
    address = page.get_attribute(LINK, "href")
    page.click(LINK)
    wait(page)
    number = int(address.partition("#scene=")[2])
    assert page.text_content("[data-part=words]") == words_of(site_folder, game, number)
    assert "Anna is seat 0" in page.inner_text("[data-part=example]")
    before = page.inner_html("[data-part=picture]")
    while page.is_hidden("[data-part=news]"):  # a move may be asked for in several steps
        page.click("[data-part=options] button")
        page.wait_for_selector(REST)
    assert page.inner_html("[data-part=picture]") != before and page.inner_text("[data-part=problem]") == ""
    page.click("[data-part=example] a")
    page.wait_for_selector(f"#scene-{number}")
    assert (visit.elsewhere(), visit.faults) == ([], [])


def test_a_number_without_an_example_is_told_and_a_game_begins(browser: Browser, site: str) -> None:
    visit = browser.visit(f"{site}play/{SMALLEST.name}.html#scene=9999", width=PHONE)
    wait(visit.page)
    assert "no example 9999" in visit.page.inner_text("[data-part=problem]") and not visit.is_too_wide()
    assert visit.page.is_hidden("[data-part=example]") and visit.page.is_visible("[data-part=options] button")


def test_the_legend_of_the_table_tells_the_signs_on_it_and_is_read_out(browser: Browser, site: str) -> None:
    """It is folded, opens by the keyboard, and its words are text."""
    visit = browser.visit(f"{site}play/{whole_game().name}.html", width=PHONE)
    wait(visit.page)
    assert visit.page.is_hidden("[data-part=legend] li")
    visit.page.focus("[data-part=signs] summary")
    visit.page.keyboard.press("Enter")
    told = visit.page.locator("[data-part=legend] li")
    assert told.count() > 2 and all(one.strip() for one in told.all_inner_texts())
    assert visit.axe() == [] and not visit.is_too_wide()
