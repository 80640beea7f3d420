"""A view as the rules write it, taken apart: each instance of a zone or state with its indexes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulekit.check.names.symbol_info import StateInfo, ZoneInfo
from rulekit.check.names.symbols import Symbols
from rulekit.typesystem import types as t

Index = tuple[Any, ...]
Key = tuple[Any, ...]  # ("zone", name, index) or ("state", name, index)
NOT_A_MARK = ("at", "serial")  # what of a piece seen in part says where it lies, not which it is


def deep_tuple(value: Any) -> Any:
    """Lists as tuples, so that a place can be a key."""
    return tuple(map(deep_tuple, value)) if isinstance(value, list) else value


def instances(indexes: Sequence[t.Type], said: Any, at: Index = ()) -> Iterator[tuple[Index, Any]]:
    """A zone or state as it is written, as pairs of index and content."""
    if not indexes:
        yield at, said
    elif isinstance(said, dict) and "count" not in said:
        for key, value in said.items():
            yield from instances(indexes[1:], value, (*at, key))
    elif indexes[0].player:
        for seat, value in enumerate(said or ()):
            yield from instances(indexes[1:], value, (*at, seat))
    else:
        for key, value in said or ():
            yield from instances(indexes[1:], value, (*at, deep_tuple(key)))


def zone_instances(symbols: Symbols, view: Mapping[str, Any]) -> Iterator[tuple[ZoneInfo, Index, dict[str, Any]]]:
    """Every instance of every zone of which the view tells at least how much lies there."""
    for zone in symbols.zones.values():
        if zone.name in view["zones"]:
            for index, content in instances(zone.indexes, view["zones"][zone.name]):
                if "count" in content:
                    yield zone, index, content


def state_instances(symbols: Symbols, view: Mapping[str, Any]) -> Iterator[tuple[StateInfo, Index, Any]]:
    """Every instance of every state that the view tells of."""
    for state in symbols.states.values():
        if state.name in view["states"]:
            said = view["states"][state.name]
            told = _listed(said) if _is_listed(state, said) else instances(state.indexes, said)
            for index, value in told:
                yield state, index, value


def only_some_see(state: StateInfo) -> bool:
    """Whether a view tells of a state one by one, so that what is not seen is absent."""
    return bool(state.indexes and state.decl is not None and state.decl.views)


def _is_listed(state: StateInfo, said: object) -> bool:
    """Whether each entry has all indexes and the value: `[[0, "n", 3]]`; so are also states of parts that have copies.

    One index alone is written the same way for these, and of states of players only each has a list of its own.
    """
    if only_some_see(state):
        return True
    size, players = len(state.indexes) + 1, [kind.player for kind in state.indexes]
    if size < 3 or not isinstance(said, list) or all(players):
        return False
    lists = all(isinstance(one, list) and len(one) == size for one in said)
    return lists and (not players[0] or all(isinstance(one[0], int) for one in said))


def _listed(said: Iterable[Sequence[object]]) -> Iterator[tuple[Index, object]]:
    for *index, value in said:
        yield deep_tuple(index), value


def asked_seats(view: Mapping[str, Any]) -> tuple[int, ...]:
    """The seat that must answer; of several that answer together a view tells nothing."""
    seat = view.get("asks", {}).get("seat")
    return (seat,) if isinstance(seat, int) else ()


def seen_piece(piece: Any) -> dict[str, Any]:
    """What is seen of a piece."""
    return {"name": piece} if isinstance(piece, str) else piece


def identity(piece: Any) -> str:
    """What makes a piece the same one before and after a move, as far as it is seen."""
    seen = seen_piece(piece)
    if "name" in seen:
        return str(seen["name"])
    marks = {key: value for key, value in seen.items() if not isinstance(value, dict) and key not in NOT_A_MARK}
    return json.dumps(marks, sort_keys=True)


def nested_zones(symbols: Symbols, piece: Any) -> Iterator[tuple[ZoneInfo, dict[str, Any]]]:
    """The zones that lie on a piece."""
    for name, inner in seen_piece(piece).items():
        if isinstance(inner, dict) and name in symbols.zones:
            yield symbols.zones[name], inner


def lies_on_pieces(zone: ZoneInfo) -> bool:
    """Whether a zone belongs to pieces, and so is drawn with them."""
    return any(index.piece for index in zone.of)


FEW = 8  # pieces of one of several piles that lie side by side where only these are shown


def is_pile(said: str, zone: ZoneInfo, index: Index, count: int, part: bool) -> bool:
    """Whether only the top of what lies there is seen: as the looks file says, else by the shape of the zone.

    `part`: only some zones of the table are shown.
    """
    return (said or ("pile" if zone.shape == "pile" and not (part and index and count <= FEW) else "row")) == "pile"
