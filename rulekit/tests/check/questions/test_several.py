"""`only of` is complained about where there may be several and nobody has seen to it; and only there."""

import pytest

from rulekit.tests.check.questions.making import END, problems, said

CARDS = "".join(f"  [card.c{n}]  c{n}: nr {n}, worth {(n + 1) // 2}\n" for n in range(1, 7))
THINGS = (
    "state points of Player is 0 to 9, excess lost\n"
    f"card Card, 6 in all\n  face names it: nr 1 to 6, worth 1 to 3\nrows of Card\n{CARDS}"
    "zone deck pile of Card  nobody sees it\nzone hand of Player set of Card  owner sees it\n"
    "zone row of Player pile of Card  everyone sees it\n"
    "setup\n  [setup.deck]  shuffle Card into deck\n"
    "  [setup.deal]  for each p of Player: move top 2 of deck to hand of p\n"
    "define leaders is those p in Player having (points of p = most of points of q for each q in Player)\n"
    "define first-one is only of leaders\n"
)
MOST_OF_HAND = "only of those c in hand of player having ({v} of c = most of {v} of d for each d in hand of player)"
HIGHEST_NR, DEAREST = (MOST_OF_HAND.format(v=name) for name in ("nr", "worth"))
ONE = "points of only of leaders"
SEEN_TO = {
    "counted to be one": f"if count of leaders = 1: add 1 to {ONE}",
    "counted to be one at most": f"if count of leaders <= 1: add 1 to {ONE}",
    "counted to be fewer than two": f"if count of leaders < 2: add 1 to {ONE}",
    "counted in the same condition": f"if count of leaders = 1 and {ONE} > 3: add 1 to points of player",
    "counted before a value": f"add ({ONE} if count of leaders = 1 else 0) to points of player",
    "another value for none": "add 1 to points of (only of leaders otherwise player)",
    "asked whether there is one": f"if only of leaders is not nothing: add 1 to {ONE}",
    "asked whether it is somebody": "if player is only of leaders: add 1 to points of player",
    "a word, counted where it is used": "if count of leaders = 1: add 1 to points of first-one",
    "a word, asked whether it is one": "if first-one is not nothing: add 1 to points of first-one",
    "no number is printed twice": f"if hand of player is not empty: move {HIGHEST_NR} to row of player",
    "each row has another card on top": "set heap to points of (only of those p in Player having "
    "(nr of top of row of p = most of nr of top of row of q for each q in Player) otherwise player)",
    "a name, asked whether it is one": "let best be only of leaders\n"
    "  [grab.add]  if best is not nothing: add 1 to points of best",
    "a name, asked whether there is none": "let best be only of leaders\n"
    "  [grab.none]  if best is nothing: take 1 from heap\n"
    "  [grab.one]  else: add 1 to points of best",
    "a name of a word that is asked for": "let best be first-one\n"
    "  [grab.add]  add 1 to points of (best otherwise player)",
    "the other one of two": "add 1 to points of only of those p in Player having (p is not player)",
}
NOBODY_SAW = {
    "leaders can be tied": f"add 1 to {ONE}",
    "counted to be several": f"if count of leaders > 1: add 1 to {ONE}",
    "a name that is used unasked": "let best be only of leaders then add 1 to points of best",
    "a name that is asked about and then used anyway": "let best be only of leaders\n"
    "  [grab.none]  if best is nothing: take 1 from heap\n"
    "  [grab.one]  add 1 to points of best",
    "a word that is asked unguarded": "if points of first-one > 3: take 1 from heap",
    "cards of the same worth": f"if hand of player is not empty: move {DEAREST} to row of player",
    "several may be above a number": "set heap to points of only of those p in Player having (points of p > 3)",
    "counted before the points changed": f"if count of leaders = 1: set points of player to 3 then add 1 to {ONE}",
}


def complaints(line: str, end: str = END) -> list[str]:
    action = f"action grab\n  [grab.do]  {line}\nturn\n  [turn.go]  player may grab\n"
    return said(THINGS, action, end, code="K25")


@pytest.mark.parametrize("line", SEEN_TO.values(), ids=SEEN_TO)
def test_where_it_was_seen_to_nothing_is_said(line: str) -> None:
    """`first-one` is complained about only where it is used without care."""
    assert complaints(line) == []


@pytest.mark.parametrize("line", NOBODY_SAW.values(), ids=NOBODY_SAW)
def test_where_nobody_saw_to_it_it_is_told(line: str) -> None:
    """Once, where the `only of` stands."""
    assert complaints(line) == [""]


def test_a_winner_who_may_be_tied_is_told() -> None:
    """The result would be a draw without a word."""
    won = "end\n  [end.heap]  at end of turn when heap = 0\nresult\n  [win.lead]  winner is only of leaders"
    assert complaints("take 1 from heap", f"{won}\n") == [""]
    counted = f"{won} if count of leaders = 1\n  [win.tied]  most points wins, ties are drawn if count of leaders > 1\n"
    assert complaints("take 1 from heap", counted) == []


def test_those_with_the_most_are_one_where_no_number_is_printed_twice() -> None:
    """The short form says the same as the long one."""
    hand = "if hand of player is not empty: move only of those c in hand of player with most {} of c to row of player"
    assert complaints(hand.format("nr")) == [] and complaints(hand.format("worth")) == [""]
    assert complaints("add 1 to points of only of those p in Player with most points of p") == [""]


SCORES = {
    "total": "total score of p: Player\n  [score.a]  + points of p\n",
    "cases": "define score of p: Player, first of\n  [score.a]  2 if points of p > 3\n  [score.b]  points of p\n",
}


@pytest.mark.parametrize("score", SCORES.values(), ids=SCORES)
def test_a_word_with_cases_that_is_known_to_be_something_is_looked_at_once(score: str) -> None:
    """The check went round in it for ever, and refused the rules as nested too deeply."""
    action = (
        "action grab\n  [grab.do]  require score of player >= 0\n"
        "  [grab.more]  if score of player > 3: add score of player to points of (only of leaders otherwise player)\n"
        "turn\n  [turn.go]  player may grab\n"
    )
    assert [p for p in problems(THINGS, score, action, END) if p.severity == "error"] == []
