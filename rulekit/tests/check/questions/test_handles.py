"""Whoever chooses must be able to say what he means."""

import pytest

from rulekit.check.lints.information import handles
from rulekit.tests.check.questions.alone import grabbing, said

KEY = "state key of Card is 0 to 9, must fit\nzone line-up set of Card everyone sees back side, known by key\n"


@pytest.mark.parametrize(
    "source", ["hand of player", "table", "deck", "line-up", "those c in Card having (c in table)"]
)
def test_a_piece_that_has_a_name_or_a_handle_can_be_chosen(source: str) -> None:
    """A name that is seen, a height, a key."""
    assert said(handles, grabbing(f"[grab.x]  x in {source}", "[grab.do]  move x to table", more=KEY)) == []


@pytest.mark.parametrize("source", ["hand of next of player", "dark", "table + dark"])
def test_a_piece_without_name_and_handle_cannot(source: str) -> None:
    """K47 at the parameter."""
    found = said(handles, grabbing(f"[grab.x]  x in {source}", "[grab.do]  move x to table", more=KEY))
    assert found == [f"K47: x in {source}"]


def test_any_piece_of_the_table_is_asked_about() -> None:
    """Some may lie where nobody could say which is meant; a warning, for they may not."""
    source = "those c in Card having (worth of c > 1)"
    found = said(handles, grabbing(f"[grab.x]  x in {source}", "[grab.do]  move x to table", more=KEY))
    assert found == [f"K47 anywhere: x in {source}"]


def test_a_zone_that_belongs_to_an_unseen_card_cannot_be_chosen() -> None:
    """Its index would tell the card; K73."""
    more = "zone under of Card pile of Card everyone sees back side\n"
    found = said(handles, grabbing("[grab.z]  z in every under of Card", "[grab.do]  move ash to z", more=more))
    assert found == ["K73: every under of Card"]


def test_a_kind_that_nothing_names_cannot_be_chosen_by_name() -> None:
    """K74 at its face; K47 is not said as well."""
    more = "piece Pawn, 2 in all\n  face: hue red or blue\nrows of Pawn\n  [pawn.one]  one: hue red, copies 2\n"
    more += "zone yard set of Pawn everyone sees face\n"
    found = said(handles, grabbing("[grab.x]  x in yard", "[grab.do]  move x to box", more=more))
    assert found == ["K74: face: hue red or blue"]
