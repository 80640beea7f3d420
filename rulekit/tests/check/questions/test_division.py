"""Division by what is positive for certain: by types, ranges, sums, guards and conditions."""

import pytest

from rulekit.tests.check.small import asked

MORE = """type Some is 1 to 5
state part is 1 to 9, starts 1
zone bag set of Bead everyone sees it
piece Bead, 3 in all
  face names it: value 1 to 3
define leaders is those p in Player having (pot of p > 3)
define fair, first of
  [fair.none]  0 if bag is empty  @public:test
  [fair.some]  6 / count of bag  @public:test
to split k: Some
  [split.do]  set heap to 9 / k  @public:test
setup
  [setup.bag]  move every bead of box to bag  @public:test
"""
USED = {  # what is as its users give it, by its name
    "share": "define share of n: Number is 6 / n\n",
    "praise": "to praise p: Player\n  [praise.do]  if p is seat-one: set heap to 6 / count of leaders  @public:test\n",
    "humble": "to humble p: Player\n  [humble.pot]  set pot of p to 0  @public:test\n"
    "  [humble.do]  set heap to 6 / count of leaders  @public:test\n",
}
SURE = [
    ["set heap to 6 / part"],
    ["set heap to 6 / (1 + count of bag)"],
    ["set heap to 6 / count of Player"],
    ["set heap to (6 / count of leaders if count of leaders > 0 else 0)"],
    ["set heap to (0 if heap = 0 else 6 / heap)"],
    ["n in 0 to 3", "set heap to 6 / most of (1, n)"],
    ["n in 0 to 3", "require n > 0", "set heap to 6 / n"],
    ["n in 0 to 3", "require n > 0 and 6 / n > 2", "set heap to n"],
    ["n in 0 to 3", "if n > 0: set heap to share of n", "else: set heap to 1"],
    ["n in Some", "set heap to remainder of heap by n"],
    ["s in Size", "set heap to 6 / worth of s"],
    ["set heap to fair"],
    ["n in 1 to 3", "split n"],
    ["let many be count of bag", "if many > 0: set heap to 6 / many"],
    ["if heap > 0: player must choose size: n in 1 to 6 / heap"],
    ["require heap > 0 and (supposing set part to 6 / heap: 6 / heap > 2)", "set part to 1"],
    ["for each p in leaders: praise p"],
    ["if leaders is not empty: praise (first of leaders)"],
    ["n in those k in 0 to 5 having (k > 0 and 6 / k > 1)", "set heap to n"],
]
UNSURE = [
    ["set heap to 6 / heap"],
    ["set heap to 6 / count of bag"],
    ["set heap to 6 / (heap - 3)"],
    ["n in 0 to 3", "set heap to 6 / n"],
    ["n in 0 to 3", "require 6 / n > 2", "require n > 0", "set heap to 1"],
    ["n in 0 to 3", "set heap to share of n"],
    ["require heap > 0", "take 1 from heap then set heap to 6 / heap"],
    ["set heap to (6 / heap if heap > 0 or bid is nothing else 1)"],
    ["split heap"],
    ["set heap to remainder of 9 by heap"],
    ["require part > 1", "set heap to 9 / (part - 2)"],
    ["player must choose size: n in 1 to 6 / heap"],
    ["require heap > 0 and (supposing take 1 from heap: 6 / heap > 2)", "set part to 1"],
    ["for each p in leaders: humble p"],
    ["for each p in Player: praise p"],
    ["for each p in leaders: set pot of p to 0 then praise p"],
    ["for each p in leaders: praise p", "praise player"],
]


def divided(lines: list[str]) -> list[str]:
    """What is said of these lines, with what they use."""
    return asked("K22 K20", *lines, more=MORE + "".join(text for name, text in USED.items() if name in str(lines)))


@pytest.mark.parametrize("lines", SURE)
def test_what_is_positive_for_certain_divides(lines: list[str]) -> None:
    assert divided(lines) == [], lines


@pytest.mark.parametrize("lines", UNSURE)
def test_what_may_be_nought_does_not(lines: list[str]) -> None:
    assert "K22" in [said.split()[0] for said in divided(lines)]


def test_as_many_as_there_are_per_nought_is_refused() -> None:
    assert asked("K22", "add 1 to heap per 0 pot of player", more=MORE) == ["K22 zero"]
    assert asked("K22", "add 1 to heap per 1 pot of player", more=MORE) == []
