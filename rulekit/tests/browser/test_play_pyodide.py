"""The play page of a site in a real browser: Python in a worker, no server behind it, nothing asked elsewhere."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekit.tests.browser.harness import PHONE, THEMES, Browser, serving
from rulekit.tests.browser.playing import READY, is_over, play_by_clicking, play_by_keyboard, wait, whole_game
from rulekit.tests.bundled import bundled
from rulekit.webplay.npm_package import NotToBeHad, NpmPackage
from rulekit.webplay.play_folder import game_files, shared_files, write_play_folder
from rulekit.webplay.recorded_frames import record_moments

pytestmark = pytest.mark.browser

GAME = whole_game()
SECONDS = 30.0  # from the address to the first question, however busy the machine; alone it takes less than five


def of_game() -> dict[str, bytes]:
    """The page of one game."""
    return game_files(GAME, "A game", record_moments(bundled(GAME)))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with the play page of one game."""
    folder = tmp_path_factory.mktemp("site")
    files, note = shared_files()
    if note and os.environ.get("RULEKIT_BROWSER") == "must":
        pytest.fail(note)
    if note:
        pytest.skip(note)
    write_play_folder(folder / "play", files | of_game())
    with serving(folder) as address:
        yield f"{address}play/{GAME.name}.html"


def test_a_whole_game_is_played_by_clicking_and_nothing_is_asked_elsewhere(browser: Browser, site: str) -> None:
    visit = browser.visit(site)
    on_picture, _ = play_by_clicking(visit.page)
    assert is_over(visit.page) and on_picture > 10
    assert (visit.elsewhere(), visit.faults) == ([], [])


def test_the_first_question_is_there_in_time(browser: Browser, site: str) -> None:
    """The better of two visits, neither of which finds anything kept."""
    assert min(seconds_to_begin(browser, site) for _ in range(2)) < SECONDS


def seconds_to_begin(browser: Browser, site: str) -> float:
    begun = time.monotonic()
    browser.visit(site).page.wait_for_selector(READY)
    browser.leave()
    return time.monotonic() - begun


def test_the_keyboard_alone_will_do(browser: Browser, site: str) -> None:
    assert play_by_keyboard(browser.visit(site).page, 3) == 3


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_serious_on_a_phone(browser: Browser, site: str, theme: str) -> None:
    visit = browser.visit(site, width=PHONE, theme=theme)
    wait(visit.page)
    assert visit.axe() == [] and not visit.is_too_wide()


@pytest.mark.parametrize("theme", THEMES)
def test_without_script_a_recorded_game_is_shown(browser: Browser, site: str, theme: str) -> None:
    visit = browser.visit(site, width=PHONE, theme=theme, script=False)
    assert visit.page.is_visible("[data-part=recorded] figure") and visit.page.is_hidden("[data-part=live]")
    assert (
        len(visit.page.query_selector_all("[data-part=recorded] img")) > 2 and "Without scripts" in visit.page.content()
    )
    assert visit.elsewhere() == []


def test_a_position_in_the_address_is_put_on_the_table(browser: Browser, site: str) -> None:
    visit = browser.visit(site)
    play_by_clicking(visit.page, most=4)
    visit.page.click("summary:text('Position as text')")
    visit.page.click("[data-part=take]")
    visit.page.wait_for_function("document.querySelector('[data-part=text]').value !== ''")
    position = visit.page.input_value("[data-part=text]")
    words = visit.page.text_content("[data-part=words]")
    other = browser.visit(site)
    other.page.goto("about:blank")
    other.page.goto(site + "#position=" + other.page.evaluate("encodeURIComponent", position))
    wait(other.page)
    assert other.page.text_content("[data-part=words]") == words


def test_a_site_without_python_for_browsers_shows_the_recorded_game_and_says_why(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(self: object, names: list[str]) -> dict[str, bytes]:
        raise NotToBeHad("there is no npm here")

    monkeypatch.setattr(NpmPackage, "files", nobody)
    write_play_folder(tmp_path / "play", shared_files()[0] | of_game())
    with serving(tmp_path) as address:
        visit = browser.visit(f"{address}play/{GAME.name}.html")
        visit.page.wait_for_selector("main[data-ready=no]")
        assert "there is no npm here" in visit.page.inner_text("[data-part=status]")
        assert visit.page.is_visible("[data-part=recorded] figure") and visit.faults == []
