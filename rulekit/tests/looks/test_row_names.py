"""Names for tiles and their ways that have none: by what is drawn on them."""

from collections.abc import Callable

import pytest

from rulekit.data import bundled_games
from rulekit.looks.declared_looks import noun
from rulekit.looks.game_looks import GameLooks
from rulekit.looks.pieces.row_names import row_name, shape_names
from rulekit.tests.bundled import bundled
from rulekit.tests.looks.drawn import looks_of

GAMES = [path.name for path in bundled_games()]


@pytest.fixture(scope="module")
def shaped() -> list[tuple[str, GameLooks]]:
    """The games that have rows without a name, with a shape."""
    every = ((name, looks_of(bundled(name))) for name in GAMES)
    return [(name, looks) for name, looks in every if shape_names(looks)]


def test_rows_are_called_by_their_shape_and_what_lies_on_it(
    shaped: list[tuple[str, GameLooks]], golden: Callable[[str, str], None]
) -> None:
    """A way alone is called as its tile, one of several by its own shape; read the golden beside the pictures."""
    lines = [f"{row}: {name}" for _, looks in shaped for row, name in sorted(shape_names(looks).items())]
    golden("looks/row_names.txt", "\n".join(lines) + "\n")


def test_no_name_by_shape_is_empty_or_a_code(shaped: list[tuple[str, GameLooks]]) -> None:
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
