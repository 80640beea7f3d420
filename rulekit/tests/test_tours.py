"""The second tour is walked as it is printed: rules typed, commands run, every printed line met in its order."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekit.data import PACKAGE
from rulekit.tests.calling import Call

TOUR = PACKAGE.parent / "docs" / "tour-laws.md"
BLOCK = re.compile(r"^```(rules|console)\n(.*?)^```", re.DOTALL | re.MULTILINE)

pytestmark = [pytest.mark.long, pytest.mark.skipif(not TOUR.is_file(), reason="installed without its docs")]


def blocks(language: str) -> list[str]:
    return [body for name, body in BLOCK.findall(TOUR.read_text(encoding="utf-8")) if name == language]


def commands(session: str) -> Iterator[tuple[list[str], list[str]]]:
    """Every command with the lines that are shown below it; `...` stands for lines left out."""
    for part in session.split("$ rulekit ")[1:]:
        line, *shown = part.splitlines()
        yield line.split(), [one for one in shown if one != "..."]


def walk(session: str, rulekit: Call) -> None:
    for line, shown in commands(session):
        printed = iter(rulekit(*line).out.splitlines())
        assert [one for one in shown if one not in printed] == [], line  # one after the other, lines between left out


def test_the_second_tour_says_what_is_printed(game: Path, rulekit: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule is broken and mended, a wrong law is added and taken away, then all is green."""
    monkeypatch.chdir(game.parent)
    too_many, law = blocks("rules")
    broken, unlawful, green = blocks("console")
    play, laws = game / "2-play.rules", game / "4-laws.rules"
    right, lawful = play.read_text(encoding="utf-8"), laws.read_text(encoding="utf-8")
    play.write_text(re.sub(r"^  \[grab\.enough\].*\n", too_many, right, flags=re.MULTILINE), encoding="utf-8")
    walk(broken, rulekit)
    play.write_text(right, encoding="utf-8")
    laws.write_text(lawful + law, encoding="utf-8")
    walk(unlawful, rulekit)
    laws.write_text(lawful, encoding="utf-8")
    walk(green, rulekit)
