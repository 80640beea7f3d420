"""Values that read a few fixed places: looked up by what lies there, and worked out when that is first met."""

from __future__ import annotations

from operator import itemgetter
from types import SimpleNamespace
from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import masks
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.typesystem import types as t

MEMBERS = 64
CONTENTS = 20_000  # ways to fill the places of one member


class Seen(dict[Any, Any]):
    """What a value is for each content of the places of one member."""

    def __init__(self, space: dict[str, Any], name: str, slot: str, size: int, member: int, places: list[int]) -> None:
        super().__init__()
        self.told = (space, name, slot, size, member, places)

    def __missing__(self, key: Any) -> Any:
        space, name, slot, size, member, places = self.told
        held = [None] * size
        for place, value in zip(places, key if len(places) > 1 else (key,), strict=True):
            held[place] = value
        found = self[key] = space[name](SimpleNamespace(**{slot: held}, **{one: {} for one in space["KEPT"]}), member)
        return found


def looked_up(b: Book, node: v.T, scope: Scope) -> str | None:
    """The look-up that stands for a value, if it is one of these."""
    name = _name(b, node, scope)
    if name is None:
        return None
    b.purity.kept.append(node)  # its number is a key
    key = ("cells", id(node), name)
    if key not in b.done:
        b.done[key] = ""
        b.done[key] = _tables(b, node, name) or ""
    if not b.done[key]:
        return None
    seen, get, slot = b.done[key].split()
    code = scope[name].code
    return f"{seen}[{code}][{get}[{code}](s.{slot})]"


def _name(b: Book, node: v.T, scope: Scope) -> str | None:
    """The one name such a value depends on."""
    free = b.purity.free_names(node)
    if not isinstance(node, v.Filter | v.Quantifier) or len(free) != 1:
        return None
    (name,) = free
    bound = scope.get(name)
    simple = bound is not None and bound.sure and "(" not in bound.code
    return name if simple and name not in ("player", "owner", "here", "last", "it") else None


def _tables(b: Book, node: v.T, name: str) -> str | None:
    kinds = [n.type for n in walk((node,)) if isinstance(n, v.Local) and n.name == name]
    kind = kinds[0].bare if kinds else t.UNKNOWN
    if not isinstance(kind, t.Number | t.Choice | t.Place | t.Row | t.Piece):
        return None
    if isinstance(kind, t.Number) and kind.high - kind.low >= MEMBERS:
        return None  # the number of a header has no range of its own, and is not to be listed
    members = b.plan.members(kind)
    if not 0 < len(members) <= MEMBERS or not all(isinstance(m, int) and m >= 0 for m in members):
        return None
    try:
        reads = {m: masks.places(b, node, {name: m}) for m in members}
    except masks.Unknown:
        return None
    states = {state for spots in reads.values() for state, _ in spots}
    if len(states) != 1 or not all(reads.values()):
        return None
    return _given(b, node, name, states.pop(), {m: sorted(place for _, place in reads[m]) for m in members})


def _given(b: Book, node: v.T, name: str, state: str, places: dict[int, list[int]]) -> str | None:
    shelf, info = b.shelves.states[state], b.symbols.states[state]
    inner = info.type.bare
    if len(shelf.axes) != 1 or shelf.axes[0].low != 0 or shelf.axes[0].ids is not None:
        return None
    if not isinstance(inner, t.Seat | t.Choice | t.YesNo):
        return None
    ways = len(b.plan.members(inner)) + 1
    if any(ways ** len(held) > CONTENTS for held in places.values()):
        return None
    from rulekit.play.codegen import values

    slot, function = b.shelves.slot(state), b.fresh("w")
    lines = Lines(f"def {function}(s, l_one):")
    lines.put(f"return {values.FORMS[type(node)](b, node, {name: Bound('l_one', True)})}")
    b.add(lines)
    seen = {m: Seen(b.space, function, slot, shelf.size, m, held) for m, held in places.items()}
    return f"{b.give('SEEN', seen)} {b.give('GET', {m: itemgetter(*held) for m, held in places.items()})} {slot}"
