"""The slips of people who are no programmers: each is named for what it is, and the mark stands where the cure goes."""

from __future__ import annotations

import pytest

from rulekit.tests.reading import codes

A = "action a\n  [a.b] "

# A text, and code, variant, line and column of the only complaint about it.
SLIPS = [
    (A + "require x == 3", "K01", "equals", 2, 19),
    (A + "require x != 3", "K01", "differs", 2, 19),
    (A + "require x <> 3", "K01", "differs", 2, 19),
    (A + "require x => 3", "K01", "plain", 2, 19),
    (A + "require x && y", "K01", "logic", 2, 19),
    (A + "require !x", "K01", "logic", 2, 17),
    (A + "if x is equal to 3: finish", "K01", "plain", 2, 17),
    (A + "if x is greater than 3: finish", "K01", "plain", 2, 17),
    (A + "let x = 3", "K01", "let-form", 2, 15),
    (A + "x := 3", "K01", "assign", 2, 11),
    (A + "x = 3", "K01", "assign", 2, 11),
    ("state n is 0..9", "K01", "dots", 1, 12),
    ("state n is 0-9", "K01", "dots", 1, 12),
    ("game g for 2-4 players", "K01", "dots", 1, 12),
    (A + "set x to 3.5", "K01", "decimal", 2, 18),
    (A + "add -3 to x", "K01", "negative", 2, 13),
    (A + "if x = 3 move y to z", "K01", "colon", 2, 18),
    (A + "if x = 3\n    move y to z", "K01", "colon", 2, 16),
    (A + "until deck is empty stir", "K01", "colon", 2, 29),
    (A + "for each x in S do stir", "K01", "colon", 2, 25),
    (A + "else set x to y", "K01", "colon", 2, 14),
    ("setup:\n  [a.b] stir", "K01", "no-colon", 1, 6),
    ("action a:\n  [a.b] stir", "K01", "no-colon", 1, 9),
    (A[:-1] + ": stir", "K01", "no-colon", 2, 8),
    ("action a\n  [a.b stir", "K01", "bracket", 2, 3),
    ("action a\n  a.b] stir", "K01", "bracket", 2, 3),
    (A + "move (y to z\n  [a.c] stir", "K01", "bracket", 2, 14),
    (A + "move y) to z", "K01", "bracket-extra", 2, 15),
    ('source A "abc', "K01", "string", 1, 10),
    ("action a\n  [A.b] stir", "K01", "clause-id", 2, 3),
    ("zone hand of player set of Card nobody sees it", "K01", "lower-kind", 1, 14),
    ("type suit is one of red, blue", "K01", "lower-kind", 1, 6),
    ("zone Hand of Player set of Card nobody sees it", "K01", "upper-name", 1, 6),
    ("type Suit is one of Red, Blue", "K01", "upper-name", 1, 21),
    (A + "player must lay, draw", "K01", "comma-offer", 2, 24),
    ("option x is yes, no", "K01", "comma-choice", 1, 16),
    ("type Suit is red, blue", "K01", "comma-choice", 1, 17),
    (A + "shuffle deck, move x to y", "K01", "then", 2, 21),
    (A + "shuffle deck and move x to y", "K01", "then", 2, 22),
    (A + "if x: stir else: mix", "K01", "else", 2, 20),
    (A + "player shall lay", "K01", "modal", 2, 16),
    (A + "player gains 1 coins", "K01", "subject", 2, 9),
    (A + "all players must lay", "K01", "players-must", 2, 9),
    (A + "each player: move x to y", "K01", "each-opener", 2, 9),
    (A + "set x to sum of weights in hand of player", "K01", "sum-each", 2, 33),
    (A + "move x to hold player", "K01", "missing", 2, 24),
    ("zone hand set of Card  @a", "K48", "", 1, 6),
    ("action a\n[a.b] set x to 3", "K03", "clause", 2, 1),
    ("action a\n [a.b] set x to 3", "K03", "one", 2, 1),
    (A + "while x < 3: stir", "K01", "plain", 2, 9),
    (A + "when x = 3: stir", "K01", "plain", 2, 9),
    (A + "for every x in S: stir", "K01", "plain", 2, 13),
    (A + "set my_x to y", "K01", "underscore", 2, 13),
    (A + "set x to Card.suit", "K01", "dot", 2, 18),
    (A + "set player's score to 3", "K01", "possessive", 2, 13),
    (A + "stir;", "K01", "sign", 2, 13),
    (A + "stir -- why", "K01", "comment", 2, 14),
    ("action a\n  // why\n  [a.b] stir", "K01", "comment", 2, 3),
    (A + "set x to", "K01", "line-end", 2, 17),
    (A + "set x to x +", "K01", "line-end", 2, 21),
    ("result\n  [a.b] most score wins", "K01", "line-end", 2, 24),
    ("relation a: A fits b: B\n  [a.b] a = b", "K01", "line-end", 1, 24),
    ("acton a\n  [a.b] stir", "K01", "head", 1, 1),
    ("zone deck pile of Card, nobody sees it", "K01", "plain", 1, 23),
    ("zone deck pile of Card", "K48", "", 1, 6),
    (A + "pay x -> stir -> mix", "K77", "", 2, 23),
    (A + "require a and some x in S has b", "K02", "quantifier", 2, 23),
    (A + "player must to lay", "K01", "extra", 2, 21),
    ("   stir", "K03", "plain", 1, 1),
    ("action a\n\tstir", "K03", "tab", 2, 1),
    ("action a\n    stir", "K03", "deep", 2, 1),
    ("action a\n  stir\n    stir", "K03", "deep", 3, 5),
    ("action a\nsetup\n  stir", "K03", "empty", 1, 8),
    ("action a\n  [a.b]", "K03", "empty", 2, 3),
    ("relation a: A fits b: B, if any\n  a = b", "K05", "case", 2, 3),
    (A + "set x = 3", "K01", "set-sign", 2, 15),
    (A + "x += 1", "K01", "change", 2, 11),
    (A + "roll 2 dice", "K01", "dice", 2, 14),
    (A + "move x to y if a = b", "K01", "condition-last", 2, 21),
    (A + "if x = 3 then y: stir", "K01", "if-then", 2, 18),
    (A + "player must choose card in hand", "K01", "choose-form", 2, 28),
    (A + "player must not grab", "K01", "may-not", 2, 21),
    (A + "player must grab if able", "K01", "missing", 2, 26),
    (A + "move top n of stock to hand", "K01", "number-brackets", 2, 18),
    (A + "move the card to hand", "K01", "article", 2, 14),
    (A + "move card hand", "K01", "missing-to", 2, 19),
    (A + "add 1 to of of p", "K01", "", 2, 18),
    (A + "lot gone are 3 frmo rooms", "K01", "misspelt", 2, 24),
    (A + "take 1 off heap", "K01", "small-word", 2, 16),
    (A + "take 1 of heap", "K01", "small-word", 2, 16),
    (A + "stir then until x = 0: stir", "K01", "middle", 2, 19),
    (A + "heap is heap - 1", "K01", "assign", 2, 14),
    (A + "take 1 from heap  public:sample", "K01", "source-sign", 2, 27),
    ("action a\n  grab.do  stir", "K01", "id-brackets", 2, 3),
    ("action a\n  [grab do] stir", "K01", "clause-id", 2, 3),
    ("state heap is number", "K01", "type-word", 1, 15),
    ("state heap is 0 to 9, start 9", "K01", "misspelt", 1, 23),
    ("game g for two players", "K01", "digits", 1, 12),
    ("game g for 2 or 3 players", "K01", "seats", 1, 14),
    ("type X is one of a b c", "K01", "comma-missing", 1, 20),
    ("type X is one of a, b and c", "K01", "last-comma", 1, 23),
    ("define x of p is 3", "K01", "parameter", 1, 13),
    ("to draw n\n  [a.b] stir", "K01", "parameter", 1, 9),
    ("to draw n: 0 to 9\n  [a.b] stir", "K01", "parameter-range", 1, 12),
    ("action a()\n  [a.b] stir", "K01", "action-head", 1, 9),
    ("card Card\n  suit Suit", "K01", "face-line", 2, 3),
    ("rows of X\n  [a.b] x: suit = red", "K01", "row-sign", 2, 17),
    ("end\n  [a.b] when x = 3", "K01", "end-moment", 2, 9),
    ("result\n  [a.b] highest score wins, ties are drawn", "K01", "result-most", 2, 9),
    ("whenever lay\n  [a.b] stir", "K01", "whenever-timing", 1, 10),
    ('scene [a.b] "x"\n  when anna grab', "K01", "missing", 2, 13),
    ('scene [a.b] "x"\n  given heap = 3', "K01", "scene-given", 2, 14),
    (A + "set x to \u0430pple", "K86", "lookalike", 2, 18),
    (A + "set x to caf\u00e9", "K86", "sign", 2, 21),
    (A + "set x to 3 \u2212 2", "K86", "typed", 2, 20),
    (A + "set x to\u00a0y", "K86", "space", 2, 17),
    (A + "set x to " + "9" * 20, "K87", "number", 2, 18),
]


@pytest.mark.parametrize(("text", "code", "variant", "line", "column"), SLIPS, ids=[s[0][-28:] for s in SLIPS])
def test_a_slip_is_named_and_placed(text: str, code: str, variant: str, line: int, column: int) -> None:
    assert codes(text + "\n")[0] == (code, variant, line, column)
    assert len(codes(text + "\n")) == 1 or code == "K03"


def test_one_slip_hides_no_other() -> None:
    text = "action a\n  [a.b] set x too\n  [a.c] stir\n  [a.d] if y\n    stir\nacton b\n  stir\nstate n is 0..9\n"
    assert [(code, line) for code, _, line, _ in codes(text)] == [("K01", 2), ("K01", 4), ("K01", 6), ("K01", 8)]


def test_a_line_left_out_takes_its_block_along_and_no_complaint_follows() -> None:
    text = "action a\n  [a.b] if x == 1:\n    [a.c] stir\n    [a.d] stir\n  [a.e] stir\n"
    assert len(codes(text)) == 1


def test_a_file_of_slips_is_not_read_for_ever() -> None:
    assert 500 <= len(codes("acton a\n" * 5000)) <= 600
