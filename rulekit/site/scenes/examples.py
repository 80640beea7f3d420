"""Which scene shows a clause best, and how: as a picture where something is seen, else in steps of words."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulekit.check.sources.clause_holders import LAW
from rulekit.model import scenes as sc
from rulekit.site.book import BookClause, BookScene, GameBook
from rulekit.site.component_data import words_of
from rulekit.site.links import Links
from rulekit.site.page import escape
from rulekit.site.pictures.scene_picture import scene_picture, with_sentences
from rulekit.site.pictures.scene_playthrough import played
from rulekit.site.ruling_text import short_answer
from rulekit.site.scenes.scene_html import given_html, told_html, words_of_scene
from rulekit.site.shared_drawings import shared

RULING = "ruling:"  # before the name of a ruling where a line cites it
MOST_STEPS = 4
LARGEST = 120_000  # letters of one example
ROOM = 150_000  # letters of all pictures of a page, each drawing counted once


@attrs.frozen
class Example:
    """An example of a clause: its picture, if it has one, and its words."""

    scene: BookScene
    picture: str
    words: str


def example(book: GameBook, links: Links, clause: BookClause) -> Example | None:
    """The scene that teaches most, for the page of these links; nothing if a clause has none."""
    pool = sorted(clause.scenes, key=lambda scene: worth(clause, scene))
    drawn = next(((scene, picture) for scene in pool[:2] if (picture := pictured(book, scene))), None)
    if drawn is not None:
        return Example(*drawn, in_words(book, links, drawn[0]))
    return Example(pool[0], "", in_words(book, links, pool[0])) if pool else None


def in_words(book: GameBook, links: Links, scene: BookScene) -> str:
    """A scene as steps of words, where nothing would be seen on a picture."""
    words = words_of_scene(book, scene.number)
    title = f'<p class="label">{escape(words.title)}</p>'
    return f"{title}{given_html(words)}{told_html(book, links, words)}"


def teaches(clause: BookClause) -> tuple[int, int, int]:
    """How well the best scene of a clause shows it; the best is the least."""
    return min((worth(clause, scene) for scene in clause.scenes), default=(1, 0, 0))


def worth(clause: BookClause, scene: BookScene) -> tuple[int, int, int]:
    """Its own scenes first, then those with a yes and a no, those without a choice of the table, short ones."""
    nodes = [line.node for line in scene.checked.lines]
    yes = any(isinstance(one, sc.May) and one.allowed for one in nodes)
    no = any(isinstance(one, sc.May) and not one.allowed for one in nodes)
    plain = not any(isinstance(one, sc.GivenOption) for one in nodes)
    law = any(scene.clause == one.id for one in clause.laws if one.sort == LAW)
    score = 2 * (scene.clause == clause.id) + (yes and no) + plain - 2 * law
    return -score, len(nodes), scene.number


def pictured(book: GameBook, scene: BookScene) -> str:
    """The picture of a scene; empty if nothing would be seen on it, or too much."""
    moves = sum(isinstance(line.node, sc.Does | sc.May) for line in scene.checked.lines)
    if not 0 < moves <= MOST_STEPS:
        return ""
    whole = (scene.clause, scene.title, *scene.lines, *(str(line.node) for line in scene.checked.before))
    drawn = book.pictures.of("\n".join(whole), lambda: _drawn(book, scene))
    return with_sentences(drawn, lambda id_: said_by(book, id_))


def said_by(book: GameBook, id_: str) -> str:
    """The sentence of a clause; of a ruling (`ruling:AMB-3`) its short text."""
    ruling = book.ruled.get(id_.removeprefix(RULING))
    if id_.startswith(RULING) and ruling is not None:
        return short_answer(book, ruling)
    return book.clauses[id_].text if id_ in book.clauses else ""


def _drawn(book: GameBook, scene: BookScene) -> str:
    steps = played(book.game, scene.checked)
    if not any(step.pieces or step.after for step in steps):
        return ""
    picture = scene_picture(book.looks, words_of(book), steps, words_of_scene(book, scene.number).title)
    return picture if "<svg" in picture and len(picture) <= LARGEST else ""


def within_room(found: Iterable[Example | None]) -> list[str]:
    """The examples of one page as HTML: the largest pictures give way to words until the page is small enough."""
    examples = list(found)
    kept = sorted({one.picture for one in examples if one and one.picture}, key=len)
    while kept and sum(map(len, shared(kept))) > ROOM:
        kept.pop()
    pictures = {*kept}
    return ["" if one is None else one.picture if one.picture in pictures else one.words for one in examples]
