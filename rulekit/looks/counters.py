"""States as counters: a name, its sign, its value, and what a move did to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.check.names.symbol_info import StateInfo
from rulekit.looks.declared_looks import noun
from rulekit.looks.drawing.palette import HAIR
from rulekit.looks.drawing.picture import ENDLESS, Picture
from rulekit.looks.drawing.svg_shapes import rect, text, text_width
from rulekit.looks.drawing.tokens import CHANGED, SAID, change_badge, flag
from rulekit.looks.game_looks import PictureModel, in_words
from rulekit.looks.pieces.derived_row_names import row_in_words, row_meant
from rulekit.looks.pieces.ways import sides_in_words
from rulekit.looks.place_names import index_name, place_name
from rulekit.looks.table_view import TableView, belongs
from rulekit.looks.things_counted import things
from rulekit.looks.view_parts import Index
from rulekit.looks.wording import member_words
from rulekit.typesystem import types as t

LONGEST = 60  # letters of a value; what is longer is counted


def speaks(value: Any) -> bool:
    """Whether a value needs to be told: nothing, no and an empty collection need not; 0 does."""
    return not (value is None or value is False or value in ([], {}))


def counters(table: TableView, owner: int | None, elsewhere: set[str], room: float = ENDLESS) -> list[Picture]:
    """The counters of a seat, or of nobody, no wider than the room; not those of states that are drawn elsewhere."""
    drawn = []
    for name, told in table.states.items():
        owned = any(kind.player for kind in table.state(name).indexes)
        if name in table.hidden or name in elsewhere or owned == (owner is None):
            continue
        shown = [one for one in told if belongs(one[0], owner) and table.shows(("state", name, one[0]))]
        if "as" in table.state_look(name):
            drawn.append(things(table, table.state(name), shown))
        else:
            spoken = (one for one in shown if is_told(table, name, one[1]))
            drawn += [_counter(table, name, index, value, room) for index, value in spoken]
    return [one for one in drawn if one.width]


def is_told(table: TableView, name: str, value: Any) -> bool:
    """Whether a value of a state stands in a picture; 0 does not where the looks file calls it quiet."""
    return speaks(value) and (value != 0 or not table.state_look(name).get("quiet", False))


def _counter(table: TableView, name: str, index: Index, value: Any, room: float) -> Picture:
    state, change = table.state(name), table.change_of(name, index)
    label, sign, colour = _label(table, state, index)
    shown = in_brief(table.looks, state, value, table.names)
    if change == CHANGED:
        before = table.marks["state", name, index].get("before")
        shown = f"{in_brief(table.looks, state, before, table.names)} → {shown}"
    left = 22 if sign else 8
    spare = room - left - text_width(label, 10) - 21 - 16  # a badge may stand beside it
    width = left + text_width(label, 10) + 21 + min(text_width(shown, 12, 700), spare)
    svg = rect(
        0.5, 0.5, width - 1, 23, 11.5, fill="face", stroke="mark" if change else "line", width=2 if change else HAIR
    )
    svg += table.looks.sign(sign, 13, 12, 14, colour) if sign else ""
    svg += text(left + 1, 16, label, 10, "dim") + text(width - 8, 16.3, shown, 12, "ink", "end", 700, room=spare)
    if change in SAID:
        said = flag(change)
        return Picture(width + said.width, 24, svg + said.svg_at(width - 2, 4.5))
    svg += change_badge(change, width + 3, 12) if change else ""
    return Picture(width + (10 if change else 0), 24, svg)


def _label(table: TableView, state: StateInfo, index: Index) -> tuple[str, str | None, str]:
    """Its name, sign and colour: of the state, or of the member it is told for."""
    look = table.state_look(state.name)
    label, sign, colour = look.get("title", noun(state.name)), look.get("sign"), look.get("colour", "ink")
    pairs = zip(state.indexes, index, strict=True)
    rest = [(kind, index_name(table.looks, kind, one)) for kind, one in pairs if not kind.player]
    if not rest:
        return label, sign, colour
    kind, last = rest[-1]
    if kind.members or kind.row:
        member = table.looks.member(kind, last)
        named = member_words(table.looks, str(kind.bare), last) if kind.members else noun(last)
        return named, member.sign if member.given else None, member.colour
    return " ".join([label, *(one for _, one in rest)]), sign, colour


def in_brief(looks: PictureModel, state: StateInfo, value: Any, names: Sequence[str] = ()) -> str:
    """A value as a counter has room for it: of a long list, how much it holds."""
    told = value_in_words(looks, state, value, names)
    return f"{len(value)} in all" if isinstance(value, list | dict) and len(told) > LONGEST else told


def value_in_words(looks: PictureModel, state: StateInfo, value: Any, names: Sequence[str] = ()) -> str:
    """A value of a state; seats by the names of the players, or by their numbers where these have none."""
    if state.type.bare.player and isinstance(value, int):
        return looks.seat_name(value, names)
    return noun(_plain_words(looks, state.type.bare, value))


def _plain_words(looks: PictureModel, kind: t.Type, value: Any) -> str:
    """A value; places by their names, and collections of them too; a part of a tile by where the tile lies."""
    inner = kind.member or t.UNKNOWN
    if (inner.place or inner.row or inner.members) and isinstance(value, list) and kind.member:
        return ", ".join(_plain_words(looks, inner, one) for one in value) or "none"
    if kind.place and value is not None and not isinstance(value, dict):
        return place_name(looks, kind.space, tuple(value) if isinstance(value, list) else value)
    if kind.row and isinstance(value, str) and row_meant(looks, kind.kind, value) != value:
        return row_in_words(looks, kind.kind, value)
    ground = _ground_of(looks, kind)
    if ground is not None and isinstance(value, list) and len(value) == 2:
        return f"{place_name(looks, ground.space, tuple(value[0]))}, the way to {sides_in_words(value[1])}"
    return in_words(value)


def _ground_of(looks: PictureModel, kind: t.Type) -> t.Type | None:
    """The places on which the pieces lie of which this is a part, for it is written as a place and its sides."""
    whole = looks.kind(kind.kind).whole if kind.row else None
    zones = (zone for zone in looks.symbols.zones.values() if whole and zone.kind == whole and zone.indexes)
    return next((zone.indexes[-1] for zone in zones if zone.indexes[-1].place), None)
