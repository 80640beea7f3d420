"""rulekit check [GAME ...]: read games and report every problem."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulekit.cli.exits import Exit, exit_code, verdict
from rulekit.cli.options import colour_option, format_option
from rulekit.cli.tell import tell
from rulekit.data import bundled_games, find_games
from rulekit.problems import Problem, Problems

if TYPE_CHECKING:
    from rulekit.check.examined import Checked


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@format_option("text", "json", "github", "sarif")
@colour_option()
@click.option("--max", "most", type=click.IntRange(min=0), help="Print at most this many problems; 0 for all of them.")
@click.option("--strict", is_flag=True, help="A warning counts as a finding.")
@click.option(
    "--table",
    "tables",
    multiple=True,
    metavar="NAME=FILE",
    help="Put FILE in the place of a table of the game; may be repeated.",
)
@click.option("--exit-zero", is_flag=True, help="Leave with 0 whatever is found in the rules.")
def command(
    games: tuple[str, ...],
    form: str,
    colour: str,
    most: int | None,
    strict: bool,
    tables: tuple[str, ...],
    exit_zero: bool,
) -> int:
    """Read games and report every problem in them.

    GAME is the name of a bundled game, the folder of a game, a folder of such folders, or a single rules file.
    Without any, every bundled game is read.

    \b
    Examples:
      rulekit check                        every bundled game
      rulekit check my-game                one game
      rulekit check my-game --table cards.toml=my-cards.toml
      rulekit check --format github spec   for a log that marks lines
    """
    folders = [folder for name in games for folder in find_games(name)] if games else list(bundled_games())
    given = replaced(tables, len(folders))
    reports = [(folder, *(examine(folder, given) if given else examine(folder))) for folder in folders]
    problems = [problem for _, _, found in reports for problem in found]
    tell(problems, form=form, colour=colour, most=most)
    if form == "text":
        for folder, checked, found in reports:
            click.echo(summary(folder, checked, found))
    code = exit_code(verdict(refused(found, strict)) for _, _, found in reports)
    if code is Exit.NOTHING_RUN:
        click.echo("rulekit: no game was found, so nothing was checked", err=True)
    return Exit.GOOD if exit_zero and code is Exit.FINDINGS else code


def replaced(tables: tuple[str, ...], games: int) -> dict[str, Path]:
    """Which files stand in for which tables; that makes sense for one game at a time."""
    if tables and games != 1:
        raise click.UsageError("--table belongs to one game; name it")
    wrong = [text for text in tables if not all(text.partition("=")[::2])]
    if wrong:
        raise click.UsageError(f"`--table {wrong[0]}` needs a name and a file: --table cards.toml=my-cards.toml")
    return {name: Path(file) for name, _, file in (text.partition("=") for text in tables)}


def examine(folder: Path, tables: dict[str, Path] | None = None) -> tuple["Checked | None", tuple[Problem, ...]]:
    """The checked rules, if they are in order, and everything there is to complain about."""
    from rulekit.pipeline import examine_folder

    try:
        checked = examine_folder(folder, tables)
    except Problems as found:
        return None, found.problems
    return checked, checked.warnings


def refused(found: tuple[Problem, ...], strict: bool) -> bool:
    """Whether these problems make the check fail."""
    return any(strict or problem.severity == "error" for problem in found)


def summary(folder: Path, checked: "Checked | None", found: tuple[Problem, ...]) -> str:
    """One line about one game, and one more where nothing holds it."""
    from rulekit.pipeline import clause_count

    if checked is None:
        return f"{folder.name}: {tally(found)}"
    lines = [f"{count(clause_count(checked), 'clause')}, {tally(found)}", unheld(checked)]
    return "\n".join(f"{folder.name}: {line}" for line in lines if line)


def unheld(checked: "Checked") -> str:
    """A game without scenes and laws can say anything: only its author would notice."""
    if checked.scenes or checked.laws:
        return ""
    return "it has neither a scene nor a law, so nothing would notice if a rule said something else than what is meant"


def tally(found: tuple[Problem, ...]) -> str:
    """How many problems of each severity, in words."""
    levels = [problem.severity for problem in found]
    parts = [count(levels.count(level), level) for level in ("error", "warning", "note") if level in levels]
    return ", ".join(parts) or "no problems"


def count(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}" + ("" if number == 1 else "s")
