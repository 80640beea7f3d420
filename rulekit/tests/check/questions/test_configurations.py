"""Options, editions and demands: what can be played, and what never changes anything."""

import pytest

from rulekit.diagnostics.render import render
from rulekit.tests.check.small import asked, examined, text

LONG = "option long is no or yes\n"
BIG = "option big is 2 or 5\n"
USE = "set heap to (big if long is yes else 1)"


def test_a_guard_that_never_holds_is_never_in_play() -> None:
    assert asked("K56", "require count of Player > 4", "set heap to 1") == ["K56 no"]


def test_a_guard_that_always_holds_says_nothing() -> None:
    assert asked("K56", "require count of Player >= 2", "set heap to 1") == ["K56 yes"]


@pytest.mark.parametrize(
    "condition", ["seat-three is not nothing", "seat-four is nothing", "next of seat-three is not nothing"]
)
def test_whether_somebody_sits_at_a_seat_depends_on_how_many_play(condition: str) -> None:
    assert asked("K56", f"require {condition}", "set heap to 1") == []
    assert asked("K56", f"if not ({condition}): set heap to 1") == []


def test_a_seat_at_which_somebody_sits_in_every_game_always_holds() -> None:
    assert asked("K56", "require seat-two is not nothing", "set heap to 1") == ["K56 yes"]


@pytest.mark.parametrize(
    ("guards", "title"),
    [
        (["require count of Player > 4"], "never in play"),
        (["require count of Player >= 2"], "always holds"),
        (["require heap > 3", "require heap >= 2"], "always holds"),
        (["require heap > 3", "if heap = 2: set bid to mid"], "never in play"),
    ],
)
def test_what_always_holds_is_not_called_never_in_play(guards: list[str], title: str) -> None:
    found = [p for p in examined(text(*guards, "set heap to 1")).problems if p.code == "K56"]
    assert [p.title for p in found] == [title]
    assert f"warning[K56]: {title}\n" in render(found)


def test_a_clause_that_an_option_switches_is_in_play() -> None:
    assert asked("K56", "if big = 5: set heap to 1", more=BIG) == []
    assert asked("K56", "if big = 4: set heap to 1", more=BIG) == ["K56 no"]


def test_what_a_demand_excludes_is_never_in_play() -> None:
    more = LONG + "demands\n  [opt.short] long is no or count of Player = 2  @public:test\n"
    assert asked("K56", "if long is yes and count of Player = 3: set heap to 1", more=more) == ["K56 no"]


def test_a_procedure_nobody_calls_and_an_action_nobody_is_offered() -> None:
    more = "to rest\n  [rest.it] set heap to 2  @public:test\naction sleep\n  [sleep.it] set heap to 3  @public:test\n"
    assert asked("K56", "set heap to 1", more=more) == ["K56 never-called", "K56 never-called"]


def test_an_edition_says_what_other_editions_say() -> None:
    more = LONG + BIG + "edition one: long yes\nedition two: long no, big 5\n"
    assert asked("K57", USE, more=more) == ["K57"]
    assert asked("K57", USE, more=more.replace(", big 5", "")) == []


def test_an_edition_that_breaks_a_demand_is_refused() -> None:
    more = LONG + BIG + "edition one: long yes, big 5\ndemands\n  [opt.a] long is no or big = 2  @public:test\n"
    assert asked("K58", USE, more=more) == ["K58 edition"]


def test_demands_that_exclude_each_other_are_named() -> None:
    demands = "demands\n  [opt.a] count of Player < 3  @public:test\n  [opt.b] count of Player > {}  @public:test\n"
    assert asked("K58", "set heap to 1", more=demands.format(3)) == ["K58"]
    assert asked("K58", "set heap to 1", more=demands.format(1)) == []


@pytest.mark.parametrize("more", [LONG, LONG + "edition one: long yes\n"])
def test_an_option_that_no_clause_reads_is_unused(more: str) -> None:
    assert asked("K59", "set heap to 1", more=more) == ["K59"]
    assert asked("K59", "if long is yes: set heap to 1", more=more) == []
