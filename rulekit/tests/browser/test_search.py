"""What players ask: every phrase of the lists is typed into the search of the whole site and must be answered."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.data import find_game
from rulekit.tests.browser.harness import Browser
from rulekit.tests.site.asked import FIRST, GAMES, LATER, STRANGER, Asked, answers, asked
from rulekit.tests.site.sites import book_of

pytestmark = pytest.mark.browser

INPUT, LINKS = "input.md-search__input", ".md-search-result__item > a.md-search-result__link"
LOOKED_AT, MOSTLY = 3, 0.8  # results that somebody looks at; how many of a stranger's questions these must answer
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


def missed(browser: Browser, site: str, game: str, lists: set[str]) -> list[str]:
    """The questions of some lists that the first results do not answer, with where these lead."""
    page, book = visited(browser, site, game), book_of(game)
    wrong = []
    for one in (one for one in asked(find_game(game)) if one.list in lists):
        found = [at(address, game) for address in typed(page, one.words)][:LOOKED_AT]
        if not answers(book, one) & {*found}:
            wrong.append(f"{one.words}: {found}")
    return wrong


@pytest.mark.parametrize("game", GAMES)
def test_what_players_ask_is_answered_among_the_first_three(browser: Browser, site: str, game: str) -> None:
    assert missed(browser, site, game, {FIRST, LATER}) == []


@pytest.mark.parametrize("game", GAMES)
def test_most_questions_of_a_stranger_are_answered(browser: Browser, site: str, game: str) -> None:
    """Nothing was written for these: they say how the search does on questions that nobody foresaw."""
    number = sum(one.list == STRANGER for one in asked(find_game(game)))
    wrong = missed(browser, site, game, {STRANGER})
    assert number >= 20 and number - len(wrong) >= MOSTLY * number, wrong


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
def test_every_game_has_ten_questions_and_more(game: str) -> None:
    lists: dict[str, list[Asked]] = {FIRST: [], LATER: [], STRANGER: []}
    for one in asked(find_game(game)):
        lists[one.list].append(one)
        assert {*one.clauses} <= {*book_of(game).clauses} and len(one.clicks) <= LOOKED_AT
    assert (len(lists[FIRST]), len(lists[LATER])) >= (10, 15)
    every = [one.words for many in lists.values() for one in many]
    assert len({*every}) == len(every)


@pytest.mark.parametrize("game", GAMES)
def test_names_ids_slips_and_other_games_are_found(browser: Browser, site: str, game: str) -> None:
    """A sentence by its id, a question with a letter wrong, another game by its name."""
    page, book = visited(browser, site, game), book_of(game)
    clause = list(book.clauses)[11]
    assert at(typed(page, clause)[0], game).endswith(f"#{clause}")
    asks = max((one.asks for one in book.manual.questions), key=len)
    longest = max(asks.split(), key=len)
    slip = asks.replace(longest, longest[:2] + longest[3:])
    assert any(at(one, game).startswith("questions.html#") for one in typed(page, slip)[:LOOKED_AT]), slip
    other = next(one for one in GAMES if one != game)
    assert at(typed(page, f"{book_of(other).title} who wins")[0], other)
