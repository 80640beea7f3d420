"""Numbers stay in their ranges: what conditions, tables and callers tell is taken into account."""

import pytest

from rulekit.tests.check.small import asked, examined, text

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
    ["n in 0 to 9", "let m be n", "if n > 2: set m to m - 1", "set heap to m"],
    ["n in 1 to 9", "require n <= heap", "let m be n", "if n > 2: set m to m - 1", "take m from heap"],
    ["n in 1 to 9", "take least of (n, heap) from heap"],
]
UNSAFE = [
    ["n in 0 to 9", "let m be n", "if n > 2: set m to m - 4", "set heap to m"],
    ["n in 1 to 9", "require n <= heap", "let m be n", "if n > 2: set m to m + 1", "take m from heap"],
    ["n in 1 to 9", "take most of (n, heap) from heap"],
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


TUB = "state tub is 0 to 9, starts 9, must fit\n"
FULL_LOOPS = [
    "repeat 4: take 3 from tub",
    "repeat 40: take 1 from tub",
    "repeat 5: repeat 5: take 1 from tub",
    "repeat count of Player: take 5 from tub",
    "for each s in Size: take 4 from tub",
    "for each h in Hue: for each s in Size: take worth of s from tub",
]
LOOPS_THAT_MAY_FIT = [
    "repeat 3: take 3 from tub",
    "repeat 20: if tub > 0: take 1 from tub",
    "until tub = 0, at most 40 times: take 1 from tub",
    "as far as possible: repeat 40: take 1 from tub",
    "repeat 40: if bid is low: take 1 from tub",
]


@pytest.mark.parametrize("line", FULL_LOOPS)
def test_a_loop_that_surely_leaves_a_range_that_must_fit_is_an_error(line: str) -> None:
    assert asked("K20", line, more=TUB) == ["K20 pass"]


@pytest.mark.parametrize("line", LOOPS_THAT_MAY_FIT)
def test_a_loop_that_may_stay_in_a_range_that_must_fit_is_let_be(line: str) -> None:
    assert asked("K20", line, more=TUB) == []


def test_a_loop_that_an_ending_at_once_cuts_short_is_let_be() -> None:
    ending = "end\n  [end.tub] at once when tub = 0  @public:test\n"
    assert asked("K20", "repeat 4: take 3 from tub", more=TUB + ending) == []


GROWN = "state grown{} is 0 to 9, starts 1{}\n"
DOUBLED = "repeat 4: set grown to grown * 2"


@pytest.mark.parametrize("overflow", ["", ", must fit"])
def test_a_loop_is_judged_by_what_a_state_comes_to_from_its_start(overflow: str) -> None:
    assert asked("K20", DOUBLED, more=GROWN.format("", overflow)) == ["K20 pass"]
    assert asked("K20", DOUBLED.replace("4", "3"), more=GROWN.format("", overflow)) == ([] if overflow else ["K20 may"])
    each = DOUBLED.replace("grown", "grown of player")
    assert asked("K20", each, more=GROWN.format(" of Player", overflow)) == ["K20 pass"]


@pytest.mark.parametrize("other", ["set grown to 0", "take 1 from grown", "as far as possible: take 3 from grown"])
def test_a_loop_may_fit_where_another_line_takes_a_state_below_its_start(other: str) -> None:
    more = GROWN.format("", ", must fit") + f"to spoil\n  [spoil.it] {other}  @public:test\n"
    assert asked("K20", DOUBLED, "if heap = 3: spoil", more=more) == []


def test_a_loop_may_fit_where_a_bag_is_taken_from_the_whole_map() -> None:
    more = "state goods of Player at Hue is 0 to 9, starts 1, must fit\n"
    loop = "repeat 4: set goods of player at jade to goods of player at jade * 2"
    assert asked("K20", loop, more=more) == ["K20 pass"]
    more += "to spoil\n  [spoil.it] take 1 jade + 1 amber from goods of player  @public:test\n"
    assert asked("K20", loop, "if heap = 3: spoil", more=more) == []


def test_the_pass_that_first_leaves_a_range_is_told() -> None:
    more = GROWN.format("", ", must fit")
    found = examined(text(DOUBLED.replace("4", "40"), more=more)).problems
    assert [p.facts["reach"] for p in found if p.code == "K20"] == ["16"]


def test_a_local_that_doubles_in_a_loop_leaves_the_range_it_is_written_to() -> None:
    more = "to fill\n  let m be 1\n  [fill.each] repeat {}:  @public:test\n"
    more += "    [fill.more] set m to m * 2  @public:test\n    [fill.put] set tub to m  @public:test\n"
    assert asked("K20", "fill", more=TUB + more.format(4)) == ["K20 pass"]
    assert asked("K20", "fill", more=TUB + more.format(3)) == []


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
    assert asked("K20", "fill", more=more.format(5)) == ["K20 always"]


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


LOOPS = [
    ("repeat 4: set part to part * 2", 16),
    ("repeat 3: set part to part * part + 1", 26),
    ("repeat 30: set part to part + 1", 31),
    ("repeat 2: repeat 3: set part to part + 2", 13),
    ("for each p of Player: set part to part * 2", 16),
    ("for each s in Size: if worth of s > 2: set part to part * 3", 27),
    ("until part > 5, at most 9 times: set part to part + 3", 7),
]


@pytest.mark.parametrize(("loop", "most"), LOOPS)
def test_a_loop_takes_a_number_as_far_as_it_goes_and_no_further(loop: str, most: int) -> None:
    more = "state wide is 0 to {}\nto fill\n  let part be 1\n  [fill.loop] " + loop + "  @public:test\n"
    more += "  [fill.wide] set wide to part  @public:test\n"
    assert asked("K20", "fill", more=more.format(most)) == []
    assert asked("K20", "fill", more=more.format(most - 1)) != []


def test_what_was_known_before_a_loop_is_not_known_in_its_later_passes() -> None:
    lines = [
        "require heap >= 3",
        "for each s in those z in Size having (worth of z <= heap): take worth of s from heap",
    ]
    assert asked("K20", *lines) == ["K20 may"]


def test_a_reaction_before_an_action_may_undo_what_its_guard_saw() -> None:
    before = "whenever before grab\n  [grab.first] set heap to 0  @public:test\n"
    lines = ["require heap > 0", "take 1 from heap"]
    assert asked("K20", *lines) == []
    assert "K20" in asked("K20", *lines, more=before)[0]


def test_a_range_in_a_header_is_no_promise_of_the_callers() -> None:
    more = "type Few is 1 to 3\nto drop n: Few\n  [drop.it] set heap to n + 6  @public:test\n"
    assert asked("K20", "drop 3", more=more) == []
    assert asked("K20", "drop 4", more=more) == ["K20 always"]


def test_a_price_in_a_procedure_that_cannot_be_paid_leaves_all_as_it_was() -> None:
    more = "to fill\n  [fill.pay] take 3 from heap -> set bid to low  @public:test\n"
    more += "  [fill.three] add 3 to heap  @public:test\n"
    assert asked("K20", "fill", more=more) == ["K20 may"]


FISH = "state fish is 0 to 3, must fit, starts 3\n"


def test_must_fit_without_any_guard_is_told_where_a_few_moves_are_enough() -> None:
    lines = ["n in 1 to 3", "take n from fish", "if heap > 0: take 1 from heap"]
    assert asked("K20", *lines, more=FISH) == ["K20 unguarded"]
    assert asked("K20", lines[0], "require n < fish", *lines[1:], more=FISH) == []
    assert asked("K20", lines[0], "take n from fish, at most fish", lines[2], more=FISH) == []
    assert asked("K20", *lines, more=FISH.replace("3", "9")) == []


def test_to_set_a_number_to_nothing_leaves_no_range() -> None:
    more = "type Face is 1 to 6\nstate shown is Face or nothing\n"
    assert asked("K20", "set shown to nothing", "if shown is nothing: set heap to 3", more=more) == []
    assert asked("K20", "set shown to (nothing if heap > 3 else 7)", more=more) == ["K20 may"]


GAIN = "to gain n: Number\n  [gain.set] set pot of player to n  @public:test\n"


@pytest.mark.parametrize(
    ("call", "said"), [("gain 15", []), ("gain 15 per 1 heap", ["K20 may"]), ("gain 30, at most 4", [])]
)
def test_what_a_procedure_is_given_is_multiplied_and_capped_first(call: str, said: list[str]) -> None:
    assert asked("K20 K21", call, more=GAIN) == said


def test_what_a_procedure_reports_is_as_much_as_its_report_says() -> None:
    """Reports add up; of those in a loop nobody knows how often they are told."""
    once = "to bring\n  [bring.do] add 1 to heap, at most 9 - heap then report heap  @public:test\n"
    assert asked("K20 K21", "bring then gain last", more=GAIN + once) == []
    often = once.replace("  [bring.do] ", "  [bring.do] repeat 3: ")
    assert asked("K20 K21", "bring then gain last", more=GAIN + often) == ["K21 plain", "K20 may"]


SPILT = """state spilt is 0 to 9, excess lost
to bring n: Number
  [bring.do] report n  @public:test
"""


@pytest.mark.parametrize(("call", "said"), [("bring 3", []), ("bring heap", []), ("bring heap - 4", ["K20 may"])])
def test_a_reported_parameter_is_what_its_callers_give(call: str, said: list[str]) -> None:
    assert asked("K20 K21", f"{call} then add last to spilt", more=SPILT) == said
