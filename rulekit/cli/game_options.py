"""Options of the commands that play: which game, how it is set up, and at which position to look."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulekit.cli.options import ENGINES, Function, Tables, shared_option, table_option

if TYPE_CHECKING:
    from rulekit.play.games.game import Game, Position, Trace


def configuration(function: Function) -> Function:
    """`--players`, `--option`, `--edition`, `--engine`, `--table`."""
    for option in (
        table_option(),
        shared_option("--engine", default=ENGINES[0]),
        shared_option("--edition"),
        shared_option("--option", "options", multiple=True),
        shared_option("--players", more="Default: 2, or the nearest number allowed."),
    ):
        function = option(function)
    return function


def moment(function: Function) -> Function:
    """`--position`, `--trace`, `--step`: where to look; without any, the start."""
    for option in (
        shared_option("--step", more="Needs --trace."),
        shared_option("--trace"),
        shared_option("--position"),
        shared_option("--seed", default="0"),
    ):
        function = option(function)
    return function


def parse_options(game: Game, options: tuple[str, ...]) -> dict[str, Any]:
    """Options as they were typed."""
    from rulekit.play.games.game_config import parse_option

    found: dict[str, Any] = {}
    for text in options:
        name, mark, value = text.partition("=")
        if not mark:
            raise click.UsageError(f"`--option {text}` needs a value: --option {name}=..")
        found[name] = parse_option(game.checked, name, value)
    return found


def options_told(options: Mapping[str, Any]) -> str:
    """Every option with its value."""
    from rulekit.play.games.game_config import option_text

    return ", ".join(f"{name} {option_text(value)}" for name, value in options.items())


def load_game(name: str, tables: Tables = ()) -> Game:
    """The game that was asked for, perhaps with tables of one's own."""
    from rulekit.pipeline import load

    return load(name, dict(tables))


def tell_grounds(game: Game) -> None:
    """One line of a report, if the data that it rests on is made up."""
    if game.assumed_rows_note:
        click.echo(game.assumed_rows_note)


def game_of(trace: Trace, named: str | None, tables: Tables = ()) -> Game:
    """The rules a record is played on."""
    return game_named(trace.game, named, tables)


def game_named(name: str, named: str | None, tables: Tables = ()) -> Game:
    """The game of a file: the one the command line names, else a bundled one of that name. A file names no path."""
    from rulekit.data import bundled_game
    from rulekit.play.refusals import short_text

    if named is None and bundled_game(name) is None:
        raise click.UsageError(
            f"this is a game of {short_text(name)}, which is no bundled one; say where: --game FOLDER"
        )
    return load_game(named if named is not None else str(bundled_game(name)), tables)


def start_position(game: Game, chance: Any, asked: Mapping[str, Any]) -> Position:
    """The first position, set up as the command line says."""
    options = parse_options(game, asked["options"])
    return game.start(asked["players"], options, chance, asked["edition"], asked["engine"])


def position_of(game: Game, asked: Mapping[str, Any]) -> Position:
    """The position to look at."""
    if asked["position"] is not None:
        return game.position(content(asked["position"]), engine=asked["engine"])
    if asked["trace"] is not None:
        from rulekit.play.games.game import parse_trace

        return parse_trace(content(asked["trace"])).replay(game, asked["engine"], any_spec=True, upto=asked["step"])
    if asked["step"] is not None:
        raise click.UsageError("--step belongs to --trace")
    return start_position(game, asked["seed"], asked)


def content(path: Path) -> Any:
    """The JSON of a file, or of standard input."""
    from rulekit.files.reading import MOST
    from rulekit.play.position.strict_json import from_bytes, from_file

    return from_bytes(sys.stdin.buffer.read(MOST)) if str(path) == "-" else from_file(path)


def seat_asked(position: Position, seat: int | None) -> int:
    """The seat that was meant: the one named, else the one that is asked."""
    if seat is not None:
        if not 0 <= seat < position.seats:
            raise click.UsageError(f"there is no seat {seat}; seats are 0 to {position.seats - 1}")
        return seat
    asked = position.pending.seats
    return asked[0] if asked else 0


def waits(position: Position) -> str:
    """What a position waits for, in words."""
    pending = position.pending
    if pending.kind == "end":
        return "The game is over."
    if pending.kind == "chance":
        return f"Chance is asked: {pending.label}."
    who = " and ".join(f"seat {seat}" for seat in pending.seats)
    return f"{who[0].upper()}{who[1:]} must answer [{pending.line}]" + (", face down." if pending.sealed else ".")
