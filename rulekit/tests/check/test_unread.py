"""Lines that cannot be read hide no errors of other lines, and make none."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekit.data import PACKAGE
from rulekit.diagnostics import Problem, Problems
from rulekit.pipeline import examine_all
from rulekit.syntax.parser import parse
from rulekit.tests.check.questions.making import cited

HEAD = "game tea for 2 players\ncard Tea, 12 in all\n  face names it: worth 1 to 4\n"
ZONES = "zone deck pile of Tea  nobody sees it\nzone hand of Player set of Tea  owner sees it\n"
SETUP = "setup\n  [setup.deck]  shuffle Tea into deck\n"
DRAW = "action draw\n  [draw.do]  move top of deck to hand of player\n"
REST = "turn\n  [turn.go]  player must draw\nend\n  [end.out]  at end of turn when deck is empty\n"
REST += "result\n  [win.most]  most count of hand of player wins, ties are shared\n"
GOOD = HEAD + ZONES + SETUP + DRAW + REST
SLIP = "zone shelf set =< of Tea  everyone sees it\n"


def found(folder: Path, text: str) -> list[tuple[str, str]]:
    """The errors, each with the name it is about."""
    return [(one.code, one.facts.get("name", "")) for one in problems(folder, cited(text)) if one.severity == "error"]


def problems(folder: Path, text: str) -> tuple[Problem, ...]:
    file = folder / "game.rules"
    file.write_text(text, encoding="utf-8")
    try:
        return examine_all(file).problems
    except Problems as slips:
        return slips.problems


def test_a_line_that_cannot_be_read_hides_no_other_errors(tmp_path: Path) -> None:
    """Unknown names, types that do not fit, and lines without a source, all in one run."""
    wrong = GOOD.replace("shuffle Tea", "shuffle Tee").replace("of deck to", "of dek to")
    wrong = wrong.replace("deck is empty", "hand of player = 3").replace("must draw", "must draw or sing")
    assert found(tmp_path, wrong + SLIP) == [
        ("K12", "Tee"),
        ("K07", "dek"),
        ("K07", "sing"),
        ("K16", ""),
        ("K01", ""),
    ]


def test_a_line_without_its_source_is_told_beside_a_slip(tmp_path: Path) -> None:
    """The check of sources needs no other line."""
    text = cited(GOOD + SLIP).replace("player must draw  @public:toy", "player must draw")
    assert [one.code for one in problems(tmp_path, text)] == ["K05", "K01"]


@pytest.mark.parametrize(
    "line",
    [
        "zone deck pile =< of Tea  nobody sees it",
        "card Tea, =< 12 in all",
        "action =< draw",
        "  [draw.do]  move top =< of deck to hand of player",
        "  face names it: =< worth 1 to 4",
        "game =< tea for 2 players",
    ],
)
def test_what_an_unread_line_declares_is_not_unknown_elsewhere(line: str, tmp_path: Path) -> None:
    """One slip, one message."""
    whole = line.replace("=< ", "")
    text = GOOD.replace("zone deck pile of Tea  nobody sees it", "zone deck pile of Tea  nobody sees it")
    assert whole in text
    assert len(found(tmp_path, text.replace(whole, line))) == 1


def test_what_an_unread_choice_is_called_is_not_unknown_below_it(tmp_path: Path) -> None:
    """The line that chooses cannot be read, the line that uses what was chosen can."""
    counted = DRAW.replace("[draw.do]  move top", "[draw.n]  many =< in 1 to 3\n  [draw.do]  move top (many)")
    assert [code for code, _ in found(tmp_path, GOOD.replace(DRAW, counted))] == ["K01"]


def test_a_kind_without_its_rows_is_told_once(tmp_path: Path) -> None:
    """Not again for every row and every line that names one."""
    points = (
        "list Point, 24 in all\nstate men at Point is 0 to 15\nlist Road, 2 in all\n  face: start Point, goal Point\n"
    )
    points += "rows of Road\n  [r.a]  a: start point-1, goal point-2\n  [r.b]  b: start point-3, goal point-4\n"
    setup = "".join(f"  [setup.p{n}]  set men at point-{n} to 2\n" for n in range(1, 20))
    assert found(tmp_path, GOOD.replace(SETUP, points + SETUP + setup)) == [("K14", "")]


def test_a_reserved_name_is_told_where_it_is_met_first(tmp_path: Path) -> None:
    """Not once more in each row."""
    roads = "list Road, 2 in all\n  face: from 1 to 9, far 1 to 9\nrows of Road\n"
    roads += "  [r.a]  a: from 1, far 2\n  [r.b]  b: from 3, far 4\n"
    assert found(tmp_path, HEAD + roads + ZONES + SETUP + DRAW + REST) == [("K02", "from")]


# ------------------------------------------------------------------ many lines


def garbled(seed: int, count: int) -> Iterator[tuple[str, int, str]]:
    """Toy games in which one line cannot be read any more, and the number of that line."""
    chance = random.Random(seed)
    toys = sorted((PACKAGE / "tests" / "games").glob("*.rules"))
    for _ in range(count):
        file = chance.choice(toys)
        lines = file.read_text(encoding="utf-8").split("\n")
        number = chance.choice(
            [n for n, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")]
        )
        indent = len(lines[number]) - len(lines[number].lstrip())
        words = lines[number].split()
        words.insert(chance.randrange(len(words)), "=<")
        lines[number] = " " * indent + " ".join(words)
        yield file.name, number + 1, "\n".join(lines)


@pytest.mark.long
def test_hardly_any_unread_line_makes_errors_elsewhere(tmp_path: Path) -> None:
    """At most one in fifty of several hundred; each one of them says something new about names."""
    noisy = [
        (name, line)
        for name, line, text in garbled(11, 400)
        if (slips := parse(text, "game.rules").problems) and len(problems(tmp_path, text)) > len(slips)
    ]
    assert len(noisy) <= 8, noisy
