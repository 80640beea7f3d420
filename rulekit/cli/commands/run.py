"""rulekit run GAME: play many games at random; print lengths, scores and ends."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit, verdict
from rulekit.cli.options import ENGINES, format_option, shared_option

if TYPE_CHECKING:
    from rulekit.check.configuration_space import GameConfig
    from rulekit.play.games.game import Game

MINUTE = 60.0  # two engines are compared at every step, which takes long for some games


@click.command()
@click.argument("game")
@shared_option("--games", default=100)
@shared_option("--seed", more="Default: a new one, which is printed.")
@click.option(
    "--first",
    type=click.IntRange(min=0),
    metavar="N",
    default=0,
    show_default=True,
    help="The number of the first game.",
)
@shared_option("--jobs", default=1)
@shared_option(
    "--max-time",
    more="No game is begun after it, by the clock. Default: none; 60 with --compare, unless --games is given.",
)
@shared_option("--longest", more="Default: 50,000. Whether games end is judged only without it.")
@click.option(
    "--every-option",
    is_flag=True,
    help="Play all combinations of options and players in turn; if there are very many, a pairwise sample.",
)
@click.option("--compare", metavar="ONE,OTHER", help="Play on two engines and compare them step by step.")
@click.option("--traces", metavar="FOLDER", type=click.Path(path_type=Path), help="Write every game into this folder.")
@game_options.configuration
@format_option("text", "json")
def command(
    game: str, games: int, seed: str | None, first: int, jobs: int, longest: int | None, form: str, **asked: Any
) -> int:
    """Play games with all players choosing at random; print lengths, scores, ends, kinds of decisions and speed.

    Game number 7 of a seed is the same game however many there are, on either engine and with any number of jobs.

    \b
    Examples:
      rulekit run my-game --games 1000
      rulekit run my-game --games 20 --compare reference,python --every-option
      rulekit run my-game --seed 5 --first 17 --games 1 --traces found
    """
    from rulekit.cli import playout_jobs
    from rulekit.play.machine.random_bits import fresh_seed

    if games == 0 or asked["max_time"] == 0:
        click.echo("rulekit: no games were asked for, so nothing was run", err=True)
        return Exit.NOTHING_RUN
    if asked["compare"] and asked["traces"]:
        raise click.UsageError("--compare and --traces do not go together; write the traces of either engine alone")
    if asked["max_time"] is None and asked["compare"] and by_default("games"):
        asked["max_time"] = MINUTE
    loaded = game_options.load_game(game, asked["tables"])
    work = playout_jobs.PlayoutWork(
        game=game,
        tables=asked["tables"],
        configurations=configurations(loaded, asked),
        engines=engines(asked["compare"]) or (asked["engine"],),
        seed=str(fresh_seed()) if seed is None else seed,
        longest=longest or playout_jobs.LONGEST,
        traces=None if asked["traces"] is None else str(asked["traces"]),
        seconds=asked["max_time"],
    )
    if asked["traces"] is not None:
        asked["traces"].mkdir(parents=True, exist_ok=True)
    found = playout_jobs.campaign(work, range(first, first + games), jobs)
    if not found["games"]:
        click.echo("rulekit: the time was over before a game was begun; --max-time gives more", err=True)
        return Exit.NOTHING_RUN
    config = {"game": loaded.name, **work.configurations[0].to_json()}
    head = {"config": config, "configurations": len(work.configurations), "spec": loaded.spec, **loaded.grounds()}
    report = {**head, "seed": work.seed, "engines": list(work.engines), **found}
    report |= playout_jobs.ends(loaded, game, report, work.longest, longest is not None)
    click.echo(json.dumps(report, ensure_ascii=False) if form == "json" else playout_jobs.report_text(report), nl=True)
    if form == "text":
        game_options.tell_grounds(loaded)
    return verdict(any(report.get(part) for part in ("faults", "differences", "finding")))


def by_default(option: str) -> bool:
    """Was an option left out?"""
    return click.get_current_context().get_parameter_source(option) is click.core.ParameterSource.DEFAULT


def configurations(game: "Game", asked: dict[str, Any]) -> tuple["GameConfig", ...]:
    """The one that was asked for, or all that the rules allow."""
    from rulekit.check import configuration_space
    from rulekit.play.games.game_config import choose

    if not asked["every_option"]:
        options = game_options.parse_options(game, asked["options"])
        return (choose(game.checked, asked["players"], options, asked["edition"]),)
    if asked["players"] is not None or asked["options"] or asked["edition"] is not None:
        raise click.UsageError("--every-option sets players and options itself; leave them out")
    return configuration_space.configurations(game.checked)


def engines(text: str | None) -> tuple[str, ...]:
    """The two engines to be compared."""
    if text is None:
        return ()
    names = tuple(text.split(","))
    if len(names) != 2 or not set(names) <= set(ENGINES):
        raise click.UsageError(f"--compare takes two of: {', '.join(ENGINES)}; for instance reference,python")
    return names
