"""A position as lines of text: boards as pictures, then what every seat has, then the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.cli.render import maps
from rulekit.cli.render import text_board as picture
from rulekit.cli.render.entry import StateEntry, place_in, spot_of
from rulekit.play.games.game import Position
from rulekit.play.reasons import played_wording
from rulekit.spaces.shape import Spot
from rulekit.typesystem import types as t

MARKS = "xo"  # of two seats; of more, letters from a


def board_lines(position: Position, seat: int | None, open_hands: bool = False, pictures: bool = True) -> list[str]:
    """The position as a seat sees it; the spectator without one; everything with open hands."""
    data = position.to_json() if open_hands else position.view(seat)
    symbols = position.machine.plan.symbols
    entries = list(_entries(position, data, plain=open_hands))
    lines: list[str] = []
    for name, space in symbols.spaces.items():
        charted = maps.map_lines(position.machine.plan, space, entries, pictures) if picture.drawable(space) else None
        if charted is not None:
            lines += charted[0]
            entries = charted[1]
        elif picture.drawable(space):
            here = [one for one in entries if place_in(one, name) is not None and _holds(one)]
            entries = [one for one in entries if place_in(one, name) is None]
            standing = [one for one in entries if one.type is not None and one.type.bare == t.Place(name)]
            lines += _board(position, name, here, [one for one in standing if one.what is not None], pictures)
    lines += _seats(position, [one for one in entries if one.kinds == (t.SEAT,)])
    rest = [one for one in entries if one.kinds != (t.SEAT,) and _holds(one)]
    return lines + _rest(rest)


# ------------------------------------------------------------------ reading the data


def _entries(position: Position, data: dict[str, Any], plain: bool) -> Iterator[StateEntry]:
    """Every state and zone instance that is told."""
    m = position.machine
    for name, found in data["states"].items():
        info = m.plan.symbols.states[name]
        if info.decl is None and not info.indexes:
            continue  # whose turn it is, which the last line says
        private = not plain and info.decl is not None and bool(m.program.checked.states[name].views) and info.indexes
        for index, what in ((one[:-1], one[-1]) for one in found) if private else _leaves(info.indexes, found):
            yield StateEntry(name, info.indexes, tuple(index), what, info.type)
    for name, found in data["zones"].items():
        zone = m.plan.symbols.zones[name]
        for index, what in _leaves(zone.indexes, found):
            yield StateEntry(name, zone.indexes, tuple(index), what, None)


def _leaves(kinds: tuple[t.Type, ...], data: Any, index: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Indexed values as nesting.py writes them: a list over seats, an object over names, pairs over the rest."""
    if not kinds:
        yield index, data
        return
    pairs = enumerate(data) if kinds[0].player else data.items() if isinstance(data, dict) else data
    for head, inner in pairs:
        yield from _leaves(kinds[1:], inner, (*index, head))


def _holds(entry: StateEntry) -> bool:
    """Is there anything to tell?"""
    what = entry.what
    if entry.type is None:
        return bool(what) and what != {"count": 0}
    return what is not None or not entry.index


# ------------------------------------------------------------------ boards


def _board(
    position: Position, space: str, entries: list[StateEntry], standing: list[StateEntry], pictures: bool
) -> list[str]:
    """One space: a picture, with what the marks mean, or a list; `standing` are states whose value is a place."""
    symbols = position.machine.plan.symbols
    names = {one.name for one in entries}
    cells: dict[Spot, list[str]] = {}
    marked = False
    for one in entries:
        text, mark = _short(one, position.seats, alone=len(names) == 1)
        marked = marked or mark
        if text:
            cells.setdefault(spot_of(one.index[place_in(one, space) or 0]), []).append(text)
    for one in standing:
        cells.setdefault(spot_of(one.what), []).append("-".join([one.name, *map(played_wording.place, one.index)]))
    joined = {spot: "+".join(texts) for spot, texts in cells.items()}
    lines = picture.draw_board(symbols.spaces[space], symbols, joined) if pictures else None
    if lines is None:
        lines = [f"  {' '.join(map(str, spot))}: {text}" for spot, text in sorted(joined.items())]
    legend = (
        [", ".join(f"{mark_of(seat, position.seats)} is seat {seat}" for seat in range(position.seats))]
        if marked
        else []
    )
    return [*lines, *legend, ""] if lines else [f"{space}: empty"]


def _short(entry: StateEntry, seats: int, alone: bool) -> tuple[str, bool]:
    """What stands in a cell, and whether it is the mark of a seat."""
    kind = (entry.type or t.UNKNOWN).bare
    before = [played_wording.place(one) for one, of in zip(entry.index, entry.kinds, strict=True) if not of.place]
    if kind.player:
        mark = mark_of(entry.what, seats)
        return ("".join([*before, mark]) if alone else "-".join([entry.name, *before, mark])), True
    if entry.type is not None:
        if entry.what is False or (entry.what == 0 and not alone):
            return "", False
        said = "" if entry.what is True else played_wording.value(entry.what).replace(", ", "+")
        head = [] if alone and said else [entry.name]
        return "-".join([*head, *before, *([said] if said else [])]), False
    pieces = entry.what if isinstance(entry.what, list) else entry.what.get("pieces", [])
    said = "+".join(_tag(piece) for piece in pieces) or str(entry.what.get("count", ""))
    return "-".join([*before, said]), False


def _tag(piece: Any) -> str:
    """A piece in a cell: its name, and in brackets what is noted of it."""
    if not isinstance(piece, dict):
        return played_wording.piece(piece)
    noted = [str(found) for name, found in piece.items() if name not in ("name", "at") and isinstance(found, int | str)]
    head = str(piece["name"]) if "name" in piece else "?"
    return f"{head}({','.join(noted)})" if noted else head


def mark_of(seat: int, seats: int) -> str:
    """The letter of a seat."""
    return MARKS[seat] if seats <= len(MARKS) else chr(ord("a") + seat)


# ------------------------------------------------------------------ seats


def _seats(position: Position, entries: list[StateEntry]) -> list[str]:
    """What each seat has, on one line."""
    lines = []
    for seat in range(position.seats):
        own = [f"{one.name} {one.text}" for one in entries if one.index == (seat,) and _is_worth_telling(one.what)]
        lines += [f"seat {seat}: {'; '.join(own)}"] if own else []
    return lines


def _is_worth_telling(what: Any) -> bool:
    """Nothing, no and none go without saying; a 0 is told, as of an empty purse."""
    return what is not None and what is not False and what != []


def _rest(entries: list[StateEntry]) -> list[str]:
    """Everything else; what differs in its last index only stands on one line."""
    found: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for one in entries:
        *first, last = [_index(kind, index) for kind, index in zip(one.kinds, one.index, strict=True)] or [""]
        found.setdefault((one.name, *first), []).append((last, one.text))
    return [
        f"{' '.join(head)}: {'; '.join(' '.join(p for p in pair if p) for pair in pairs)}"
        for head, pairs in found.items()
    ]


def _index(kind: t.Type, index: Any) -> str:
    """An index as people read it."""
    return f"seat {index}" if kind.bare.player else played_wording.place(index)
