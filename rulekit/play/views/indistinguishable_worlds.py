"""Two worlds that differ only in what one seat cannot see: hidden pieces change places within equal visible sides.

In both, that seat's view, its events, its legal list with its order and every reason must be the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.check.tree import typed_statements
from rulekit.gamestate.game_state import GameState
from rulekit.play.machine.copies import copy_labels
from rulekit.play.machine.frames import Over
from rulekit.play.machine.machine import Machine
from rulekit.play.position.position_reader import from_json
from rulekit.play.position.position_writer import PositionWriter
from rulekit.play.position.seat_json import SeatCodec
from rulekit.play.position.strict_json import dumps
from rulekit.play.position.value_json import ValueCodec
from rulekit.play.refusals import Refused
from rulekit.typesystem import types as t

Mapping = dict[tuple[str, int], int]


@attrs.frozen
class PieceRenaming:
    """Which piece takes the place of which; what is not in it stays."""

    mapping: Mapping

    def piece(self, kind: str, piece: int) -> int:
        """The piece that stands for this one in the other world."""
        return self.mapping.get((kind, piece), piece)


class OtherWorld(ValueCodec):
    """Writes a position with pieces renamed."""

    def __init__(self, m: Machine, renaming: PieceRenaming) -> None:
        plain = copy_labels(m)
        super().__init__(m, plain)
        self.renaming = renaming

    def piece(self, kind: str, piece: int) -> Any:
        """A piece as it is written, after it has changed its name."""
        return super().piece(kind, self.renaming.piece(kind, piece))

    def row_name(self, kind: str, member: int) -> str:
        """A part goes with its piece."""
        whole = self.plan.symbols.kinds[kind].whole
        if whole is not None:
            of = self.plan.whole_of(kind, member)
            other = self.renaming.piece(whole, of)
            member = self.plan.parts(kind)[other][self.plan.parts(kind)[of].index(member)]
        return super().row_name(kind, member)


# ------------------------------------------------------------------ which worlds there are


def hidden_renaming(
    m: Machine, seat: int | None, rng: random.Random, tries: int = 40, tables: tuple[GameState, ...] = ()
) -> PieceRenaming:
    """Some hidden pieces change places; `tables` are further moments at which the seat must not see them either."""
    sights = [SeatCodec(m, seat, table=table) for table in (m.table, *tables)]
    mapping: Mapping = {}
    for kind in m.plan.symbols.kinds.values():
        if not kind.is_piece:
            continue
        hidden = [p for p in m.plan.members(t.Piece(kind.name)) if not any(s.can_name(kind.name, p) for s in sights)]
        for _ in range(tries if len(hidden) > 1 else 0):
            one, other = rng.sample(hidden, 2)
            free = not {(kind.name, one), (kind.name, other)} & set(mapping)
            if free and all(look_alike(m, s, kind.name, one, other) for s in sights):
                mapping |= {(kind.name, one): other, (kind.name, other): one}
    return PieceRenaming(mapping)


def look_alike(m: Machine, sight: SeatCodec, kind: str, one: int, other: int) -> bool:
    """Does each look as the other would in its place?"""
    if m.plan.copies(kind)[one] == m.plan.copies(kind)[other]:
        return False
    for sides in (sight.sides(kind, one), sight.sides(kind, other)):
        if dumps(sight.fields(kind, one, sides)) != dumps(sight.fields(kind, other, sides)):
            return False
    parts = [k.name for k in m.plan.symbols.kinds.values() if k.whole == kind]
    return all(len(m.plan.parts(k).get(one, ())) == len(m.plan.parts(k).get(other, ())) for k in parts)


def world_json(m: Machine, names: PieceRenaming) -> dict[str, Any]:
    """The position of the other world."""
    return PositionWriter(m, OtherWorld(m, names)).to_json()


def other_world(m: Machine, names: PieceRenaming) -> Machine | None:
    """The machine of the other world; None where the rules would have led elsewhere."""
    if not names.mapping or isinstance(m.pending, Over):
        return None
    try:
        return from_json(m.program, world_json(m, names), laws=False)
    except Refused:
        return None


def declared_open_moves(m: Machine) -> frozenset[str]:
    """The moves whose legality is declared to tell something hidden."""
    found: set[str] = set()
    for name, info in m.program.checked.symbols.actions.items():
        body = m.blocks[f"action {name}"].body
        if body is not None and any(isinstance(step, typed_statements.Guard) and step.openly for step in body.front):
            found.add(info.written)
    return frozenset(found)


def view_without(view: dict[str, Any], names: frozenset[str]) -> dict[str, Any]:
    """A view whose legal list leaves out some moves."""
    if "legal" not in view["asks"]:
        return view
    legal = [one for one in view["asks"]["legal"] if one["do"] not in names]
    return {**view, "asks": {**view["asks"], "legal": legal}}


def near_misses(view: dict[str, Any], rng: random.Random, count: int) -> Iterator[dict[str, Any]]:
    """Moves that are nearly legal: one value of a legal move put into another."""
    legal = view["asks"].get("legal", [])
    for _ in range(count if len(legal) > 1 else 0):
        one, other = rng.sample(legal, 2)
        keys = [key for key in one if key != "do" and key in other]
        if keys:
            key = rng.choice(keys)
            yield {**one, key: other[key]}
