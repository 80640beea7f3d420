"""rulekit dev bench [BENCH ...]: run the benchmarks; prints ratios, not times."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from rulekit.cli.exits import Exit
from rulekit.cli.options import BoundedNumber, Tables, format_option, shared_option, table_option


@contextmanager
def progress_line(bench: str) -> Iterator[None]:
    """On a terminal one line says what is being measured; it goes when that is done."""
    if not sys.stderr.isatty():
        yield
        return
    from rulekit.bench import measure

    def told(what: str) -> None:
        sys.stderr.write(f"\r\x1b[K{bench}: {what}")
        sys.stderr.flush()

    told("making ready")
    measure.listeners.append(told)
    try:
        yield
    finally:
        measure.listeners.remove(told)
        sys.stderr.write("\r\x1b[K")


@click.command()
@click.argument("names", nargs=-1, metavar="[BENCH]...")
@click.option(
    "--repeat", metavar="N", type=click.IntRange(min=1), default=5, show_default=True, help="Number of rounds."
)
@shared_option("--max-time", "seconds", "For each figure of a round.", type=BoundedNumber(min=0.001), default=0.5)
@click.option(
    "--lines",
    metavar="N",
    type=click.IntRange(min=50),
    default=2000,
    show_default=True,
    help="Length of the generated rulebook.",
)
@shared_option("--game", "games", "Default: all that a benchmark uses; may be repeated.", multiple=True)
@shared_option("--list", "listed", "Every benchmark with what it measures.")
@table_option()
@format_option("text", "json")
def command(
    names: tuple[str, ...],
    repeat: int,
    seconds: float,
    lines: int,
    games: tuple[str, ...],
    listed: bool,
    tables: Tables,
    form: str,
) -> int:
    """Compare running times: everything that is compared runs in turn, what counts is the median and the spread.

    Ratios can be compared between machines, times cannot. A missed bar is reported, but is no failure.

    \b
    Examples:
      rulekit dev bench                      all of them; takes some minutes
      rulekit dev bench language start       reading and checking rules
      rulekit dev bench play --game my-game --format json
      rulekit dev bench build --game my-game --table cards=mine.toml
    """
    from rulekit.bench import measure

    known = measure.benches()
    if listed:
        width = max(map(len, known))
        click.echo("\n".join(f"{name:<{width}}  {plate}" for name, plate in known.items()))
        return Exit.GOOD
    for name in names:
        if name not in known:
            click.echo(f"rulekit: there is no bench `{name}`. There are: {', '.join(known)}", err=True)
            return Exit.USAGE
    wanted = measure.MeasureOptions(repeat, seconds, lines, games, tables)
    reports = []
    for name in names or known:
        with progress_line(name):
            reports.append(measure.bench(name)(wanted))
        if form == "text":
            click.echo(measure.as_text(reports[-1]))
    if form == "json":
        click.echo(json.dumps(measure.as_json(reports, wanted), indent=2))
    return Exit.GOOD
