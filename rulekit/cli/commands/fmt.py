"""rulekit fmt [PATH ...]: format rules files."""

import difflib
import sys
from pathlib import Path

import click

from rulekit.cli.exits import Exit, exit_code, verdict
from rulekit.cli.options import shared_option
from rulekit.cli.print_problems import tell
from rulekit.data import find_games, is_installed_copy
from rulekit.diagnostics import Problems
from rulekit.files import writing
from rulekit.files.reading import MOST


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@shared_option("--check", "only_check")
@click.option("--diff", "show_diff", is_flag=True, help="Write nothing; show what would change.")
def command(paths: tuple[str, ...], only_check: bool, show_diff: bool) -> int:
    """Format rules files. Comments stay where they are.

    PATH is a rules file, the folder of a game, a folder of such folders, or - for standard input.

    \b
    Examples:
      rulekit fmt my-game            format every file of the game
      rulekit fmt --check spec       exit with 1 if a file is not formatted
      rulekit fmt --diff my-game     show what would change
      rulekit fmt - < draft.rules    print the formatted text
    """
    if paths == ("-",):
        return through_pipe(only_check, show_diff)
    write = not (only_check or show_diff)
    try:
        files = [one for path in paths for one in files_of(path, write)]
    except Problems as found:
        tell(found.problems)
        return Exit.FINDINGS
    return exit_code([one_file(*one, write, show_diff) for one in files])


def files_of(path: str, write: bool) -> list[tuple[Path, Path]]:
    """Every rules file meant by one word of the command line, scenes included, with the folder no link may leave.

    What lies deeper in a folder is no part of the game, and may belong to somebody else.
    """
    from rulekit.syntax.source_files import rules_in

    found: list[tuple[Path, Path]] = []
    for game in find_games(path):
        if write and is_installed_copy(game):
            raise click.UsageError(f"{path} is part of the installed kit; copy it before you change it")
        home = Path(path) if game.is_relative_to(path) else game
        files = rules_in(game) if game.is_dir() else [game]
        found += [(file, home if home.is_dir() else file.parent) for file in files]
    return found


def one_file(file: Path, home: Path, write: bool, show_diff: bool) -> Exit:
    """Tidy one file, or say that it is not tidy."""
    before = read_or_complain(file, home)
    after = None if before is None else format_text(before, str(file))
    if before is None or after is None:
        return Exit.FINDINGS
    if before == after:
        return Exit.GOOD
    if write:
        writing.write(file, after, home)
        click.echo(f"tidied {file}", err=True)
        return Exit.GOOD
    report_change(before, after, str(file), show_diff)
    return Exit.FINDINGS


def through_pipe(only_check: bool, show_diff: bool) -> Exit:
    """Standard input to standard output."""
    before = decode_bytes(sys.stdin.buffer.read(MOST), "<stdin>")
    after = None if before is None else format_text(before, "<stdin>")
    if before is None or after is None:
        return Exit.FINDINGS
    if not (only_check or show_diff):
        click.echo(after, nl=False)
        return Exit.GOOD
    if before != after:
        report_change(before, after, "<stdin>", show_diff)
    return verdict(before != after)


def report_change(before: str, after: str, name: str, show_diff: bool) -> None:
    """Name an untidy file, and show the difference if that was asked for."""
    if not show_diff:
        click.echo(f"not tidy: {name}")
        return
    lines = difflib.unified_diff(before.splitlines(True), after.splitlines(True), name, f"{name} (tidy)")
    click.echo(
        "".join(line if line.endswith("\n") else line + "\n\\ no newline at the end\n" for line in lines), nl=False
    )


def read_or_complain(file: Path, home: Path) -> str | None:
    """The text of a file, or nothing after telling why there is none."""
    from rulekit.syntax.source_files import read_file

    try:
        return read_file(file, home).text
    except Problems as found:
        tell(found.problems)
        return None


def decode_bytes(data: bytes, name: str) -> str | None:
    """Bytes as text, or nothing after telling why they are none."""
    from rulekit.syntax.source_files import decode

    try:
        return decode(data, name)
    except Problems as found:
        tell(found.problems, sources={name: data.decode("utf-8", "replace")})
        return None


def format_text(text: str, name: str) -> str | None:
    """The tidy form of a text, or nothing after telling why it has none."""
    from rulekit.model.formatter import format_source

    try:
        return format_source(text, name)
    except Problems as found:
        tell(found.problems, sources={name: text})
        return None
