"""Events of a game in the words of readers: who answered what, what chance gave, what moved, what has changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulekit.check.tree import typed_statements as s
from rulekit.check.tree.typed_roots import nodes_with_roots
from rulekit.looks.declared_looks import noun
from rulekit.looks.description import instance_in_words
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.move_words import move_words
from rulekit.looks.view_parts import deep_tuple
from rulekit.looks.wording import name_pieces
from rulekit.memo import memoize
from rulekit.typesystem import types as t
from rulekit.webplay.value_words import in_words, piece_words, value_words, zone_words
from rulekit.words.vocabulary import FACING

Event = Mapping[str, Any]
DO = "do"
CHANCE = {"order": "shuffled", "dice": "rolled", "pick": "drawn by lot"}
MOST = 8  # pieces that are named


def news(looks: PictureModel, events: Iterable[Event]) -> list[str]:
    """One line for each thing that happened; nothing about whose turn it is."""
    return [line for event in events for line in _event(looks, event)]


def answer_words(looks: PictureModel, seat: int, move: Mapping[str, Any]) -> str:
    """What somebody did, as the looks file says it, else field by field."""
    types = _types(looks).get(move[DO], {})
    chosen = {n: value_words(looks, types.get(n, t.UNKNOWN), v) for n, v in move.items() if n != DO}
    listed = ", ".join(f"{noun(name)} {said}" for name, said in chosen.items())
    said = move_words(looks, move[DO], chosen, needed=chosen) or ": ".join(filter(None, [noun(move[DO]), listed]))
    return f"{looks.seat_name(seat)}: {name_pieces(looks, said)}"


@memoize
def _types(looks: PictureModel) -> dict[str, dict[str, t.Type]]:
    """The types of what is chosen in each move, by name."""
    found: dict[str, dict[str, t.Type]] = {}
    for action in looks.symbols.actions.values():
        found.setdefault(action.written, {}).update((param.name, param.type) for param in action.params)
    for _, step in nodes_with_roots(looks.game.checked, s.Choose):
        found.setdefault(step.name, {}).update((param.name, param.type) for param in step.params)
    return found


def _event(looks: PictureModel, event: Event) -> Iterator[str]:
    if "answered" in event:
        yield answer_words(looks, event["answered"], event["move"])
    elif "chance" in event:
        said = event.get("outcome")
        outcome = ", ".join(map(in_words, said)) if isinstance(said, list) else in_words(said)
        yield CHANCE[event["chance"]] + (f": {outcome}" if "outcome" in event else "")
    elif "shown" in event:
        seen = ", ".join(in_words(one) for one in event["shown"])
        yield f"shown to {' and '.join(map(looks.seat_name, event['to']))}: {seen}"
    elif "over" in event:
        yield "the game is over"
    elif "began" not in event and "ended" not in event:
        yield from (_move_words(looks, one) for one in event.get("moved", ()))
        changed = {name: many for name, many in event.get("changed", {}).items() if name in looks.symbols.states}
        yield from (_change_words(looks, name, one) for name, many in changed.items() for one in many if name != FACING)


def _move_words(looks: PictureModel, group: Event) -> str:
    pieces = group.get("pieces", [])
    unseen = group.get("count", len(pieces)) - len(pieces)
    ends = {way: group[way] for way in ("from", "to") if way in group}
    kind = next(
        (looks.symbols.zones[name].kind for name in map(_zone, ends.values()) if name in looks.symbols.zones), ""
    )
    counted = Counter(_piece(looks, kind, one) for one in pieces)
    named = [said if many == 1 else f"{many} times {said}" for said, many in counted.items() if said]
    more = [f"{len(named) - MOST} more"] if len(named) > MOST else []
    hidden = [f"{unseen} {noun(kind).lower() or 'piece'}{'' if unseen == 1 else 's'} face down"] if unseen > 0 else []
    what = " and ".join(filter(None, [", ".join([*named[:MOST], *more]), *hidden])) or "something"
    return " ".join([what, *(f"{way} {zone_words(looks, end)}" for way, end in ends.items())])


def _piece(looks: PictureModel, kind: str, piece: Any) -> str:
    if not isinstance(piece, str | dict) or not kind:
        return name_pieces(looks, in_words(piece))
    return piece_words(looks, kind, {"name": piece} if isinstance(piece, str) else piece) or noun(kind).lower()


def _zone(end: Any) -> str:
    return str(end[0] if isinstance(end, list) else end)


def _change_words(looks: PictureModel, name: str, entry: list[Any]) -> str:
    *index, new = entry
    what = instance_in_words(looks, name, deep_tuple(index))
    return name_pieces(looks, f"{what}: {value_words(looks, looks.symbols.states[name].type, new)}")
