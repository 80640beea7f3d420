"""Every scene on a page leads to the table with its position, or says why not; what lies there can be loaded."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from rulekit.model import scenes as sc
from rulekit.site.builder.table_page import table_files
from rulekit.site.links import scene_anchor, scene_pages
from rulekit.site.scenes.play_link import NO_GAME, NOTHING_LEFT
from rulekit.tests.scale import examples
from rulekit.tests.site.sites import NAMES, book_of, pages
from rulekit.webplay.scene_tables import FOLDER, scene_file

pytestmark = pytest.mark.site

LINK = re.compile(r'<a class="play-this" data-search-exclude href="((?:\.\./)+)play/([^".]+)\.html#scene=(\d+)">')
APART = 40  # of so many positions one is loaded by day


@pytest.mark.parametrize("game", NAMES)
def test_every_scene_leads_to_the_table_or_says_why_not(game: str) -> None:
    book = book_of(game)
    texts = {page.path: "\n".join(page.parts) for page in pages(game)}
    for scene in book.scenes:
        path = scene_pages(book)[scene.number]
        here = texts[path].partition(f"{{ #{scene_anchor(scene)} .scene }}")[2].partition("\n## ")[0]
        nodes = [line.node for line in scene.checked.lines]
        link = LINK.search(here)
        if any(isinstance(one, sc.Refused | sc.Despite) for one in nodes):
            assert link is None and NO_GAME in here
        elif link is None:
            assert NOTHING_LEFT in here
        else:
            assert link.groups() == ("../" * (2 + path.count("/")), game, str(scene.number + 1))


@pytest.mark.parametrize("game", NAMES)
def test_every_link_has_its_position_and_every_position_its_link(game: str) -> None:
    """On whatever page the link stands."""
    linked = {found[2] for page in pages(game) for found in LINK.findall("\n".join(page.parts))}
    lying = {name for name in table_files(book_of(game)) if name.startswith(f"{FOLDER}/")}
    assert lying == {f"{FOLDER}/{game}/{scene_file(int(number))}" for number in linked} != set()


@pytest.mark.parametrize("game", NAMES)
def test_what_lies_there_is_loaded_as_it_is_written(game: str) -> None:
    """By day some of them, at night all."""
    book = book_of(game)
    files = [(name, data) for name, data in table_files(book).items() if name.startswith(f"{FOLDER}/")]
    for name, data in files[:: examples(APART, 1)]:
        table = json.loads(data)
        assert len(table["names"]) == table["position"]["config"]["seats"]
        assert book.game.position(table["position"]).to_json() == table["position"], name
        page, _, anchor = unescape(table["page"]).removeprefix(f"../rules/{game}/").partition("#")
        scene = book.scenes[int(anchor.removeprefix("scene-")) - 1]
        assert scene_pages(book)[scene.number] == page.replace(".html", ".md")
