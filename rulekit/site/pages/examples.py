"""Examples: every scene of the rules as pictures and words, on a page for each file of scenes."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.site.book import BookScene, SiteModel
from rulekit.site.links import EXAMPLES, PUZZLES, Links, own_page, scene_address, scene_anchor, scene_pages
from rulekit.site.page import Page, count, escape_md
from rulekit.site.reader_words import number
from rulekit.site.scenes.play_link import played_from_here
from rulekit.site.scenes.scene_html import figures, given_html, options_of, picture_files, told_html, words_of_scene

PLACE = 64.0


def pages(book: SiteModel) -> Iterator[Page]:
    """All scenes; the first page lists the others where there are several."""
    if not book.scenes:
        return
    by_page: dict[str, list[BookScene]] = {}
    for scene in book.scenes:
        by_page.setdefault(scene_pages(book)[scene.number], []).append(scene)
    if [*by_page] != [own_page(book, EXAMPLES)]:
        yield _index(book, by_page)
    for path, scenes in by_page.items():
        yield _page(book, path, scenes)


def title_of(path: str) -> str:
    """The title of a page of scenes, from its address."""
    stem = path.rpartition("/")[2].removesuffix(".md")
    words, _, part = stem.rpartition("-")
    if words and part.isdigit():
        return f"{words.replace('-', ' ').capitalize()}, part {number(int(part))}"
    return stem.replace("-", " ").capitalize()


def _index(book: SiteModel, by_page: dict[str, list[BookScene]]) -> Page:
    path = own_page(book, EXAMPLES)
    links = Links(book, path)
    counted = count(len(book.scenes), "example")
    lead = f"{counted}: a position, a move, and what comes of it. Each is tried whenever the rules change."
    parts = [
        f"{lead}\n{{ .lead }}",
        f"[What may Anna do?]({links.address_to(own_page(book, PUZZLES))}) The same as puzzles.",
    ]
    for each, scenes in by_page.items():
        anchor = each.rpartition("/")[2].removesuffix(".md")
        parts.append(f"## [{title_of(each)}]({links.address_to(each)}) {{ #{anchor} }}")
        parts.append("\n".join(f"- {links.scene(one, words_of_scene(book, one.number).title)}" for one in scenes))
    data = {str(one.number + 1): scene_address(book, one) for one in book.scenes}
    return Page(path, "Examples", tuple(parts), data, PLACE, boost=0.4)


def _page(book: SiteModel, path: str, scenes: list[BookScene]) -> Page:
    links, files = Links(book, path), dict[str, str]()
    index = own_page(book, EXAMPLES)
    alone = path == index
    title = "Examples" if alone else title_of(path)
    over = "" if alone else f"[Examples]({links.address_to(index)}) · {count(len(scenes), 'example')}\n{{ .over }}"
    puzzles = f"[What may Anna do?]({links.address_to(own_page(book, PUZZLES))}) The same as puzzles." if alone else ""
    parts = [over, puzzles]
    for scene in scenes:
        parts += _scene(book, links, scene)
        files |= picture_files(book, scene)
    data = {str(one.number + 1): _data(book, one) for one in scenes}
    return Page(path, title, tuple(parts), data, PLACE if alone else None, files, boost=0.4)


def _scene(book: SiteModel, links: Links, scene: BookScene) -> Iterator[str]:
    """One scene: what it shows as its heading, the sentence it stands for, pictures, and every move."""
    words = words_of_scene(book, scene.number)
    yield f"## {escape_md(words.title)} {{ #{scene_anchor(scene)} .scene }}"
    clauses = book.line_clauses([scene.clause])
    if clauses:
        yield f"Shows: {links.clauses(clauses)}\n{{ .note }}"
    drawn = figures(book, links, scene)
    told = f"{given_html(words, bool(drawn))}{told_html(book, links, words)}"
    yield f"{drawn}{told}{played_from_here(book, links, scene)}"


def _data(book: SiteModel, scene: BookScene) -> dict[str, object]:
    words = words_of_scene(book, scene.number)
    return {
        "clause": scene.clause,
        "title": words.title,
        "options": options_of(scene),
        "setting": list(words.setting),
        "given": [one.words for one in words.given],
        "told": [{"sort": one.sort, "words": one.words, "because": list(one.because)} for one in words.told],
        "written": list(scene.lines),
    }
