"""Every sentence of every bundled game has one address, and there all that belongs to it; no page is too large."""

import json
import re
from pathlib import Path, PurePosixPath

import pytest

from rulekit.data import PACKAGE
from rulekit.manual.manual import PAGES
from rulekit.site.addresses import as_html
from rulekit.site.builder.dead_links import without_dead
from rulekit.site.builder.site_files import addresses, short_address
from rulekit.site.clause_part import clause_part
from rulekit.site.gather import book as book_of_folder
from rulekit.site.links import Links, clause_title
from rulekit.site.page import escape_md
from rulekit.site.pages.laws import law_text
from rulekit.site.source_words import CERTAINTY, places
from rulekit.tests.manual.making import folder
from rulekit.tests.site.sites import NAMES, anchors, book_of, files, pages, with_section

pytestmark = pytest.mark.site

LONGEST_TITLE = 40  # letters that the left column holds in two lines
LARGEST = 250_000  # of Markdown; the theme adds up to 50 kB, and a page may have 300 kB
KEPT = PACKAGE.parent / "docs" / "addresses.txt"
REFRESH = re.compile(r'content="0; url=([^"]+)"')


@pytest.mark.parametrize("game", NAMES)
def test_every_clause_has_exactly_one_address(game: str) -> None:
    """The anchor of its id, on one page, which is its chapter."""
    found = anchors(game)
    for clause in book_of(game).clauses:
        assert [page for id_, page in found if id_ == clause] == [
            book_of(game).clause_address(clause).partition("#")[0]
        ]


@pytest.mark.parametrize("game", NAMES)
def test_a_clause_stands_with_its_sentence_source_line_and_scenes(game: str) -> None:
    """Or with the reason why no line holds it."""
    book = book_of(game)
    texts = {page.path: "\n\n".join(page.parts) for page in pages(game)}
    for clause in book.clauses.values():
        whole = texts[book.clause_address(clause.id).partition("#")[0]]
        part = whole[whole.index(f"{{ #{clause.id} .clause") - len(escape_md(clause.text)) - 8 :]
        part = part[: part.index("</ul></details></div>")]
        assert f"### {escape_md(clause.text)} {{ #{clause.id} " in part
        source = part[part.index("{ .id }") : part.index("{ .src }")]
        assert places(clause.sources) in source
        assert CERTAINTY[clause.said.certainty] in source or not clause.said.certainty
        assert "As rules" in part or clause.reason or clause.scenes
        assert not clause.scenes or f"{len(clause.scenes)} scene" in part


@pytest.mark.parametrize("game", NAMES)
def test_a_clause_is_claimed_by_a_line_a_law_a_scene_or_a_reason(game: str) -> None:
    for clause in book_of(game).clauses.values():
        assert clause.lines or clause.laws or clause.scenes or clause.reason, clause.id


@pytest.mark.parametrize("game", NAMES)
def test_every_short_address_leads_to_a_page_and_an_anchor_that_are_there(game: str) -> None:
    """For each clause and each ruling."""
    made = files(game)
    pages_made = {as_html(name) for name in made}
    known = {(page, id_) for id_, page in anchors(game)}
    names = [*book_of(game).clauses, *(one.id for one in book_of(game).rulings.ruled)]
    for name in names:
        target, _, anchor = REFRESH.search(made[short_address(game, name)])[1].partition("#")  # type: ignore[index]
        page = target.removeprefix("../")
        if name in book_of(game).clauses:
            assert page in pages_made
            assert (page.removeprefix(f"rules/{game}/").replace(".html", ".md"), anchor) in known


@pytest.mark.parametrize("game", NAMES)
def test_every_page_has_a_twin_for_programs(game: str) -> None:
    """Beside it, with its address in it."""
    made = files(game)
    for name in made:
        if name.endswith(".md"):
            twin = json.loads(made[str(PurePosixPath(name).with_suffix(".json"))])
            assert twin["page"] == as_html(name) and twin["game"] == game and twin["format"] == "rulekit-page/1"


@pytest.mark.parametrize("game", NAMES)
def test_the_twins_of_the_chapters_hold_all_clauses(game: str) -> None:
    twins = [json.loads(text) for name, text in files(game).items() if name.endswith(".json")]
    told = [clause for twin in twins for clause in twin.get("clauses", ()) if "chapter" in twin]
    assert sorted(one["id"] for one in told) == sorted(book_of(game).clauses)
    assert {one["id"]: one["text"] for one in told} == {k: v.text for k, v in book_of(game).clauses.items()}


@pytest.mark.parametrize("game", NAMES)
def test_no_page_is_too_large(game: str) -> None:
    sizes = {name: len(text.encode()) for name, text in files(game).items() if name.endswith(".md")}
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}


def test_no_address_of_a_release_is_ever_lost() -> None:
    """What is listed is made, or leads to the game; what is new is listed: `rulekit docs --addresses` adds it."""
    listed = KEPT.read_text(encoding="utf-8").split()
    made = {one for game in NAMES for one in addresses(files(game))} | {"rules/index.html"}
    assert sorted({*made} - {*listed}) == []
    assert listed == sorted({*listed})


def test_a_link_to_a_page_that_is_not_made_becomes_words() -> None:
    text, gone = without_dead("[a *b*](../x.md#y){ .z } and [c](here.md)", "in/page.md", {"in/here.md"})
    assert (text, gone) == ("a *b* and [c](here.md)", ["x.md"])
    assert without_dead("[up](../../../reference/words.md)", "in/page.md", set())[1] == []


@pytest.mark.parametrize("game", NAMES)
def test_no_chapter_can_have_the_address_of_another_page(game: str) -> None:
    """Every page at the top of a game that is no chapter is among the names that a manual may not take."""
    chapters = {chapter.id for chapter in book_of(game).chapters}
    others = {page.path.partition("/")[0].removesuffix(".md") for page in pages(game)} - chapters
    assert others <= PAGES


@pytest.mark.parametrize("game", NAMES)
def test_no_two_sentences_of_a_chapter_are_called_alike(game: str) -> None:
    book = book_of(game)
    for chapter in book.chapters:
        titles = [clause_title(book, one) for one in chapter.clauses]
        assert len({*titles}) == len(titles), chapter.id
        assert all(title[0].isupper() or not title[0].isalpha() for title in titles)


@pytest.mark.parametrize("game", with_section("titles"))
def test_a_game_with_titles_has_one_for_every_sentence_that_is_no_row(game: str) -> None:
    """What is printed on a card or a space is called by the name of the card, which its sentence or its id says."""
    book = book_of(game)
    kinds = book.game.checked.symbols.kinds.values()
    printed = {cite.text for kind in kinds for row in kind.rows for cite in row.cites}
    loose = {id_ for id_ in book.clauses if id_ not in book.manual.titles} - printed
    assert not loose, sorted(loose)
    assert max(map(len, book.manual.titles.values())) <= LONGEST_TITLE


def test_a_title_stands_in_the_left_column_and_in_links(tmp_path: Path) -> None:
    made = book_of_folder(str(folder(tmp_path / "ferry")))
    shown = clause_part(made, made.clauses["end.full"], "the-end.md")
    assert 'data-toc-label="The ferry is full"' in shown
    assert Links(made, "questions.md").clause("end.full") == "[The ferry is full](the-end.md#end.full)"


@pytest.mark.parametrize("game", with_section("asked"))
def test_every_law_says_in_words_what_must_be_true(game: str) -> None:
    """As its manual, its sentence, or what it rests on; a condition of the rules is no sentence."""
    book = book_of(game)
    laws = [law for law in book.laws if law.id is not None]
    assert laws and not [law.id for law in laws if not law_text(book, law)]


@pytest.mark.parametrize("game", with_section("titles"))
def test_the_table_of_sources_calls_sentences_as_links_do(game: str) -> None:
    book, (page,) = book_of(game), (page for page in pages(game) if page.path == "trace.md")
    told = "\n".join(page.parts)
    for clause in book.clauses:
        assert f"[{escape_md(clause_title(book, clause))}]({book.clause_address(clause)})<br>`{clause}`" in told


@pytest.mark.parametrize("game", NAMES)
def test_the_table_of_sources_names_what_holds_each_sentence(game: str) -> None:
    """A line, a declaration, a law, an example, or the reason why nothing does."""
    told = [page.parts for page in pages(game) if page.path == "trace.md"]
    rows = [row for parts in told for part in parts for row in part.splitlines() if row.startswith("| [")]
    assert rows and all(cell.strip() for row in rows for cell in row.strip("|").split(" | "))
