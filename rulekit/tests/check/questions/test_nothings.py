"""What may be nothing is found where it matters, and `only of` is proved from the tables."""

import pytest

from rulekit.tests.check.small import asked

SURE = [
    ["require bid is not nothing", "set heap to worth of bid"],
    ["require worth of bid > 1", "set heap to worth of bid"],
    ["set heap to (worth of bid + 1) otherwise 3"],
    ["if bid is nothing or worth of bid + 1 > 3: set heap to 1"],
    ["require worth of bid > 1", "if not worth of bid > 3: set heap to 1"],
    ["set bid to low then set heap to worth of bid"],
    ["set heap to most of worth of s for each s in Size"],
]
DOUBTFUL = [
    (["set heap to worth of bid"], "K24 verb"),
    (["add worth of bid + 1 to pot of player"], "K24"),
    (["require not worth of bid > 3", "set heap to 1"], "K24 not"),
    (["if heap > 4: let x be 2", "set heap to x + 5"], "K24"),
]


@pytest.mark.parametrize("lines", SURE)
def test_what_is_known_to_be_something_is_let_be(lines: list[str]) -> None:
    assert asked("K24 K25", *lines) == []


@pytest.mark.parametrize(("lines", "found"), DOUBTFUL)
def test_what_may_be_nothing_is_named(lines: list[str], found: str) -> None:
    assert asked("K24 K25", *lines) == [found]


def test_what_every_caller_knows_a_procedure_knows() -> None:
    more = "to use s: Size\n  let after be next of s\n  [use.it] if after is not nothing: use-up after  @public:test\n"
    more += "to use-up s: Size\n  [up.set] set heap to worth of s  @public:test\n"
    assert asked("K24", "s in Size", "use s", more=more) == []


def test_a_set_that_tables_make_single_is_proved() -> None:
    line = "set heap to worth of only of those s in Size having (worth of s > {})"
    assert asked("K24 K25", line.format(4)) == []
    assert asked("K24 K25", line.format(2)) == ["K25"]


def test_it_is_proved_for_every_value_that_play_may_bring() -> None:
    lines = ["n in 2 to 3", "set bid to only of those s in Size having (worth of s = n)"]
    assert asked("K25", *lines) == []


def test_a_guard_over_how_many_there_are_is_used_under_its_name_as_well() -> None:
    more = "zone tray set of Disc everyone sees face\npiece Disc, 3 in all\n  face names it: weight 1 to 3\n"
    more += "zone bag of Player set of Disc everyone sees face\n"
    more += "setup\n  [setup.tray] move every disc of box to tray  @public:test\n"
    use = "move only of tray to bag of player"
    for guard in (["require count of tray = 1"], ["let k be count of tray", "require k = 1"]):
        assert asked("K25", *guard, use, "set heap to 1", more=more) == []
        assert asked("K25", *[line.replace("= 1", "= 2") for line in guard], use, "set heap to 1", more=more) == ["K25"]


def test_several_players_may_share_a_state() -> None:
    line = "set heap to pot of only of those p in Player having (pot of p > 3)"
    assert asked("K25", line) == ["K25"]


def test_one_place_is_told_from_another_by_what_lies_there() -> None:
    more = (
        "piece Disc, 2 in all\n  face names it: bright yes or no\nzone tray of Player set of Disc everyone sees face\n"
    )
    more += "rows of Disc\n  [disc.a] disc-a: bright yes  @public:test\n  [disc.b] disc-b: bright no  @public:test\n"
    lines = ["d in Disc", "set pot of player to 1 then move d to tray of player"]
    lines += ["if some p in Player has p is only of those q in Player having (d in tray of q): set heap to 1"]
    assert asked("K25", *lines, more=more) == []


DECK = "piece Disc, 3 in all\n  face names it: weight 1 to 3\nzone deck pile of Disc everyone sees face\n"
DECK += "zone rest pile of Disc everyone sees face\nstate seen is 1 to 3\n"
LOOK = "  [setup.look] set seen to weight of bottom of deck  @public:test\n"


@pytest.mark.parametrize(
    ("fills", "found"),
    [
        ("shuffle Disc into deck", []),
        ("shuffle Disc onto deck", []),
        ("move Disc to deck", []),
        ("shuffle Disc into deck then move top of deck to rest", ["K24 verb"]),
        ("shuffle rest into deck", ["K24 verb"]),
        ("move top 2 of rest to deck", ["K24 verb"]),
        ("shuffle those d in Disc having (weight of d > 3) into deck", ["K24 verb"]),
    ],
)
def test_a_pile_that_many_are_laid_on_is_not_empty(fills: str, found: list[str]) -> None:
    more = f"{DECK}setup\n  [setup.fill] {fills}  @public:test\n{LOOK}"
    assert asked("K24", "set heap to 1", "move top of deck to rest", more=more) == found
