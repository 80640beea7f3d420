"""What players ask: every phrase of the lists is typed into the search of the whole site and must be answered."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.data import find_game
from rulekit.tests.browser.harness import Browser
from rulekit.tests.site.asked import GAMES, Asked, answers, asked
from rulekit.tests.site.sites import book_of

INPUT, LINKS = "input.md-search__input", ".md-search-result__item > a.md-search-result__link"
FIRST, EACH = 3, 25
SHOWN = """links => links.map(one => one.href).filter((one, at, all) =>
  one.includes('#') || !(all[at + 1] || '').startsWith(one + '#'))"""


def visited(browser: Browser, site: str, game: str) -> Any:
    """The first page of a game, with the search open and ready."""
    page = browser.visit(f"{site}rules/{game}/index.html").page
    page.click(INPUT)
    return page


def typed(page: Any, words: str) -> list[str]:
    """Where the search leads, best first: what is shown without unfolding, a page without its name if a section is."""
    page.fill(INPUT, "")
    page.keyboard.press("Control")
    page.wait_for_function("selector => !document.querySelector(selector)", arg=LINKS)
    page.fill(INPUT, words)
    page.keyboard.press("Control")
    page.wait_for_selector(LINKS, state="attached")
    page.wait_for_timeout(50)
    found: list[str] = page.eval_on_selector_all(LINKS, SHOWN)
    return found


def at(address: str, game: str) -> str:
    """An address below the folder of a game; empty if it is elsewhere."""
    return address.partition(f"/rules/{game}/")[2]


@pytest.mark.parametrize("game", GAMES)
def test_what_players_ask_is_answered_among_the_first_three(browser: Browser, site: str, game: str) -> None:
    page, book = visited(browser, site, game), book_of(game)
    missed = []
    for one in asked(find_game(game)):
        found = [at(address, game) for address in typed(page, one.words)]
        if not answers(book, one) & {*found[:FIRST]}:
            missed.append(f"{one.words}: {found[:FIRST]}")
    assert missed == []


@pytest.mark.parametrize("game", GAMES)
def test_a_way_of_clicks_leads_to_the_sentence(browser: Browser, site: str, game: str) -> None:
    book = book_of(game)
    for one in (one for one in asked(find_game(game)) if one.clicks):
        page = browser.visit(f"{site}rules/{game}/index.html").page
        for said in one.clicks:
            page.get_by_role("link", name=said, exact=True).locator("visible=true").first.click()
        assert at(page.url, game) in answers(book, one), one.clicks
        browser.leave()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_ten_questions_and_fifteen_more(game: str) -> None:
    lists: dict[bool, list[Asked]] = {False: [], True: []}
    for one in asked(find_game(game)):
        lists[one.later].append(one)
        assert {*one.clauses} <= {*book_of(game).clauses} and len(one.clicks) <= FIRST
    assert (len(lists[False]), len(lists[True])) >= (10, 15)
    assert len({one.words for many in lists.values() for one in many}) == EACH


@pytest.mark.parametrize("game", GAMES)
def test_names_ids_slips_and_other_games_are_found(browser: Browser, site: str, game: str) -> None:
    """A sentence by its id, a question with a letter wrong, another game by its name."""
    page, book = visited(browser, site, game), book_of(game)
    clause = list(book.clauses)[11]
    assert at(typed(page, clause)[0], game).endswith(f"#{clause}")
    asks = max((one.asks for one in book.manual.questions), key=len)
    longest = max(asks.split(), key=len)
    slip = asks.replace(longest, longest[:2] + longest[3:])
    assert any(at(one, game).startswith("questions.html#") for one in typed(page, slip)[:FIRST]), slip
    other = next(one for one in GAMES if one != game)
    assert at(typed(page, f"{book_of(other).title} who wins")[0], other)
