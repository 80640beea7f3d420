"""The pages of rules in a real browser: read on a phone and in the dark, found by the search, asking nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from rulekit.cli.main import run
from rulekit.data import bundled_games
from rulekit.manual.sources import NAME as SOURCES
from rulekit.site.diacritic_folding import fold_text
from rulekit.tests.browser.harness import PHONE, THEMES, WIDE, Browser, Visit, serving
from rulekit.tests.site.sites import book_of

pytestmark = pytest.mark.browser

GAME = min(
    (folder for folder in bundled_games() if (folder / SOURCES).is_file()),
    key=lambda folder: (folder / "ledger.toml").stat().st_size,
)
LARGEST = 300_000
A4, SENTENCES_ON_A_SHEET = 718, 12  # points between the margins; sentences with their sources and rulings
SEARCH, RESULTS = "input.md-search__input", ".md-search-result__link"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """The site of one game, and its address."""
    if find_spec("mkdocs") is None or find_spec("material") is None:
        pytest.skip("mkdocs-material is not installed: pip install '.[docs]'")
    folder = tmp_path_factory.mktemp("site")
    assert run(["docs", str(GAME), "--site", str(folder)]) == 0
    with serving(folder) as address:
        yield folder, address


def kinds_of_page(folder: Path) -> list[str]:
    """One page of every kind: all of the left column, and one of those reached from an index."""
    pages = sorted((folder / "rules" / GAME.name).rglob("*.html"), key=lambda file: (len(file.parts), file))
    found: dict[Path, Path] = {}
    for page in pages:
        found.setdefault(page.parent if page.parent.name != GAME.name else page, page)
    return [page.relative_to(folder).as_posix() for page in found.values()]


@pytest.mark.parametrize("width", [PHONE, WIDE])
@pytest.mark.parametrize("theme", THEMES)
def test_every_kind_of_page_can_be_read(browser: Browser, site: tuple[Path, str], width: int, theme: str) -> None:
    """Nothing is asked elsewhere, nobody scrolls sideways, axe finds nothing serious, also with all folds open."""
    folder, address = site
    found = []
    for page in kinds_of_page(folder):
        visit = browser.visit(address + page, width, theme)
        visit.page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
        found += [f"{page}: too wide"] if visit.is_too_wide() else []
        found += [f"{page}: {one}" for one in (*visit.elsewhere(), *visit.faults, *visit.axe())]
        browser.leave()
    assert found == []


def test_no_page_is_larger_than_it_may_be(site: tuple[Path, str]) -> None:
    sizes = {file.name: file.stat().st_size for file in (site[0] / "rules").rglob("*.html")}
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}


def test_a_short_address_leads_to_its_sentence(browser: Browser, site: tuple[Path, str]) -> None:
    clause = list(book_of(GAME.name).clauses.values())[7]
    visit = browser.visit(f"{site[1]}r/{GAME.name}.{clause.id}.html")
    visit.page.wait_for_url(f"**#{clause.id}")
    assert clause.text in visit.page.text_content(":target")


FOUND = """([links, wanted]) =>
  [...document.querySelectorAll(links)].slice(0, 5).some(one => one.href.includes(wanted))"""


def wait_until_found(visit: Visit, words: str, wanted: str) -> None:
    """The search leads, with one of its first results, to an address in which this stands."""
    visit.page.click(SEARCH)
    visit.page.fill(SEARCH, words)  # whole: letter by letter the results of a beginning may still stand there
    visit.page.keyboard.press("Control")
    visit.page.wait_for_function(FOUND, arg=[RESULTS, wanted])


def test_a_sentence_is_found_by_its_id(browser: Browser, site: tuple[Path, str]) -> None:
    clause = list(book_of(GAME.name).clauses.values())[9]
    visit = browser.visit(f"{site[1]}rules/{GAME.name}/index.html")
    wait_until_found(visit, clause.id, clause.id)


def test_words_on_the_box_are_found_in_plain_letters(browser: Browser, site: tuple[Path, str]) -> None:
    """The term stands on a chapter or in the glossary; neither search folds letters by itself."""
    words = [word for term in book_of(GAME.name).manual.terms for told in term.words.values() for word in told]
    word = next(one for one in words if fold_text(one) != one and fold_text(one).isascii() and " " not in one)
    visit = browser.visit(f"{site[1]}rules/{GAME.name}/index.html")
    wait_until_found(visit, fold_text(word), f"/rules/{GAME.name}/")


def test_a_fold_opens_by_the_keyboard(browser: Browser, site: tuple[Path, str]) -> None:
    book = book_of(GAME.name)
    clause = next(one for one in book.clauses.values() if one.lines)
    address = book.clause_address(clause.id).replace(".md", ".html")
    visit = browser.visit(f"{site[1]}rules/{GAME.name}/{address}")
    fold = visit.page.locator("summary", has_text="As rules").first
    fold.focus()
    visit.page.keyboard.press("Enter")
    assert fold.evaluate("one => one.parentElement.open")


def test_without_script_everything_can_be_read(browser: Browser, site: tuple[Path, str]) -> None:
    book = book_of(GAME.name)
    clause = next(iter(book.clauses.values()))
    address = book.clause_address(clause.id).replace(".md", ".html")
    visit = browser.visit(f"{site[1]}rules/{GAME.name}/{address}", script=False)
    assert clause.text in visit.page.text_content("article")


def test_all_rules_print_on_a_few_sheets(browser: Browser, site: tuple[Path, str]) -> None:
    """In two columns, without what leads elsewhere, every sentence once; nothing is cut off at the right."""
    book = book_of(GAME.name)
    visit = browser.visit(f"{site[1]}rules/{GAME.name}/print.html", width=A4)
    sheets = len(re.findall(rb"/Type\s*/Page\b", visit.page.pdf(format="A4")))
    assert 1 <= sheets <= 2 + len(book.clauses) / SENTENCES_ON_A_SHEET
    visit.page.emulate_media(media="print")
    assert not visit.is_too_wide()
    assert visit.page.evaluate("getComputedStyle(document.querySelector('article')).columnCount") == "2"
    assert not visit.page.locator(".md-header, .md-sidebar, .ruling > a:last-child").locator("visible=true").count()
    said = visit.page.inner_text("article")
    assert all(said.count(clause.text) >= 1 for clause in book.clauses.values())
