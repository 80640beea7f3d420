"""K56 by ranges: contradictions make an action impossible, and what always holds is no guard."""

import pytest

from rulekit.tests.check.small import asked, examined, text

MOOD = (
    "type Mood is one of calm, wild, dull\nstate mood is Mood\nstate wet is yes or no\nstate cold is 0 to 9, must fit\n"
)
IMPOSSIBLE = [
    ["n in 1 to 3", "require n > 3"],
    ["n in 1 to 9", "require n >= 4", "require n * 3 <= 9"],
    ["n in 1 to 9", "require n >= 4", "require n + heap <= 3"],
    ["n in 1 to 9", "let twice be n * 2", "require twice > 18"],
    ["require mood is calm and mood is wild"],
    ["require mood is calm", "require mood is not calm"],
    ["require mood in (calm, wild)", "require mood is dull"],
    ["require wet is yes", "require wet is no"],
    ["s in Size", "require worth of s > 5"],
    ["s in those z in Size having (worth of z > 3)", "require worth of s < 4"],
    ["require heap > 5", "require heap - 5 <= 0"],
    ["require heap + 1 <= heap"],
    ["require heap > cold", "require cold + 1 > heap"],
    ["require heap >= cold + 2", "require heap = cold"],
]
ALWAYS = [
    ["n in 0 to 9", "require n >= 0"],
    ["require heap > 3", "require heap >= 2"],
    ["require mood is wild", "require mood is not calm"],
    ["n in 1 to 3", "require n * 2 < 7 or heap > 3"],
]
OPEN = [
    ["n in 1 to 3", "require n > 2"],
    ["require mood is calm or mood is wild"],
    ["require mood is not calm", "require mood is not wild"],
    ["n in 1 to 9", "require n >= 4", "require n * 3 <= 12"],
    ["require heap > 3 or bid is nothing"],
    ["require heap >= cold", "require cold >= heap"],
    ["require heap >= cold", "n in cold to heap"],
    ["n in heap to heap"],
]
DO = ["set heap to 1", "set mood to wild", "set wet to yes", "set bid to low", "set cold to 3"]


@pytest.mark.parametrize("lines", IMPOSSIBLE)
def test_an_action_that_nobody_can_ever_do_is_an_error(lines: list[str]) -> None:
    assert asked("K56", *lines, *DO, more=MOOD) == ["K56 impossible"]
    assert [p.code for p in examined(text(*lines, *DO, more=MOOD)).errors] == ["K56"]


def test_a_parameter_with_nothing_to_choose_is_an_error() -> None:
    assert asked("K56", "n in 1 to 0", *DO, more=MOOD) == ["K56 empty"]
    assert asked("K56", "n in heap + 1 to heap", *DO, more=MOOD) == ["K56 empty"]
    assert asked("K56", "require cold > heap", "n in cold to heap", *DO, more=MOOD) == ["K56 empty"]
    assert asked("K56", "n in heap to cold", *DO, more=MOOD) == []


@pytest.mark.parametrize("lines", ALWAYS)
def test_a_guard_that_always_holds_is_named(lines: list[str]) -> None:
    assert asked("K56", *lines, *DO, more=MOOD) == ["K56 always"]


@pytest.mark.parametrize("lines", OPEN)
def test_a_guard_that_play_decides_is_let_be(lines: list[str]) -> None:
    assert asked("K56", *lines, *DO, more=MOOD) == []


def test_a_condition_further_in_is_a_warning() -> None:
    assert asked("K56", "require heap > 3", "if heap = 2: set bid to mid", *DO, more=MOOD) == ["K56 here"]


def test_a_guard_that_an_exception_opens_is_let_be() -> None:
    lines = ["n in 1 to 3", "require n > 3", "except [grab.2] when wet is yes", *DO]
    assert asked("K56", *lines, more=MOOD) == []


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["n in 1 to 3", "require n <= heap", "except [grab.2] when heap > 3"], ["K56 idle"]),
        (["n in 1 to 3", "require n <= heap", "except [grab.2] when heap > 1"], []),
        (["require heap > 3", "except [grab.1] when heap > 5 and wet is yes"], ["K56 idle"]),
        (["require heap > 3", "except [grab.1] when heap > 5 or wet is yes"], []),
        (["require heap < 4", "require heap > cold", "except [grab.2] when heap > 5"], ["K56 here"]),
        (["require bid is nothing or worth of bid > 2", "except [grab.1] when wet is yes"], []),
        (["require worth of bid > 2", "except [grab.1] when worth of bid > 1 or bid is nothing"], []),
    ],
)
def test_an_exception_that_allows_nothing_more_is_named(lines: list[str], said: list[str]) -> None:
    assert asked("K56", *lines, *DO, more=MOOD) == said


def test_an_exception_that_is_bent_itself_is_let_be() -> None:
    lines = ["require heap > 3", "[grab.x] except [grab.1] when heap > 5", "except [grab.x] when wet is yes", *DO]
    rules = text(*lines, more=MOOD).replace("[grab.2] [grab.x]", "[grab.x]")
    assert [p.variant for p in examined(rules).problems if p.code == "K56"] == []
