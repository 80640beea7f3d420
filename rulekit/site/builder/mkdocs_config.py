"""The configuration of a site for mkdocs: that of the kit's own pages, with those of the games in its navigation."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from rulekit.data import PACKAGE
from rulekit.files import reading
from rulekit.site.addresses import RULES
from rulekit.site.book import SiteModel
from rulekit.site.page import Page

NAME = "mkdocs.yml"
SITE = "mkdocs-site.yml"  # what `rulekit docs` makes of it
SHELF, TERMS = f"{RULES}/index.md", f"{RULES}/glossary.md"
THEME = Path(__file__).parent.parent / "theme"
BLOCK = re.compile(r"^(?P<key>[a-z_]+):.*\n(?:(?:[ #].*)?\n)*", re.MULTILINE)


def own_config() -> str:
    """The configuration of the kit's own pages, in a clone or in the installed package."""
    found = (PACKAGE.parent / NAME, PACKAGE / "_data" / NAME)
    return reading.text(next(file for file in found if file.is_file()))


def whole_site(config: str, nav: Iterable[str]) -> str:
    """The configuration of the kit's own pages with those of all games in the place of the shelf."""
    shelf = re.compile(rf"^(?P<margin> *)- [^\n]*{re.escape(SHELF)}\n", re.MULTILINE)
    found = shelf.search(config)
    if found is None:
        raise ValueError(f"{NAME} has no line for {SHELF}")
    lines = [
        "- Rules:",
        f"    - {SHELF}",
        f"    - Glossary of all games: {TERMS}",
        "    - Games:",
        *(f"        {line}" for line in nav),
    ]  # so that games fold
    put = "".join(f"{found['margin']}{line}\n" for line in lines)
    return config[: found.start()] + put + config[found.end() :]


def one_game(config: str, title: str, nav: Iterable[str], docs: Path) -> str:
    """The configuration of a site of one game alone."""
    blocks = {
        "site_name": f"site_name: {json.dumps(title)}\n",
        "site_description": f"site_description: {json.dumps(f'The rules of {title}, sentence by sentence.')}\n",
        "docs_dir": f"docs_dir: {json.dumps(str(docs))}\n",
        "nav": "nav:\n" + "".join(f"  {line}\n" for line in nav),
    }
    return with_theme(with_blocks(config, blocks), THEME)


def with_blocks(config: str, blocks: Mapping[str, str]) -> str:
    """The configuration with some of its parts in another way."""
    return BLOCK.sub(lambda found: blocks.get(found["key"], found[0]), config)


def with_theme(config: str, theme: Path) -> str:
    """The configuration with the theme's own folder where it lies."""
    return re.sub(r"^( +custom_dir: ).*$", lambda found: found[1] + json.dumps(str(theme)), config, flags=re.MULTILINE)


def game_nav(book: SiteModel, pages: Iterable[Page]) -> list[str]:
    """The pages of one game for the left column."""
    standing = [page for page in pages if page.place is not None]
    inner = {page.path: [one for one in standing if one.under == page.path] for page in standing}
    lines = [line for page in standing if page.under is None for line in _entry(book, page, inner[page.path])]
    return [f"- {_quoted(book.title)}:", *(f"    {line}" for line in lines)]


def _entry(book: SiteModel, page: Page, inner: Sequence[Page]) -> Iterator[str]:
    """A page, and those that stand folded below it; the first page of a game or of a fold bears its name."""
    address, name = _quoted(f"{RULES}/{book.name}/{page.path}"), _quoted(page.column or page.title)
    if page.path == "index.md":
        yield f"- {address}"
    elif not inner:
        yield f"- {name}: {address}"
    else:
        yield f"- {name}:"
        yield f"    - {address}"
        yield from (f"    {line}" for one in inner for line in _entry(book, one, ()))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
