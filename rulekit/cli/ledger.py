"""rulekit ledger GAME: which clauses of the rulebook the rules cover, and which are missing."""

import json
from collections.abc import Mapping
from typing import Any

import click

from rulekit.cli.exits import verdict
from rulekit.cli.options import format_option
from rulekit.data import find_game


@click.command()
@click.argument("game")
@format_option("text", "json")
def command(game: str, form: str) -> int:
    """Count the clauses of a game's ledger: encoded (a rule, row, law or scene cites it), explained, or missing.

    \b
    Examples:
      rulekit ledger my-game
      rulekit ledger my-game --format json
    """
    from rulekit.check.citations import ledger_report

    report = ledger_report(find_game(game))
    click.echo(json.dumps(report, ensure_ascii=False) if form == "json" else in_words(game, report))
    return verdict(len(report["missing"]))


def in_words(game: str, report: Mapping[str, Any]) -> str:
    """The report as a few lines."""
    head = f"{game}: {report['clauses']} clauses, {report['encoded']} encoded, {report['explained']} explained"
    missing = [f"  missing  {clause}" for clause in report["missing"]]
    return "\n".join([f"{head}, {len(missing) or 'none'} missing", *missing])
