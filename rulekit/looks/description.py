"""A position in words, for those who do not see the picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulekit.check.symbols import Symbols
from rulekit.kinds import types as t
from rulekit.looks.counters import speaks, value_in_words
from rulekit.looks.game_looks import in_words, noun
from rulekit.looks.view_parts import Index, lies_on_pieces, seen_piece, state_instances, zone_instances

MOST, MOST_NAMES = 40, 8


def position_in_words(symbols: Symbols, view: Mapping[str, Any]) -> str:
    """What lies where, and which states say something; at most so many sentences."""
    parts = [*_zones(symbols, view), *_states(symbols, view)]
    return "; ".join(parts[:MOST]) + ("; and more" if len(parts) > MOST else "") + "."


def _zones(symbols: Symbols, view: Mapping[str, Any]) -> Iterator[str]:
    boxes = {*symbols.boxes.values()}
    for zone, index, content in zone_instances(symbols, view):
        if content["count"] and not lies_on_pieces(zone) and zone.name not in boxes:
            names = [str(seen_piece(piece).get("name", "")) for piece in content.get("pieces", ())]
            told = ", ".join([name for name in names if name][:MOST_NAMES])
            words = " ".join([noun(zone.name), *_where(zone.indexes, index), str(content["count"])])
            yield f"{words}: {told}" if told else words


def _states(symbols: Symbols, view: Mapping[str, Any]) -> Iterator[str]:
    for state, index, value in state_instances(symbols, view):
        if speaks(value):
            yield f"{' '.join([noun(state.name), *_where(state.indexes, index)])} is {value_in_words(state, value)}"


def _where(kinds: Sequence[t.Type], index: Index) -> list[str]:
    pairs = zip(kinds, index, strict=True)
    return [f"seat {one}" if isinstance(kind, t.Seat) else in_words(one) for kind, one in pairs]
