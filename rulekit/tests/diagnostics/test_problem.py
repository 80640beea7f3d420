"""A problem holds facts; its sentences come from the catalogue."""

from rulekit.diagnostics import Problem, Problems, problem
from rulekit.source import Span
from rulekit.tests.diagnostics.making import at, slip


def test_facts_are_taken_as_they_come() -> None:
    """Lists are joined and numbers written."""
    found = problem("K14", at(1, 1), "count", kind="Season", wanted=3, found=2, near=["a", "b"])
    assert found.facts == {"kind": "Season", "wanted": "3", "found": "2", "near": "a, b"}
    assert found.fact == "`Season` shall be 3 in all, but the table has 2 (counting copies)."


def test_the_place_of_the_other_thing_is_filled_in() -> None:
    """By line in the same file, by file and line in another."""
    places = [at(4, 1), at(4, 1, 1, "other.rules")]
    said = [Problem("K04", at(9, 1), facts={"id": "[a]"}, second=((place, "here"),)).fact for place in places]
    assert said == ["`[a]` stands here and in line 4.", "`[a]` stands here and in other.rules:4."]


def test_forgotten_facts_are_told_to_whoever_tests() -> None:
    """A check that forgets one is found by its corpus."""
    assert Problem("K14", None, "count", {"kind": "x"}).missing_facts == {"wanted", "found"}


def test_problems_can_be_put_into_sets_and_raised() -> None:
    """And printed without a renderer."""
    assert len({slip(), slip()}) == 1
    assert str(Problems([slip()])) == "game.rules:3:35: error[K07]: I know no `heep`."


def test_stretches_join_in_any_order() -> None:
    """From the first beginning to the last end."""
    first, last = at(1, 5, 3), at(2, 1, 4)
    assert first.joined_with(last) == last.joined_with(first) == Span("game.rules", 1, 5, 2, 5)
    assert first.joined_with(last).contains(1, 99) and not first.contains(1, 8) and str(first) == "game.rules:1:5"
