"""The files of a site: pages of games as Markdown, their twins for programs, short addresses, the list for machines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from rulekit.site.addresses import GLANCE, RULES, SHORT, as_html
from rulekit.site.book import SiteModel
from rulekit.site.builder.dead_links import without_dead
from rulekit.site.page import Page, escape, json_text
from rulekit.site.shared_drawings import share_drawings

FORMAT = "rulekit-page/1"
Files = dict[str, str]
MACHINES = (
    "# Rules of board games",
    "",
    "> Every rule has an address that never changes (`r/GAME.CLAUSE.html`); "
    "every page `x.html` has its data beside it as `x.json`.",
    "",
    "## Games",
    "",
)
REDIRECT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta http-equiv="refresh" content="0; url={to}"><link rel="canonical" href="{to}">
<meta name="robots" content="noindex">
</head><body><p><a href="{to}">{title}</a></p></body></html>
"""


def game_files(book: SiteModel, pages: Iterable[Page]) -> Files:
    """Everything of one game, by its place below the folder of the site's Markdown."""
    found: Files = {}
    root = f"{RULES}/{book.name}"
    pages = list(pages)
    known = {page.path for page in pages}
    for page in pages:
        found[f"{root}/{page.path}"] = without_dead(page_text(page), page.path, known)[0]
        twin = PurePosixPath(root, page.path).with_suffix(".json")
        found[str(twin)] = json_text(twin_of(book, page))
        beside = PurePosixPath(root, page.path).parent
        found |= {str(beside / name): text for name, text in page.files.items()}
    return found | dict(short_addresses(book, known))


def page_text(page: Page) -> str:
    """The Markdown of a page, each drawing written once."""
    return "\n\n".join(share_drawings(page.text_parts)) + "\n"


def twin_of(book: SiteModel, page: Page) -> Mapping[str, Any]:
    """The data of a page with what every twin says."""
    address = f"{RULES}/{book.name}/{as_html(page.path)}"
    return {"format": FORMAT, "game": book.name, "page": address, "title": page.title, **page.data}


def short_addresses(book: SiteModel, pages: Collection[str]) -> Iterator[tuple[str, str]]:
    """A file for every clause and every ruling that leads to its page, or to the game; its address never changes."""
    for clause in book.clauses.values():
        yield (
            short_address(book.name, clause.id),
            redirect(f"{book.name}/{book.clause_address(clause.id)}", clause.text),
        )
    for ruling in book.rulings.ruled:
        address = book.ruling_address(ruling.id)
        there = address if address.partition("#")[0] in pages else GLANCE
        yield short_address(book.name, ruling.id), redirect(f"{book.name}/{there}", ruling.question)


def short_address(game: str, name: str) -> str:
    """`r/oak.turn.play.html`"""
    return f"{SHORT}/{game}.{name}.html"


def redirect(to: str, title: str) -> str:
    """A file that leads to a page below the folder of all games."""
    return REDIRECT.format(to=escape(as_html(f"../{RULES}/{to}")), title=escape(title))


def redirect_to(address: str, title: str) -> str:
    """A file that leads to an address beside it or below it."""
    return REDIRECT.format(to=escape(address), title=escape(title))


def redirects_for_lost(listed: Iterable[str], files: Collection[str]) -> Files:
    """For every address that was once given and that nobody makes any more: a file that leads to its game."""
    made = {as_html(name) for name in files}
    return {address: _gone(address, files) for address in listed if address not in made}


def _gone(address: str, files: Collection[str]) -> str:
    """To the game an address was of, or to the shelf."""
    parts = address.split("/")
    games = sorted(
        {name.split("/")[1] for name in files if name.endswith("/index.md") and name.count("/") == 2}, key=len
    )
    mine = [game for game in games if game == parts[1] or parts[-1].startswith(f"{game}.")]
    to = f"{RULES}/{mine[-1]}/index.html" if mine else f"{RULES}/index.html"
    return redirect_to("../" * (len(parts) - 1) + to, "This page has gone; to the game")


def for_machines(games: Iterable[Iterable[str]]) -> str:
    """`llms.txt`: what there is to read, for programs that read."""
    return "\n".join([*MACHINES, *(line for game in games for line in game)]) + "\n"


def machine_lines(book: SiteModel) -> Iterator[str]:
    """One game in that list."""
    lead = f": {book.manual.lead}" if book.manual.lead else ""
    yield f"- [{book.title}]({RULES}/{book.name}/index.html){lead}"
    yield from (f"  - [{one.title}]({RULES}/{book.name}/{one.id}.json)" for one in book.chapters)


def addresses(files: Iterable[str]) -> list[str]:
    """Every address of a site that others may have written down: pages and short addresses."""
    return sorted(as_html(name) for name in files if name.endswith((".md", ".html")))
