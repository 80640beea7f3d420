"""Numbers stay in their ranges: what conditions, tables and callers tell is taken into account."""

import pytest

from rulekit.tests.check.small import asked

PAY = "to pay n: Number\n  [pay.take] take n from heap  @public:test\n"
PAY_ALL = """to pay fee: bag of Hue
  [pay.have] require every h in Hue has beads of player at h >= fee at h  @public:test
  [pay.take] take fee from beads of player  @public:test
"""
SAFE = [
    ["if heap > 0: take 1 from heap"],
    ["require heap >= 3", "take 2 from heap then take 1 from heap"],
    ["n in 1 to 5", "require n <= heap", "take n from heap"],
    ["if heap = 0: set heap to 3", "else: take 1 from heap"],
    ["take 1 from heap -> set bid to low"],
    ["as far as possible: take 1 from heap"],
    ["s in those z in Size having (worth of z <= heap)", "take worth of s from heap"],
    ["s in Size", "set heap to worth of s + 4"],
    ["for each s in Size: if heap > 0: take 1 from heap"],
    ["set heap to least of (9, heap + 4)"],
    ["add 2 to heap, at most 9 - heap"],
    ["until heap = 0, at most 9 times: take 1 from heap"],
    ["set heap to count of Player * 2"],
    ["h in those x in Hue having (beads of player at x >= 1)", "take 1 from beads of player at h"],
]
UNSAFE = [
    ["take 1 from heap"],
    ["require heap >= 2", "take 2 from heap then take 1 from heap"],
    ["s in Size", "set heap to worth of s * 2"],
    ["set heap to count of Player * 3"],
    ["roll a, b in 1 to 6 then set heap to a + b"],
    ["take 2 amber from beads of player"],
]


@pytest.mark.parametrize("lines", SAFE)
def test_a_line_that_stays_in_range_is_let_be(lines: list[str]) -> None:
    assert asked("K20 K21", *lines) == []


@pytest.mark.parametrize("lines", UNSAFE)
def test_a_line_that_may_leave_its_range_is_named(lines: list[str]) -> None:
    assert asked("K20 K21", *lines) == ["K20 may"]


@pytest.mark.parametrize("line", ["set heap to 10", "take 12 from heap"])
def test_a_line_that_always_leaves_its_range_is_an_error(line: str) -> None:
    assert asked("K20", line) == ["K20 always"]


def test_a_bag_may_hold_too_much_of_one_member() -> None:
    assert asked("K20", "add 2 amber + 1 jade to beads of player") == ["K20 bag"]


def test_a_guard_over_every_member_covers_a_bag() -> None:
    assert asked("K20", "pay 2 amber + 1 jade", more=PAY_ALL) == []


def test_in_a_price_too_little_is_a_guard() -> None:
    assert asked("K20", "pay 3 -> set bid to low", more=PAY) == []
    assert asked("K20", "pay 3", more=PAY) == ["K20 may"]


def test_a_state_starts_inside_its_range() -> None:
    more = "state bin is 0 to 3, starts 4\n"
    assert asked("K20", "set heap to 1", "set bin to 2", more=more) == ["K20 starts"]


def test_a_local_grows_with_every_pass_of_a_loop() -> None:
    more = "to fill\n  let part be 0\n  [fill.each] repeat {}: set part to part + 5  @public:test\n"
    more += "  [fill.pot] set pot of player to part  @public:test\n"
    assert asked("K20", "fill", more=more.format(4)) == []
    assert asked("K20", "fill", more=more.format(5)) == ["K20 may"]


def test_a_number_that_falls_with_each_call_has_a_range() -> None:
    more = "to down n: Number, falling n\n  [down.on] if n > 0: down n - 1  @public:test\n"
    assert asked("K21", "down 5", more=more) == []


def test_a_number_that_grows_with_each_call_has_none() -> None:
    more = "to rise n: Number, at most 9 deep\n  [rise.on] rise n + 1  @public:test\n"
    assert asked("K21", "rise 5", more=more) == ["K21 recursive"]


def test_a_number_that_nobody_gives_has_no_range() -> None:
    assert asked("K21", "set heap to 1", more=PAY) == ["K21 uncalled"]


def test_a_number_too_large_to_be_bounded_is_named() -> None:
    more = PAY.replace("take n from heap", "if n > heap: set heap to 3")
    more += "state wide is 0 to 9999, must fit\n"
    lines = ["set wide to 9999", "pay wide * wide * wide"]
    assert asked("K21", *lines, more=more) == ["K21 plain"]


def test_a_guard_that_is_bent_promises_nothing() -> None:
    more = "option soft is no or yes\naction snatch\n  [snatch.some] require heap > 0  @public:test\n"
    more += "  [snatch.it] take 1 from heap  @public:test\n{}"
    bend = "  [snatch.soft] except [snatch.some] when soft is yes  @public:test\n"
    assert asked("K20", "set heap to 1", more=more.format("")) == []
    assert asked("K20", "set heap to 1", more=more.format(bend)) == ["K20 may"]
