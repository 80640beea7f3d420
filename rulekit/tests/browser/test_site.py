"""The whole site: no link of it leads nowhere, also those in raw HTML, which nobody looks at while it is built."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from rulekit.webplay.scene_tables import FOLDER as SCENES
from rulekit.webplay.scene_tables import scene_file

pytestmark = pytest.mark.browser

SCENE = "scene="
LINK = re.compile(r'<(?:a|link|script|img|source)\b[^>]*?\s(?:href|src)="([^"]*)"')
ANCHOR = re.compile(r'\s(?:id|name)="([^"]*)"')


def test_no_link_of_the_site_is_dead(site_folder: Path) -> None:
    dead: list[str] = []
    for page in sorted(site_folder.rglob("*.html")):
        own = page.relative_to(site_folder).as_posix()
        dead += [f"{own}: {one}" for one in dict.fromkeys(links(page)) if not leads(site_folder, own, one)]
    assert dead[:20] == []


def links(page: Path) -> list[str]:
    """Everything a page leads to or fetches."""
    return [unescape(one) for one in LINK.findall(page.read_text(encoding="utf-8"))]


def leads(site: Path, page: str, link: str) -> bool:
    """Whether there is a file, and in it the place."""
    parts = urlsplit(urljoin(f"http://site/{page}", link))
    if parts.netloc != "site" or parts.scheme != "http":
        return True
    file = site / unquote(parts.path).lstrip("/")
    file = file / "index.html" if file.is_dir() else file
    if not file.is_file():
        return False
    if parts.fragment.startswith(SCENE):  # what the table shall show
        table = file.parent / SCENES / file.stem
        return (table / scene_file(int(parts.fragment.removeprefix(SCENE)))).is_file()
    return (
        not parts.fragment or file.suffix != ".html" or page == "404.html" or unquote(parts.fragment) in anchors(file)
    )


@cache
def anchors(file: Path) -> frozenset[str]:
    """The places of a page."""
    return frozenset(unescape(one) for one in ANCHOR.findall(file.read_text(encoding="utf-8")))


def test_a_dead_link_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html#here">b</a> <a href="c.html">c</a> <a href="b.html#gone">b</a>')
    (tmp_path / "b.html").write_text('<h1 id="here">b</h1>')
    (tmp_path / SCENES / "b").mkdir(parents=True)
    (tmp_path / SCENES / "b" / scene_file(3)).write_text("{}")
    (tmp_path / "d.html").write_text('<a href="b.html#scene=3">b</a> <a href="b.html#scene=4">b</a>')
    assert [leads(tmp_path, "a.html", one) for one in links(tmp_path / "a.html")] == [True, False, False]
    assert [leads(tmp_path, "d.html", one) for one in links(tmp_path / "d.html")] == [True, False]
