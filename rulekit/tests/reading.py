"""Ways into the kit that tests of texts and models share."""

from __future__ import annotations

from pathlib import Path

from rulekit.data import bundled_games
from rulekit.model.printer import print_rulebook
from rulekit.model.rulebook import Rulebook, build
from rulekit.syntax.parser import parse

HERE = Path(__file__).parent


def model(text: str) -> Rulebook:
    """The model of a text that has no slips."""
    parsed = parse(text, "x.rules")
    assert not parsed.problems, [str(p) for p in parsed.problems] + [text]
    return build([("x.rules", parsed.trees)])


def same(one: Rulebook, other: Rulebook) -> bool:
    """Equal, and not only as far as `yes` and 1 are equal for Python."""
    return one == other and repr(one) == repr(other)


def assert_round_trip(book: Rulebook) -> None:
    """What is printed reads back as the same, and prints the same again."""
    text = print_rulebook(book)
    again = model(text)
    assert same(again, book), text
    assert print_rulebook(again) == text


def rules_files() -> list[Path]:
    """Every rules file that comes with the kit, but the wrong ones."""
    games = [file for game in bundled_games() for file in sorted(game.rglob("*.rules"))]
    starter = sorted((HERE.parent / "cli" / "starter").rglob("*.rules"))
    return games + sorted((HERE / "games").rglob("*.rules")) + starter


def short(file: Path) -> str:
    """A name for the test of a file."""
    return f"{file.parent.name}/{file.stem}"


def codes(text: str) -> list[tuple[str, str, int, int]]:
    """What reading a text complains about: code, variant, line, column."""
    return [
        (p.code, p.variant, p.span.line, p.span.column) for p in parse(text, "x.rules").problems if p.span is not None
    ]
