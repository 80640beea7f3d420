"""rulekit show GAME: print a game as rulekit has read it."""

import click

from rulekit.cli.options import Tables, colour_option, table_option
from rulekit.cli.streams import colour_wanted
from rulekit.data import find_game


@click.command()
@click.argument("game")
@click.option(
    "--stage",
    type=click.Choice(("tree", "rulebook", "checked")),
    default="checked",
    show_default=True,
    help="What to print: the parsed lines, the rulebook, or the rulebook with what the checks found out.",
)
@colour_option()
@table_option()
def command(game: str, stage: str, colour: str, tables: Tables) -> int:
    """Print a game as rulekit has read it, after any of the first three steps.

    \b
    Examples:
      rulekit show my-game                   after all checks
      rulekit show --stage tree my-game      line by line, as parsed
      rulekit show --stage rulebook my-game  the rules in one piece, in colour on a terminal
    """
    from rulekit.highlight.terminal import colour_text
    from rulekit.pipeline import describe, paths

    text = describe(stage, find_game(game), paths(dict(tables))).rstrip("\n")
    in_colour = stage == "rulebook" and colour_wanted(colour)
    click.echo(colour_text(text) if in_colour else text, color=in_colour)
    return 0
