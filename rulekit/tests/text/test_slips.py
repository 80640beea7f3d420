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
    (A + "let x = 3", "K01", "plain", 2, 15),
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
    (A + "player must to lay", "K02", "plain", 2, 21),
    ("   stir", "K03", "plain", 1, 1),
    ("action a\n\tstir", "K03", "tab", 2, 1),
    ("action a\n    stir", "K03", "deep", 2, 1),
    ("action a\n  stir\n    stir", "K03", "deep", 3, 5),
    ("action a\nsetup\n  stir", "K03", "empty", 1, 8),
    ("action a\n  [a.b]", "K03", "empty", 2, 3),
    ("relation a: A fits b: B, if any\n  a = b", "K05", "case", 2, 3),
    (A + "set x to \u0430pple", "K86", "lookalike", 2, 18),
    (A + "set x to caf\u00e9", "K86", "sign", 2, 21),
    (A + "set x to 3 \u2212 2", "K86", "lookalike", 2, 20),
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
