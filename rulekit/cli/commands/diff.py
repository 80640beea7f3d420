"""rulekit diff OLD NEW: show what changed between two versions of a game's rules."""

import contextlib
import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from rulekit.cli.exits import Exit
from rulekit.cli.options import format_option
from rulekit.data import find_game


@click.command()
@click.argument("old")
@click.argument("new")
@format_option("text", "json", "markdown")
@click.option(
    "--title", metavar="TEXT", default="", help="The heading of the section in Markdown, such as a version or a date."
)
def command(old: str, new: str, form: str, title: str) -> int:
    """Show what changed between two versions of a game's rules, in sentences of the rulebook.

    OLD and NEW are games, folders of games, or REVISION:PATH as git writes them. The result lists the
    sentences, rulings, options, rows of tables, lines and scenes that were added, removed or changed, what rests on
    them, and whether the game is still played as before. Exits with 1 if it is not.

    \b
    Examples:
      rulekit diff ../last-release/my-game my-game
      rulekit diff HEAD~3:spec/my-game spec/my-game
      rulekit diff v1.0:my-game my-game --format markdown --title 1.1 >> my-game/changes.md
    """
    import json

    from rulekit.diff.compare import as_markdown, as_text, compare
    from rulekit.diff.snapshot import snapshot

    with version(old) as before, version(new) as now:
        found = compare(snapshot(before), snapshot(now))
    if form == "json":
        click.echo(json.dumps(found.to_json(), indent=1, ensure_ascii=False))
    else:
        click.echo(as_text(found) if form == "text" else as_markdown(found, title).rstrip("\n"))
    return Exit.GOOD if found.plays_on else Exit.FINDINGS


@contextlib.contextmanager
def version(wanted: str) -> Iterator[Path]:
    """The folder of a game, or a copy of it as it was in a revision of git."""
    revision, colon, path = wanted.partition(":")
    if not colon or Path(wanted).exists():
        yield find_game(wanted)
        return
    with tempfile.TemporaryDirectory() as folder:
        yield unpack_revision(revision, Path(path).absolute(), Path(folder))


def unpack_revision(revision: str, path: Path, into: Path) -> Path:
    """Put the game, as it was in that revision, below a folder; what is there now may have moved on."""
    begin = next(one for one in (path, *path.parents) if one.is_dir())
    top = Path(git(begin, "rev-parse", "--show-toplevel").decode().strip())
    within = path.resolve().relative_to(top.resolve())
    with tarfile.open(fileobj=io.BytesIO(git(top, "archive", "--format=tar", revision, "--", str(within)))) as archive:
        archive.extractall(into, filter="data")
    return into / within


def git(folder: Path, *asked: str) -> bytes:
    """What git answers there."""
    try:
        ran = subprocess.run(["git", "-C", str(folder), *asked], capture_output=True, check=False)
    except OSError as fault:
        raise click.UsageError(f"a version in git needs git, which cannot be run here: {fault.strerror}") from None
    if ran.returncode:
        said = ran.stderr.decode(errors="replace").strip().splitlines() or ["it says nothing"]
        raise click.UsageError(f"git cannot give that version of {folder}: {said[-1]}")
    return ran.stdout
