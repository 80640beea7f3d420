"""rulekit schema [GAME]: the messages of the protocol, or the moves and values of a game, as JSON Schema."""

import json
from pathlib import Path

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import FOLDER, format_option, shared_option, table_option
from rulekit.files import writing


@click.command()
@click.argument("game", required=False)
@shared_option("--out", more="The schemas of all messages, as files of this folder.", type=FOLDER)
@table_option()
@format_option("text", "json")
def command(game: str | None, out: Path | None, form: str, tables: tuple[tuple[str, str], ...]) -> int:
    """Print how the moves and values of a game are written as JSON, or the messages of the protocol.

    With GAME: every kind of move, every draw of chance, all states and zones, views and results, with examples and with
    what the order of each list means. Without it: the requests and answers of the protocol, as JSON Schema.

    \b
    Examples:
      rulekit schema my-game
      rulekit schema my-game --format json
      rulekit schema --out conformance/protocol
    """
    if game is None:
        return _messages(out)
    if out is not None:
        raise click.UsageError("--out is for the schemas of the protocol; of a game, --format json prints them")
    from rulekit.protocol.game_schema import schema, text

    loaded = game_options.load_game(game, tables)
    found = schema(loaded)
    click.echo(json.dumps(found, ensure_ascii=False, indent=1) if form == "json" else text(loaded, found))
    if form == "text":
        game_options.tell_grounds(loaded)
    return Exit.GOOD


def _messages(out: Path | None) -> int:
    from rulekit.protocol.schemas import messages

    found = messages()
    if out is None:
        click.echo(json.dumps(found, ensure_ascii=False, indent=1))
        return Exit.GOOD
    for name, one in found.items():
        writing.write(out / f"{name}.json", json.dumps(one, ensure_ascii=False, indent=1) + "\n")
    click.echo(f"{len(found)} schemas in {out}", err=True)
    return Exit.GOOD
