"""rulekit report diff|show: show a kept report of a verification in another format, or compare two."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import format_option, report_option, table_option
from rulekit.cli.print_problems import complain
from rulekit.files import json_reading, reading

if TYPE_CHECKING:
    from rulekit.verify.model import Verification

LONGEST = 64 << 20  # letters of a report


@click.group()
def command() -> None:
    """Work with reports that `rulekit verify --report` kept as JSON.

    \b
    Examples:
      rulekit report show report.json --report html=report.html
      rulekit report diff yesterday.json today.json
    """


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@report_option
@table_option()
def show(file: Path, reports: list[tuple[str, Path]], tables: tuple[tuple[str, str], ...]) -> int:
    """Print a kept report, or write it in other formats. Exits with the exit code of the verification.

    \b
    Examples:
      rulekit report show report.json
      rulekit report show report.json --report junit=report.xml --report report.html
    """
    from rulekit.report.formats import write_reports
    from rulekit.report.text import text

    found = _read_report(file)
    if found is None:
        return Exit.USAGE
    if reports:
        write_reports(found, game_options.load_game(found.game.name, tables), reports)
    else:
        click.echo(text(found))
    return Exit(found.verdict.code)


@command.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@format_option("text", "json")
def diff(old: Path, new: Path, form: str) -> int:
    """What is new, gone or as before in the second report. Exits with 1 if something is new or less was looked at.

    \b
    Examples:
      rulekit report diff yesterday.json today.json
      rulekit report diff yesterday.json today.json --format json
    """
    from rulekit.report.difference import as_json, as_text, compare_reports

    before, after = _read_report(old), _read_report(new)
    if before is None or after is None:
        return Exit.USAGE
    found = compare_reports(before, after)
    click.echo(as_json(found) if form == "json" else as_text(found))
    return Exit(found.code)


def _read_report(file: Path) -> "Verification | None":
    """A kept report; nothing, with a sentence, if it is none."""
    from rulekit.verify.model import read_verification
    from rulekit.verify.record_json import Misfit

    try:
        return read_verification(
            json_reading.parse_json(reading.strip_bom(reading.read(file)), LONGEST, fractions=True)
        )
    except (Misfit, ValueError) as wrong:
        complain(f"{file}: {wrong}")
        return None
