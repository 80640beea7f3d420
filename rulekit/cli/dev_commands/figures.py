"""rulekit dev figures GAME: play games at random and tell what they are like in figures."""

import click

from rulekit.cli import game_options
from rulekit.cli.options import Tables, shared_option, table_option


@click.command()
@click.argument("game")
@shared_option("--games", more="For each number of players.", type=click.IntRange(min=1), default=200)
@click.option(
    "--keep", is_flag=True, help="Write them into conformance/figures, where the pages of a bundled game read them."
)
@table_option()
def command(game: str, games: int, keep: bool, tables: Tables) -> int:
    """Play games at random and print how long they last, how much there is to choose from, and how they end.

    The same seed always plays the same games. The pages of a bundled game show the figures that are kept in
    conformance/figures; with --keep they are made anew, which is needed after its rules have changed.

    \b
    Examples:
      rulekit dev figures my-game
      rulekit dev figures my-game --games 20
    """
    from rulekit.data import bundled_game
    from rulekit.files import writing
    from rulekit.site.random_play import as_text, figures, file_of

    if keep and tables:
        raise click.UsageError("--keep is for the bundled rules as they are; leave --table or --keep out")
    loaded = game_options.load_game(game, tables)
    if keep and bundled_game(loaded.origin) is None:
        raise click.UsageError(
            "--keep is for games that come with the kit; the pages of another game play by themselves"
        )
    text = as_text(figures(loaded, games))
    if keep:
        file = file_of(loaded.origin)
        writing.write(file, text, file.parent)
        click.echo(str(file), err=True)
    else:
        click.echo(text.rstrip("\n"))
    if loaded.assumed_rows_note:
        click.echo(loaded.assumed_rows_note, err=True)  # the figures are for programs
    return 0
