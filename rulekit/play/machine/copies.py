"""Copies of one row: what tells them apart, how they are named, and which of them are worth choosing among."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.gamestate.game_state import GameState
from rulekit.play.machine.state import MachineState
from rulekit.typesystem import types as t

Rows = Sequence[Sequence[int]]  # for each piece, the copies of its row


Mark = Callable[[int], str]  # what is noted of a piece


Where = Mapping[int, int] | Sequence[int]  # the zone of each piece


Key = tuple[Any, ...]


Labels = dict[tuple[str, int], str]


def has_copies(plan: ConfigIndex, kind: str) -> bool:
    """Does a row of the kind stand for several pieces?"""
    return any(row.copies > 1 for row in plan.symbols.kinds[kind].rows)


def of_copies(plan: ConfigIndex, kind: t.Type) -> bool:
    """Is this a part of pieces that have copies? Such parts share their names."""
    whole = plan.symbols.kinds[kind.kind].whole if kind.row else None
    return whole is not None and has_copies(plan, whole)


def mark(plan: ConfigIndex, table: GameState, kind: str, piece: int) -> str:
    """What is noted of one piece: the states it indexes, and how much lies in zones of its own."""
    found: list[Any] = []
    for info in plan.symbols.states.values():
        for n, of in enumerate(info.indexes):
            if of == t.Piece(kind) and info.name in table.states:
                entries = table.state(info.name).items()
                found.append([str(value) for args, value in entries if args[n] == piece])
            elif of.row and plan.symbols.kinds[of.kind].whole == kind and info.name in table.states:
                parts = plan.parts(of.kind).get(piece, ())
                entries = table.state(info.name).items()
                found.append([str(value) for part in parts for args, value in entries if args[n] == part])
    for info in plan.symbols.zones.values():
        if t.Piece(kind) in info.indexes:
            table.note(info.name)
    for zone, pieces in sorted(table.zones.items()):
        name, args = plan.zones[zone]
        for of, arg in zip(plan.symbols.zones[name].indexes, args, strict=True):
            if of == t.Piece(kind) and arg == piece:
                found.append([zone if len(args) > 1 else name, len(pieces)])
    return repr(found)


def copy_labels(m: MachineState) -> Labels:
    """`name#1`, `name#2` .. for every piece whose row has several, in the order of zones and of what lies there.

    In a set, copies stand in the order of what is noted of them (states and zones that belong to a piece).
    """
    found: Labels = {}
    for kind in m.plan.symbols.kinds.values():
        if kind.is_piece and has_copies(m.plan, kind.name):
            _label_kind(m, kind.name, found)
    return found


def _label_kind(m: MachineState, kind: str, found: Labels) -> None:
    copies = m.plan.copies(kind)
    count: dict[int, int] = {}
    for zone in sorted(set(m.table.where[kind].values())):
        shape = m.plan.symbols.zones[m.plan.zones[zone][0]].shape
        pieces = m.table.contents(zone)
        if shape in ("set", "bag"):
            pieces = _in_order(m, kind, pieces)
        for piece in pieces:
            row = copies[piece][0]
            if len(copies[piece]) > 1:
                count[row] = count.get(row, 0) + 1
                found[kind, piece] = f"{m.plan.row(kind, piece).name}#{count[row]}"


def _in_order(m: MachineState, kind: str, pieces: tuple[int, ...]) -> tuple[int, ...]:
    """By their rows, copies that lie together by what is noted of them."""
    copies = m.plan.copies(kind)
    rows = Counter(copies[p][0] for p in pieces)
    marks = {p: mark(m.plan, m.table, kind, p) for p in pieces if rows[copies[p][0]] > 1}
    return tuple(sorted(pieces, key=lambda p: (copies[p][0], marks.get(p, ""), p)))


def copy_keys(members: Sequence[int], copies: Rows, where: Where, mark: Mark) -> list[tuple[int, Key]]:
    """Every member with what tells it apart; what is noted of pieces is looked at only where they lie together.

    Copies of one row change places among themselves until they stand as they lie.
    """
    groups: dict[int, list[int]] = {}
    for piece in members:
        if len(copies[piece]) > 1:
            groups.setdefault(copies[piece][0], []).append(piece)
    held: dict[int, list[tuple[Key, int]]] = {}
    for row, group in groups.items():
        if len(group) > 1:
            zones = [where[piece] for piece in group]
            noted = len(set(zones)) < len(zones)
            held[row] = sorted(((row, where[p], mark(p) if noted else ""), p) for p in group)
    taken = {row: iter(group) for row, group in held.items()}
    found: list[tuple[int, Key]] = []
    for piece in members:
        if len(copies[piece]) > 1 and copies[piece][0] in taken:
            key, other = next(taken[copies[piece][0]])
            found.append((other, key))
        else:
            found.append((piece, (piece,)))
    return found


def one_of_each(members: Sequence[int], copies: Rows, where: Where, mark: Mark) -> list[int]:
    """One of each that cannot be told apart."""
    if not any(len(copies[piece]) > 1 for piece in members):
        return list(members)
    seen: set[Key] = set()
    found = []
    for piece, key in copy_keys(members, copies, where, mark):
        if key not in seen:
            seen.add(key)
            found.append(piece)
    return found


def distinct_subsets(
    members: Sequence[int], sizes: range | None, copies: Rows, where: Where, mark: Mark
) -> Iterator[tuple[int, ...]]:
    """Subsets of these sizes, or all orders; of those that look the same the first."""
    pairs = copy_keys(members, copies, where, mark)
    seen: set[tuple[Key, ...]] = set()
    if sizes is None:
        ways: Iterator[tuple[tuple[int, Key], ...]] = itertools.permutations(pairs)
    else:
        ways = itertools.chain.from_iterable(itertools.combinations(pairs, n) for n in sizes)
    for way in ways:
        keys = tuple(key for _, key in way)
        looks = keys if sizes is None else tuple(sorted(keys))
        if looks not in seen:
            seen.add(looks)
            yield tuple(piece for piece, _ in way)
