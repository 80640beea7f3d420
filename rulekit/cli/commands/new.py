"""rulekit new NAME: begin a game with a small one that already checks."""

import re
import unicodedata
from pathlib import Path

import click

from rulekit.cli.options import shared_option
from rulekit.data import GAME_NAME
from rulekit.files import reading, writing

STARTER = Path(__file__).parent.parent / "starter"
STARTER_NAME = "this-game"
LONGEST = 60
# Letters that are no plain letter with a mark, so that taking marks off would lose them.
LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"})


@click.command()
@click.argument("name")
@shared_option("--out", "into", "A folder of that name is made in it.", default=Path("."))
def command(name: str, into: Path) -> int:
    """Begin a game: a folder with a small, complete game in it, to be changed line by line into yours.

    NAME is written in small letters, digits and single hyphens: twelve-stones.

    \b
    Examples:
      rulekit new twelve-stones
      rulekit new twelve-stones --out games
    """
    refuse_bad_name(name)
    folder = into / name
    if folder.exists() or folder.is_symlink():
        raise click.UsageError(f"`{folder}` is there already; nothing was written")
    copy(STARTER, folder, name)
    click.echo(f"{folder} is ready. What to do next:")
    click.echo(f"  rulekit check {folder}      does it make sense?")
    click.echo(f"  rulekit ledger {folder}     is every sentence of the rulebook in it?")
    click.echo(f"  rulekit fmt {folder}        tidy the columns")
    click.echo(f"  rulekit play {folder}       play it here, against yourself or at random")
    click.echo(f"  rulekit test {folder}       do its scenes and laws hold?")
    return 0


def refuse_bad_name(name: str) -> None:
    """A game's name is one word of the language, and the name of a folder."""
    if not GAME_NAME.fullmatch(name):
        advice = f"`{cured}` would do" if (cured := cure(name)) else "try something like `twelve-stones`"
        raise click.UsageError(f"`{name}` cannot name a game: small letters, digits and single hyphens only; {advice}")
    if len(name) > LONGEST:
        raise click.UsageError(f"`{name[:20]}...` is too long for a name; {LONGEST} letters are the most")
    if is_reserved(name):
        raise click.UsageError(
            f"`{name}` holds sentences together in the rules and cannot name a game; `{name}-game` would do"
        )


def cure(name: str) -> str:
    """The nearest good name, or nothing if no letter of it can stay."""
    plain = unicodedata.normalize("NFKD", name.lower().translate(LETTERS)).encode("ascii", "ignore").decode()
    return re.sub(r"^[0-9-]+|-+$", "", re.sub(r"[^a-z0-9]+", "-", plain))


def is_reserved(name: str) -> bool:
    """Whether the language refuses this name, because the word holds sentences together."""
    from rulekit.syntax.parser import parse

    return bool(parse(f"game {name} for 2 players\n", name).problems)


def copy(source: Path, target: Path, name: str) -> None:
    """Write every file of the starter under the new name."""
    for file in sorted(path for path in source.rglob("*") if path.is_file()):
        copied = target / file.relative_to(source)
        writing.write(copied, reading.text(file).replace(STARTER_NAME, name))
