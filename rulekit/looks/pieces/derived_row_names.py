"""Names for rows that have none: tiles by their shape, `straight with lamp`; borders by what lies on both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulekit.check.names.symbol_info import KindInfo
from rulekit.looks.declared_looks import noun
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.looks_file import Section
from rulekit.looks.pieces.ways import TileWay, side_in_words, sides_by_name, sides_in_words, ways_of
from rulekit.looks.wording import name_pieces
from rulekit.memo import memoize
from rulekit.typesystem import types as t

SHAPES = {1: "dead end", 3: "three-way", 4: "crossing"}  # by the number of sides a way opens to
STRAIGHT, CURVE, BRIDGE = "straight", "curve", "bridge"
SMALL = {2: "two", 3: "three", 4: "four"}
OPPOSITE, NEIGHBOURING = "on opposite sides", "on neighbouring sides"
Print = tuple[object, ...]  # all that is printed on a row


def row_meant(looks: PictureModel, kind: str, written: str) -> str:
    """The row that an answer or a state names: by its own name, or by the text that stands for it."""
    info = looks.kind(kind)
    if written in (row.name for row in info.rows):
        return written
    texts = [name for name, field in info.fields.items() if field.type.bare == t.TEXT]
    meant = (row.name for row in info.rows if written in [looks.value(kind, row.name, name) for name in texts])
    return next(meant, written)


def row_in_words(looks: PictureModel, kind: str, written: str) -> str:
    """That row as `[words]` says it, which may spell it with a capital, as headings do; else its name."""
    said = row_name(looks, kind, row_meant(looks, kind, written))
    head = f"{said[:1].upper()}{said[1:]}"
    told = name_pieces(looks, head)
    return told if told != head else name_pieces(looks, said)


def row_name(looks: PictureModel, kind: str, row: str) -> str:
    """What a row is called: its title, else its shape, else as the rules spell it."""
    title = looks.title(kind, row)
    return title if title != noun(row) else told_by_looks(looks, row) or title


def told_by_looks(looks: PictureModel, row: str) -> str | None:
    """What a row without a name is called by its shape, or by where it lies."""
    return shape_names(looks).get(row) or border_names(looks).get(row)


@memoize
def shape_names(looks: PictureModel) -> dict[str, str]:
    """The names of all rows that are called by their shape: tiles that open to their sides, and the ways of these."""
    found: dict[str, str] = {}
    for whole in looks.symbols.kinds.values():
        ring = looks.ring_of(whole.name)
        if ring is None or not whole.rows:
            continue
        unnamed = [row.name for row in whole.rows if looks.title(whole.name, row.name) == noun(row.name)]
        ways = {row: ways_of(looks, whole.name, row, 0) for row in unnamed}
        tiles = _told_apart(looks, whole.name, {row: _tile(looks, whole.name, ring[0], row, ways[row]) for row in ways})
        for row, name in tiles.items():
            found[row] = name
            found |= {way.part: _part(looks, ring[0], way, name, len(ways[row])) for way in ways[row]}
    return {row: name for row, name in found.items() if name}


def _told_apart(looks: PictureModel, kind: str, names: Mapping[str, str]) -> dict[str, str]:
    """The names, with more told of tiles that share one and are not alike: how their ways lie, else the sides."""
    told = dict(names)
    for more in (_lies, _opens):
        prints: dict[str, set[Print]] = {}
        for row, name in told.items():
            prints.setdefault(name, set()).add(print_of(looks, kind, row))
        told = {
            row: f"{name} {more(looks, kind, row)}".strip() if name and len(prints[name]) > 1 else name
            for row, name in told.items()
        }
    return told


def _lies(looks: PictureModel, kind: str, row: str) -> str:
    """How two dead ends lie to each other."""
    ends = [way.sides[0] for way in ways_of(looks, kind, row, 0) if len(way.sides) == 1]
    return "" if len(ends) != 2 else OPPOSITE if (ends[0] + 2) % 4 == ends[1] else NEIGHBOURING


def _opens(looks: PictureModel, kind: str, row: str) -> str:
    """The sides to which each way opens as long as the tile is not turned."""
    opened = (sides_in_words(sides_by_name(looks, kind, way)) for way in ways_of(looks, kind, row, 0))
    return f"({'; '.join(opened)})"


def print_of(looks: PictureModel, kind: str, row: str) -> Print:
    """All that is printed on a row and its parts: two rows of which that is the same are alike at the table."""
    columns = [str(looks.value(kind, row, column)) for column in looks.kind(kind).fields]
    parts = (
        tuple(str(looks.value(part.name, one, column)) for column in part.fields)
        for part, names in looks.parts(kind, row)
        for one in names
    )
    return (*columns, *sorted(parts))


@memoize
def border_names(looks: PictureModel) -> dict[str, str]:
    """The names of the borders on which walls can stand."""
    return {row: name for board in looks.section("boards").values() for row, name in _borders(looks, board)}


def _borders(looks: PictureModel, board: Section) -> Iterator[tuple[str, str]]:
    """Where walls can stand on a board: between two places, or on a side of one that has no other beyond."""
    walls = board.get("walls", {})
    kind = walls.get("list", "") if "far" in walls else ""
    for row in looks.kind(kind).rows if kind else ():
        near, far, way = (looks.value(kind, row.name, walls[one]) for one in ("near", "far", "way"))
        if looks.title(kind, row.name) == noun(row.name):
            first, second = (
                place and looks.title(looks.kind(kind).fields[walls[one]].type.bare.kind, place)
                for one, place in (("near", near), ("far", far))
            )
            beside = f"on the {side_in_words(way)} side of {first}"
            yield row.name, beside if far is None else f"between {first} and {second}"


def _tile(looks: PictureModel, kind: str, part: KindInfo, row: str, ways: Sequence[TileWay]) -> str:
    room = looks.section("faces").get(kind, {}).get(_side(looks, kind), {}).get("ways", {}).get("room")
    said = looks.value(kind, row, room["of"]) if room else None
    if said is not None and said in room["members"]:
        return noun(said)
    counted = Counter(_shape(way) for way in ways)
    shape = BRIDGE if counted == {STRAIGHT: 2} else " and ".join(_many(one, count) for one, count in counted.items())
    return f"{shape}{_features(looks, part, (way.part for way in ways))}"


def _part(looks: PictureModel, part: KindInfo, way: TileWay, tile: str, ways: int) -> str:
    """A way alone on its tile is called as the tile."""
    return tile if ways == 1 else f"{_shape(way)}{_features(looks, part, (way.part,))}"


def _side(looks: PictureModel, kind: str) -> str:
    """The side on which the ways are drawn."""
    faces = looks.section("faces").get(kind, {})
    return next((side for side, look in faces.items() if look.get("ways")), "")


def _shape(way: TileWay) -> str:
    if len(way.sides) == 2:
        return STRAIGHT if (way.sides[0] + 2) % 4 == way.sides[1] else CURVE
    return SHAPES.get(len(way.sides), "")


def _many(shape: str, count: int) -> str:
    return shape if count == 1 else f"{SMALL.get(count, count)} {shape}s"


def _features(looks: PictureModel, part: KindInfo, ways: Iterable[str]) -> str:
    """` with lamp`: what is printed on one of these ways."""
    flags = [name for name, field in part.fields.items() if field.type.bare.numeric or field.type.bare == t.YES_NO]
    names = [*ways]
    most = {flag: max(int(looks.value(part.name, one, flag) or 0) for one in names) for flag in flags}
    told = [_counted(looks, part, flag, number) for flag, number in most.items() if number]
    return f" with {' and '.join(told)}" if told else ""


def _counted(looks: PictureModel, part: KindInfo, flag: str, number: int) -> str:
    """`lamp`; `two puddles` of what may be there more than once, and one of these as the legend calls it."""
    if part.fields[flag].type.bare == t.YES_NO:
        return noun(flag)
    if number > 1:
        return f"{SMALL.get(number, number)} {noun(flag)}"
    sides = looks.section("faces").get(part.whole or "", {}).values()
    signs = [look["ways"].get("marks", {}).get(flag, {}).get("sign") for look in sides if look.get("ways")]
    return str(next((looks.section("legend")[one] for one in signs if one in looks.section("legend")), noun(flag)))
