"""A position in words, for those who do not see the picture."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rulekit.looks.counters import speaks, value_in_words
from rulekit.looks.game_looks import GameLooks, in_words, noun
from rulekit.looks.place_names import place_name
from rulekit.looks.view_parts import Index, Key, lies_on_pieces, seen_piece, state_instances, zone_instances
from rulekit.typesystem import types as t

Only = Collection[Key] | None
Row = tuple[str, str, str]  # what it is, where or whose it is, what is told of it
MOST, MOST_NAMES = 40, 8


def position_in_words(
    looks: GameLooks, view: Mapping[str, Any], only: Collection[Key] | None = None, names: Sequence[str] = ()
) -> str:
    """What lies where, and which states say something; at most so many sentences, and `only` of these instances.

    `names` are those of the players, where they have some.
    """
    lying = (" ".join(part for part in row if part) for row in _zones(looks, view, only, names))
    told = (" ".join([*(part for part in row[:2] if part), "is", row[2]]) for row in _states(looks, view, only, names))
    parts = [*lying, *told]
    return "; ".join(parts[:MOST]) + ("; and more" if len(parts) > MOST else "") + "."


def position_rows(
    looks: GameLooks, view: Mapping[str, Any], only: Collection[Key] | None = None, names: Sequence[str] = ()
) -> list[Row]:
    """The same as a table: what it is, where or whose it is, and what lies there or what it is worth."""
    return [*_zones(looks, view, only, names), *_states(looks, view, only, names)]


def _zones(looks: GameLooks, view: Mapping[str, Any], only: Only, people: Sequence[str]) -> Iterator[Row]:
    symbols = looks.symbols
    boxes = {*symbols.boxes.values()}
    for zone, index, content in zone_instances(symbols, view):
        wanted = only is None or ("zone", zone.name, index) in only
        if wanted and content["count"] and not lies_on_pieces(zone) and zone.name not in boxes:
            names = [str(seen_piece(piece).get("name", "")) for piece in content.get("pieces", ())]
            told = ", ".join([name for name in names if name][:MOST_NAMES])
            count = str(content["count"])
            yield (
                noun(zone.name),
                " ".join(_where(looks, zone.indexes, index, people)),
                f"{count}: {told}" if told else count,
            )


def _states(looks: GameLooks, view: Mapping[str, Any], only: Only, people: Sequence[str]) -> Iterator[Row]:
    for state, index, value in state_instances(looks.symbols, view):
        if speaks(value) and (only is None or ("state", state.name, index) in only):
            where = " ".join(_where(looks, state.indexes, index, people))
            yield noun(state.name), where, value_in_words(looks, state, value, people)


def _where(looks: GameLooks, kinds: Sequence[t.Type], index: Index, people: Sequence[str]) -> list[str]:
    pairs = zip(kinds, index, strict=True)
    return [_index(looks, kind, one, people) for kind, one in pairs]


def _index(looks: GameLooks, kind: t.Type, index: Any, people: Sequence[str]) -> str:
    if kind.player:
        return _seat(index, people)
    return f"at {place_name(looks, kind.space, index)}" if kind.place else in_words(index)


def _seat(seat: int, people: Sequence[str]) -> str:
    return f"of {people[seat]}" if seat < len(people) else f"seat {seat}"
