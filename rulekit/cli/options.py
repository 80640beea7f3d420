"""Options that several commands share, so that they are spelt and explained alike everywhere."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

Function = TypeVar("Function", bound=Callable[..., object])


class Amount(click.FloatRange):
    """A number within bounds; what is no number at all lies within none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if found != found:
            self.fail(f"{value!r} is no number.", param, ctx)
        return found


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
