"""Links from one page of a game to its clauses, rulings, scenes and components, in the words a reader sees."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from rulekit.memo import memoize
from rulekit.site.addresses import as_html, chapter_page, component_page, relative
from rulekit.site.book import BookClause, BookScene, SiteModel
from rulekit.site.page import escape, escape_md

LEVEL = re.compile(r"\b([a-z]{3,})(\d+)\b")  # a word with its number
NUMBER = re.compile(r"\d+")
MOST = 4  # links in one cell of a table


def short_name(id_: str) -> str:
    """An id in words, without the first: `The last stone` for `end.the-last-stone`, `Cost level 2` but `W2a`."""
    return _in_words(id_.partition(".")[2] or id_)


def _in_words(id_: str) -> str:
    said = LEVEL.sub(r"\1 \2", re.sub(r"[-.]", " ", id_))
    return said[:1].upper() + said[1:]


def clause_title(book: SiteModel, clause: str) -> str:
    """What links and the left column call a clause: its title, else its id in words; of one that has but a number the
    name that its sentence begins with. Where several would be called so, more of the id tells them apart.
    """
    if clause in book.manual.titles or clause not in book.clauses:
        return book.manual.titles.get(clause, short_name(clause))
    name = _untitled(book.clauses[clause])
    if _named_so(book)[name] == 1:
        return name
    return f"{name} {short_name(clause)}" if NUMBER.fullmatch(short_name(clause)) else _in_words(clause)


def _untitled(clause: BookClause) -> str:
    said = short_name(clause.id)
    return clause.text.partition(",")[0] if NUMBER.fullmatch(said) else said


@memoize
def _named_so(book: SiteModel) -> Counter[str]:
    """How many clauses without a title are called by each name."""
    return Counter(_untitled(one) for id_, one in book.clauses.items() if id_ not in book.manual.titles)


class Links:
    """The links of one page."""

    def __init__(self, book: SiteModel, origin: str) -> None:
        self.book, self.origin = book, origin

    def address_to(self, address: str) -> str:
        """An address, seen from the page these links stand on."""
        return relative(self.origin, address)

    def clause(self, clause: str, said: str = "") -> str:
        """A link of Markdown to a clause."""
        title = said or clause_title(self.book, clause)
        return f"[{escape_md(title)}]({self.address_to(self.book.clause_address(clause))})"

    def clauses(self, clauses: Iterable[str], most: int = MOST) -> str:
        """Some links in a row; what is left out is counted."""
        known = list(clauses)
        more = f" and {len(known) - most} more" if len(known) > most else ""
        return ", ".join(self.clause(one) for one in known[:most]) + more

    def clause_html(self, clause: str, said: str = "") -> str:
        """The same inside raw HTML."""
        address = as_html(self.address_to(self.book.clause_address(clause)))
        return f'<a href="{escape(address)}">{escape(said or clause_title(self.book, clause))}</a>'

    def ruling(self, ruling: str, said: str = "") -> str:
        """A link to a ruling, with its number if nothing else is said."""
        return f"[{escape_md(said or ruling_label(ruling))}]({self.address_to(self.book.ruling_address(ruling))})"

    def component(self, kind: str, row: str, said: str) -> str:
        """A link to a component."""
        return f"[{escape_md(said)}]({self.address_to(component_page(kind, row))})"

    def scene(self, scene: BookScene, said: str = "") -> str:
        """A link to a scene, with its title if nothing else is said."""
        return f"[{escape_md(said or scene.caption)}]({self.address_to(scene_address(self.book, scene))})"

    def scenes(self, scenes: Iterable[BookScene], most: int = MOST) -> str:
        """Links to the first few scenes, and how many more there are."""
        known = list(scenes)
        more = f" and {len(known) - most} more" if len(known) > most else ""
        return "; ".join(self.scene(one) for one in known[:most]) + more


def own_page(book: SiteModel, path: str) -> str:
    """The address of a page that every game has, out of the way of a chapter that a manual calls so."""
    taken = {chapter_page(chapter.id) for chapter in book.chapters}
    return f"all-{path}" if path in taken else path


def ruling_label(ruling: str) -> str:
    """`AMB-13` as `ruling 13`."""
    return f"ruling {ruling.rpartition('-')[2]}"


# ------------------------------------------------------------------ where scenes stand


EXAMPLES, PUZZLES = "examples.md", "puzzles.md"
ONE_PAGE = 24  # scenes that stand on one page; more of them stand on a page for each file of scenes


@memoize
def scene_groups(book: SiteModel) -> dict[str, tuple[BookScene, ...]]:
    """The scenes by the page they stand on, in the order written."""
    found: dict[str, list[BookScene]] = {}
    alone = len(book.scenes) <= ONE_PAGE
    for scene in book.scenes:
        stem = scene.span.file.replace("\\", "/").rpartition("/")[2].removesuffix(".rules")
        many = found.setdefault(
            own_page(book, EXAMPLES) if alone else f"examples/{stem.lstrip('0123456789-') or stem}.md", []
        )
        many.append(scene)
    return {page: tuple(scenes) for page, scenes in found.items()}


@memoize
def scene_pages(book: SiteModel) -> dict[int, str]:
    """The page of every scene, by its number; a long file of scenes goes on over several pages."""
    found: dict[int, str] = {}
    for page, scenes in scene_groups(book).items():
        for place, scene in enumerate(scenes):
            part = place // ONE_PAGE
            found[scene.number] = page if part == 0 else page.replace(".md", f"-{part + 1}.md")
    return found


def scene_address(book: SiteModel, scene: BookScene) -> str:
    """`examples/placement.md#scene-12`"""
    return f"{scene_pages(book)[scene.number]}#{scene_anchor(scene)}"


def scene_anchor(scene: BookScene) -> str:
    """The anchor of a scene on its page."""
    return f"scene-{scene.number + 1}"
