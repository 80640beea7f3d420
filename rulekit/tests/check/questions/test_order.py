"""Which of several pieces goes first."""

from rulekit.tests.check.questions.making import BEADS, END, TURN, said

ZONES = "zone deck pile of Bead  everyone sees face\nzone waste pile of Bead  everyone sees face\n"


def _grab(line: str, more: str = "") -> tuple[str, ...]:
    setup = "setup\n  [setup.deck]  move every bead of box to deck\n"
    return (BEADS, ZONES, setup, more, f"action grab\n  [grab.do]  {line} then take 1 from heap\n", TURN, END)


def test_several_from_the_top_turn_over() -> None:
    """One piece has no order."""
    assert said(*_grab("move top 2 of deck to waste"), code="K41") == ["top"]
    assert not said(*_grab("move top of deck to waste"), code="K41")


def test_a_whole_pile_says_which_end_goes_first_if_order_counts_there() -> None:
    """It counts where some rule looks at an end of the pile."""
    look = "define lying is worth of top of waste\naction peep\n  [peep.can]  require lying > 1\n"
    assert said(*_grab("move every bead of deck to waste", look), code="K41") == ["between"]
    assert not said(*_grab("move every bead of deck to waste"), code="K41")
