"""rulekit ledger GAME: what covers each clause of the rulebook, and which clauses are missing."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from rulekit.cli.exits import verdict
from rulekit.cli.options import Tables, format_option, shared_option, table_option
from rulekit.data import find_game

SORTS = {
    "line": "by a line of the rules, which does it",
    "option": "by an option alone",
    "law": "by a law alone",
    "scene": "by a scene alone",
    "reason": "by a reason in rulings.md",
}


@click.command()
@click.argument("game")
@shared_option("--clauses", "each", "Each with the places that hold it.")
@table_option()
@format_option("text", "json")
def command(game: str, form: str, each: bool, tables: Tables) -> int:
    """Show what covers each clause of a game's ledger, and which clauses are missing.

    A clause is encoded if a line of the rules, a row or a declaration that the rules use cites it. Clauses that only an
    option, a law, a scene or a reason covers are counted apart. JSON names the places of every clause. A number in a
    clause that none of its places contains is listed too: the clause or a place may be wrong, or `rulings.md` says why.

    \b
    Examples:
      rulekit ledger my-game
      rulekit ledger my-game --clauses
      rulekit ledger my-game --format json
    """
    from rulekit.check.sources.citations import ledger_report

    report = ledger_report(find_game(game), {name: Path(file) for name, file in tables})
    click.echo(json.dumps(report, ensure_ascii=False) if form == "json" else in_words(game, report, each))
    return verdict(len(report["missing"]) + len(report["numbers"]))


def in_words(game: str, report: Mapping[str, Any], each: bool = False) -> str:
    """The report as a few lines."""
    from rulekit.model.tables import in_words as assumed_words

    missing = [f"  missing  {clause}" for clause in report["missing"]]
    head = f"{game}: {report['clauses']} clauses, {report['encoded']} encoded, {len(missing) or 'none'} missing"
    held = [f"{report['held'][sort]:>6} {words}" for sort, words in SORTS.items() if report["held"][sort]]
    places = [f"  {clause}: {_places(by)}" for clause, by in report["by"].items() if by] if each else []
    numbers = [f"  {clause}: no place that holds it says {', '.join(one)}" for clause, one in report["numbers"].items()]
    made_up = assumed_words((one["kind"], one["rows"], one["of"]) for one in report["assumed"])
    return "\n".join([head, *held, *places, *missing, *numbers, *([made_up] if made_up else [])])


def _places(by: list[dict[str, Any]]) -> str:
    """Each place once, with what it is if its name does not say so."""
    told = (f"law {one['name']}" if one["sort"] == "law" else one["name"] for one in by)
    return ", ".join(dict.fromkeys(told))
