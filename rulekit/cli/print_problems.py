"""Tells people and tools about problems: fetches the lines they point at and prints them in the format asked for."""

import sys
from collections.abc import Iterable, Mapping

import click

from rulekit.cli.streams import colour_wanted
from rulekit.diagnostics import Problem
from rulekit.diagnostics.visible import visible


def tell(
    problems: Iterable[Problem],
    form: str = "text",
    colour: str = "auto",
    most: int | None = None,
    sources: Mapping[str, str] | None = None,
    besides: bool = False,
) -> None:
    """Print problems on standard output, or `besides` the result of a command; in text only if there are any."""
    found = tuple(problems)
    if form == "text" and not found:
        return
    from rulekit.diagnostics.render import render
    from rulekit.syntax.source_files import texts_of

    texts = {**texts_of(found), **(sources or {})} if form == "text" else {}
    limit = cap(form, most)
    stream = sys.stderr if besides else sys.stdout
    text = render(found, texts, form, colour_wanted(colour, stream) and form == "text", limit)
    click.echo(text, nl=False, color=True, err=besides)


def cap(form: str, most: int | None) -> int | None:
    """How many problems to print: people get a page full, tools get all, 0 asks for all."""
    from rulekit.diagnostics.render import LIMIT

    if most is None:
        return LIMIT if form == "text" else None
    return most or None


def complain(sentence: str) -> None:
    """One sentence on the stream that is not the result; what a terminal would obey in a name is spelt out."""
    print("\n".join(map(visible, f"rulekit: {sentence}".split("\n"))), file=sys.stderr)


def quantity(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}" + ("" if number == 1 else "s")
