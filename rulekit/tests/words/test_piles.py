"""`top`, `bottom` and `item`."""

import pytest

from rulekit.tests.words.position import CARD, value
from rulekit.typesystem import types as t

PILE, ONE = t.Sequence(CARD), t.or_nothing(CARD)
NUMBER = t.ANY_NUMBER


@pytest.mark.parametrize(("word", "wanted"), [("top", 2), ("bottom", 3)])
def test_one_end_of_a_pile_is_one_piece(word: str, wanted: int) -> None:
    assert value(word, of_=((3, 1, 2), PILE), whole=ONE) == wanted


@pytest.mark.parametrize("word", ["top", "bottom"])
def test_an_empty_pile_has_no_ends(word: str) -> None:
    assert value(word, of_=((), PILE), whole=ONE) is None
    assert value(word, of_=(None, PILE), whole=ONE) is None


@pytest.mark.parametrize(
    ("word", "n", "wanted"),
    [
        ("top", 2, (2, 1)),
        ("bottom", 2, (3, 1)),
        ("top", 9, (2, 1, 3)),
        ("bottom", 9, (3, 1, 2)),
        ("top", 0, ()),
        ("bottom", -1, ()),
        ("top", -5, ()),
        ("top", None, ()),
    ],
)
def test_so_many_pieces_come_that_end_first(word: str, n: int | None, wanted: tuple[int, ...]) -> None:
    assert value(word, of_=((3, 1, 2), PILE), n=(n, NUMBER), whole=PILE) == wanted


@pytest.mark.parametrize(("n", "wanted"), [(1, 3), (3, 2), (0, None), (4, None), (-1, None), (None, None)])
def test_items_count_from_one_at_the_bottom(n: int | None, wanted: int | None) -> None:
    assert value("item", of_=((3, 1, 2), PILE), n=(n, NUMBER), whole=ONE) == wanted
