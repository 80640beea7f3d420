"""rulekit adequacy GAME: how good the vectors of a game are, rung by rung, with what is missing by name."""

import json
import sys
from pathlib import Path

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit, verdict
from rulekit.cli.options import Amount, Tables, format_option, table_option
from rulekit.cli.print_problems import complain

TIERS = ("tiny", "standard", "full")
SHOWN = 12  # names of each list


@click.command()
@click.argument("game")
@click.option(
    "--vectors", metavar="FOLDER|TIER", help="A folder of vectors, or a tier of those in conformance/vectors."
)
@click.option("--seconds", type=Amount(min=0), default=60.0, show_default=True, help="For mutants; 0: none.")
@click.option("--mutants", type=click.IntRange(min=1), metavar="N", help="At most so many mutants.")
@click.option("--engines", is_flag=True, help="Put wrong engines of conformance/mutants to the vectors as well.")
@click.option("--seed", default="0", show_default=True, help="Of the sample of mutants and of the fresh games.")
@click.option(
    "--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="So many processes judge mutants."
)
@click.option("--all", "whole", is_flag=True, help="Name everything that is missing, not only the first of it.")
@table_option()
@format_option("text", "json")
def command(
    game: str,
    vectors: str | None,
    seconds: float,
    mutants: int | None,
    engines: bool,
    seed: str,
    jobs: int,
    whole: bool,
    tables: Tables,
    form: str,
) -> int:
    """Measure how good the vectors of a game are, and name what they miss.

    The vectors are replayed by the rules themselves, which note what they are made to do: sentences of the ledger,
    lines, guards that alone refuse a wrong move, pairs of a line and a kind of answer, situations. Then mutants of the
    rules are put to the vectors: a sample of them, drawn by --seed, as many as --seconds allow. With --engines so are
    the wrong engines of conformance/mutants, if there are some of this game, for as many seconds again. Ctrl-C
    ends the mutants: the ladder is told with those that were judged. Exit code 1 if a bar is missed.

    \b
    Examples:
      rulekit adequacy my-game
      rulekit adequacy my-game --vectors tiny --seconds 0
      rulekit adequacy my-game --vectors /tmp/my-game --seconds 600 --all
      rulekit adequacy my-game --seconds 900 --engines
      rulekit adequacy my-game --table cards=mine.toml --vectors /tmp/my-vectors
      rulekit adequacy my-game --format json
    """
    from rulekit.adequacy.ladder_report import in_words
    from rulekit.adequacy.measuring import Wish, measured, read
    from rulekit.data import find_game
    from rulekit.vectorgen.folder import folder_of

    loaded = game_options.load_game(game, tables)
    tier = vectors if vectors in TIERS else None
    folder = folder_of(loaded.name) if vectors is None or tier else Path(vectors)
    if not folder.is_dir():
        complain(
            f"there are no vectors in {folder}; `rulekit vectors {game} --out DIR` makes some, --vectors DIR takes them"
        )
        return Exit.NOTHING_RUN
    index, found = read(loaded, folder, tier)
    if not found:
        complain(f"{folder} has no vector of this tier, so nothing was measured")
        return Exit.NOTHING_RUN
    wish = Wish(seconds, mutants, engines, seed, jobs, tables)
    ladder = measured(loaded, find_game(game), index, found, wish, _progress)
    if form == "json":
        click.echo(json.dumps({**ladder.to_json(), **loaded.grounds()}, ensure_ascii=False, indent=2))
    else:
        for line in in_words(ladder, None if whole else SHOWN):
            click.echo(line)
        game_options.tell_grounds(loaded)
    return verdict(not ladder.good)


def _progress(what: str) -> None:
    """What is done now, for somebody who waits at a terminal."""
    if sys.stderr.isatty():
        click.echo(f"{what} ..", err=True)
