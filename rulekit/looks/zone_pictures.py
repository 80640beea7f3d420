"""Picture of a zone: pieces in rows, piles with their count, backs as a fan; a frame with the name of the zone."""

from __future__ import annotations

from typing import Any

from rulekit.check.names.symbol_info import ZoneInfo
from rulekit.looks.declared_looks import noun
from rulekit.looks.drawing.palette import HAIR, LINE, RADIUS
from rulekit.looks.drawing.picture import Picture, panel, rows, words_picture
from rulekit.looks.drawing.svg_shapes import num, rect, text, text_width
from rulekit.looks.drawing.tokens import change_frame, change_sign, mark_change
from rulekit.looks.keys import piece_key, zone_key
from rulekit.looks.notes_below import picture_with_note
from rulekit.looks.pieces.faces import back_picture
from rulekit.looks.table_view import TableView, belongs
from rulekit.looks.view_parts import Index, identity, is_pile, nested_zones

MOST = 24  # pieces of one zone that are drawn
MOST_BACKS = 8
SEVERAL = 8  # instances of a zone of which also the empty ones are drawn
SHOWN_OF_CREW = 46.0  # of a piece that lies under another one, at full size


def piece_picture(table: TableView, zone: ZoneInfo, index: Index, piece: Any) -> Picture:
    """A piece with what lies on it, and with the mark of a move."""
    drawn = table.plain_piece(zone, piece)
    for under, content in nested_zones(table.looks.symbols, piece):
        drawn = _with_crew(table, drawn, zone, under, content, table.changes_in(under.name, (identity(piece),)))
    drawn = mark_change(drawn, table.changes_in(zone.name, index).get(identity(piece)))
    return Picture(
        drawn.width, drawn.height, table.drawing_with_key(drawn.svg, piece_key(zone.name, index, identity(piece)))
    )


def _with_crew(
    table: TableView, carrier: Picture, zone: ZoneInfo, under: ZoneInfo, content: dict[str, Any], changes: Any
) -> Picture:
    """Pieces on a piece: they hang below it, each but the last cut to its head."""
    svg, y = carrier.svg, carrier.height - 4
    for number, one in enumerate(content.get("pieces", ())):
        drawn = table.plain_piece(under, one)
        whole = table.small or number == content["count"] - 1
        tall = drawn.height if whole else min(drawn.height, SHOWN_OF_CREW * table.scale_of(zone.name))
        box = f'x="0" y="{num(y)}" width="{num(drawn.width)}" height="{num(tall)}"'
        svg += f'<svg {box} overflow="hidden">{drawn.svg}</svg>'
        change = changes.get(identity(one))
        if change:
            svg += change_frame(change, 1, y + 1, drawn.width - 2, tall - 2)
            svg += change_sign(change, 0, y, drawn.width, tall)
        y += tall + (3 if table.small else 0)
    return Picture(carrier.width, y, svg)


def _pile(table: TableView, zone: ZoneInfo, index: Index, content: dict[str, Any]) -> Picture:
    pieces, count = content.get("pieces", []), content["count"]
    if not count:
        return _empty_place(table, zone)
    top = piece_picture(table, zone, index, pieces[-1]) if pieces else _back(table, zone)
    deep, corner = min(count - 1, 3), RADIUS * table.scale
    svg = ""
    for n in range(deep, 0, -1):
        at = 2 + 3 * n
        svg += rect(at, at, top.width - 4, top.height - 4, corner, fill="face", stroke="line", width=HAIR)
    svg += top.svg
    svg += count_badge(top, count) if count > 1 else ""
    return Picture(top.width + 3 * deep, top.height + 3 * deep, svg)


def count_badge(piece: Picture, count: int) -> str:
    """How many lie there, at the lower right of the one that is seen."""
    ground = rect(piece.width - 20, piece.height - 14, 26, 17, 8, fill="ink")
    return ground + text(piece.width - 7, piece.height - 1.5, count, 11, "face", "middle", 700)


def _back(table: TableView, zone: ZoneInfo) -> Picture:
    drawn = back_picture(table.looks, zone.kind, small=table.small)
    return drawn if table.small else drawn.scale(table.scale_of(zone.name))


def _empty_place(table: TableView, zone: ZoneInfo) -> Picture:
    size = _back(table, zone)
    outline = rect(1, 1, size.width - 2, size.height - 2, RADIUS * table.scale, stroke="line", width=LINE, dash="4 4")
    return Picture(size.width, size.height, outline)


def _fan(table: TableView, zone: ZoneInfo, count: int) -> Picture:
    """Backs, and how many there are."""
    one, many = _back(table, zone), min(count, MOST_BACKS)
    svg = "".join(one.svg_at(number * 9, 0) for number in range(many))
    width, said = one.width + 9 * (many - 1), f"× {count}"
    beside = width + 6 + text_width(said, 12, 700)
    return Picture(beside, one.height, svg + text(width + 6, one.height / 2 + 4, said, 12, weight=700))


def contents(table: TableView, zone: ZoneInfo, index: Index, content: dict[str, Any], room: float) -> Picture:
    """What lies in one instance of a zone, in the manner of its shape."""
    drawn = _contents(table, zone, index, content, room)
    return Picture(drawn.width, drawn.height, table.drawing_with_key(drawn.svg, zone_key(zone.name, index)))


def _contents(table: TableView, zone: ZoneInfo, index: Index, content: dict[str, Any], room: float) -> Picture:
    pieces, count = content.get("pieces", []), content["count"]
    if zone.name in table.below and 0 < count <= MOST:
        return _numbered(table, zone, index, content, room)
    how = table.zone_look(zone.name).get("as", "")
    pile = is_pile(how, zone, index, count, table.only is not None)
    if how == "count" or (not pile and not pieces and count):
        return _fan(table, zone, count)
    if pile:
        return _pile_with_changes(table, zone, index, content, room)
    if not count:
        return _empty_place(table, zone) if zone.shape == "one" else words_picture("empty")
    drawn = [piece_picture(table, zone, index, piece) for piece in pieces[:MOST]]
    more = [words_picture(f"+ {len(pieces) - MOST} more")] if len(pieces) > MOST else []
    return rows([*drawn, *more], room, 6)


def _numbered(table: TableView, zone: ZoneInfo, index: Index, content: dict[str, Any], room: float) -> Picture:
    """Pieces in a row, each with what is told of it by its number, also where only its back is seen."""
    pieces = content.get("pieces") or [None] * content["count"]
    drawn = [_back(table, zone) if one is None else piece_picture(table, zone, index, one) for one in pieces]
    return rows([picture_with_note(table, zone, index, number, one) for number, one in enumerate(drawn, 1)], room, 6)


def _pile_with_changes(table: TableView, zone: ZoneInfo, index: Index, content: dict[str, Any], room: float) -> Picture:
    """A pile; pieces that a move put or took below its top are shown beside it."""
    pieces, changes = content.get("pieces", []), table.changes_in(zone.name, index)
    touched = [piece for piece in pieces if identity(piece) in changes]
    whole = _pile(table, zone, index, content)
    if not touched or identity(pieces[-1]) in changes:
        return whole
    return rows([*(piece_picture(table, zone, index, piece) for piece in touched), whole], room)


# ------------------------------------------------------------------ the frame


def zone_panel(table: TableView, name: str, owner: int | None, room: float) -> Picture:
    """A zone, or what of it belongs to a seat, with its name."""
    zone = table.zone(name)
    shown = [(index, content) for index, content in table.zones[name] if table.shows(("zone", name, index))]
    mine = [(index, content) for index, content in shown if belongs(index, owner)]
    total = sum(content["count"] for _, content in mine)
    drawn = [
        _labelled(table, zone, index[1:] if owner is not None else index, contents(table, zone, index, c, room - 24))
        for index, c in mine
        if c["count"] or len(table.zones[name]) < SEVERAL
    ]
    counted = total > 3 and zone.shape != "one"
    note = f"{total} {zone.kind.lower()}s" if counted else ""
    inside = rows(drawn, room - 24, 10) if drawn else words_picture("empty")
    return panel(table.zone_look(name).get("title", noun(name)), inside, note)


def _labelled(table: TableView, zone: ZoneInfo, index: Index, drawn: Picture) -> Picture:
    """With the name of the place below it."""
    if not index:
        return drawn
    word, svg, left = noun(" ".join(map(str, index))), drawn.svg, 1
    y = drawn.height + 13
    kind = zone.indexes[-1]
    if kind.members and (member := table.looks.member(kind, index[-1])).given:
        svg += table.looks.member_sign(member, 6, y - 3.5, 11)
        left = 15
    width = max(drawn.width, text_width(word, 10) + 14)
    return Picture(width, y + 2, svg + text(left, y, word, 10, "dim"))
