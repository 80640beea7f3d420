"""rulekit check [GAME ...]: read games and report every problem."""

import gc
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulekit.cli.exits import Exit, exit_code, verdict
from rulekit.cli.options import Tables, colour_option, format_option, table_option
from rulekit.cli.print_problems import quantity, tell
from rulekit.data import bundled_games, find_games, folder_name
from rulekit.diagnostics import Problem, Problems
from rulekit.gc_pause import gc_paused

if TYPE_CHECKING:
    from rulekit.check.tree.checked_rulebook import CheckedRulebook


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@format_option("text", "json", "github", "sarif")
@colour_option()
@click.option(
    "--max",
    "most",
    metavar="N",
    type=click.IntRange(min=0),
    help="Print at most this many problems; 0 for all of them.",
)
@click.option("--strict", is_flag=True, help="Treat warnings as errors: they also make the exit code 1.")
@table_option()
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if the rules have problems.")
def command(
    games: tuple[str, ...],
    form: str,
    colour: str,
    most: int | None,
    strict: bool,
    tables: Tables,
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
    given = of_one(tables, len(folders))
    reports: list[tuple[Path, int, tuple[Problem, ...], str]] = []
    for folder in folders:
        if reports and not gc.isenabled():
            gc.collect()  # the game before
        reports.append((folder, *examine(folder, given)))
    problems = [problem for _, _, found, _ in reports for problem in found]
    tell(problems, form=form, colour=colour, most=most)
    if form == "text":
        for report in reports:
            click.echo(summary(*report))
    code = exit_code(verdict(check_fails(found, strict)) for _, _, found, _ in reports)
    if code is Exit.NOTHING_RUN:
        click.echo("rulekit: no game was found, so nothing was checked", err=True)
    return Exit.GOOD if exit_zero and code is Exit.FINDINGS else code


def of_one(tables: Tables, games: int) -> dict[str, Path]:
    """Which files stand in for which tables; that makes sense for one game at a time."""
    if tables and games != 1:
        raise click.UsageError("--table belongs to one game; name it")
    return {name: Path(file) for name, file in tables}


def examine(folder: Path, tables: dict[str, Path] | None = None) -> tuple[int, tuple[Problem, ...], str]:
    """How many clauses a game has, everything there is to complain about, and remarks about the whole."""
    with gc_paused():
        from rulekit.model.tables import assumed_rows, in_words
        from rulekit.pipeline import clause_count, examine_or_raise
        from rulekit.site.readers import reader_problems

        try:
            examined = examine_or_raise(folder, tables)
        except Problems as found:
            return 0, found.problems, ""
        checked = examined.checked
        remarks = (untested_note(checked), in_words(assumed_rows(checked.rulebook)))
        complaints = (*checked.warnings, *reader_problems(folder, examined))
        return clause_count(checked), complaints, "\n".join(filter(None, remarks))


def check_fails(found: tuple[Problem, ...], strict: bool) -> bool:
    """Whether these problems make the check fail."""
    return any(strict or problem.severity == "error" for problem in found)


def summary(folder: Path, clauses: int, found: tuple[Problem, ...], remark: str) -> str:
    """One line about one game, and one more for each remark."""
    size = f"{quantity(clauses, 'line')}, " if clauses else ""
    from rulekit.diagnostics.visible import visible

    return "\n".join(
        f"{visible(folder_name(folder))}: {line}" for line in (f"{size}{tally(found)}", *remark.split("\n")) if line
    )


def untested_note(checked: "CheckedRulebook") -> str:
    """A game without scenes and laws can say anything: only its author would notice."""
    if checked.scenes or checked.laws:
        return ""
    return "it has neither a scene nor a law, so nothing would notice if a rule said something else than what is meant"


def tally(found: tuple[Problem, ...]) -> str:
    """How many problems of each severity, in words; what is printed once counts once."""
    from rulekit.diagnostics.render import sort_problems

    levels = [problem.severity for problem in sort_problems(found)]
    parts = [quantity(levels.count(level), level) for level in ("error", "warning", "note") if level in levels]
    return ", ".join(parts) or "no problems"
