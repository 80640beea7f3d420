"""`play --web` in a real browser: a whole game by clicking, by keyboard, on a phone, in light and dark."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from rulekit.data import bundled_games
from rulekit.tests.browser.harness import PHONE, THEMES, Browser
from rulekit.tests.browser.playing import (
    MOST,
    is_over,
    play_by_clicking,
    play_by_keyboard,
    wait,
    whole_game,
    whole_games,
)
from rulekit.tests.bundled import bundled
from rulekit.webplay.page_session import PageSession
from rulekit.webplay.server import ServedPage, Server

pytestmark = pytest.mark.browser

DRAWN = [folder.name for folder in bundled_games() if (folder / "looks.toml").is_file()]
WHOLE = whole_game().name  # those that end soon are played whole by day, all of them at night


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server as the command starts it, with a game that has begun."""
    game = bundled(request.param if hasattr(request, "param") else WHOLE)
    session = PageSession(game)
    session.ask({"ask": "begin", "seed": "1", "people": [0]})
    made = Server(ServedPage(session))
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


@pytest.mark.parametrize("server", whole_games(), indirect=True)
def test_a_whole_game_is_played_by_clicking_and_nothing_is_asked_elsewhere(browser: Browser, server: Server) -> None:
    visit = browser.visit(server.address)
    on_picture, _ = play_by_clicking(visit.page)
    assert is_over(visit.page) and on_picture > 10
    assert (visit.elsewhere(), visit.faults) == ([], [])


@pytest.mark.nightly
@pytest.mark.parametrize("server", DRAWN, indirect=True)
def test_every_drawn_game_is_played_by_clicking(browser: Browser, server: Server) -> None:
    visit = browser.visit(server.address)
    clicks = sum(play_by_clicking(visit.page))
    assert is_over(visit.page) or clicks >= MOST
    assert visit.faults == []


def test_the_keyboard_alone_will_do(browser: Browser, server: Server) -> None:
    assert play_by_keyboard(browser.visit(server.address).page, 4) == 4


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_serious_in_the_middle_of_a_game(browser: Browser, server: Server, theme: str) -> None:
    visit = browser.visit(server.address, theme=theme)
    play_by_clicking(visit.page, most=6)
    for fold in visit.page.query_selector_all("details:not([open]) > summary"):
        if fold.is_visible():
            fold.click()
            visit.page.wait_for_selector("main:not(.busy)")
    assert visit.axe() == []


@pytest.mark.parametrize("server", DRAWN, indirect=True)
def test_on_a_phone_nobody_scrolls_sideways_and_targets_are_large(browser: Browser, server: Server) -> None:
    visit = browser.visit(server.address, width=PHONE)
    play_by_clicking(visit.page, most=3)
    for fold in visit.page.query_selector_all("details:not([open]) > summary"):
        if fold.is_visible():  # where no move is refused nobody asks why
            fold.click()
            visit.page.wait_for_selector("main:not(.busy)")
    assert not visit.is_too_wide()
    assert small_targets(visit.page) == []


def small_targets(page: object) -> list[str]:
    """What can be pressed and is smaller than 44 points across or down; a box to tick is as large as its label."""
    found: list[str] = page.evaluate(  # type: ignore[attr-defined]
        """() => [...document.querySelectorAll("button, select, summary, input[type=text], .check")]
        .filter((one) => one.offsetParent && !one.closest(".masthead"))
        .filter((one) => { const box = one.getBoundingClientRect(); return box.width < 43.5 || box.height < 43.5; })
        .map((one) => one.outerHTML)"""
    )
    return found


def test_a_reload_comes_back_to_the_same_game(browser: Browser, server: Server) -> None:
    visit = browser.visit(server.address)
    play_by_clicking(visit.page, most=5)
    words = visit.page.text_content("[data-part=words]")
    visit.page.reload()
    wait(visit.page)
    assert visit.page.text_content("[data-part=words]") == words


def test_whoever_wants_no_motion_sees_none(browser: Browser, server: Server) -> None:
    visit = browser.visit(server.address, reduced_motion="reduce")
    wait(visit.page)
    moving = (
        "[...document.querySelectorAll('*')].filter((one) => getComputedStyle(one).transitionDuration !== '0s').length"
    )
    assert visit.page.evaluate(moving) == 0


def test_a_refusal_is_told_with_its_sentences(browser: Browser, server: Server) -> None:
    page = browser.visit(server.address).page
    wait(page)
    page.click("[data-part=why] > summary")
    page.wait_for_selector("[data-part=trials] button")
    while page.query_selector_all("[data-part=trials] button"):
        page.query_selector_all("[data-part=trials] button")[-1].click()
        page.wait_for_selector("main:not(.busy)")
    assert "Not now" in page.inner_text("[data-part=reasons]")


def test_whoever_shares_a_page_sees_his_cards_when_the_others_do_not_look(browser: Browser, server: Server) -> None:
    server.served.session.ask({"ask": "begin", "seed": "1", "people": [0, 1]})
    page = browser.visit(server.address).page
    wait(page)
    for _ in range(20):
        page.query_selector_all("[data-part=options] button")[0].click()
        page.wait_for_selector("main:not(.busy), [data-part=options] .first")
        if "is next" in page.inner_text("#ask"):
            break
    assert "is next" in page.inner_text("#ask") and page.inner_html("[data-part=picture]") == ""
    assert page.inner_text("[data-part=told]") == "" and page.text_content("[data-part=words]") == ""
    page.click("text=Show the table")
    page.wait_for_selector("main:not(.busy)")
    assert "<svg" in page.inner_html("[data-part=picture]")
