"""Tells people and tools about problems: fetches the lines they point at and prints them in the format asked for."""

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import click

from rulekit.cli.streams import colour_wanted
from rulekit.problems import Problem


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
    from rulekit.problems.render import render

    texts = {**texts_of(found), **(sources or {})} if form == "text" else {}
    limit = cap(form, most)
    stream = sys.stderr if besides else sys.stdout
    text = render(found, texts, form, colour_wanted(colour, stream) and form == "text", limit)
    click.echo(text, nl=False, color=True, err=besides)


def cap(form: str, most: int | None) -> int | None:
    """How many problems to print: people get a page full, tools get all, 0 asks for all."""
    from rulekit.problems.render import LIMIT

    if most is None:
        return LIMIT if form == "text" else None
    return most or None


def texts_of(problems: Iterable[Problem]) -> dict[str, str]:
    """The text of every file that a problem points into, as far as it can be read."""
    spans = [span for problem in problems for span in (problem.span, *(second for second, _ in problem.second)) if span]
    return {name: text for name in {span.file for span in spans} if (text := text_of(Path(name))) is not None}


def text_of(file: Path) -> str | None:
    """The text of one file, letters that are none replaced."""
    try:
        return file.read_bytes().decode("utf-8", "replace")
    except (OSError, ValueError):
        return None


def complain(sentence: str) -> None:
    """One sentence on the stream that is not the result."""
    print(f"rulekit: {sentence}", file=sys.stderr)
