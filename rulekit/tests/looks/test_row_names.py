"""Names for rows that have none: tiles and ways by what is drawn on them, borders by where they lie."""

from collections.abc import Callable

import pytest

from rulekit.data import bundled_games
from rulekit.looks.counters import value_in_words
from rulekit.looks.declared_looks import noun
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.pieces.derived_row_names import border_names, row_name, shape_names
from rulekit.tests.bundled import bundled
from rulekit.tests.looks.drawn import looks_of
from rulekit.typesystem import types as t

GAMES = [path.name for path in bundled_games()]


@pytest.fixture(scope="module")
def shaped() -> list[tuple[str, PictureModel]]:
    """The games that have rows without a name, with a shape."""
    every = ((name, looks_of(bundled(name))) for name in GAMES)
    return [(name, looks) for name, looks in every if shape_names(looks)]


def test_rows_are_called_by_their_shape_and_what_lies_on_it(
    shaped: list[tuple[str, PictureModel]], golden: Callable[[str, str], None]
) -> None:
    """A way alone is called as its tile, one of several by its own shape; read the golden beside the pictures."""
    lines = [f"{row}: {name}" for _, looks in shaped for row, name in sorted(shape_names(looks).items())]
    golden("looks/row_names.txt", "\n".join(lines) + "\n")


def test_no_name_by_shape_is_empty_or_a_code(shaped: list[tuple[str, PictureModel]]) -> None:
    assert shaped
    for _, looks in shaped:
        assert all(name and not any(sign.isdigit() for sign in name) for name in shape_names(looks).values())


@pytest.mark.parametrize("game", GAMES)
def test_a_row_with_a_title_keeps_it(game: str) -> None:
    looks = looks_of(bundled(game))
    for kind, info in looks.symbols.kinds.items():
        titles = {row.name: looks.title(kind, row.name) for row in info.rows}
        for row, title in titles.items():
            if title != noun(row):
                assert row not in shape_names(looks) and row_name(looks, kind, row) == title


def test_a_border_is_called_by_the_places_on_both_sides() -> None:
    """Or by the side of the only one it has; every game whose walls have a list that says what lies beyond."""
    named = {game: border_names(looks_of(bundled(game))) for game in GAMES}
    assert any(named.values())
    for game, found in named.items():
        looks = looks_of(bundled(game))
        for board in looks.section("boards").values() if found else ():
            if kind := board.get("walls", {}).get("list"):
                assert [row_name(looks, kind, row.name) for row in looks.kind(kind).rows] == [*found.values()]
        assert all(name.startswith(("between ", "on the ")) and " None" not in name for name in found.values())


def test_a_row_that_a_text_stands_for_is_told_in_the_words_of_the_looks_file() -> None:
    """`adv4` is no word for a reader."""
    checked = 0
    for game in GAMES:
        looks = looks_of(bundled(game))
        for state in looks.symbols.states.values():
            inner = state.type.bare.member
            if inner is None or not inner.row or not looks.section("words"):
                continue
            fields = looks.kind(inner.kind).fields
            for column in (name for name, field in fields.items() if field.type.bare == t.TEXT):
                for row in looks.kind(inner.kind).rows:
                    written = looks.value(inner.kind, row.name, column)
                    assert value_in_words(looks, state, [written]) not in (written, noun(row.name)), (game, written)
                    checked += 1
    assert checked
