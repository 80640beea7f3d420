"""rulekit view GAME: what a seat sees of a position."""

import json
from typing import Any

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import format_option, shared_option

EVERYTHING, SPECTATOR = "all", "spectator"


@click.command()
@click.argument("game")
@game_options.configuration
@game_options.moment
@shared_option("--seat", more="Or `spectator`, or `all` for everything.", type=str, default=SPECTATOR)
@click.option("--events", is_flag=True, help="Print the events this seat has observed, instead of its view.")
@shared_option("--no-picture")
@format_option("text", "json")
def command(game: str, seat: str, events: bool, no_picture: bool, form: str, **asked: Any) -> int:
    """Print what one seat sees: at the start, in a position, or at a step of a recorded game.

    \b
    Examples:
      rulekit view my-game --seat 1
      rulekit view my-game --seat all --trace game.json --step 12
      rulekit view my-game --seat 0 --events --format json
    """
    here = game_options.position_of(game_options.load_game(game, asked["tables"]), asked)
    if events and seat == EVERYTHING:
        raise click.UsageError("events are what somebody has seen; say which seat, or `spectator`")
    reader = reader_of(seat, here.seats)
    if form == "json":
        shown = here.events(reader) if events else here.to_json() if seat == EVERYTHING else here.view(reader)
        click.echo(json.dumps(shown, ensure_ascii=False))
        return Exit.GOOD
    from rulekit.cli.render.board import board_lines
    from rulekit.play.reasons.played_wording import news

    lines = news(here.events(reader)) if events else board_lines(here, reader, seat == EVERYTHING, not no_picture)
    click.echo("\n".join([*lines, game_options.waits(here)]))
    game_options.tell_grounds(here.game)
    return Exit.GOOD


def reader_of(text: str, seats: int) -> int | None:
    """A seat by its number; nothing for the spectator and for everything."""
    if text in (EVERYTHING, SPECTATOR):
        return None
    if not (text.isascii() and text.isdigit() and int(text) < seats):
        raise click.UsageError(f"`--seat {text}`: seats are 0 to {seats - 1}; or say `spectator` or `all`")
    return int(text)
