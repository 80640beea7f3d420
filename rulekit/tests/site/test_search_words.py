"""What the search knows besides the pages: terms and components by their other names, other ways to ask."""

from collections.abc import Sequence

import pytest

from rulekit.site.addresses import as_html
from rulekit.site.component_data import words_of
from rulekit.site.search_words import words_of_game
from rulekit.tests.site.sites import NAMES, book_of, with_section

pytestmark = pytest.mark.site
NAMED = with_section("names")


def row_of(words: Sequence[Sequence[str]], name: str) -> set[str]:
    """All that means the same as this name."""
    return {word for row in words if row[0] == name for word in row[1:]}


@pytest.mark.parametrize("game", NAMES)
def test_a_term_is_found_by_its_other_names(game: str) -> None:
    known = words_of_game(book_of(game)).words
    for one in book_of(game).manual.terms:
        assert set(one.also) - {one.name} <= row_of(known, one.name)


def test_games_whose_components_have_other_names_are_there() -> None:
    assert NAMED


@pytest.mark.parametrize("game", with_section("titles"))
def test_a_sentence_is_found_by_what_links_call_it(game: str) -> None:
    book = book_of(game)
    known = words_of_game(book).titles
    assert {known[f"rules/{game}/{as_html(book.clause_address(id_))}"] for id_ in book.manual.titles} == {
        *book.manual.titles.values()
    }


@pytest.mark.parametrize("game", NAMED)
def test_a_component_is_found_by_its_other_names(game: str) -> None:
    """Those of this language and those of other editions."""
    book = book_of(game)
    known = words_of_game(book).words
    for (kind, row), other in book.manual.names.items():
        name = words_of(book).title(kind, row)
        wanted = {*other.also, *(word for many in other.words.values() for word in many)}
        assert wanted - {name} <= row_of(known, name)
