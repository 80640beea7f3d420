"""Which scene shows a clause best, and how: as a picture where something is seen, else in steps of words."""

from __future__ import annotations

from collections.abc import Container, Iterable

import attrs

from rulekit.check.sources.clause_holders import LAW
from rulekit.looks.drawing.picture import Picture
from rulekit.model import scenes as sc
from rulekit.site.book import BookClause, BookScene, RuleLine, SiteModel
from rulekit.site.component_data import words_of
from rulekit.site.drawing import inline
from rulekit.site.figure import signs_of
from rulekit.site.links import Links
from rulekit.site.page import escape
from rulekit.site.pictures.scene_picture import TableArtist, scene_picture, with_sentences
from rulekit.site.pictures.scene_playthrough import play_scene
from rulekit.site.reader_words import sentence
from rulekit.site.ruling_text import short_answer
from rulekit.site.scenes.likeness import likeness
from rulekit.site.scenes.play_link import play_link, why_not_played
from rulekit.site.scenes.scene_html import artist, given_html, keys_about, question_of, told_html, words_of_scene
from rulekit.site.scenes.scene_words import words_for
from rulekit.site.shared_drawings import share_drawings

THIS = "as the sentence says"  # of the sentence above an example
RULING = "ruling:"  # before the name of a ruling where a line cites it
MOST_STEPS = 4
OWN = 5  # what it is worth that a scene was written for a sentence; another one has at most 3 for speaking of the same
FAR = 0.1  # a scene of another sentence that is less like the sentence is no example of it
LARGEST = 120_000  # letters of one example
ROOM = 150_000  # letters of all pictures of a page, each drawing counted once


@attrs.frozen
class ClauseExample:
    """An example of a clause: its picture, if it has one, its words, and the way to play it."""

    scene: BookScene
    picture: str
    words: str
    play: str = ""  # a link; empty if no game goes on from it
    why_not: str = ""  # why there is none

    @property
    def html(self) -> str:
        """What is unfolded: the picture, or else the words, and why nobody can play it."""
        return f"{self.picture or self.words}{self.why_not}"


def examples(book: SiteModel, links: Links, clauses: Iterable[BookClause]) -> list[ClauseExample | None]:
    """An example for each clause of a page; what another clause shows on it is only named again."""
    clauses = [*clauses]
    at = {number: clause.id for clause in reversed(clauses) if (number := own_scene(book, clause)) is not None}
    found: list[ClauseExample | None] = []
    for clause in clauses:
        elsewhere = {number: id_ for number, id_ in at.items() if id_ != clause.id}
        one = example(book, links, clause, elsewhere)
        if one is not None and one.scene.number in elsewhere:
            title = escape(words_of_scene(book, one.scene.number).title)
            words = f'<p class="note">{title} See {links.clause_html(elsewhere[one.scene.number])}.</p>'
            one = ClauseExample(one.scene, "", words)
        elif one is not None:
            at[one.scene.number] = clause.id
        found.append(one)
    return found


def own_scene(book: SiteModel, clause: BookClause) -> int | None:
    """The best of the scenes that were written for a clause itself."""
    written = [scene for scene in clause.scenes if scene.clause == clause.id]
    return min(written, key=lambda scene: rank_of(book, clause, scene)).number if written else None


def scenes_showing(book: SiteModel, clause: BookClause) -> list[BookScene]:
    """The scenes that show a clause: written for it or for a line that does nothing else, or speaking of the same.

    A line that cites several clauses has scenes that are about one of them and say nothing of the others.
    """
    sole = {clause.id, *(line.id for line in clause.lines if _cited(line) == [clause.id])}
    laws = {one.id for one in clause.laws if one.sort == LAW}  # their scenes show what can never be
    return [
        scene
        for scene in clause.scenes
        if scene.clause in sole
        or (
            scene.clause not in laws
            and (scene.names & sole or likeness(book).likeness_of(clause.text, scene.title) >= FAR)
        )
    ]


def _cited(line: RuleLine) -> list[str]:
    return [one for one in line.cites if not one.startswith(RULING)]


def example(book: SiteModel, links: Links, clause: BookClause, elsewhere: Container[int] = ()) -> ClauseExample | None:
    """The scene that teaches most, if possible none of those shown elsewhere; nothing if a clause has none."""
    pool = sorted(
        scenes_showing(book, clause), key=lambda scene: (scene.number in elsewhere, rank_of(book, clause, scene))
    )
    if not pool or pool[0].number in elsewhere:
        return ClauseExample(pool[0], "", "") if pool else None
    alike = [
        scene
        for scene in pool[:2]
        if scene.number not in elsewhere and (scene.clause == clause.id) is (pool[0].clause == clause.id)
    ]
    drawn = ((scene, picture) for scene in alike if (picture := picture_of(book, scene, clause.id)))
    scene, picture = next(drawn, (pool[0], ""))
    picture = picture or with_position(book, links, scene)
    words = in_words(book, links, scene)
    return ClauseExample(scene, picture, words, play_link(book, links, scene), why_not_played(book, scene))


def with_position(book: SiteModel, links: Links, scene: BookScene) -> str:
    """The picture of where a scene starts, and below it the scene in words; empty if nothing would be seen."""
    drawn = question_of(book, scene.number)
    if drawn is None or not any(
        isinstance(line.node, sc.Does | sc.May | sc.MayExactly) for line in scene.checked.lines
    ):
        return ""
    words = words_of_scene(book, scene.number)
    seen = f"<div data-search-exclude>{inline(drawn.picture, sentence(drawn.words))}</div>"
    seen += signs_of(book.looks, drawn.picture)
    title = f'<p class="label">{escape(words.title)}</p>'
    return f"{title}{seen}{given_html(words, pictured=True)}{told_html(book, links, words)}"


def in_words(book: SiteModel, links: Links, scene: BookScene) -> str:
    """A scene as steps of words, where nothing would be seen on a picture."""
    words = words_of_scene(book, scene.number)
    title = f'<p class="label">{escape(words.title)}</p>'
    return f"{title}{given_html(words)}{told_html(book, links, words)}"


def teaches(book: SiteModel, clause: BookClause) -> tuple[float, int, int]:
    """How well the best scene of a clause shows it; the best is the least."""
    return min((rank_of(book, clause, scene) for scene in clause.scenes), default=(1.0, 0, 0))


def rank_of(book: SiteModel, clause: BookClause, scene: BookScene) -> tuple[float, int, int]:
    """Its own scenes first, then what speaks most of the same; a yes and a no, the usual options, short ones."""
    nodes = [line.node for line in scene.checked.lines]
    yes = any(isinstance(one, sc.May) and one.allowed for one in nodes)
    no = any(isinstance(one, sc.May) and not one.allowed for one in nodes)
    law = any(scene.clause == one.id for one in clause.laws if one.sort == LAW)
    about = OWN if scene.clause == clause.id else 3 * likeness(book).likeness_of(clause.text, scene.title)
    score = about + 0.5 * (yes and no) + _usual(clause, scene) - 2 * law
    return -score, len(nodes), scene.number


def _usual(clause: BookClause, scene: BookScene) -> bool:
    """Whether a scene is played with the usual options, or with those that the clause itself speaks of."""
    speaks = {name for name, _ in clause.said.when}
    return all(
        one.name in speaks
        for line in scene.checked.all_lines
        if isinstance(line.node, sc.GivenOption)
        for one in line.node.settings
    )


def picture_of(book: SiteModel, scene: BookScene, clause: str) -> str:
    """The picture of a scene; empty if nothing would be seen on it, or too much. It stands below that clause."""
    moves = sum(isinstance(line.node, sc.Does | sc.May) for line in scene.checked.lines)
    if not 0 < moves <= MOST_STEPS:
        return ""
    whole = (scene.clause, scene.title, *scene.lines, *(str(line.node) for line in scene.checked.before))
    drawn = book.pictures.of_scene("\n".join(whole), scene.checked, lambda: _drawn(book, scene))
    return with_sentences(drawn, lambda id_: said_by(book, id_) if id_ != clause else THIS)


def said_by(book: SiteModel, id_: str) -> str:
    """The sentence of a clause; of a ruling (`ruling:AMB-3`) its short text."""
    ruling = book.rulings_by_id.get(id_.removeprefix(RULING))
    if id_.startswith(RULING) and ruling is not None:
        return short_answer(book, ruling)
    return book.clauses[id_].text if id_ in book.clauses else ""


def _drawn(book: SiteModel, scene: BookScene) -> str:
    steps = play_scene(artist(book).filled, scene.checked)
    if not any(step.pieces or step.after for step in steps):
        return ""
    words = words_of(book)
    words = words_for(words, scene)
    tables, title = TableArtist(book.pictures, book.looks), words_of_scene(book, scene.number).title
    picture = scene_picture(tables, words, steps, title, keys_about(book, scene.number))
    picture += signs_of(book.looks, Picture(0, 0, picture))
    return picture if "<svg" in picture and len(picture) <= LARGEST else ""


def within_room(found: Iterable[ClauseExample | None]) -> list[ClauseExample | None]:
    """The examples of one page: the largest pictures give way to words until the page is small enough."""
    examples = list(found)
    kept = sorted({one.picture for one in examples if one and one.picture}, key=len)
    while kept and sum(map(len, share_drawings(kept))) > ROOM:
        kept.pop()
    pictures = {*kept}
    return [one and (one if one.picture in pictures else attrs.evolve(one, picture="")) for one in examples]
