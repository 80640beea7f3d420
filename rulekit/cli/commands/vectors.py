"""rulekit vectors GAME..: make the vectors of a game, check them, keep a failure, find those of a clause."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit, exit_code, verdict
from rulekit.cli.options import FOLDER, Tables, shared_option, table_option
from rulekit.data import bundled_games

if TYPE_CHECKING:
    from rulekit.play.games.game import Game
    from rulekit.vectors.manifest import Manifest

AFFECTED, ADD = "affected", "add"
TIERS = ("tiny", "standard", "full")


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="GAME.. | affected CLAUSE [GAME] | add FAILURE")
@click.option(
    "--tier", type=click.Choice(TIERS), default="standard", show_default=True, help="How many vectors to make."
)
@shared_option("--out", more="Default: conformance/vectors/GAME.", type=FOLDER)
@shared_option("--check", more="Compares hashes and replays a sample.")
@click.option("--again", is_flag=True, help="With --check: make all vectors again and compare byte for byte.")
@shared_option("--jobs", default=1)
@table_option()
def command(
    words: tuple[str, ...], tier: str, out: Path | None, check: bool, again: bool, jobs: int, tables: Tables
) -> int:
    """Make vectors: what an engine is asked and must answer, for engine authors who have no rulekit.

    Vectors are written to conformance/vectors/GAME: a manifest, tiny.jsonl and standard.jsonl. The same rules give the
    same bytes. --check compares the hash of the rules and of every file and replays a sample by the rules; with
    --again everything is made once more. `affected` lists the vectors that rest on a clause or a line of the rules.
    `add` keeps a failure file or a recorded game for ever, in kept.jsonl, which is never made again. With --table they
    are made from tables of your own; say with --out where they go.

    \b
    Examples:
      rulekit vectors my-game
      rulekit vectors my-game --tier full --out /tmp/my-game
      rulekit vectors my-game --check
      rulekit vectors affected turn.grab my-game
      rulekit vectors add failure.json
    """
    if tables and out is None:
        raise click.UsageError("vectors made with --table are not those of the bundled rules: say --out DIR as well")
    if words[0] == AFFECTED:
        return _list_affected(words[1:], out)
    if words[0] == ADD:
        return exit_code([_add(file, out, tables) for file in words[1:]])
    if check:
        return exit_code(
            [_check(game_options.load_game(game, tables), _folder(game, out), again, jobs) for game in words]
        )
    for game in words:
        _make(game_options.load_game(game, tables), tier, out, jobs)
    return Exit.GOOD


def _folder(game: str, out: Path | None) -> Path:
    from rulekit.vectorgen.folder import folder_of

    return folder_of(Path(game).name) if out is None else out


def _make(game: "Game", tier: str, out: Path | None, jobs: int) -> None:
    from rulekit.vectorgen import folder

    place = folder.folder_of(game.name) if out is None else out
    found = folder.write(game, tier, place, jobs)
    click.echo(f"{place}: {_summary(found)}")


def _summary(found: "Manifest") -> str:
    told = (f"{one['vectors']:,} in {name}" for name, one in sorted(found.files.items()))
    return f"vectors of {found.game}: {', '.join(told)}"


def _check(game: "Game", place: Path, again: bool, jobs: int) -> Exit:
    from rulekit.vectorgen import folder

    wrong = list(folder.check_folder(game, place))
    if again and not wrong:
        wrong = list(folder.same_again(game, place, jobs))
    for line in wrong:
        click.echo(f"{place}: {line}")
    if not wrong:
        click.echo(f"{place}: fits the rules")
    return verdict(len(wrong))


def _list_affected(words: tuple[str, ...], out: Path | None) -> int:
    from rulekit.vectorgen import folder

    if not words:
        raise click.UsageError("say which clause: `rulekit vectors affected CLAUSE [GAME]`")
    games = words[1:] or tuple(game.name for game in bundled_games() if folder.folder_of(game.name).is_dir())
    found = [f"{game}: {name}" for game in games for name in folder.affected_vectors(_folder(game, out), words[0])]
    for line in found:
        click.echo(line)
    return Exit.GOOD if found else Exit.NOTHING_RUN


def _add(file: str, out: Path | None, tables: Tables) -> Exit:
    """A recorded game or failure file becomes a vector; a file of cases of `rulekit verify` holds vectors already."""
    from rulekit.fuzz import failure_story
    from rulekit.vectorgen import folder
    from rulekit.vectorgen import folder as recorded_game
    from rulekit.vectors import files

    path = Path(file)
    if path.suffix == ".jsonl":
        found = files.read_vectors(path)
        game = game_options.load_game(str(found[0].configuration_json["game"]), tables) if found else None
    else:
        trace, _ = failure_story.read_failure(game_options.content(path))
        game = game_options.game_of(trace, None, tables)
        found = [recorded_game.vector(game, trace, path.name)]
    for one in found:
        assert game is not None
        place = folder.folder_of(game.name) if out is None else out
        new = folder.keep(game, place, one)
        click.echo(f"{place}: {one.id} {'is kept' if new else 'was kept before'}")
    return Exit.GOOD if found else Exit.NOTHING_RUN
