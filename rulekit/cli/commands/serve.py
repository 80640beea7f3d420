"""rulekit serve GAME: run the rules as an engine, to compare your own answers with."""

from typing import Any

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import shared_option, table_option


@click.command()
@click.argument("game")
@click.option("--talk", is_flag=True, help="Print the requests and answers of one whole game instead.")
@shared_option("--seed", more="Needs --talk.", default="0")
@shared_option("--longest", more="Needs --talk.", default=1000)
@click.option(
    "--without",
    multiple=True,
    metavar="FEATURE",
    help="With --talk: as if the engine did not have this feature; may be repeated.",
)
@shared_option("--players", more="Needs --talk. Default: 2, or the nearest number allowed.")
@shared_option("--option", "options", "Only configurations with it are served.", multiple=True)
@shared_option("--edition", more="Needs --talk.")
@table_option()
def command(
    game: str, talk: bool, seed: str, longest: int, without: tuple[str, ...], players: int | None, **asked: Any
) -> int:
    """Serve the rules as an engine: answer the conformance protocol on standard input and output.

    With --talk nothing is read: the requests of one game are printed (`>`) with the answers the rules would give (`<`),
    so that an adapter can be held against them line by line. docs/conformance/protocol.md describes the protocol.

    \b
    Examples:
      rulekit serve my-game
      rulekit serve my-game --talk --seed 3
      rulekit serve my-game --talk --without chance.asked --without views
    """
    from rulekit import __version__
    from rulekit.protocol import host
    from rulekit.protocol.operations import FEATURES
    from rulekit.protocol.rules_engine import RulesEngine

    loaded = game_options.load_game(game, asked["tables"])
    only = game_options.parse_options(loaded, asked["options"])
    engine = RulesEngine(loaded, __version__, only)
    unknown = [name for name in without if name not in FEATURES]
    if unknown:
        raise click.UsageError(f"there is no feature {unknown[0]}; the features are {', '.join(FEATURES)}")
    if not talk:
        host.serve_rules(engine)
        return Exit.GOOD
    from rulekit.play.games.game_config import choose
    from rulekit.protocol.talk import talk as spoken

    chosen = choose(loaded.checked, players, only, asked["edition"])
    for line in spoken(engine, chosen, seed, [name for name in FEATURES if name not in without], longest):
        click.echo(line)
    return Exit.GOOD
