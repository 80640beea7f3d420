"""rulekit show GAME: print a game as rulekit has read it."""

import click

from rulekit.cli.options import Tables, table_option
from rulekit.data import find_game


@click.command()
@click.argument("game")
@click.option(
    "--stage",
    type=click.Choice(("tree", "rulebook", "checked")),
    default="checked",
    show_default=True,
    help="The parsed lines, the typed rulebook, or the rulebook with what the checks found out.",
)
@table_option()
def command(game: str, stage: str, tables: Tables) -> int:
    """Print a game as rulekit has read it, after any of the first three steps.

    \b
    Examples:
      rulekit show my-game                   after all checks
      rulekit show --stage tree my-game      line by line, as parsed
    """
    from rulekit.pipeline import describe, paths

    click.echo(describe(stage, find_game(game), paths(dict(tables))).rstrip("\n"))
    return 0
