"""Who is asked must see what decides."""

import pytest

from rulekit.check.evaluation.constant_folding import ConstantFolder
from rulekit.check.lints.information import hidden_reads
from rulekit.check.visibility import ANY, ASKED, OTHER, VisibleFacts
from rulekit.tests.check.questions.alone import CARDS, grabbing, said, worked_out

PEEKING = (
    "worth of top of deck > 2",
    "shade of item (2) of deck is dark",
    "some c in hand of next of player has worth of c > 2",
    "some c in Card has c in deck and worth of c > 2",
    "ash in deck",
    "owner of ash is nothing",
    "not (ash in hand of player or ash not in hand of next of player)",
    "count of dark > 3 or (some c in dark has worth of c > 1)",
)
SEEN = (
    "shade of top of deck is dark",
    "some c in hand of player has worth of c > 2",
    "some c in hand of next of player has shade of c is dark",
    "no c in Card has c in hand of player and worth of c > 2",
    "count of dark > 2 and deck is not empty",
    "every c in Card has if c in table then worth of c > 2",
    "those c in Card having (worth of c > 2) is not empty",
    "ash not in table",
)


@pytest.mark.parametrize("guard", PEEKING)
def test_a_guard_that_looks_where_the_chooser_cannot_is_peeking(guard: str) -> None:
    """K44 where somebody sees it, K49 where nobody ever does."""
    found = said(hidden_reads, grabbing(f"[grab.can]  require {guard}", "[grab.do]  move ash to table"))
    assert [line.split()[0] for line in found] in (["K44:"], ["K49:"])


@pytest.mark.parametrize("guard", SEEN)
def test_a_guard_may_look_at_what_the_chooser_sees(guard: str) -> None:
    """His own hand, backs, counts, the table of cards itself."""
    assert said(hidden_reads, grabbing(f"[grab.can]  require {guard}", "[grab.do]  move ash to table")) == []


@pytest.mark.parametrize("guard", PEEKING)
def test_openly_allows_to_look(guard: str) -> None:
    """And is not called needless."""
    assert said(hidden_reads, grabbing(f"[grab.can]  require openly {guard}", "[grab.do]  move ash to table")) == []


@pytest.mark.parametrize("guard", SEEN)
def test_openly_is_needless_where_all_is_seen(guard: str) -> None:
    """K45 points at the word."""
    found = said(hidden_reads, grabbing(f"[grab.can]  require openly {guard}", "[grab.do]  move ash to table"))
    assert found == ["K45: openly"]


def test_a_word_is_looked_through_where_it_is_used() -> None:
    """The same word may be asked of what is seen and of what is not."""
    word = "define strong c: Card is worth of c > 2\n"
    own = ("[grab.card]  c in hand of player", "[grab.own]  require c is strong", "[grab.do]  move c to table")
    top = ("[grab.top]  require top of deck is strong", "[grab.do]  move ash to table")
    assert said(hidden_reads, grabbing(*own, more=word)) == []
    assert said(hidden_reads, grabbing(*top, more=word)) == ["K44: top of deck is strong"]


def test_an_option_settles_who_sees() -> None:
    """Looked at in every configuration in which the line counts."""
    more = "option open is yes or no\n"
    more += "zone row-of of Player set of Card everyone sees front side if open is yes\n"
    peek = "some c in row-of of next of player has worth of c > 2"
    do = "[grab.do]  move ash to table"
    assert said(hidden_reads, grabbing(f"[grab.can]  require {peek}", do, more=more)) == ["K44: worth of c"]
    assert said(hidden_reads, grabbing(f"[grab.can]  require open is no or ({peek})", do, more=more)) == []


def test_a_procedure_knows_where_its_pieces_come_from() -> None:
    """A condition that decides whether somebody is asked is read with what the callers give."""
    asks = "to show-off c: Card\n  [show.ask]  if worth of c > 2: player may choose nod: n in 1 to 2\n"
    seen, unseen = (grabbing(f"[grab.do]  show-off {given}", more=asks) for given in ("ash", "top of deck"))
    assert said(hidden_reads, seen) == []
    assert said(hidden_reads, unseen) == ["K44 where: worth of c"]


def test_asking_shows_what_only_the_asked_one_sees() -> None:
    """Unless the answers are sealed: then nobody notices who was asked."""
    own, game = "some c in hand of p has worth of c > 2", grabbing("[grab.do]  move ash to table")
    alone = game.replace("p may grab", f"if {own}: p may grab")
    sealed = game.replace("for each p of Player:", f"together each p where ({own}):")
    assert said(hidden_reads, alone) == ["K44 shown: worth of c"]
    assert said(hidden_reads, sealed) == []


def test_the_facts_of_a_zone_are_plain() -> None:
    """Viewer, sides, end: what engines derive views and orders from."""
    sights, given = VisibleFacts(checked := worked_out(CARDS)), ConstantFolder(worked_out(CARDS))
    assert [(f.viewer, f.sides) for f in sights.facts["zone hand"]] == [
        ("owner", ("front",)), ("everyone", ("back",)), ("everyone", ()),
    ]  # fmt: skip
    assert [sights.names("hand", whose, None, given) for whose in (ASKED, OTHER, ANY)] == [True, False, False]
    assert sights.shows_order("deck", ANY, given) and not sights.handles("hand", OTHER, given)
    assert checked.symbols.zones["hand"].shape == "set"


LEAD = "state lead is Card or nothing\n"


@pytest.mark.parametrize(("zone", "found"), [("table", []), ("dark", ["K49: worth of lead"])])
def test_a_piece_in_a_state_lies_where_it_was_moved(zone: str, found: list[str]) -> None:
    """What is written down is followed to the zone it goes to."""
    guard = "[grab.beat]  require lead is nothing or worth of lead < worth of c"
    do = f"[grab.do]  move c to {zone} then set lead to c"
    assert said(hidden_reads, grabbing("[grab.c]  c in hand of player", guard, do, more=LEAD)) == found


def test_a_condition_may_say_where_a_piece_lies() -> None:
    """`lead in table` is seen, and then so is the card."""
    lines = ("[grab.ok]  require lead in table and worth of lead > 2", "[grab.do]  set lead to top of deck")
    assert said(hidden_reads, grabbing(*lines, more=LEAD)) == []


def test_a_price_is_looked_through_as_well() -> None:
    """Whether it can be paid decides on the move."""
    need = "to need\n  [need.high]  require worth of top of deck > 2\n"
    assert said(hidden_reads, grabbing("[grab.do]  need -> move ash to table", more=need)) == ["K44: need"]


def test_what_is_only_done_may_look_at_anything() -> None:
    """Effects tell nothing before they happen."""
    assert said(hidden_reads, grabbing("let n be worth of top of deck", "[grab.do]  repeat n: move ash to table")) == []
