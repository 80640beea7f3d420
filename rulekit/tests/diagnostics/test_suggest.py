"""Near names are found in any script, quickly, and always the same."""

import random
import string
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.diagnostics import nearest
from rulekit.diagnostics.suggest import LONGEST, distance

KNOWN = ["frontier", "worth of", "deck", "hand", "wood-storeroom", "żółty", "карта", "put", "n", "Player"]


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("fronteir", "frontier"),
        ("wroth of", "worth of"),
        ("decк", "deck"),
        ("ДЕСК", "deck"),
        ("karta", "карта"),
        ("карта2", "карта"),
        ("zolty", "żółty"),
        ("ŻÓŁTY", "żółty"),
        ("storeroom-wood", "wood-storeroom"),
        ("wood_storeroom", "wood-storeroom"),
        ("putt", "put"),
        ("player", "Player"),
        ("hands", "hand"),
        ("ｄｅｃｋ", "deck"),
    ],
)
def test_a_slip_finds_the_name_that_was_meant(slip: str, meant: str) -> None:
    """Swapped letters, letters of another script, missing accents, words in another order."""
    assert nearest(slip, KNOWN) == [meant]


@pytest.mark.parametrize("slip", ["", "x", "zzzz", "everything", "пушка", "深い", "-"])
def test_nothing_is_offered_when_nothing_is_near(slip: str) -> None:
    """A wrong offer is worse than none."""
    assert nearest(slip, KNOWN) == []


def test_the_name_itself_is_never_offered() -> None:
    """Nobody is told to write what he wrote."""
    assert nearest("deck", ["deck"]) == []


def test_equally_near_names_come_in_a_fixed_order() -> None:
    """Messages are the same on every machine."""
    names = ["cat", "bat", "hat", "rat"]
    assert nearest("zat", names) == nearest("zat", reversed(names)) == ["bat", "cat", "hat"]


def test_ten_thousand_names_are_searched_at_once() -> None:
    """A misspelt name in a large game costs no time worth speaking of."""
    dice = random.Random(7)
    names = ["".join(dice.choices(string.ascii_lowercase, k=dice.randint(4, 14))) for _ in range(10_000)]
    began = time.perf_counter()
    nearest("fronteir", names)
    assert time.perf_counter() - began < 1


def test_a_very_long_name_is_no_burden() -> None:
    """A megabyte of letters is compared by its beginning."""
    assert nearest("a" * 1_000_000, ["b" * 1_000_000, "deck"]) == []


@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_the_distance_is_the_same_both_ways(a: str, b: str) -> None:
    """And the bound only cuts off what lies beyond it."""
    far = distance(a, b, LONGEST)
    assert far == distance(b, a, LONGEST) and distance(a, b, 2) == (far if far <= 2 else LONGEST)


@given(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=6))
def test_any_text_can_be_asked_for(name: str, known: list[str]) -> None:
    """Nothing that stands in a file breaks the search."""
    assert set(nearest(name, known)) <= set(known)
