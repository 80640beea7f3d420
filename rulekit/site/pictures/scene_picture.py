"""A scene as a row for every move that is tried: what lies on the table, what is played, what comes of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Set
from typing import Any

import attrs

from rulekit.looks.changes import changes
from rulekit.looks.drawing.picture import Picture, column
from rulekit.looks.drawing.tokens import LEFT
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.pieces.faces import describe, face
from rulekit.looks.table_view import SCALE, Marks
from rulekit.looks.view_parts import Key, identity, zone_instances
from rulekit.site.drawing import inline
from rulekit.site.page import escape
from rulekit.site.pictures.kept_pictures import KeptPictures
from rulekit.site.pictures.scene_playthrough import SceneStep, View
from rulekit.site.pictures.table_drawings import DrawnPart, draw_table
from rulekit.site.reader_words import PEOPLE, ReaderWords

ROOM = 250.0  # of a picture before or after a move, so that it stands on a phone as it is
SENTENCE = "\x01{}\x01"  # stands for the sentence of a clause or ruling, which is put there when the picture is shown
STANDS = re.compile("\x01(.*?)\x01")
SAME = "for the same reason"
HEADS = ("On the table", "The move", "Then")


@attrs.frozen
class StepRow:
    """The three cells of one step, as raw HTML."""

    before: str
    move: str
    after: str


@attrs.frozen
class TableArtist:
    """What draws the tables of a scene."""

    kept: KeptPictures
    looks: PictureModel

    def html(self, view: View, marks: Marks, keys: Set[Key]) -> str:
        """What lies in these places."""
        if not keys:
            return ""
        drawn = draw_table(self.kept, self.looks, view, DrawnPart(keys, marks), ROOM)
        return inline(drawn.picture, drawn.words) if drawn.picture.width else ""


def scene_picture(
    tables: TableArtist, words: ReaderWords, steps: tuple[SceneStep, ...], caption: str, about: Set[Key] = frozenset()
) -> str:
    """All steps as one figure; empty if there is none. What is told in sentences of the rulebook is left open.

    `about`: what lies on the table, for a move of which nothing else would be seen.
    """
    if not steps:
        return ""
    cells, last, told = "", "", ""
    for step in steps:
        row = step_row(tables, words, step, about, told)
        told = _reason(words, step) or told
        before, last = ("" if row.before == last else row.before), row.before
        cells += "".join(_cell(head, cell) for head, cell in zip(HEADS, (before, row.move, row.after), strict=True))
    heads = "".join(f'<div class="h">{head}</div>' for head in HEADS)
    grid = f'<section class="scene-grid" data-search-exclude>{heads}{cells}</section>'
    return f"<figure>{grid}<figcaption>{escape(caption)}</figcaption></figure>"


def _cell(head: str, inside: str) -> str:
    """One cell; on a phone, where they stand below each other, it says what it is."""
    return f'<div data-label="{head}">{inside}</div>' if inside else "<div></div>"


def with_sentences(picture: str, sentence: Callable[[str], str]) -> str:
    """A picture with the sentences as the rulebook says them today; `sentence` gives that of a clause or ruling."""
    return STANDS.sub(lambda found: escape(sentence(found[1])), picture)


def step_row(tables: TableArtist, words: ReaderWords, step: SceneStep, about: Set[Key], told: str) -> StepRow:
    """One step; `told` is the reason that was told before."""
    who, looks = PEOPLE[step.seat], tables.looks
    cards = column(
        [_piece(looks, kind, name) for kind, name in step.pieces if not _on_table(looks, step.before.whole, name)]
    )
    said = f'<div class="v">{who}: {escape(words.move(step.move))}</div>'
    move = (inline(cards, _named(looks, step)) if cards.width else "") + said
    keys, marks = _keys(looks, step)
    before = tables.html(step.before.seen, {}, keys)
    if step.after is None:
        before = before or tables.html(step.before.seen, {}, about)
        why = escape(SAME if told == _reason(words, step) != "" else _reason(words, step))
        return StepRow(before, move, f'<div class="v"><span class="no">✗ may not</span><br>{why}</div>')
    may = "" if step.made else '<div class="v"><span class="yes">✓ may</span></div>'
    return StepRow(before, move, tables.html(step.after.seen, marks, keys) + may)


def _reason(words: ReaderWords, step: SceneStep) -> str:
    """Why a move is refused: the sentence behind the line, else the values that were looked at."""
    if step.after is not None:
        return ""
    told = next((SENTENCE.format(id_) for one in step.reasons for id_, _ in one.sentences), "")
    facts = (one.facts for one in step.reasons if one.facts and all(map(words.can_say, one.facts)))
    return told or next((", ".join(words.text(fact) for fact in many) for many in facts), "")


def _named(looks: PictureModel, step: SceneStep) -> str:
    return " ".join(describe(looks, kind, name) for kind, name in step.pieces)


def _piece(looks: PictureModel, kind: str, name: str) -> Picture:
    return face(looks, kind, name, scale=SCALE)


def _in_hand(looks: PictureModel, zone: str) -> bool:
    """Whether a zone is one that its owner looks into: what is played from there is shown as the move."""
    return any(one.viewer == "owner" for one in looks.game.checked.zone_views.get(zone, ()))


def _holders(looks: PictureModel, view: View, names: set[str]) -> Iterator[Key]:
    """The instances of zones in which these pieces lie."""
    for zone, index, content in zone_instances(looks.symbols, view):
        if any(identity(piece).partition("#")[0] in names for piece in content.get("pieces", ())):
            yield "zone", zone.name, index


def _on_table(looks: PictureModel, view: View, name: str) -> bool:
    """Whether the piece lies there already."""
    return any(not _in_hand(looks, key[1]) for key in _holders(looks, view, {name}))


def _keys(looks: PictureModel, step: SceneStep) -> tuple[set[Key], Mapping[Key, Mapping[str, Any]]]:
    """The instances to be drawn, and the marks of what came there."""
    names, whole = {name for _, name in step.pieces}, step.before.whole
    lying = {key for key in _holders(looks, whole, names) if not _in_hand(looks, key[1])}
    if step.after is None:
        return lying, {}
    found = changes(looks.symbols, whole, step.after.whole)
    keys = lying | found.touched_keys
    for key in _holders(looks, whole, names):
        gone = {piece.partition("#")[0] for piece, change in found.before.get(key, {}).items() if change == LEFT}
        if _in_hand(looks, key[1]) and gone <= names and not found.after.get(key):
            keys.discard(key)
    return keys, changes(looks.symbols, step.before.seen, step.after.seen).after
