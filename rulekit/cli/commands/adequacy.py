"""rulekit adequacy GAME: how good the vectors of a game are, and what they miss, by name."""

import json
import sys
from pathlib import Path

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit, verdict
from rulekit.cli.options import Tables, format_option, shared_option, table_option
from rulekit.cli.print_problems import complain

TIERS = ("tiny", "standard", "full")
SHOWN = 12  # names of each list


@click.command()
@click.argument("game")
@shared_option("--vectors", more="Default: all in conformance/vectors.")
@shared_option("--max-time", "seconds", "For mutants, and as much again for wrong engines; 0: none.", default=60.0)
@shared_option("--mutants", more="Default: as many as there is time for.")
@click.option("--wrong-engines", "engines", is_flag=True, help="Also replay the wrong engines of conformance/mutants.")
@shared_option("--seed", default="0")
@shared_option("--jobs", default=1)
@click.option("--all", "whole", is_flag=True, help="Name everything that is missing, not only the first few.")
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

    First the rules replay the vectors and record what these reach: sentences of the ledger, lines, guards that alone
    refuse a wrong move, pairs of a line and a kind of answer, situations. Then mutants of the rules replay them, to see
    how many are found: a random sample, as many as --max-time allows. With --wrong-engines the wrong engines of
    conformance/mutants replay them as well, if there are some of this game. Ctrl-C ends the mutants; the report then
    covers those that were judged. Exits with 1 if a bar is missed.

    \b
    Examples:
      rulekit adequacy my-game
      rulekit adequacy my-game --vectors tiny --max-time 0
      rulekit adequacy my-game --vectors /tmp/my-game --max-time 600 --all
      rulekit adequacy my-game --max-time 900 --wrong-engines
      rulekit adequacy my-game --table cards=mine.toml --vectors /tmp/my-vectors
      rulekit adequacy my-game --format json
    """
    from rulekit.adequacy.ladder import in_words
    from rulekit.adequacy.measuring import MeasurePlan, measure_vectors, read_vectors
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
    index, found = read_vectors(loaded, folder, tier)
    if not found:
        complain(f"{folder} has no vector of this tier, so nothing was measured")
        return Exit.NOTHING_RUN
    plan = MeasurePlan(seconds, mutants, engines, seed, jobs, tables)
    ladder = measure_vectors(loaded, find_game(game), index, found, plan, _progress)
    if form == "json":
        click.echo(json.dumps({**ladder.to_json(), **loaded.grounds()}, ensure_ascii=False, indent=2))
    else:
        for line in in_words(ladder, None if whole else SHOWN):
            click.echo(line)
        game_options.tell_grounds(loaded)
    return verdict(not ladder.is_met)


def _progress(what: str) -> None:
    """What is done now, for somebody who waits at a terminal."""
    if sys.stderr.isatty():
        click.echo(f"{what} ..", err=True)
