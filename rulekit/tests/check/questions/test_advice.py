"""What a message tells to do can be done: proposals are names that may stand there, cures fit the slip."""

from pathlib import Path

import pytest

from rulekit.tests.check.corpus import problems
from rulekit.tests.check.small import text


def advised(folder: Path, *lines: str, more: str = "") -> list[tuple[str, str]]:
    """The codes of all errors, with what to do."""
    return [(p.code, p.advice) for p in problems(text(*lines, more=more), folder) if p.severity == "error"]


@pytest.mark.parametrize(
    ("lines", "more", "code", "proposed"),
    [
        (["require has-of heap = 3"], "", "K01", "`has-one of heap`"),
        (["let has = 3"], "", "K02", "`has-one`"),
        (["let From be 3"], "", "K01", "`from-one`"),
        (["take 1 from heap"], "define has p is 3\n", "K02", "`has-one`"),
        (["take 1 from heap"], "state Each is 0 to 9, excess lost\n", "K01", "`each-one`"),
        (["require worth-of heap = 3"], "", "K01", "`worth of heap`"),
    ],
)
def test_a_name_that_is_proposed_can_be_a_name(
    tmp_path: Path, lines: list[str], more: str, code: str, proposed: str
) -> None:
    (found,) = advised(tmp_path, *lines, more=more)
    assert found[0] == code
    assert proposed in found[1]


@pytest.mark.parametrize("sign", ["+", "-"])
def test_a_number_that_goes_on_behind_with_most_is_told_so(tmp_path: Path, sign: str) -> None:
    (found,) = advised(
        tmp_path, f"let rich be those p in Player - player with most pot of p {sign} heap", "take 1 from heap"
    )
    assert found == (
        "K16",
        f"Put brackets round the whole number that is compared: `with most (pot of p {sign} ..)`.",
    )
    right = f"let rich be those p in Player - player with most (pot of p {sign} heap)"
    assert advised(tmp_path, right, "take (count of rich) from heap") == []


@pytest.mark.parametrize("written", ["(2 amber)", "2 amber", "(2 amber + 1 jade)"])
def test_a_value_before_a_relation_is_told_to_take_a_name(tmp_path: Path, written: str) -> None:
    sack = "type Beads is bag of Hue\nstate sack of Player is Beads\n"
    more = sack + "setup\n  [setup.sack] add 1 amber to sack of seat-one  @public:x\n"
    (found,) = advised(tmp_path, f"if {written} inside sack of player: take 1 from heap", more=more)
    value = written.strip("()")
    assert found[0] == "K01"
    assert f"`let x be {value}`, and write `x inside ..`" in found[1]
    right = f"let x be {value}", "if x inside sack of player: take 1 from heap"
    assert advised(tmp_path, *right, more=more) == []
    assert advised(tmp_path, right[1], more=f"{more}define x is {value}\n") == []


ROWS = """type Pond is one of big, small
list Season, 2 in all
  face: ponds set of Pond, cost bag of Pond, best Pond or nothing
rows of Season
  [season.one]  spring: ponds big small, cost 1 big, best big  @public:sample
"""
LEAVE = "If it is to hold nothing, leave `{}` out."


@pytest.mark.parametrize(
    ("cells", "code", "cure"),
    [
        ("ponds none", "K15", LEAVE.format("ponds")),
        ("ponds 0", "K15", LEAVE.format("ponds")),
        ("cost none", "K23", LEAVE.format("cost")),
        ("cost 0", "K23", LEAVE.format("cost")),
        ("best none", "K15", LEAVE.format("best")),
        ("ponds nothing", "K01", "left out of its row"),
    ],
)
def test_how_a_row_says_nothing_is_told(tmp_path: Path, cells: str, code: str, cure: str) -> None:
    (found,) = advised(tmp_path, "take 1 from heap", more=f"{ROWS}  [season.two]  autumn: {cells}  @public:sample\n")
    assert found[0] == code
    assert cure in found[1]
    assert advised(tmp_path, "take 1 from heap", more=f"{ROWS}  [season.two]  autumn  @public:sample\n") == []


@pytest.mark.parametrize("cells", ["ponds bigg", "ponds big none", "cost bigg", "cost 3", "best bigg"])
def test_a_misspelt_member_is_not_told_to_be_left_out(tmp_path: Path, cells: str) -> None:
    (found,) = advised(tmp_path, "take 1 from heap", more=f"{ROWS}  [season.two]  autumn: {cells}  @public:sample\n")
    assert "leave" not in found[1]


@pytest.mark.parametrize("kind", ["set of Hue", "bag of Hue", "Hue or nothing"])
def test_what_is_empty_is_nothing(tmp_path: Path, kind: str) -> None:
    state = f"type Held is {kind}\nstate sack is Held, starts "
    (found,) = advised(tmp_path, "take 1 from heap", more=f"{state}none\n")
    assert found == ("K15", "Did you mean `nothing`? It is `amber` or `jade`.")
    assert advised(tmp_path, "take 1 from heap", more=f"{state}nothing\n") == []


@pytest.mark.parametrize(
    ("written", "cure", "right"),
    [
        ("-5 to 5", "Write `0 to 10`, where 5 stands for 0", "0 to 10, starts 5"),
        ("(-5) to (-2)", "Write `0 to 3`, where 5 stands for 0", "0 to 3"),
    ],
)
def test_a_range_below_zero_is_told_how_to_be_written(tmp_path: Path, written: str, cure: str, right: str) -> None:
    (found,) = advised(tmp_path, "take 1 from heap", more=f"state debt is {written}, excess lost\n")
    assert found[0] == "K01"
    assert cure in found[1]
    assert "`define balance is debt - 5`" in found[1]
    more = f"state debt is {right}, excess lost\ndefine balance is debt - 5\n"
    assert advised(tmp_path, "if balance < 0: take 1 from heap", "add 1 to debt", more=more) == []
