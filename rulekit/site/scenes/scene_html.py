"""A scene on a page: its pictures, what is given, and every move with a tick or a cross and the reason in words."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from rulekit.check.sources.ledger import option_value_text
from rulekit.looks.view_parts import Key
from rulekit.memo import memoize
from rulekit.model import scenes as sc
from rulekit.site.book import BookScene, SiteModel
from rulekit.site.component_data import words_of
from rulekit.site.figure import figure, signs_of, svg_file
from rulekit.site.links import Links, scene_anchor, scene_pages
from rulekit.site.page import escape
from rulekit.site.pictures.scene_picture import SAME
from rulekit.site.pictures.scene_pictures import (
    SceneArtist,
    ScenePictures,
    from_text,
    to_text,
)
from rulekit.site.pictures.table_drawings import DrawnTable
from rulekit.site.pictures.table_drawings import from_text as drawn_from_text
from rulekit.site.pictures.table_drawings import to_text as drawn_to_text
from rulekit.site.reader_words import sentence
from rulekit.site.scenes.scene_words import MAY, MAY_NOT, SceneSentence, SceneWords, scene_words

BEFORE, AFTER = "before", "after"
VERDICTS = {MAY: '<span class="yes">✓ may</span> ', MAY_NOT: '<span class="no">✗ may not</span> '}
MOST_TOLD = 24  # lines of a scene that are told; a longer one says how many more there are


@memoize
def artist(book: SiteModel) -> SceneArtist:
    """Who draws the scenes of a game."""
    return SceneArtist(book.game, book.pictures)


@memoize
def pictures_of(book: SiteModel, number: int) -> ScenePictures:
    """The pictures of a scene, drawn once however many pages show them, and kept from build to build."""
    scene = book.scenes[number]
    drawn = book.pictures.of_scene(
        _key("whole", scene), scene.checked, lambda: to_text(artist(book).pictures(scene.checked))
    )
    return from_text(drawn)


@memoize
def question_of(book: SiteModel, number: int) -> DrawnTable | None:
    """Where a scene starts, for who shall say what may be done."""
    scene = book.scenes[number]
    drawn = book.pictures.of_scene(
        _key("question", scene), scene.checked, lambda: drawn_to_text(artist(book).question(scene.checked))
    )
    return drawn_from_text(drawn)


def keys_about(book: SiteModel, number: int) -> frozenset[Key]:
    """What of the table a scene is about."""
    return artist(book).keys_of(book.scenes[number].checked)


def _key(sort: str, scene: BookScene) -> str:
    """What a picture of a scene is made of, besides the game."""
    lines = (*scene.lines, *(str(line.node) for line in scene.checked.before))
    return "\n".join((sort, scene.clause, scene.title, *lines))


@memoize
def words_of_scene(book: SiteModel, number: int) -> SceneWords:
    """A scene in words, told once."""
    return scene_words(book, words_of(book), book.scenes[number])


def picture_files(book: SiteModel, scene: BookScene) -> dict[str, str]:
    """The files of its pictures, to lie beside the page that the scene stands on."""
    drawn = pictures_of(book, scene.number)
    return {
        f"{scene_anchor(scene)}-{name}.svg": svg_file(one.picture, _title(book, scene, name), sentence(one.words))
        for name, one in ((BEFORE, drawn.before), (AFTER, drawn.after))
        if one is not None
    }


def _title(book: SiteModel, scene: BookScene, name: str) -> str:
    return f"{words_of_scene(book, scene.number).title.rstrip('.')}: {name}"


def figures(book: SiteModel, links: Links, scene: BookScene) -> str:
    """The pictures of a scene as raw HTML; nothing if it has none."""
    drawn = pictures_of(book, scene.number)
    folder = posixpath.dirname(scene_pages(book)[scene.number])
    first = _figure(links, folder, scene, BEFORE, drawn.before, "On the table")
    told = first + _figure(links, folder, scene, AFTER, drawn.after, "Then")
    seen = [one.picture for one in (drawn.before, drawn.after) if one is not None]
    return f'<div data-search-exclude class="row">{told}</div>{signs_of(book.looks, *seen)}' if told else ""


def _figure(links: Links, folder: str, scene: BookScene, name: str, one: DrawnTable | None, head: str) -> str:
    if one is None:
        return ""
    file = posixpath.join(folder, f"{scene_anchor(scene)}-{name}.svg")
    return figure(links.address_to(file), one.picture, sentence(one.words), head=head)


def given_html(words: SceneWords, pictured: bool = False) -> str:
    """Who plays and how, and what lies where, as one paragraph; what the picture above it shows is not told again."""
    told = [one.words for one in words.given if not (pictured and one.drawn)]
    lying = f"Given: {'; '.join(told)}." if told else ""
    said = " ".join([*words.setting, lying]).strip()
    return f'<p class="note">{escape(said)}</p>' if said else ""


def told_html(book: SiteModel, links: Links, words: SceneWords) -> str:
    """Every move, and what comes of it; not searched, for the values of one example answer no question."""
    shown = words.told[:MOST_TOLD]
    refused = [one if one.sort == MAY_NOT else None for one in shown]
    lines = [_line(book, links, one, _same(one, refused[:at])) for at, one in enumerate(shown)]
    if len(words.told) > MOST_TOLD:
        lines.append(f"<li>and {len(words.told) - MOST_TOLD} steps more</li>")
    return f'<ol class="told" data-search-exclude>{"".join(lines)}</ol>' if lines else ""


def _same(one: SceneSentence, before: Sequence[SceneSentence | None]) -> bool:
    """Whether a move is refused for the reason that was told last."""
    last = next((other for other in reversed(before) if other is not None), None)
    return one.sort == MAY_NOT and last is not None and one.because[:1] == last.because[:1]


def _line(book: SiteModel, links: Links, one: SceneSentence, same: bool) -> str:
    who, _, move = one.words.partition(": ")
    said = f"{escape(who)} {VERDICTS[one.sort]}{escape(move)}" if one.sort in VERDICTS else escape(sentence(one.words))
    return f"<li>{said}{f', {SAME}' if same and one.because else _because(book, links, one)}</li>"


def _because(book: SiteModel, links: Links, one: SceneSentence) -> str:
    """The sentence that refuses a move; of what is allowed only where the sentence stands."""
    if not one.because or one.sort not in (MAY, MAY_NOT):
        return ""
    if one.sort == MAY:
        return f' <span class="why">({", ".join(links.clause_html(id_) for id_ in one.because[:2])})</span>'
    first = one.because[0]
    return f': {escape(book.clauses[first].text)} <span class="why">{links.clause_html(first, "More")}</span>'


def options_of(scene: BookScene) -> dict[str, str]:
    """The options that a scene sets."""
    return {
        one.name: option_value_text(one.values[0])
        for line in scene.checked.all_lines
        if isinstance(line.node, sc.GivenOption)
        for one in line.node.settings
    }
