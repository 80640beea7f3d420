"""rulekit docs: write the pages of the kit and of its games, or make a whole site of one game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulekit.cli.command_registry import command as find
from rulekit.cli.command_registry import commands
from rulekit.cli.commands import dev
from rulekit.cli.exits import Exit
from rulekit.cli.options import FOLDER, Tables, shared_option, table_option
from rulekit.data import bundled_games, find_game

if TYPE_CHECKING:
    from subprocess import Popen

    Builder = Popen[str]

WIDTH = 88
REFERENCE, ADDRESSES = "reference", "addresses.txt"
BUILD = "rulekit.site.builder.incremental_build"
CURE = "a site is built by mkdocs-material, which is not installed: pip install 'tabletop-rules[docs]'"


@click.command()
@click.argument("game", required=False)
@shared_option("--out", more="The folder of the pages.", type=FOLDER, default=Path("docs"))
@click.option(
    "--site",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Build the site with mkdocs-material into this folder: that of GAME, or the whole.",
)
@click.option("--no-games", is_flag=True, help="Write only the reference, which is quick.")
@click.option(
    "--addresses",
    is_flag=True,
    help="Add new addresses to docs/addresses.txt, the list of those that must never change.",
)
@table_option()
def command(game: str | None, out: Path, site: Path | None, no_games: bool, addresses: bool, tables: Tables) -> int:
    """Write the pages of the rules site as Markdown: all games, and the reference of the kit.

    With GAME (a bundled one, or a folder of yours) a whole site of that game is made: chapters with their examples,
    components, rulings, where everything comes from. Only files that changed are written; a page nobody makes any more
    is taken away.

    \b
    Examples:
      rulekit docs                        the Markdown, and mkdocs-site.yml for `mkdocs build -f mkdocs-site.yml`
      rulekit docs --site site            the whole site
      rulekit docs my-game --site out     a site of one game
    """
    if game is not None:
        if site is None:
            raise click.UsageError("say where the site of the game shall go: --site FOLDER")
        ready_for_site(site)
        with site_builder() as builder:
            return one_game(game, site, tables, builder)
    if site is not None:
        ready_for_site(site)
    if tables:
        raise click.UsageError("--table belongs to one game; name it")
    if site is None or no_games:
        reference(out)
        if not no_games:
            games(out, addresses)
        return Exit.GOOD
    with site_builder() as builder:
        reference(out)
        config = games(out, addresses)
        if config is None:
            raise click.UsageError(f"beside {out} there is no mkdocs.yml, which says how these pages become a site")
        return build_site(builder, config, site)


def one_game(game: str, site: Path, tables: Tables, builder: Builder) -> int:
    """A site of one game, by way of a folder that goes again."""
    import tempfile

    from rulekit.files import writing
    from rulekit.site.builder.game_site import game_site
    from rulekit.site.builder.site_building import write_game

    if find_game(game).is_file():
        raise click.UsageError(
            f"a site is made of a folder of rules: put {game} into a folder of its own and name that"
        )
    made = game_site(game, dict(tables), alone=True)
    with tempfile.TemporaryDirectory() as folder:
        docs = Path(folder) / "docs"
        config = Path(folder) / "mkdocs.yml"
        text, note = write_game(docs, made)
        writing.write(config, text)
        tell(note)
        return build_site(builder, config, site)


def reference(out: Path) -> None:
    """The pages that are made from the kit itself."""
    from rulekit.docgen.reference_page import CommandHelp
    from rulekit.docgen.site import all_pages, write

    pages = list(all_pages(CommandHelp(helps())))
    touched = write(pages, out / REFERENCE)
    click.echo(f"{len(pages)} pages in {out / REFERENCE}, {len(touched)} of them changed", err=True)


def games(out: Path, addresses: bool) -> Path | None:
    """The Markdown of all games; gives the configuration that it makes of the `mkdocs.yml` beside the folder."""
    from rulekit.files import writing
    from rulekit.site.builder.mkdocs_config import NAME, SITE, whole_site
    from rulekit.site.builder.site_building import write_games
    from rulekit.site.page import stored_text

    kept = out / ADDRESSES
    listed = (stored_text(kept) or "").split()
    made = write_games(out, bundled_games(), listed)
    click.echo(f"{made.count} files of {made.games} games in {out}, {made.touched} of them changed", err=True)
    tell(made.note)
    new = sorted({*made.addresses} - {*listed})
    if addresses:
        writing.write(kept, "".join(f"{one}\n" for one in sorted({*listed, *made.addresses})))
    elif new and kept.is_file():
        click.echo(f"{len(new)} addresses are not yet in {kept}; `rulekit docs --addresses` adds them", err=True)
    root = out.resolve().parent
    if (own := stored_text(root / NAME)) is None:
        return None
    config = whole_site(own, made.nav)
    if stored_text(root / SITE) != config:
        writing.write(root / SITE, config)
    return root / SITE


def tell(note: str) -> None:
    """What is missing from the site, if anything is."""
    if note:
        click.echo(f"note: {note}", err=True)


def has_builder() -> bool:
    """Whether mkdocs and its theme are installed."""
    from importlib.util import find_spec

    return find_spec("mkdocs") is not None and find_spec("material") is not None


def ready_for_site(site: Path) -> None:
    """Refuse at once what would fail after the pages are made, or take away what is not ours."""
    from rulekit.site.builder.site_folder import refusal

    if not has_builder():
        raise click.UsageError(CURE)
    if reason := refusal(site):
        raise click.UsageError(reason)


@contextmanager
def site_builder() -> Iterator[Builder]:
    """The process that builds the site: it makes itself ready while the pages are made, and ends if none come."""
    import os
    import subprocess
    import sys

    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    with subprocess.Popen([sys.executable, "-m", BUILD], env=env, stdin=subprocess.PIPE, text=True) as builder:
        yield builder


def build_site(builder: Builder, config: Path, site: Path) -> int:
    """The site, built strictly: a link that leads nowhere is a failure."""
    builder.communicate(f"{config.resolve()}\n{site.resolve()}\n")
    code = builder.returncode
    if code == 0:
        click.echo(f"the site is in {site}; open {site / 'index.html'}", err=True)
    return Exit.GOOD if code == 0 else Exit.FINDINGS


def helps() -> dict[str, str]:
    """What every command says about itself."""
    seldom = {f"dev {name}": help_of(f"dev {name}", find(name, dev.FOLDER)) for name in commands(dev.FOLDER)}
    return {name: help_of(name, find(name)) for name in commands()} | seldom


def help_of(name: str, found: click.Command) -> str:
    """The help of one command, as wide as a page."""
    context = click.Context(found, info_name=f"rulekit {name}", terminal_width=WIDTH, max_content_width=WIDTH)
    return found.get_help(context)
