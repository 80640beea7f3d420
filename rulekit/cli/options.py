"""Options that several commands share, so that they are spelt and explained alike everywhere."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from rulekit.runner.engine_command import Source

Tables = tuple[tuple[str, str], ...]  # tables of a game by name, each with the file that stands in for it
Function = TypeVar("Function", bound=Callable[..., object])


class Amount(click.FloatRange):
    """A number within bounds; what is no number at all lies within none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if found != found:
            self.fail(f"{value!r} is no number.", param, ctx)
        return found


def table_option() -> Callable[[Function], Function]:
    """`--table`: files of one's own in the place of tables of the game; the command gets names and files."""
    return click.option(
        "--table",
        "tables",
        multiple=True,
        metavar="NAME=FILE",
        callback=_tables,
        help="Put FILE in the place of a table of the game; may be repeated.",
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
        help="Colour on a terminal, always, or never.",
    )


def report_option(function: Function) -> Function:
    """`--report FORMAT=PATH`: the command gets pairs of a format and a path."""
    return click.option(
        "--report",
        "reports",
        multiple=True,
        metavar="FORMAT=PATH",
        callback=_reports,
        help="Keep the report; the ending of a path tells its format: html, json, xml, md, sarif, tap, svg, txt. "
        "Others: github, badge-json. May be repeated.",
    )(function)


def _reports(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> list[tuple[str, Path]]:
    from rulekit.report.formats import format_of

    try:
        return [(name, Path(path)) for name, path in map(format_of, given)]
    except ValueError as wrong:
        raise click.UsageError(f"--report: {wrong}") from None


def engine_options(function: Function) -> Function:
    """`--limit`, `--sandbox`, `--engine-env`: how an engine by other hands runs; `engine_source` takes their values."""
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
            help=f"How much the engine may take, such as step=2.5 or memory=512M; may be repeated. Names: {names}.",
        ),
        click.option(
            "--sandbox",
            type=click.Choice(KINDS),
            default=AUTO,
            show_default=True,
            help="Whether the engine runs in a box without network, by bubblewrap: where it works, always, never.",
        ),
        click.option(
            "--engine-env",
            "environment",
            multiple=True,
            metavar="NAME",
            help="A variable of the environment that the engine gets besides the usual few; may be repeated.",
        ),
    ):
        function = option(function)
    return function


def _limits(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> Any:
    from rulekit.runner.engine_limits import USUAL

    found = USUAL
    for text in given:
        try:
            found = found.changed(text)
        except ValueError as wrong:
            raise click.UsageError(f"--limit: {wrong}") from None
    return found


def engine_source(impl: str, asked: dict[str, Any]) -> "Source":
    """The engine that was named, with the values of `engine_options`, which are taken out of what was asked."""
    from rulekit.runner.engine_command import Source

    return Source(impl, asked.pop("limits"), asked.pop("sandbox"), asked.pop("environment"))


def engine_conditions(asked: dict[str, Any]) -> None:
    """The same for commands that hand an engine on by its name: the options hold as long as the command runs."""
    from rulekit.runner.conditions import conditions

    taken = (asked.pop("limits"), asked.pop("sandbox"), asked.pop("environment"))
    click.get_current_context().with_resource(conditions(*taken))
