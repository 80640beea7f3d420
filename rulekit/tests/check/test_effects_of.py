"""What a body may do, with all that it sets off."""

from rulekit.check.effects.effect_summary import effects
from rulekit.tests.check.questions.making import BEADS, END, GRAB, TURN, checked

ZONES = BEADS + "zone deck pile of Bead  nobody sees it\nzone hand of Player set of Bead  owner sees face\n"


def test_writes_come_up_through_calls_and_reactions() -> None:
    """The turn may do what the action's reaction does."""
    more = "state walks is 0 to 99, excess lost, ghost\nwhenever after grab\n  [keep.walks]  add 1 to walks\n"
    known = effects(checked(more, GRAB, TURN, END, "never\n  [law.walks]  walks > 50\n"))
    assert known.summary_of("turn").writes == {"state heap", "state walks"} and known.summary_of("turn").marks == {
        "asks"
    }


def test_a_moved_piece_leaves_the_zone_it_was_chosen_from() -> None:
    """Followed through the parameter."""
    give = "action give\n  [give.bead]  b in hand of player\n  [give.do]  move b to deck then take 1 from heap\n"
    done = effects(checked(ZONES, give, TURN.replace("grab", "give"), END)).summary_of("action give")
    assert done.writes == {"zone hand", "zone deck", "state heap"} and "zone hand" in done.lowers


def test_legality_reads_domains_guards_and_prices_through_words() -> None:
    """Not what the effects read."""
    grab = "define low is heap < 3\nstate purse is 0 to 9, must fit\naction grab\n  [grab.can]  require not low\n"
    grab += "  [grab.do]  take 1 from purse -> take 1 from heap\n"
    known = effects(checked(grab, TURN, END))
    assert known.read_by(known.direct_effects("legal grab")) == {"state heap", "state purse"}


def test_what_is_done_instead_of_a_line_is_done_where_that_line_stands() -> None:
    """The line that replaces it stands in another body."""
    more = "state mood is 0 to 2\nstate left is 0 to 9\naction rest\n  [rest.do]  set mood to 1\n"
    more += "  [rest.grab]  instead of [grab.do] when mood = 1: set left to 2\n"
    known = effects(checked(more, GRAB, TURN.replace("may grab", "may grab or rest"), END))
    assert (
        known.summary_of("action grab").writes
        == {"state heap", "state left"}
        == known.summary_of("instead grab.do").writes | {"state heap"}
    )


def test_a_turn_changes_what_it_can() -> None:
    """In the course of the game it is one statement."""
    known = effects(
        checked(
            "play\n  [p.ever]  for ever:\n    [p.turn]  turn\n", GRAB, TURN, END.replace("at end of turn", "at once")
        )
    )
    play = known.checked.bodies["play"]
    assert known.changes_in(play.lines) == {"local last", "state heap"}


def test_what_is_possible_depends_on_what_guards_look_at() -> None:
    """Another action's guard looks at the purse through `possible`."""
    more = "state purse is 0 to 3, starts 1\naction rest\n  [rest.not]  require not grab is possible\n"
    more += "  [rest.do]  add 1 to heap\n"
    grab = "action grab\n  [grab.can]  require purse > 1\n  [grab.do]  take 1 from heap\n"
    known = effects(checked(more, grab, TURN.replace("may grab", "may grab or rest"), END))
    assert known.depends(known.checked.bodies["action rest"].front) == {"state purse", "time", "zones"}


def test_effects_are_worked_out_once() -> None:
    """Many questions ask."""
    game = checked(GRAB, TURN, END)
    assert effects(game) is effects(game)
