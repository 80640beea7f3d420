"""Options that several commands share: one name, one type and one meaning each, everywhere."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from rulekit.runner.engine_command import EngineCommand

Tables = tuple[tuple[str, str], ...]  # tables of a game by name, each with the file that stands in for it
Function = TypeVar("Function", bound=Callable[..., object])


class BoundedNumber(click.FloatRange):
    """A number within bounds; what is no number at all lies within none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; a usage error for `nan`."""
        found = super().convert(value, param, ctx)
        if found != found:
            self.fail(f"{value!r} is no number.", param, ctx)
        return found


def positive() -> click.IntRange:
    """A number of at least one."""
    return click.IntRange(min=1)


ANY_PATH = click.Path(path_type=Path)
FOLDER = click.Path(path_type=Path, file_okay=False)
ENGINES = ("python", "reference")

# Of each option: the name and the type of its value (None for a switch), and what it means.
SHARED: dict[str, tuple[str | None, Any, str]] = {
    "--check": (None, None, "Write nothing; exit with 1 if something is not as it should be."),
    "--clause": ("ID", str, "Only this clause counts."),
    "--clauses": (None, None, "Name every clause."),
    "--edition": ("NAME", str, "The edition whose options to take."),
    "--engine": (None, click.Choice(ENGINES), "Which of the engines of rulekit to use."),
    "--failures": ("FOLDER", FOLDER, "Write each failure as a file into this folder."),
    "--game": ("GAME", str, "A bundled game, or the folder or file of a game."),
    "--games": ("N", click.IntRange(min=0), "Number of random games."),
    "--impl": ("FILE|COMMAND", str, "The engine to test: a file or a command."),
    "--jobs": ("N", positive(), "Number of worker processes."),
    "--list": (None, None, "Print a list and do nothing else."),
    "--log": ("FILE", click.Path(path_type=Path, dir_okay=False), "Record each result here; a stopped run continues."),
    "--longest": ("N", positive(), "Break a game off after N decisions."),
    "--max-time": ("SECONDS", BoundedNumber(min=0), "Time limit in seconds."),
    "--mutants": ("N", positive(), "Number of mutants, drawn at random from all of them."),
    "--no-picture": (None, None, "Print boards as lists."),
    "--option": ("NAME=VALUE", str, "An option of the game; may be repeated."),
    "--out": ("PATH", ANY_PATH, "Write the result here."),
    "--players": ("N", click.INT, "Number of players."),
    "--position": ("FILE", ANY_PATH, "A position as JSON; - reads standard input."),
    "--scenes": (None, None, "Also play from the positions of scenes."),
    "--seat": ("N", click.INT, "A seat, numbered from 0."),
    "--seed": ("TEXT", str, "Seed of everything random; the same seed gives the same games."),
    "--step": ("N", click.IntRange(min=0), "Stop after N steps of the recorded game."),
    "--target": (None, click.Choice(("laws", "engines")), "What judges a game: its laws, or both engines of rulekit."),
    "--trace": ("FILE", ANY_PATH, "A recorded game; its last position is meant."),
    "--vectors": ("TIER|FOLDER", str, "Which vectors: a tier (tiny, standard, full) or a folder."),
}


def shared_option(
    name: str, field: str | None = None, more: str = "", **changes: Any
) -> Callable[[Function], Function]:
    """One of the shared options.

    `field` is the argument of the command that gets the value, `more` what the option means beyond its first sentence.
    `shared("--seed", default="0")` makes `--seed TEXT  Seed of everything random; .. [default: 0]`.
    """
    metavar, kind, meaning = SHARED[name]
    declared = [name] if field is None else [name, field]
    settings: dict[str, Any] = {"is_flag": True} if kind is None else {"type": kind, "metavar": metavar}
    if "default" in changes:
        settings["show_default"] = True
    return click.option(*declared, help=f"{meaning} {more}".strip(), **{**settings, **changes})


def table_option() -> Callable[[Function], Function]:
    """`--table`: files of one's own in the place of tables of the game; the command gets names and files."""
    return click.option(
        "--table",
        "tables",
        multiple=True,
        metavar="NAME=FILE",
        callback=_tables,
        help="Use FILE instead of the table NAME of the game; may be repeated.",
    )


def _tables(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    wrong = [text for text in given if not all(text.partition("=")[::2])]
    if wrong:
        raise click.UsageError(f"`--table {wrong[0]}` needs a name and a file: --table cards.toml=my-cards.toml")
    return tuple((name, file) for name, _, file in (text.partition("=") for text in given))


def format_option(*choices: str) -> Callable[[Function], Function]:
    """`--format`: the first choice is the default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(choices),
        default=choices[0],
        show_default=True,
        help="How to print the result.",
    )


def colour_option() -> Callable[[Function], Function]:
    """`--color`: also follows NO_COLOR, FORCE_COLOR and TERM=dumb."""
    return click.option(
        "--color",
        "colour",
        type=click.Choice(("auto", "always", "never")),
        default="auto",
        show_default=True,
        help="Whether to use colours. With auto: on a terminal.",
    )


def report_option(function: Function) -> Function:
    """`--report FORMAT=PATH`: the command gets pairs of a format and a path."""
    return click.option(
        "--report",
        "reports",
        multiple=True,
        metavar="FORMAT=PATH",
        callback=_reports,
        help="Write the report to a file; its ending decides the format: html, json, xml, md, sarif, tap, svg, txt. "
        "With a format before it: github, badge-json. May be repeated.",
    )(function)


def _reports(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> list[tuple[str, Path]]:
    from rulekit.report.formats import format_of

    try:
        return [(name, Path(path)) for name, path in map(format_of, given)]
    except ValueError as wrong:
        raise click.UsageError(f"--report: {wrong}") from None


def engine_options(function: Function) -> Function:
    """`--limit`, `--sandbox`, `--engine-env`: how an external engine runs; `engine_source` takes their values."""
    from rulekit.runner.engine_limits import table
    from rulekit.runner.sandbox import AUTO, KINDS

    names = ", ".join(name for name, *_ in table())
    for option in (
        click.option(
            "--limit",
            "limits",
            multiple=True,
            metavar="NAME=NUMBER",
            callback=_limits,
            help=f"A limit on what the engine may use: step=2.5, memory=512M; may be repeated. Limits: {names}.",
        ),
        click.option(
            "--sandbox",
            type=click.Choice(KINDS),
            default=AUTO,
            show_default=True,
            help="Whether the engine runs without network, by bubblewrap. With auto: where that works.",
        ),
        click.option(
            "--engine-env",
            "environment",
            multiple=True,
            metavar="NAME",
            help="Pass this environment variable on to the engine; may be repeated.",
        ),
    ):
        function = option(function)
    return function


def _limits(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> Any:
    from rulekit.runner.engine_limits import USUAL

    found = USUAL
    for text in given:
        try:
            found = found.with_limit(text)
        except ValueError as wrong:
            raise click.UsageError(f"--limit: {wrong}") from None
    return found


def engine_source(impl: str, asked: dict[str, Any]) -> "EngineCommand":
    """The engine that was named, with the values of `engine_options`, which are taken out of what was asked."""
    from rulekit.runner.engine_command import EngineCommand

    return EngineCommand(impl, asked.pop("limits"), asked.pop("sandbox"), asked.pop("environment"))


def engine_conditions(asked: dict[str, Any]) -> None:
    """The same for commands that hand an engine on by its name: the options hold as long as the command runs."""
    from rulekit.runner.conditions import conditions

    taken = (asked.pop("limits"), asked.pop("sandbox"), asked.pop("environment"))
    click.get_current_context().with_resource(conditions(*taken))
