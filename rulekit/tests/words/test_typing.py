"""What each word gives, and what it complains of."""

import pytest

from rulekit.tests.words.table import complaints, type_of

TYPES = {
    "top of deck": "Card or nothing",
    "bottom 2 of deck": "sequence of Card",
    "item (1) of Player": "Player or nothing",
    "count of deck": "number",
    "sum of purse": "number",
    "most of purse": "number 0 to 99",
    "least of (6, count of deck)": "number 0 to 6",
    "most of (0, count of deck)": "number",
    "most of (2, 5)": "number",
    "most of worth of c for each c in deck": "number 0 to 9 or nothing",
    "least of fee": "number or nothing",
    "only of deck": "Card or nothing",
    "only of Wind": "Wind or nothing",
    "none of Cell": "set of Cell",
    "next of n": "Wind",
    "next of first": "Stop or nothing",
    "previous of seat-two": "Player",
    "opposite of seat-two": "Player",
    "opposite of ne": "Wind",
    "next of owner of oak": "Player or nothing",
    "owner of oak": "Player or nothing",
    "place of bar": "Cell or nothing",
    "place of bar at spot": "Cell or nothing",
    "place of oak": "nothing or nothing",
    "places of spot": "set of Cell",
    "places of hand": "set of Player",
    "poses of bar": "set of number 0 to 7",
    "look of bar turned 3": "number 0 to 7",
    "rest is possible": "yes or no",
    "tally of rest": "number",
    "neighbours of (1, 1)": "set of Cell",
    "ends of item (1) of CellEdge": "set of Cell",
    "side of item (1) of CellEdge at (1, 1)": "Wind or nothing",
    "level of (1, 1)": "number 1 to 3 or nothing",
    "across of place of bar": "number 1 to 3 or nothing",
    "row of 1": "set of Cell",
    "lines of 3": "set of set of Cell",
    "ray of (1, 1) towards e": "sequence of Cell",
    "run of (1, 1) towards e through clear": "sequence of Cell",
    "past-run of (1, 1) towards e through clear": "Cell or nothing",
    "lowest of row of 1": "Cell or nothing",
    "reach of (1, 1) through leads": "set of Cell",
    "reach of row of 1 through beside": "set of Cell",
    "steps of (1, 1) by (2, 1) through leads": "number or nothing",
    "groups of Stop through follows": "set of set of Stop",
}


@pytest.mark.parametrize(("value", "wanted"), TYPES.items())
def test_a_word_gives_a_type(value: str, wanted: str) -> None:
    assert type_of(value) == wanted


WRONG = {
    "top of hand of seat-one": "K28 order",
    "top of rack": "K28 order",
    "bottom of (spot at (1, 1))": "K28 top",
    "item (1) of hand of seat-one": "K28 order",
    "top of Card": "K28 order",
    "top of 3": "K17",
    "item of deck": "K16 argument",
    "item (n) of deck": "K16 argument",
    "count of 3": "K17",
    "count of oak": "K17",
    "sum of deck": "K16 argument",
    "sum of 4": "K17",
    "most of Card": "K16 argument",
    "only of oak": "K17",
    "next of small": "K62 no-ring",
    "opposite of small": "K62 no-ring",
    "opposite of first": "K16 argument",
    "next of oak": "K16 argument",
    "previous of 3": "K16 argument",
    "owner of first": "K16 argument",
    "zone of seat-one": "K16 argument",
    "place of n": "K16 argument",
    "place of bar at deck": "K16 argument",
    "place of bar at nowhere": "K07 zone",
    "places of deck": "K16 argument",
    "places of purse": "K16 argument",
    "poses of oak": "K16 argument",
    "look of oak turned 1": "K16 argument",
    "look of bar": "K09 missing",
    "look of bar turned n": "K16 argument",
    "tally of rests": "K66",
    "oak is payable": "K16 argument",
    "oak is empty": "K16 adjective",
    "sweeps is possible": "K07 action",
    "neighbours of oak": "K16 argument",
    "ends of (1, 1)": "K16 argument",
    "side of item (1) of CellEdge": "K09 missing",
    "level of seat-one": "K16 argument",
    "row of n": "K16 argument",
    "lines of deck": "K16 argument",
    "ray of (1, 1) towards up": "K15",
    "ray of (1, 1)": "K09 missing",
    "run of (1, 1) towards e through leads": "K07 adjective",
    "run of (1, 1) towards e through fee": "K16 argument",
    "reach of (1, 1) through follows": "K16 relation",
    "reach of (1, 1) through clear": "K07 relation",
    "reach of (1, 1)": "K09 missing",
    "reach of (1, 1) through leads within oak": "K16 argument",
    "reach of (1, 1) through leads stopping deck": "K16 argument",
    "steps of (1, 1) by oak through leads": "K16 argument",
    "groups of 3 through leads": "K17",
    "groups of Card through leads": "K16 relation",
    "lowest of Card": "K16 argument",
    "seat-one beside seat-two": "K16 relation",
    "oak before elm": "K16 relation",
    "small before n": "K16 relation",
    "row of 1 inside deck": "K16 relation",
}


@pytest.mark.parametrize(("value", "wanted"), WRONG.items())
def test_a_word_complains_once(value: str, wanted: str) -> None:
    assert complaints(value) == [wanted]


SHELF = "zone shelf of Size at Digit one Tile everyone sees face\n"


def test_a_piece_with_two_sorts_of_places_must_say_which() -> None:
    assert complaints("place of bar", SHELF) == ["K75"]
    assert type_of("place of bar at shelf", SHELF) == "number 0 to 9 or nothing"


def test_nobody_is_opposite_at_an_odd_table() -> None:
    assert complaints("opposite of noon", "type Day is ring of morn, noon, eve\n") == ["K62"]


def test_numbers_of_rows_do_not_say_which_of_two_spaces() -> None:
    assert complaints("row of 1", "space Path is line, long 4\n") == ["K76"]
    assert complaints("count of lines of 2", "space Path is line, long 4\n") == ["K76"]


def test_a_line_has_no_levels() -> None:
    assert complaints("level of item (1) of Path", "space Path is line, long 4\n") == ["K16 argument"]
