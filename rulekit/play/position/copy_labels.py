"""Copies of one row told apart by where they lie, so that two positions that look the same are the same."""

from __future__ import annotations

from rulekit.play.machine.machine import Machine
from rulekit.play.position.piece_signature import has_copies, mark

Labels = dict[tuple[str, int], str]


def labels(m: Machine) -> Labels:
    """`name#1`, `name#2` .. for every piece whose row has several, in the order of zones and of what lies there.

    In a set, copies stand in the order of what is noted of them (states and zones that belong to a piece).
    """
    found: Labels = {}
    for kind in m.plan.symbols.kinds.values():
        if kind.is_piece and has_copies(m.plan, kind.name):
            _kind(m, kind.name, found)
    return found


def _kind(m: Machine, kind: str, found: Labels) -> None:
    copies = m.plan.copies(kind)
    count: dict[int, int] = {}
    for zone in sorted(set(m.table.where[kind].values())):
        shape = m.plan.symbols.zones[m.plan.zones[zone][0]].shape
        pieces = m.table.contents(zone)
        if shape in ("set", "bag"):
            pieces = tuple(sorted(pieces, key=lambda p: (copies[p][0], mark(m.plan, m.table, kind, p), p)))
        for piece in pieces:
            row = copies[piece][0]
            if len(copies[piece]) > 1:
                count[row] = count.get(row, 0) + 1
                found[kind, piece] = f"{m.plan.row(kind, piece).name}#{count[row]}"
