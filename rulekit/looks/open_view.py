"""A position with everything open, in the form in which a view is written, so that it can be drawn like one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulekit.check.names.symbol_info import StateInfo, ZoneInfo
from rulekit.check.names.symbols import Symbols
from rulekit.looks.view_parts import deep_tuple, instances, lies_on_pieces, only_some_see
from rulekit.play.games.game import Position
from rulekit.typesystem import types as t

OPEN = "count"


def open_view(symbols: Symbols, position: Mapping[str, Any]) -> dict[str, Any]:
    """What a reader would see to whom nothing is hidden. What is told of pieces is written with them."""
    states, zones = position.get("states") or {}, position.get("zones") or {}
    extras: dict[Any, dict[str, Any]] = {}
    for state in symbols.states.values():
        if _of_pieces(state) and state.name in states:
            for piece, value in _by_piece(states[state.name]):
                extras.setdefault(piece, {})[state.name] = value
    for zone in symbols.zones.values():
        if lies_on_pieces(zone) and len(zone.indexes) == 1 and zone.name in zones:
            for piece, lying in _by_piece(zones[zone.name]):
                extras.setdefault(piece, {})[zone.name] = _content(lying, extras)
    return {
        "states": {
            state.name: _told(state, states[state.name])
            for state in symbols.states.values()
            if state.name in states and not _of_pieces(state)
        },
        "zones": {
            zone.name: _opened(zone.indexes, zones[zone.name], extras)
            for zone in symbols.zones.values()
            if zone.name in zones and not lies_on_pieces(zone)
        },
    }


def hands_open(position: Position) -> dict[str, object]:
    """What lies on the table as those see it to whom it belongs; of what is nobody's, no more than everybody sees."""
    symbols, everybody = position.game.checked.symbols, position.view(None)
    seats = [position.view(seat) for seat in range(position.seats)]
    zones = dict(everybody["zones"])
    for zone in symbols.zones.values():
        if zone.name in zones and zone.indexes and zone.indexes[0].player:
            zones[zone.name] = [seen["zones"][zone.name][seat] for seat, seen in enumerate(seats)]
    return {**open_view(symbols, position.to_json()), "zones": zones}


def _told(state: StateInfo, said: object) -> object:
    """A state as a view tells it."""
    if not only_some_see(state):
        return said
    return [[*index, value] for index, value in instances(state.indexes, said)]


def _of_pieces(info: StateInfo | ZoneInfo) -> bool:
    return len(info.indexes) == 1 and info.indexes[0].piece


def _by_piece(said: Any) -> Iterator[tuple[Any, Any]]:
    """What is told of each piece: an object by their names, or pairs where pieces have none."""
    pairs = said.items() if isinstance(said, dict) else said or ()
    for piece, value in pairs:
        yield deep_tuple(piece), value


def _opened(indexes: tuple[t.Type, ...], said: Any, extras: Mapping[Any, Any]) -> Any:
    """Each list of pieces as a count and the pieces, index by index."""
    if not indexes:
        return _content(said, extras)
    if isinstance(said, dict):
        return {key: _opened(indexes[1:], value, extras) for key, value in said.items()}
    if indexes[0].player:
        return [_opened(indexes[1:], value, extras) for value in said or ()]
    return [[key, _opened(indexes[1:], value, extras)] for key, value in said or ()]


def _content(lying: Any, extras: Mapping[Any, Any]) -> dict[str, Any]:
    pieces = [_piece(one, extras) for one in lying or ()]
    return {OPEN: len(pieces), **({"pieces": pieces} if pieces else {})}


def _piece(piece: Any, extras: Mapping[Any, Any]) -> Any:
    told = extras.get(deep_tuple(piece))
    return {"name": piece, **told} if told and isinstance(piece, str) else piece
