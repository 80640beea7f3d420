"""A renaming of seats, names, pieces and places: what any value, table or answer becomes under it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import all_of
from rulekit.gamestate.configuration_layout import Args, ConfigIndex
from rulekit.gamestate.game_state import GameState
from rulekit.play.machine.frames import Move
from rulekit.play.machine.machine import Machine
from rulekit.play.position.value_json import ValueCodec
from rulekit.typesystem import types as t
from rulekit.words.pieces.poses import WORD as POSES
from rulekit.words.vocabulary import FACING

NONE: Mapping[Any, Any] = {}


@attrs.frozen(eq=False)
class Renaming:
    """What is in none of the maps stays as it is."""

    plan: ConfigIndex
    seats: Mapping[int, int] = NONE
    names: Mapping[t.Type, Mapping[int, int]] = NONE  # members of choices, by type
    pieces: Mapping[tuple[str, int], int] = NONE  # rows and pieces, by kind and number
    places: Mapping[str, Mapping[int, int]] = NONE  # by space
    facings: Mapping[int, int] = NONE  # of tiles that were turned
    turns: int = 0  # by so much

    def seat(self, seat: int | None) -> int | None:
        """The seat that stands for this one; None, a spectator, stays None."""
        return None if seat is None else self.seats.get(seat, seat)

    def value(self, value: Any, kind: t.Type) -> Any:
        """A value of a type, renamed; sets stand in canonical order again."""
        kind = kind.bare
        if value is None:
            return None
        if kind.plural or kind.counted:
            return kind.map_members(value, self.value)
        return self.zone(value) if kind.zone else self.leaf(value, kind)

    def leaf(self, value: Any, kind: t.Type) -> Any:
        """The value that stands for a single value of this type."""
        rename = LEAVES.get(type(kind))
        return rename(self, value, kind) if rename is not None else value

    def _row(self, value: int, kind: t.Type) -> int:
        """A row; of a list of every combination that of the renamed parts."""
        info = self.plan.symbols.kinds[kind.kind]
        if not info.combined:
            return self.pieces.get((kind.kind, value), value)
        parts = zip(list(info.combined)[value], info.fields.values(), strict=True)
        found: int = info.combined[tuple(self.value(part, field.type) for part, field in parts)]
        return found

    def _edge(self, value: int, kind: t.Type) -> int:
        layout, places = self.plan.layout(kind.space), self.places.get(kind.space, NONE)
        ends = {places.get(end, end) for end in layout.edges[value]}
        return next(n for n, edge in enumerate(layout.edges) if set(edge) == ends) if places else value

    def zone(self, zone: int) -> int:
        """The number of the zone that stands for this one."""
        name, args = self.plan.zones[zone]
        return self.plan.zone_ids[name][self.args(args, self.plan.symbols.zones[name].indexes)]

    def args(self, args: Args, kinds: tuple[t.Type, ...]) -> Args:
        """The indexes that stand for these."""
        return tuple(self.value(arg, kind) for arg, kind in zip(args, kinds, strict=True))

    def table(self, old: GameState, made: GameState) -> GameState:
        """States and zones, renamed."""
        symbols = self.plan.symbols
        for name, info in symbols.states.items():
            made.states[name] = {
                self.args(args, info.indexes): self.value(value, info.type) for args, value in old.states[name].items()
            }
            if name == FACING:
                made.states[name] |= {(tile,): now for tile, now in self.facings.items()}
            made.states[name] = {args: made.states[name][args] for args in old.states[name]}
        made.zones = {}
        for zone in range(len(self.plan.zones)) if self.pieces else list(old.zones):
            info = symbols.zones[self.plan.zones[zone][0]]
            lying = [self.leaf(piece, t.Piece(info.kind)) for piece in old.contents(zone)]
            if lying:
                made.lay(self.zone(zone), tuple(sorted(lying)) if info.shape in ("set", "bag") else tuple(lying))
        for kind, lies in old.where.items():
            found = {self.leaf(piece, t.Piece(kind)): self.zone(zone) for piece, zone in lies.items()}
            made.where[kind] = dict(sorted(found.items()))
        return made


LEAVES: dict[type[t.Type], Callable[[Renaming, Any, Any], Any]] = {
    t.Seat: lambda names, value, kind: names.seats.get(value, value),
    t.Choice: lambda names, value, kind: names.names.get(kind, NONE).get(value, value),
    t.Piece: lambda names, value, kind: names.pieces.get((kind.kind, value), value),
    t.Row: Renaming._row,
    t.Place: lambda names, value, kind: names.places.get(kind.space, NONE).get(value, value),
    t.Edge: Renaming._edge,
}


class RenamingCodec(ValueCodec):
    """Writes the values of one world as those of the other."""

    def __init__(self, m: Machine, names: Renaming, labels: Mapping[tuple[str, int], str]) -> None:
        super().__init__(m, labels)
        self.names = names

    def write(self, value: Any, kind: t.Type, alias: str | None = None) -> Any:
        """A value as it is written, after renaming."""
        bare = kind.bare
        if value is not None and bare.listed:
            value = self.names.leaf(value, bare)
        return super().write(value, kind, alias)

    def zone(self, zone: int) -> Any:
        """A zone as it is written, after renaming."""
        return ValueCodec(self.m, self.labels).zone(self.names.zone(zone))

    def order(self, kind: t.Type, members: tuple[Any, ...]) -> list[Any]:
        """Members as they are written, after renaming, in the order of their new names."""
        plain = ValueCodec(self.m, self.labels)
        return [plain.write(one, kind) for one in sorted(self.names.value(one, kind) for one in members)]


class ComparableCodec(ValueCodec):
    """Writes moves to be compared: a copy by its row and where it lies, members of sets in one order."""

    def __init__(self, m: Machine, names: Renaming) -> None:
        super().__init__(m)
        self.names = names

    def write(self, value: Any, kind: t.Type, alias: str | None = None) -> Any:
        """A value as it is compared: of pieces with copies the row and the zone, for which copy it is does not
        matter.
        """
        bare = kind.bare
        if value is None:
            return None
        if bare.piece and len(self.plan.copies(bare.kind)[value]) > 1:
            zone = self.names.zone(self.m.table.where[bare.kind][value])
            row = self.plan.copies(bare.kind)[self.names.leaf(value, bare)][0]
            return [self.row_name(bare.kind, row), zone]
        if bare.listed:
            value = self.names.leaf(value, bare)
        return super().write(value, kind, alias)

    def zone(self, zone: int) -> Any:
        """The number of the zone after renaming."""
        return self.names.zone(zone)

    def order(self, kind: t.Type, members: tuple[Any, ...]) -> list[Any]:
        """Members in an order that does not depend on their names."""
        return sorted((self.write(one, kind) for one in members), key=repr)

    def told_move(self, seat: int, made: Move) -> dict[str, Any]:
        """A move; the facing it gives a tile turns with the board."""
        found: dict[str, Any] = {"do": made.name}
        for (name, value), kind in zip(made.args, made.types, strict=True):
            tile = self._tile_posed(seat, made, name) if self.names.turns else None
            if tile is not None and value is not None:
                value = first_equal_facing(self.plan, *tile, value + self.names.turns)
            found[name] = self.write(value, kind)
        return found

    def _tile_posed(self, seat: int, made: Move, name: str) -> tuple[str, int] | None:
        """The tile of which a parameter is a pose."""
        body = self.m.blocks[f"action {made.action}"].body if made.action is not None else None
        for step in body.front if body is not None else ():
            if not isinstance(step, typed_statements.Param) or step.name != name:
                continue
            for node in all_of((step.source,), v.CoreUse):
                if node.word == POSES.name:
                    of = node.args[0][1]
                    tile = self.m.evaluator().value(of, {**dict(made.args), "player": seat})
                    return None if tile is None else (of.type.bare.kind, tile)
        return None


def first_equal_facing(plan: ConfigIndex, kind: str, tile: int, turned: int) -> int:
    """The first facing at which a tile looks as it does turned so far."""
    look = plan.drawing(kind, tile, turned % plan.ring(kind))
    return next(n for n in range(plan.ring(kind)) if plan.drawing(kind, tile, n) == look)
