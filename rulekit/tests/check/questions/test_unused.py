"""What is declared is used."""

from rulekit.tests.check.questions.making import BEADS, END, GRAB, TURN, problems, said


def test_a_state_that_no_line_writes_is_told() -> None:
    """Being set back to the start is not enough."""
    shut = "state shut is yes or no, new each turn\n"
    shut += "action grab\n  [grab.can]  require shut is no\n  [grab.do]  take 1 from heap\n"
    assert said(shut, TURN, END, code="K70") == ["written"]


def test_a_state_that_is_only_added_to_is_read_by_none() -> None:
    """To be printed is not to be read."""
    count = "state done is 0 to 9, excess lost\naction grab\n  [grab.do]  take 1 from heap then add 1 to done\n"
    assert said(count, TURN, END, code="K70") == ["read"]
    assert not said(count, TURN, END, "always\n  [law.done]  done < 10\n", code="K70")


def test_a_zone_that_nothing_comes_to_is_told() -> None:
    """A test of it moves nothing."""
    zones = BEADS + "zone tray set of Bead  everyone sees face\n"
    peep = "action grab\n  [grab.can]  require tray is empty\n  [grab.do]  take 1 from heap\n"
    assert said(zones, peep, TURN, END, code="K70") == ["zone"]


def test_words_and_types_that_nothing_names_are_told() -> None:
    """Who names a member of a type uses the type."""
    spare = "define low is heap < 3\ntype Hue is one of red, blue\ntype Way is one of left, right\n"
    found = [p.facts["name"] for p in problems(spare, "define leaning is left\n", GRAB, TURN, END) if p.code == "K70"]
    assert found == ["low", "Hue", "leaning"]
