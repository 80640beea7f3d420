"""What is noted of a piece, by which copies of one row in one place can still be told apart."""

from __future__ import annotations

from typing import Any

from rulekit.gamestate.configuration_layout import Plan
from rulekit.gamestate.game_state import Table
from rulekit.typesystem import types as t


def has_copies(plan: Plan, kind: str) -> bool:
    """Does a row of the kind stand for several pieces?"""
    return any(row.copies > 1 for row in plan.symbols.kinds[kind].rows)


def of_copies(plan: Plan, kind: t.Type) -> bool:
    """Is this a part of pieces that have copies? Such parts share their names."""
    whole = plan.symbols.kinds[kind.kind].whole if isinstance(kind, t.Row) else None
    return whole is not None and has_copies(plan, whole)


def mark(plan: Plan, table: Table, kind: str, piece: int) -> str:
    """What is noted of one piece: the states it indexes, and how much lies in zones of its own."""
    found: list[Any] = []
    for info in plan.symbols.states.values():
        for n, of in enumerate(info.indexes):
            if of == t.Piece(kind) and info.name in table.states:
                entries = table.state(info.name).items()
                found.append([str(value) for args, value in entries if args[n] == piece])
            elif isinstance(of, t.Row) and plan.symbols.kinds[of.kind].whole == kind and info.name in table.states:
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
