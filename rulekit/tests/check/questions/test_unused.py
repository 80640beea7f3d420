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


TRAY = BEADS + "zone tray pile of Bead  nobody sees it\nzone lap of Player set of Bead  owner sees it\n"
DRAW = "action grab\n  [grab.some]  require tray is not empty\n"
DRAW += "  [grab.do]  move top of tray to lap of player then take 1 from heap\n"


def test_a_zone_that_is_drawn_from_and_never_filled_is_an_error() -> None:
    """To shuffle what lies in it fills nothing."""
    found = [p for p in problems(TRAY, "setup\n  [setup.mix]  shuffle tray\n", DRAW, TURN, END) if p.code == "K70"]
    assert [(p.variant, p.facts["name"], p.severity) for p in found] == [("filled", "tray", "error")]


def test_a_zone_is_filled_by_whatever_may_move_pieces_there() -> None:
    """Directly, through a procedure that is given the zone, or through a sentence of the prelude."""
    stock = "to stock z: pile of Bead\n  [stock.do]  move every bead of box to z\n"
    for way in (
        "shuffle Bead into tray",
        "move every bead of box to tray",
        "stock tray",
        "discard (every bead of box) to tray",
    ):
        setup = f"setup\n  [setup.mix]  {way}\n" + stock * (way == "stock tray")
        assert not said(TRAY, setup, DRAW, TURN, END, code="K70")
