"""rulekit laws GAME: the laws and scenes of a game as a pytest file that can be read and run."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import Tables, format_option, shared_option, table_option
from rulekit.files import writing

if TYPE_CHECKING:
    from rulekit.testing.rule_tests import RuleTest


@click.command()
@click.argument("game")
@shared_option("--out", more="Default: it is printed.", type=click.Path(dir_okay=False, path_type=Path))
@table_option()
@format_option("pytest", "text", "json")
def command(game: str, out: Path | None, tables: Tables, form: str) -> int:
    """Print a short pytest file that tests the laws and scenes of a game with Hypothesis, to read and to go on from.

    `pytest --rulekit-game GAME` checks the same without a file.

    \b
    Examples:
      rulekit laws my-game --out test_my_game.py
      rulekit laws my-game --format text
    """
    from rulekit.testing.printed import property_tests
    from rulekit.testing.rule_tests import rule_tests

    loaded = game_options.load_game(game, tables)
    found = list(rule_tests(loaded))
    if form == "pytest":
        text = property_tests(loaded, game, tables)
    elif form == "json":
        text = json.dumps([as_data(test) for test in found], indent=2, ensure_ascii=False) + "\n"
    else:
        text = "".join(f"{test.id}: {test.sentence}\n" for test in found)
        text += f"{loaded.assumed_rows_note}\n" if loaded.assumed_rows_note else ""
    if out is None:
        click.echo(text, nl=False)
    else:
        writing.write(out, text)
    return Exit.GOOD


def as_data(test: "RuleTest") -> dict[str, object]:
    """One law or scene for tools."""
    names = ("id", "clause", "sort", "title", "sentence", "source", "certainty")
    return {name: getattr(test, name) for name in names}
