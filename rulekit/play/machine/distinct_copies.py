"""Copies of one row as they are chosen: those that can be told apart, in an order that depends only on the position."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Rows = Sequence[Sequence[int]]  # for each piece, the copies of its row
Mark = Callable[[int], str]  # what is noted of a piece
Where = Mapping[int, int] | Sequence[int]  # the zone of each piece
Key = tuple[Any, ...]


def keyed(members: Sequence[int], copies: Rows, where: Where, mark: Mark) -> list[tuple[int, Key]]:
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


def single(members: Sequence[int], copies: Rows, where: Where, mark: Mark) -> list[int]:
    """One of each that cannot be told apart."""
    if not any(len(copies[piece]) > 1 for piece in members):
        return list(members)
    seen: set[Key] = set()
    found = []
    for piece, key in keyed(members, copies, where, mark):
        if key not in seen:
            seen.add(key)
            found.append(piece)
    return found


def several(
    members: Sequence[int], sizes: range | None, copies: Rows, where: Where, mark: Mark
) -> Iterator[tuple[int, ...]]:
    """Subsets of these sizes, or all orders; of those that look the same the first."""
    pairs = keyed(members, copies, where, mark)
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
