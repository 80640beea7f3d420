"""Which few places the position is read at, for one name: what is written elsewhere changes nothing there.

A zone with a place that the name tells is looked at, and what a state notes of the piece in such a zone. Then a writing
that names its places throws away the answers of those names only that look at one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import children
from rulekit.play.codegen import rewriting, values
from rulekit.play.codegen.book import Book, Bound, Lines
from rulekit.records import evolve
from rulekit.typesystem import types as t
from rulekit.words.word_context import PRINTED

WORTH = 4  # places: what reads fewer is soon read again


class Anywhere(Exception):
    """Something is read that no name tells the place of."""


class Around(dict[Any, frozenset[Any]]):
    """For each member the zones that are looked at, worked out when it is first met."""

    def __init__(self, zones: Callable[..., Any]) -> None:
        super().__init__()
        self.zones = zones

    def __missing__(self, member: Any) -> frozenset[Any]:
        found = self[member] = frozenset(self.zones(None, member))
        return found


@attrs.define
class Looks:
    """The zones that are looked at, as values over a name, the states and zones that are read so, and all others."""

    zones: list[v.T]
    names: set[str]
    others: set[str]


def looks(b: Book, nodes: tuple[v.T, ...], name: str) -> Looks | None:
    """Where some values look; None if they may look anywhere, or at too few places to be worth it."""
    found = Looks([], set(), set())
    try:
        for node in nodes:
            _seek(b, node, name, found)
    except Anywhere:
        return None
    found.names -= found.others
    return found if len(found.zones) >= WORTH and found.names else None


def _seek(b: Book, node: Any, name: str, found: Looks) -> None:
    if b.purity.is_pure(node) and not isinstance(node, v.ZoneAt):
        return
    if isinstance(node, v.ZoneAt):
        _zone(b, node, name, found)
    elif isinstance(node, v.Read):
        _read(b, node, name, found)
    elif isinstance(node, v.Use | v.Related):
        body = rewriting.body_of(b, node)
        if body is None:
            raise Anywhere
        for inner in (*node.args, body):
            _seek(b, inner, name, found)
    elif isinstance(node, v.Supposing | v.Legal | v.Earlier | v.Broken | v.Named):
        raise Anywhere
    elif isinstance(node, v.CoreUse) and (PRINTED in node.reads or not b.purity.is_pure(_emptied(node))):
        raise Anywhere
    else:
        for inner in children(node):
            _seek(b, inner, name, found)


def _emptied(node: v.CoreUse) -> v.CoreUse:
    """The word alone, asked of nothing that is read: does it look by itself?"""
    nothing = tuple([(slot, v.Const(None, type=t.NOTHING)) for slot, _ in node.args])
    return evolve(node, args=nothing)


def _zone(b: Book, node: v.ZoneAt, name: str, found: Looks) -> None:
    whole = len(node.args) == len(b.shelves.zones[node.zone].axes)
    if whole and all(b.purity.is_pure(arg) and b.purity.free_names(arg) <= {name} for arg in node.args):
        found.names.add(f"zone {node.zone}")
        found.zones += [] if node in found.zones else [node]
        return
    found.others.add(f"zone {node.zone}")
    for inner in node.args:
        _seek(b, inner, name, found)


def _read(b: Book, node: v.Read, name: str, found: Looks) -> None:
    """What is noted of the piece in a zone."""
    of = node.args[0] if len(node.args) == 1 else None
    there = noted(b, node.state) and isinstance(of, v.Held) and isinstance(of.zone, v.ZoneAt)
    (found.names if there else found.others).add(f"state {node.state}")
    for inner in node.args:
        _seek(b, inner, name, found)


def noted(b: Book, state: str) -> str | None:
    """The kind of pieces of which a state notes something, each by its number."""
    axes = b.shelves.states[state].axes
    kind = axes[0].type.bare if len(axes) == 1 else None
    plain = isinstance(kind, t.Piece) and axes[0].ids is None and axes[0].low == 0 and not b.shelves.states[state].base
    return kind.kind if plain and isinstance(kind, t.Piece) else None


def around(b: Book, found: Looks, name: str) -> str:
    """The table of the zones that are looked at, by member."""
    function, table = b.fresh("zones"), b.fresh("AROUND")
    lines = Lines(f"def {function}(s, m):")
    codes = [values.value(b, node, {name: Bound("m", True)}) for node in found.zones]
    lines.put(f"return ({', '.join(codes)})")
    b.add(lines, True)
    b.space["Around"] = Around
    b.texts.append(f"{table} = Around({function})\n")
    return table
