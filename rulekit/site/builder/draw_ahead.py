"""The pictures of one game drawn by several processes before its pages are made: each draws those of some chapters."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from pathlib import Path

from rulekit.manual.chapters import PlacedChapter
from rulekit.site.addresses import chapter_page
from rulekit.site.book import SiteModel
from rulekit.site.builder.table_page import recorded_game
from rulekit.site.gather import book
from rulekit.site.links import Links
from rulekit.site.scenes.examples import examples
from rulekit.site.scenes.scene_html import pictures_of

# A process draws its share and may then be the one that makes the pages: what it has read serves both.
loaded = functools.lru_cache(maxsize=1)(book)


def draw_share(game: Path, part: int, parts: int) -> dict[str, str]:
    """The pictures of this one of so many shares that were not kept before, by their keys."""
    found = loaded(str(game))
    mine = shares(found, parts)[part]
    for chapter in mine:
        examples(found, Links(found, chapter_page(chapter.id)), [found.clauses[one] for one in chapter.clauses])
    names = {id_ for chapter in mine for id_ in chapter.clauses}
    homeless = part == parts - 1
    for scene in found.scenes:
        if scene.clause in names or (homeless and scene.clause not in found.clauses):
            pictures_of(found, scene.number)
    if homeless:
        recorded_game(found)
    return found.pictures.new


def shares(found: SiteModel, parts: int) -> list[list[PlacedChapter]]:
    """The chapters in so many shares with about as many scenes each."""
    weights = dict(_weights(found))
    dealt: list[list[PlacedChapter]] = [[] for _ in range(parts)]
    loads = [0] * parts
    for chapter in sorted(found.chapters, key=lambda one: -weights[one.id]):
        least = loads.index(min(loads))
        dealt[least].append(chapter)
        loads[least] += weights[chapter.id]
    return dealt


def _weights(found: SiteModel) -> Iterator[tuple[str, int]]:
    for chapter in found.chapters:
        clauses: Sequence[str] = chapter.clauses
        yield chapter.id, 1 + sum(scene.clause in clauses for scene in found.scenes)
