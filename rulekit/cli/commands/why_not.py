"""rulekit why-not GAME MOVE: why a move is not legal: every clause that refuses it."""

import json
from typing import Any

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import format_option, shared_option


@click.command()
@click.argument("game")
@click.argument("move")
@game_options.configuration
@game_options.moment
@shared_option("--seat", more="Default: the one that must answer.")
@format_option("text", "json")
def command(game: str, move: str, seat: int | None, form: str, **asked: Any) -> int:
    """Say why a move may not be made: every clause that refuses it, with its line and the sentences it rests on.

    MOVE is JSON, or words as `rulekit legal` prints them. Exits with 0 if the move is legal, with 1 if it is refused.

    \b
    Examples:
      rulekit why-not my-game "grab 4"
      rulekit why-not my-game '{"do": "grab", "n": 4}' --format json
      rulekit why-not my-game "grab 3" --trace game.json --step 12
    """
    from rulekit.play.games.move_parsing import parse_move
    from rulekit.play.reasons.played_wording import reason_lines

    here = game_options.position_of(game_options.load_game(game, asked["tables"]), asked)
    who = game_options.seat_asked(here, seat)
    meant = parse_move(here, who, move)
    if meant is None:
        raise click.UsageError(f"`{move}` is no move I can read; write it as `rulekit legal {game}` does, or as JSON")
    reasons = here.why_not(who, meant)
    if form == "json":
        found = {"seat": who, "move": meant, "legal": not reasons, "refused_by": [one.to_json() for one in reasons]}
        click.echo(json.dumps(found, ensure_ascii=False))
    elif reasons:
        click.echo(f"Seat {who} may not do this:")
        click.echo("\n".join(f"  {line}" for line in reason_lines(reasons)))
    else:
        click.echo(f"Seat {who} may do this.")
    if form == "text":
        game_options.tell_grounds(here.game)
    return Exit.FINDINGS if reasons else Exit.GOOD
