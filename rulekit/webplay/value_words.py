"""Values as views and moves write them, in the words of readers: seats, places, zones, pieces by what is seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulekit.looks.declared_looks import noun
from rulekit.looks.description import instance_in_words, marks_in_words, zone_title
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.pieces.derived_row_names import row_in_words, row_name
from rulekit.looks.pieces.effect_words import effect_words
from rulekit.looks.pieces.ways import side_in_words
from rulekit.looks.place_names import index_name, place_name
from rulekit.looks.view_parts import deep_tuple
from rulekit.looks.wording import name_pieces
from rulekit.typesystem import types as t


def value_words(looks: PictureModel, kind: t.Type, written: Any) -> str:
    """A value of that type as a reader wants it."""
    bare = kind.bare
    if bare.player and isinstance(written, int) and not isinstance(written, bool):
        return looks.seat_name(written)
    if bare.effects and isinstance(written, str):
        return effect_in_words(looks, bare.kind, bare.column, *written.rpartition(".")[::2])
    if bare.table and isinstance(written, str):
        return row_in_words(looks, bare.kind, written.partition("#")[0])
    if bare.table and isinstance(written, dict):
        return piece_words(looks, bare.kind, written)
    if isinstance(written, list):
        return _list(looks, bare, written)
    return name_pieces(looks, in_words(written))


def effect_in_words(looks: PictureModel, kind: str, column: str, row: str, label: str, titled: bool = True) -> str:
    """An effect of a row: the title of the row, and what it does."""
    sentence = dict(looks.effects(kind, row, column)).get(label)
    does = effect_words(looks, sentence) if sentence else noun(label)
    return f"{looks.title(kind, row)}: {does}" if titled else does


def _list(looks: PictureModel, kind: t.Type, written: list[Any]) -> str:
    if kind.place:
        return place_name(looks, kind.space, tuple(written))
    if kind.edge:
        return index_name(looks, kind, deep_tuple(written))
    if written and isinstance(written[0], str) and written[0] in looks.symbols.zones:
        return zone_words(looks, written, own=kind.table)
    inner = kind.member
    if inner is not None:
        return ", ".join(value_words(looks, inner, one) for one in written) or "none"
    if kind.table and len(written) == 2 and all(isinstance(one, list) for one in written):
        return f"{noun(kind.kind).lower()} {_at(looks, kind.kind, written)}"
    return name_pieces(looks, in_words(written))


def zone_words(looks: PictureModel, written: Any, own: bool = False) -> str:
    """`["hand", 1]` as `hand of seat 1`; what follows tells a piece that lies there unnamed.

    `own`: a move does not write whose zone it is, where it is the one of whoever makes it.
    """
    name, *index = written if isinstance(written, list) else [written]
    if name not in looks.symbols.zones:
        return name_pieces(looks, in_words(written))
    zone = looks.symbols.zones[name]
    unowned = [kind for kind in zone.indexes if not kind.player]
    kinds = unowned if own and len(index) <= len(unowned) + 1 else zone.indexes
    at, rest = index[: len(kinds)], index[len(kinds) :]
    if any(index.piece for index in zone.of):
        said = f"{zone_title(looks, name)} on {zone_words(looks, index[0])}" if index else zone_title(looks, name)
    else:
        said = instance_in_words(looks, name, deep_tuple(at), kinds=kinds)
    return name_pieces(looks, said) + "".join(f", number {one}" for one in rest if isinstance(one, int))


def piece_words(looks: PictureModel, kind: str, seen: Mapping[str, Any]) -> str:
    """A piece by its name, or by what is seen of it, and where it lies; empty where nothing is seen."""
    if "name" in seen:
        return row_name(looks, kind, str(seen["name"]).partition("#")[0])
    return ", ".join(marks_in_words(looks, seen))


def part_words(looks: PictureModel, kind: str, row: str, written: Sequence[Any]) -> str:
    """A way of a tile that lies on a board: what it is called, and where; its sides where the tile has several."""
    whole = looks.kind(kind).whole
    parts = [part for one in looks.kind(whole or kind).rows for _, part in looks.parts(whole or kind, one.name)]
    alone = any(names == [row] for names in parts)
    return f"{row_name(looks, kind, row)} {_at(looks, kind, written, sides=not alone)}"


def _at(looks: PictureModel, kind: str, written: Sequence[Any], sides: bool = True) -> str:
    """Where a way lies, and to which sides it opens."""
    whole = looks.kind(kind).whole
    zones = (zone for zone in looks.symbols.zones.values() if zone.kind == whole and zone.indexes)
    ground = next((zone.indexes[-1] for zone in zones if zone.indexes[-1].place), None)
    at, ways = written
    place = place_name(looks, ground.space, tuple(at)) if ground is not None else in_words(at)
    return f"at {place}" + (f" ({' and '.join(map(side_in_words, ways))})" if sides else "")


def in_words(written: Any) -> str:
    """A written value without its type: places by their numbers, names without dashes."""
    if isinstance(written, bool):
        return "yes" if written else "no"
    if isinstance(written, dict):
        return ", ".join(f"{noun(name)} {in_words(value)}" for name, value in written.items()) or "unseen"
    if isinstance(written, list):
        return " ".join(map(in_words, written)) or "none"
    if isinstance(written, str):
        return noun(written)
    return "nothing" if written is None else str(written)
