"""rulekit legal GAME: list the legal moves in a position."""

import json
from typing import Any

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import format_option, shared_option


@click.command()
@click.argument("game")
@game_options.configuration
@game_options.moment
@shared_option("--seat", more="Default: the one that must answer.")
@format_option("text", "json")
def command(game: str, seat: int | None, form: str, **asked: Any) -> int:
    """List every legal move of a seat: at the start, in a position, or at a step of a recorded game.

    \b
    Examples:
      rulekit legal my-game
      rulekit legal my-game --trace game.json --step 12
      rulekit legal my-game --position - --format json < position.json
    """
    here = game_options.position_of(game_options.load_game(game, asked["tables"]), asked)
    who = game_options.seat_asked(here, seat)
    moves = here.legal(who)
    if form == "json":
        click.echo(json.dumps({"seat": who, "legal": moves}, ensure_ascii=False))
        return Exit.GOOD
    click.echo(game_options.waits(here))
    for number, words in enumerate(here.words(who), 1):
        click.echo(f"{number:>4}. {words}")
    if not moves:
        click.echo(f"Seat {who} may do nothing now.")
    game_options.tell_grounds(here.game)
    return Exit.GOOD
