"""Legend of a picture: each sign that stands in it with its word, read off the finished drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from rulekit.looks.boards.board_layout import grounds
from rulekit.looks.boards.board_states import is_pawn
from rulekit.looks.component_picture import component_picture, has_picture
from rulekit.looks.declared_looks import noun
from rulekit.looks.drawing.kit_signs import kit_signs
from rulekit.looks.drawing.palette import HUES, MEN
from rulekit.looks.drawing.picture import ENDLESS, Picture, row
from rulekit.looks.drawing.svg_shapes import escape_text
from rulekit.looks.drawing.tokens import (
    CAME,
    CHANGE_WORDS,
    CHANGED,
    LEFT,
    NOTE_SIGN,
    PLACE_SIGN,
    SEATS,
    disc_colours,
    disc_number,
)
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.looks_terms import HALF_DISC, spec_of
from rulekit.looks.pieces.effects import effect_lines
from rulekit.looks.pieces.faces import BROKEN
from rulekit.looks.pieces.styled_face import BY_RULES
from rulekit.looks.wording import member_words
from rulekit.memo import memoize
from rulekit.typesystem import types as t

DRAWN = re.compile(r'<path transform="[^"]*" d="([^"]*)"([^>]*)>')
ROLE = re.compile(r"\bf-([a-z]+)")
OUTLINE = re.compile(r"\bs-([a-z]+)")
MARKS = {"/": "for each", "≤": "at most", "≥": "at least", "−": "pay or put away", "≠": "of different kinds"}
MARKS |= {"·": "and then", BY_RULES: "the rules tell what it does"}
WRITTEN = re.compile(r"<text[^>]*>([^<]*)</text>")
BADGE = re.compile(r'<circle [^>]*class="f-mark s-face"[^>]*/><path d="([^"]*)"')  # of what came or leaves
TURNED = re.compile(r'<path transform="[^"]*" d="[^"]*"[^>]*class="f-mark s-face"')  # of what changed
OUTLINE_BROKEN = f' stroke-dasharray="{BROKEN}"'
BROKEN_OUTLINE = "broken outline"
DISC = re.compile(r'<circle cx="0" cy="0" [^>]*class="f-([a-z]+) s-([a-z]+)" stroke-width="3"/>(?:<text[^>]*>(\d+)<)?')
DISC_OF = "disc of seat "
HALF = re.compile(r'<path d="M[-\d.]+ [-\d.]+A9 9 0 0 [01] ')
SIDES = {  # of a place with walls: as a side is drawn, and what it means
    "wall-needed": (re.compile(r'stroke-linecap="square"[^>]* stroke-width="4"'), "a wall must stand there"),
    "wall-allowed": (re.compile(r'stroke-width="2" stroke-dasharray="2 2"'), "a wall may stand there"),
}
FRAME = {shape for _, shape in SEATS} | {"arrow"}  # what the kit itself draws: seats, backs, marks of a move


@attrs.frozen
class LegendEntry:
    """A sign as it is drawn, and its word. A mark of writing has no colour."""

    sign: str
    word: str
    colour: str = "ink"
    hollow: bool = False


@attrs.frozen
class Legend:
    """All signs of a picture that stand for a word."""

    entries: tuple[LegendEntry, ...]

    @property
    def words(self) -> str:
        """The same as one sentence."""
        return "; ".join(f"{noun(entry.sign)}: {entry.word}" for entry in self.entries) + "." if self.entries else ""


def legend(looks: PictureModel, picture: Picture, names: Sequence[str] = ()) -> Legend:
    """The signs and marks that stand in a picture, each once, in the order in which they are met for the last time.

    `names` are those of the seats.
    """
    met = [
        *_discs_of(looks, picture, names),
        *_signs_of(looks, picture),
        *_marks_of(picture),
        *_edges_of(looks, picture),
    ]
    met += _changes_of(picture)
    first = {(one.sign, one.word, one.hollow): one for one in reversed(met)}
    return Legend(tuple(reversed(first.values())))


def legend_of_kind(looks: PictureModel, kind: str) -> Legend:
    """The signs on all sides of all pieces of a kind; of a list, those of its effects."""
    info = looks.kind(kind)
    names = [one.name for one in info.rows]
    told = [column for column in info.fields if looks.has_effects(kind, column)]
    sides = looks.sides(kind) if has_picture(looks, info) else ()
    drawn = [component_picture(looks, kind, name, side) for name in names for side in sides]
    drawn += [effect_lines(looks, looks.effects(kind, name, c), ENDLESS) for name in names for c in told if not sides]
    return legend(looks, row(drawn))


def _signs_of(looks: PictureModel, picture: Picture) -> Iterator[LegendEntry]:
    names = {escape_text(outline): name for name, outline in {**kit_signs(), **looks.own_signs}.items()}
    known = meanings(looks)
    for outline, painted in DRAWN.findall(picture.svg):
        name, role, edge = names.get(outline), ROLE.search(painted), OUTLINE.search(painted)
        if name is None or role is None:
            continue
        hollow = role[1] == "face" and edge is not None
        man = next((one for one, painted in MEN.items() if edge is not None and painted == (role[1], edge[1])), None)
        colour = man or (edge[1] if hollow and edge else "ochre" if role[1] == "gilt" else role[1])
        word = known.get((name, colour, hollow)) or known.get((name, "", False))
        if word or name not in FRAME:
            yield LegendEntry(
                name, word or noun(name), colour if colour in {*HUES, *MEN, "ink", "dim"} else "ink", hollow
            )


def _marks_of(picture: Picture) -> Iterator[LegendEntry]:
    written = {one for said in WRITTEN.findall(picture.svg) for one in said if one in MARKS}
    yield from (LegendEntry(mark, word) for mark, word in MARKS.items() if mark in written)
    if OUTLINE_BROKEN in picture.svg:
        yield LegendEntry(BROKEN_OUTLINE, "assumed: no source shows all that is printed there")


def _edges_of(looks: PictureModel, picture: Picture) -> Iterator[LegendEntry]:
    """Half discs at the rim of a face, and the walls of a place."""
    if HALF.search(picture.svg):
        rims = [look["rim"] for sides in looks.section("faces").values() for look in sides.values() if "rim" in look]
        columns = dict.fromkeys(noun(spec_of(rim)["of"]) for rim in rims)
        yield LegendEntry(HALF_DISC, looks.section("legend").get(HALF_DISC) or " or ".join(columns))
    yield from (LegendEntry(side, word) for side, (drawn, word) in SIDES.items() if drawn.search(picture.svg))


def _discs_of(looks: PictureModel, picture: Picture, names: Sequence[str]) -> Iterator[LegendEntry]:
    """The discs that seats have on boards."""
    found = {*DISC.findall(picture.svg)}
    for seat in range(looks.plan.seats):
        colours, number = disc_colours(seat, looks.seat_look(seat)), disc_number(seat, looks.seat_look(seat))
        if (*colours, number) in found:
            yield LegendEntry(f"{DISC_OF}{seat}", looks.seat_name(seat, names), colours[1])


def _changes_of(picture: Picture) -> Iterator[LegendEntry]:
    """The marks of what a move has changed."""
    found = {CAME if "v" in lines else LEFT for lines in BADGE.findall(picture.svg)}
    found |= {CHANGED} if TURNED.search(picture.svg) else set()
    yield from (LegendEntry(change, word) for change, word in CHANGE_WORDS.items() if change in found)


# ------------------------------------------------------------------ what the signs of a game stand for

Meaning = tuple[str, str, bool]  # sign, colour (none: any), hollow


@memoize
def meanings(looks: PictureModel) -> dict[Meaning, str]:
    """The word for each sign: what the looks file says, else the member, column or state that it stands for."""
    told: dict[Meaning, list[str]] = {}
    for meaning, word in _told(looks):
        told.setdefault(meaning, [])
        told[meaning] += [word] if word not in told[meaning] else []
    found = {meaning: " or ".join(words) for meaning, words in told.items()}
    for (sign, _, hollow), word in [*found.items()]:
        if not hollow:
            found.setdefault((sign, "", False), word)
    said = looks.section("legend")
    return {**{meaning: said.get(meaning[0], word) for meaning, word in found.items()}, **_said(looks)}


def _said(looks: PictureModel) -> dict[Meaning, str]:
    return {(sign, "", False): str(word) for sign, word in looks.section("legend").items()}


def _told(looks: PictureModel) -> Iterator[tuple[Meaning, str]]:
    yield from _members(looks)
    for kind, sides in looks.section("faces").items():
        for look in sides.values():
            yield from _slots(looks, kind, look)
    for name, said in looks.section("states").items():
        if "sign" in said:
            yield (said["sign"], said.get("colour", ""), False), said.get("title", noun(name))
    yield from (((sign, "", False), word) for sign, word in _usual(looks))
    for seat, said in looks.section("seats").items():
        if "sign" in said:
            yield (said["sign"], said.get("colour", "ink"), False), said.get("name") or looks.seat_name(int(seat))
    for said in looks.section("boards").values():
        yield from (((str(sign), "", False), noun(column)) for column, sign in said.get("marks", {}).items())


def _usual(looks: PictureModel) -> Iterator[tuple[str, str]]:
    """States that stand on boards with the sign that the kit gives those for which the file names none."""
    named, places = looks.section("states"), {*grounds(looks)}
    for state in looks.symbols.states.values():
        if "sign" not in named.get(state.name, {}) and state.name not in looks.hidden_names:
            held = state.type.bare.member or state.type.bare
            word = str(named.get(state.name, {}).get("title", noun(state.name)))
            if held in places and not is_pawn(looks, state):
                yield PLACE_SIGN, word
            elif places & {*state.indexes} and not (held.player or held.members or held.row):
                yield NOTE_SIGN, word


def _members(looks: PictureModel) -> Iterator[tuple[Meaning, str]]:
    """The members of choices and the rows of lists that have a sign of their own."""
    types: dict[t.Type, None] = dict.fromkeys(one for one in looks.symbols.types.values() if one.members)
    for kind in looks.symbols.kinds.values():
        fields = (field.type.bare for field in kind.fields.values())
        types |= dict.fromkeys(one for one in fields if one.members)
        types |= {t.Row(kind.name): None} if kind.name in looks.section("members") else {}
    for typed in types:
        names = typed.members if typed.members else [row.name for row in looks.kind(typed.kind).rows]
        for name in names:
            member = looks.member(typed, name)
            if member.given:
                word = member_words(looks, str(typed), name) if typed.enumerated else noun(name)
                yield (member.sign, member.colour, member.hollow), word


def _slots(looks: PictureModel, kind: str, look: dict[str, Any]) -> Iterator[tuple[Meaning, str]]:
    """Columns that are told by a sign, and signs printed in ways and parts."""
    for slot, said in look.items():
        if slot == "ways":
            yield from (
                ((m["sign"], m.get("colour", ""), False), noun(name)) for name, m in said.get("marks", {}).items()
            )
        elif slot == "parts":
            yield from (((sign, "", False), noun(column)) for column, sign in said.get("flags", {}).items())
        elif isinstance(said, dict | str) and slot not in ("size", "colour"):
            spec = spec_of(said)
            if "sign" in spec and "of" in spec:
                yield (spec["sign"], spec.get("colour", ""), False), noun(spec["of"])
