"""Changes made by a move, found by comparing two views: pieces that came, left or turned, states with another value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from rulekit.check.names.symbols import Symbols
from rulekit.looks.drawing.tokens import CAME, CHANGED, DIFFERS, LEFT, ONLY
from rulekit.looks.table_view import Marks
from rulekit.looks.view_parts import (
    Key,
    identity,
    lies_on_pieces,
    nested_zones,
    seen_piece,
    state_instances,
    zone_instances,
)
from rulekit.words.vocabulary import ACTIVE

UNSEEN = "?"  # a piece of which nothing is seen


@attrs.frozen
class Changes:
    """Marks for the picture before a move and for the one after it, and the instances that differ."""

    before: Marks
    after: Marks

    @property
    def touched_keys(self) -> set[Key]:
        """The keys of all that has changed."""
        return {*self.before, *self.after}


def changes(symbols: Symbols, before: Mapping[str, Any], after: Mapping[str, Any]) -> Changes:
    """The differences of two views."""
    was, now = _instances(symbols, before), _instances(symbols, after)
    left: dict[Key, dict[str, Any]] = {}
    came: dict[Key, dict[str, Any]] = {}
    for key in dict.fromkeys([*was, *now]):
        old, new = was.get(key), now.get(key)
        if old == new or key[:2] == ("state", ACTIVE):  # whose turn it is stands beside the seat
            continue
        compare = _state if key[0] == "state" else _zone
        left[key], came[key] = compare(old, new)
    for key in _carriers(symbols, {*left}, was, now):
        left.setdefault(key, {})
        came.setdefault(key, {})
    return Changes(left, came)


def differences(symbols: Symbols, one: Mapping[str, Any], other: Mapping[str, Any]) -> Changes:
    """Two accounts of one position: marks for what only one of them has, and for what differs."""
    found = changes(symbols, one, other)
    return Changes(_as_difference(found.before), _as_difference(found.after))


def _as_difference(marks: Marks) -> Marks:
    return {key: {"change": DIFFERS} if key[0] == "state" else _only(pieces) for key, pieces in marks.items()}


def _only(pieces: Mapping[str, Any]) -> dict[str, str]:
    return {piece: DIFFERS if change == CHANGED else ONLY for piece, change in pieces.items()}


def _instances(symbols: Symbols, view: Mapping[str, Any]) -> dict[Key, Any]:
    """All instances, also of zones that lie on pieces: their pieces, or the value."""
    found: dict[Key, Any] = {}
    for zone, index, content in zone_instances(symbols, view):
        found["zone", zone.name, index] = content.get("pieces") or [UNSEEN] * content["count"]
        for piece in content.get("pieces", ()):
            for under, inner in nested_zones(symbols, piece):
                found["zone", under.name, (identity(piece),)] = inner.get("pieces", [])
    for state, index, value in state_instances(symbols, view):
        found["state", state.name, index] = value
    return found


def _state(old: Any, new: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    went = old is not None and (new is None or isinstance(old, list))
    arrived = old is None or isinstance(new, list)
    after = CAME if arrived else CHANGED
    return {"change": LEFT if went else None}, {"change": after if new is not None else None, "before": old}


def _zone(old: Any, new: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    was, now = [identity(piece) for piece in old or ()], [identity(piece) for piece in new or ()]
    left = {one: LEFT for one in was if was.count(one) > now.count(one)}
    came = {one: CAME for one in now if now.count(one) > was.count(one)}
    turned = [piece for piece in new or () if identity(piece) in was and piece not in (old or ())]
    came |= {identity(piece): CHANGED for piece in turned if not _carries(piece)}
    return left, came


def _carries(piece: Any) -> bool:
    return any(isinstance(value, dict) for value in seen_piece(piece).values())


def _carriers(symbols: Symbols, touched: Iterable[Key], was: Mapping[Key, Any], now: Mapping[Key, Any]) -> list[Key]:
    """The zones in which the pieces lie on which something has changed: these are drawn with them."""
    on_pieces = {zone.name for zone in symbols.zones.values() if lies_on_pieces(zone)}
    holders = {key[2][0] for key in touched if key[0] == "zone" and key[1] in on_pieces and key[2]}
    tables = [key for key in {**was, **now} if key[0] == "zone" and key[1] not in on_pieces]
    return [key for key in tables if holders & {identity(piece) for piece in [*was.get(key, ()), *now.get(key, ())]}]
