"""rulekit docs: write the pages of the reference, made from the kit itself."""

from pathlib import Path

import click

from rulekit.cli.registry import command as find
from rulekit.cli.registry import commands

WIDTH = 88


@click.command()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("docs/reference"),
    show_default=True,
    help="The folder to write them to.",
)
def command(out: Path) -> int:
    """Write the pages of the reference as Markdown: problems, words, verbs, kinds, shapes, commands, the grammar.

    Only pages that changed are written; a page nobody makes any more is taken away.

    \b
    Examples:
      rulekit docs                    before `mkdocs build`
      rulekit docs --out elsewhere
    """
    from rulekit.pages.page import Told
    from rulekit.pages.site import all_pages, write

    pages = list(all_pages(Told(helps())))
    touched = write(pages, out)
    click.echo(f"{len(pages)} pages in {out}, {len(touched)} of them changed", err=True)
    return 0


def helps() -> dict[str, str]:
    """What every command says about itself."""
    return {name: help_of(name) for name in commands()}


def help_of(name: str) -> str:
    """The help of one command, as wide as a page."""
    context = click.Context(find(name), info_name=f"rulekit {name}", terminal_width=WIDTH, max_content_width=WIDTH)
    return find(name).get_help(context)
