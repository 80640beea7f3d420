"""Values as JSON, written and read: names from the rules, numbers, lists and objects; one class for each type."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from rulekit.check.evaluation.evaluator import Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.gamestate.configuration_layout import Args
from rulekit.play.machine.copies import copy_labels
from rulekit.play.machine.frames import Move
from rulekit.play.machine.state import MachineState
from rulekit.play.position.strict_json import dumps
from rulekit.play.refusals import BadValue, short_text
from rulekit.typesystem import types as t

UNKNOWN: dict[str, Any] = {}  # a piece of which the reader knows nothing


class ValueCodec:
    """Writes and reads values. This one sees all: pieces stand by their names, nothing is written in another form.

    It serves positions; `SeatCodec` in seat_json.py writes for one seat or for the spectator.
    Copies of one row are told apart as `name#1`, `name#2`; `labels` says which is which.
    """

    formed = False  # whether `written Kind as ..` is followed

    def __init__(self, m: MachineState, labels: Mapping[tuple[str, int], str] | None = None) -> None:
        self.m = m
        self.plan = m.plan
        self.labels = labels or {}

    @classmethod
    def with_labels(cls, m: MachineState) -> ValueCodec:
        """One that tells the copies in a position apart."""
        return cls(m, copy_labels(m))

    def evaluator(self) -> Evaluator:
        """What works values out on this state."""
        return self.m.evaluator()

    def write(self, value: Any, kind: t.Type, alias: str | None = None) -> Any:
        """A value of a type; `alias` names the range it was declared as."""
        kind = kind.bare
        if value is None:
            return None
        form = self.form_of(kind, alias) if self.formed else None
        if form is not None and not (kind.piece and not self.can_name(kind.kind, value)):
            return self._write_formed(form, value)
        return FORMS.get(type(kind), AS_IT_IS).write(self, value, kind)

    def form_of(self, kind: t.Type, alias: str | None) -> v.T | None:
        """What `written Kind as ..` says of the members of a type."""
        writtens: dict[str, v.T] = self.m.program.checked.writtens
        if kind.numeric:
            return writtens.get(alias) if alias is not None else None
        if kind.members or kind.table or kind.place:
            return writtens.get(str(kind))
        return None

    def _write_formed(self, form: v.T, member: Any) -> Any:
        e, env = self.evaluator(), {"it": member}
        if form.listed is not None:
            return [self._write_form_value(item, e.value(item, env)) for item in form.listed]
        return self._write_form_value(form, e.value(form, env))

    def _write_form_value(self, form: v.T, value: Any) -> Any:
        kind = form.type.bare
        if kind.distinct and isinstance(value, tuple):
            value = tuple(sorted(value))
        return self.write(value, kind)

    # -------------------------------------------------------------- writing things by their names

    def can_name(self, kind: str, piece: int) -> bool:
        """Whether the piece may be called by its name: here always, for nobody looks from a seat."""
        return True

    def piece(self, kind: str, piece: int) -> Any:
        """A piece by the name of its row."""
        return self.labels.get((kind, piece)) or self.row_name(kind, piece)

    def row_name(self, kind: str, member: int) -> str:
        """The name of a row by its number."""
        name: str = self.plan.row(kind, member).name
        return name

    def part(self, kind: str, member: int) -> Any:
        """A row by its name; a part of a copy is told apart as the copy is."""
        name, whole = self.row_name(kind, member), self.plan.symbols.kinds[kind].whole
        label = self.labels.get((whole, self.plan.whole_of(kind, member))) if whole is not None else None
        return f"{name}#{label.rpartition('#')[2]}" if label else name

    def order(self, kind: t.Type, members: tuple[Any, ...]) -> list[Any]:
        """The members of a set: in the order they stand, as moves have them."""
        return [self.write(one, kind) for one in members]

    def zone(self, zone: int) -> Any:
        """A zone by its name, with its indexes behind it."""
        name, args = self.plan.zones[zone]
        indexes = self.indexes(name, args)
        return [name, *indexes] if indexes else name

    def indexes(self, name: str, args: Args) -> list[Any]:
        """The indexes of a zone or state as they are written."""
        info = self.plan.symbols.zones.get(name) or self.plan.symbols.states[name]
        return [self.write(arg, kind) for arg, kind in zip(args, info.indexes, strict=True)]

    def effect(self, value: int, row_said: bool = False) -> str:
        """The label of an effect; with its row in front where nothing else says the row."""
        effect = self.plan.effects[value]
        return effect.label if row_said else f"{effect.row}.{effect.label}"

    def key(self, written: Any) -> str:
        """A written value as a key of an object."""
        return key_text(written)

    # -------------------------------------------------------------- writing moves

    def open_move(self, move: Move) -> dict[str, Any]:
        """A move with every piece by its name and every effect with its row."""
        args = {name: self.write(value, kind) for (name, value), kind in zip(move.args, move.types, strict=True)}
        return {"do": move.name, **args}

    def move(self, move: Move) -> dict[str, Any]:
        """`{"do": name, parameter: value, ...}`, parameters in the order written, as the one reads who chooses it."""
        found: dict[str, Any] = {"do": move.name}
        params = {p.name: p for p in self.m.program.params_of(move)}
        for (name, value), kind in zip(move.args, move.types, strict=True):
            written = self.argument(move, value, kind, params.get(name))
            if written is not UNSAID:
                found[name] = written
        return found

    def argument(self, move: Move, value: Any, kind: t.Type, param: typed_statements.Param | None) -> Any:
        """A value of a parameter; UNSAID for an effect that another parameter tells."""
        bare = kind.bare
        if bare.effects and value is not None:
            label = self.effect_label(move, bare, value)
            return UNSAID if label is None else label
        return self.parameter(value, kind, param)

    def parameter(self, value: Any, kind: t.Type, param: typed_statements.Param | None) -> Any:
        """A value of a parameter; ranges may be written in a form of their own."""
        alias = self.m.program.range_name(param) if param is not None else None
        bare = kind.bare
        if alias is not None and bare.plural:
            return [self.write(one, bare.of, alias) for one in value]
        return self.write(value, kind, alias)

    def effect_label(self, move: Move, kind: t.Type, value: int) -> str | None:
        """The label; nothing where the row is told by another parameter and has but one effect."""
        effect = self.plan.effects[value]
        if not self._says_row(move, kind, effect.row):
            return self.effect(value)
        labels = self.plan.effect_ids[kind.kind, kind.column][effect.row]
        return None if len(labels) == 1 else self.effect(value, row_said=True)

    def _says_row(self, move: Move, kind: t.Type, row: str) -> bool:
        """Does another parameter hold the thing on which the effect is printed?"""
        for (_, value), of in zip(move.args, move.types, strict=True):
            bare = of.bare
            if bare.table and bare.kind == kind.kind and value is not None:
                if self.row_name(kind.kind, value) == row:
                    return True
        return False

    # -------------------------------------------------------------- reading

    def read(self, data: Any, kind: t.Type) -> Any:
        """A value of a type; `BadValue` for whatever is none."""
        if kind.optional:
            if data is None:
                return None
            kind = kind.bare
        return FORMS.get(type(kind), AS_IT_IS).read(self, data, kind)

    def bad_value(self, data: Any, kind: t.Type, code: str = "malformed") -> BadValue:
        """The refusal of data that is not of this type, to be raised."""
        return BadValue(f"{short_text(data)} is not {kind.phrase}", code)

    def unknown(self, data: Any, kind: t.Type) -> BadValue:
        """It is no name of this type; if it is no name at all, malformed."""
        return self.bad_value(data, kind, "unknown-id" if isinstance(data, str) else "malformed")

    def read_piece(self, data: Any, kind: t.Piece) -> int:
        """A piece by its name, a copy as `name#1`."""
        name = self._name(data, kind)
        first = self.plan.symbols.kinds[kind.kind].number.get(name)
        return self._copy(data, kind, () if first is None else self.plan.copies(kind.kind)[first])

    def read_part(self, data: Any, kind: t.Row) -> int:
        """A row by its name; a part of a copy as `name#1`."""
        name, info = self._name(data, kind), self.plan.symbols.kinds[kind.kind]
        found = info.number.get(name)
        if found is None:
            raise self.bad_value(data, kind, "unknown-id")
        copies = self.plan.copies(info.whole)[self.plan.whole_of(kind.kind, found)] if info.whole else ()
        if len(copies) < 2:
            self._copy(data, kind, (found,))
            return int(found)
        parts = self.plan.parts(kind.kind)[self._copy(data, kind, copies)]
        return next(part for part in parts if self.plan.row(kind.kind, part).name == name)

    def _name(self, data: Any, kind: t.Type) -> str:
        if not isinstance(data, str):
            raise self.bad_value(data, kind)
        return data.partition("#")[0]

    def _copy(self, data: str, kind: t.Type, copies: tuple[int, ...]) -> int:
        """The copy that is named by its number, which stands there only if there are several."""
        _, mark, ordinal = data.partition("#")
        if not copies or bool(mark) != (len(copies) > 1):
            raise self.bad_value(data, kind, "unknown-id")
        if not mark:
            return copies[0]
        if not (ordinal.isascii() and ordinal.isdigit() and len(ordinal) < 6 and 1 <= int(ordinal) <= len(copies)):
            raise self.bad_value(data, kind, "unknown-id")
        return copies[int(ordinal) - 1]


UNSAID = object()  # what is written of an effect that is clear without it


class ProseCodec(ValueCodec):
    """Writes values as scenes and people say them: own forms followed, effects by their label, pieces by their rows."""

    formed = True

    def write(self, value: Any, kind: t.Type, alias: str | None = None) -> Any:
        """A value as sentences say it; what is a truth value or text already stays."""
        return value if isinstance(value, bool | str) else super().write(value, kind, alias)

    def form_of(self, kind: t.Type, alias: str | None) -> v.T | None:
        """Ranges are told by what they hold, for there is no name of one here."""
        for name, node in self.m.program.checked.writtens.items():
            if self.plan.symbols.types.get(name) == kind:
                form: v.T = node
                return form
        return None

    def _write_formed(self, form: v.T, member: Any) -> Any:
        e, env = self.evaluator(), {"it": member}
        if form.listed is not None:
            return [self.write(e.value(item, env), item.type) for item in form.listed]
        value = e.value(form, env)
        return value if isinstance(form.type.bare, t.Number | t.Text) else self.write(value, form.type)

    def effect(self, value: int, row_said: bool = False) -> str:
        """An effect with the row it is printed on."""
        return super().effect(value, row_said=True)

    def key(self, written: Any) -> str:
        """The key of a bag or map, as text."""
        return str(written)


def key_text(written: Any) -> str:
    """A written value as a key of an object."""
    return written if isinstance(written, str) else dumps(written)


def is_whole_number(data: Any) -> bool:
    """Is it a whole number, and not yes or no?"""
    return isinstance(data, int) and not isinstance(data, bool)


# ------------------------------------------------------------------ one class for each type


class Form:
    """How values of a type are written and read. This one: written as they are, read never."""

    def write(self, c: ValueCodec, value: Any, kind: Any) -> Any:
        """The value as JSON; None is written before a form is asked."""
        return value

    def read(self, c: ValueCodec, data: Any, kind: Any) -> Any:
        """The value that JSON stands for. Raises `BadValue` if it stands for none of this type."""
        raise c.bad_value(data, kind)


class NumberForm(Form):
    """A number: itself, within the bounds of its type."""

    def read(self, c: ValueCodec, data: Any, kind: t.Number) -> int:
        """A whole number between the bounds; true is not 1."""
        if not is_whole_number(data) or not kind.low <= data <= kind.high:
            raise c.bad_value(data, kind)
        return int(data)


class PlainForm(Form):
    """Yes and no, and texts."""

    def __init__(self, of: type) -> None:
        self.of = of

    def read(self, c: ValueCodec, data: Any, kind: t.Type) -> Any:
        """A truth value or text, as it is."""
        if not isinstance(data, self.of):
            raise c.bad_value(data, kind)
        return data


class ChoiceForm(Form):
    """A member of a choice or ring: its name."""

    def write(self, c: ValueCodec, value: int, kind: t.Choice) -> str:
        """The name of the member."""
        return kind.members[value]

    def read(self, c: ValueCodec, data: Any, kind: t.Choice) -> int:
        """The number of the member with this name."""
        if not isinstance(data, str) or data not in kind.members:
            raise c.unknown(data, kind)
        return kind.members.index(data)


class SeatForm(Form):
    """A player: the number of the seat, from 0."""

    def read(self, c: ValueCodec, data: Any, kind: t.Seat) -> int:
        """A number of a seat that plays."""
        if not is_whole_number(data) or not 0 <= data < c.plan.seats:
            raise BadValue(f"{short_text(data)} is no seat of this game")
        return int(data)


class RowForm(Form):
    """A row of a list or a part: its name, behind that of the piece it is printed on."""

    def write(self, c: ValueCodec, value: int, kind: t.Row) -> Any:
        """The name, or the pair of piece and name."""
        return c.part(kind.kind, value)

    def read(self, c: ValueCodec, data: Any, kind: t.Row) -> int:
        """The number of the row with this name."""
        return c.read_part(data, kind)


class PieceForm(Form):
    """A piece: the name of its row, with a number or a place if there are several copies."""

    def write(self, c: ValueCodec, value: int, kind: t.Piece) -> Any:
        """As the codec writes pieces; a seat's own writes less."""
        return c.piece(kind.kind, value)

    def read(self, c: ValueCodec, data: Any, kind: t.Piece) -> int:
        """As the codec reads pieces."""
        return c.read_piece(data, kind)


class PlaceForm(Form):
    """By its name, or by its coordinates: one alone stands without brackets."""

    def write(self, c: ValueCodec, value: int, kind: t.Place) -> Any:
        """The name of a place, or its numbers."""
        return c.plan.layout(kind.space).place_name(value)

    def read(self, c: ValueCodec, data: Any, kind: t.Place) -> int:
        """The number of the place; unknown names and numbers off the board are refused."""
        layout = c.plan.layout(kind.space)
        if layout.names is not None:
            if isinstance(data, str) and data in layout.names:
                return layout.names.index(data)
            raise c.unknown(data, kind)
        spot = tuple(data) if isinstance(data, list) else (data,)
        if not all(is_whole_number(one) for one in spot) or isinstance(data, list) == (len(layout.spots[0]) == 1):
            raise c.bad_value(data, kind)
        found = layout.number.get(spot)
        if found is None:
            raise c.bad_value(data, kind, "unknown-id")
        return found


class EdgeForm(Form):
    """By its two ends."""

    def write(self, c: ValueCodec, value: int, kind: t.Edge) -> list[Any]:
        """The two places it joins."""
        layout = c.plan.layout(kind.space)
        return [layout.place_name(end) for end in layout.edges[value]]

    def read(self, c: ValueCodec, data: Any, kind: t.Edge) -> int:
        """The edge between two places, in either order they were laid out in."""
        if not isinstance(data, list) or len(data) != 2:
            raise c.bad_value(data, kind)
        first, second = (FORMS[t.Place].read(c, end, t.Place(kind.space)) for end in data)
        found = c.plan.layout(kind.space).edge_number.get((first, second))
        if found is None:
            raise c.bad_value(data, kind, "unknown-id")
        return found


class ZoneForm(Form):
    """By its name, with its indexes behind it."""

    def write(self, c: ValueCodec, value: int, kind: t.Zone) -> Any:
        """The name of the zone, with its indexes in a list behind it if it has any."""
        return c.zone(value)

    def read(self, c: ValueCodec, data: Any, kind: t.Zone) -> int:
        """The number of the zone; it must hold the kind of piece that is wanted."""
        parts = data if isinstance(data, list) else [data]
        info = c.plan.symbols.zones.get(parts[0]) if parts and isinstance(parts[0], str) else None
        if info is None or info.kind != kind.kind:
            raise c.bad_value(data, kind, "unknown-id")
        if len(parts) - 1 != len(info.indexes) or isinstance(data, list) != bool(info.indexes):
            raise c.bad_value(data, kind)
        args = tuple(c.read(one, of) for one, of in zip(parts[1:], info.indexes, strict=True))
        return c.plan.zone_ids[info.name][args]


class EffectForm(Form):
    """As `row.label`."""

    def write(self, c: ValueCodec, value: int, kind: t.EffectOf) -> str:
        """Row and label: `oak.2`."""
        return c.effect(value)

    def read(self, c: ValueCodec, data: Any, kind: t.EffectOf) -> int:
        """The number of the effect with this row and label in the column wanted."""
        for row, numbers in c.plan.effect_ids[kind.kind, kind.column].items():
            for n in numbers:
                if isinstance(data, str) and data == f"{row}.{c.plan.effects[n].label}":
                    return n
        raise c.unknown(data, kind)


class SequenceForm(Form):
    """A list: its members in their order."""

    def write(self, c: ValueCodec, value: tuple[Any, ...], kind: t.Sequence) -> list[Any]:
        """Each member in turn."""
        return [c.write(one, kind.of) for one in value]

    def read(self, c: ValueCodec, data: Any, kind: t.Sequence) -> tuple[Any, ...]:
        """Each member in turn; a piece cannot lie twice in an order."""
        found = self.members(c, data, kind)
        if kind.of.piece and len(set(found)) < len(found):
            raise BadValue("a piece stands twice in an order")
        return found

    def members(self, c: ValueCodec, data: Any, kind: t.SetOf | t.Sequence) -> tuple[Any, ...]:
        """Each entry read as a member; raises `BadValue` if the data is no list."""
        if not isinstance(data, list):
            raise c.bad_value(data, kind)
        return tuple(c.read(one, kind.of) for one in data)


class SetForm(SequenceForm):
    """A set: its members in the order of their type, whatever order they were written in."""

    def write(self, c: ValueCodec, value: tuple[Any, ...], kind: Any) -> list[Any]:
        """The members in the one order that makes equal sets equal as text."""
        return c.order(kind.of, value)

    def read(self, c: ValueCodec, data: Any, kind: Any) -> tuple[Any, ...]:
        """The members in any order; none may stand twice."""
        found = self.members(c, data, kind)
        if len(set(found)) < len(found):
            raise BadValue("a member stands twice in a set")
        return found


class BagForm(Form):
    """An object: how many of each member; those of which there are none are left out."""

    def write(self, c: ValueCodec, value: dict[Any, int], kind: t.BagOf) -> dict[str, int]:
        """How many of each member; members of which there are none are left out."""
        return {c.key(c.write(key, kind.of)): count for key, count in value.items() if count}

    def read(self, c: ValueCodec, data: Any, kind: t.BagOf) -> dict[Any, int]:
        """An object of members and numbers; unknown members and numbers below 1 are refused."""
        if not isinstance(data, dict):
            raise c.bad_value(data, kind)
        plain = ValueCodec(c.m)
        texts = {key_text(plain.write(member, kind.of)): member for member in c.plan.members(kind.of)}
        for key, count in data.items():
            if key not in texts:
                raise c.bad_value(key, kind.of, "unknown-id")
            if not is_whole_number(count) or not 0 < count <= kind.highest:
                raise BadValue(f"{short_text(count)} is no count in a bag")
        found = {texts[key]: count for key, count in data.items()}
        return {member: found[member] for member in sorted(found)}


class MapForm(Form):
    """A state or zone with open indexes: what each stands for, as pairs in the order of the indexes."""

    def write(self, c: ValueCodec, value: tuple[tuple[Any, Any], ...], kind: t.Map) -> list[Any]:
        """Each key with what is kept for it."""
        return [[self._key(c, key, kind), c.write(held, kind.value)] for key, held in value]

    def _key(self, c: ValueCodec, key: Any, kind: t.Map) -> Any:
        if len(kind.indexes) == 1:
            return c.write(key, kind.indexes[0])
        return [c.write(part, of) for part, of in zip(key, kind.indexes, strict=True)]

    def read(self, c: ValueCodec, data: Any, kind: t.Map) -> tuple[tuple[Any, Any], ...]:
        """All keys must be there, in their order."""
        members = [tuple(c.plan.members(of)) for of in kind.indexes]
        keys = members[0] if len(members) == 1 else tuple(itertools.product(*members))
        if not isinstance(data, list) or len(data) != len(keys):
            raise c.bad_value(data, kind)
        found = []
        for key, pair in zip(keys, data, strict=True):
            if not isinstance(pair, list) or len(pair) != 2 or pair[0] != self._key(c, key, kind):
                raise c.bad_value(pair, kind)
            found.append((key, c.read(pair[1], kind.value)))
        return tuple(found)


AS_IT_IS = Form()
FORMS: dict[type, Form] = {
    t.Number: NumberForm(),
    t.YesNo: PlainForm(bool),
    t.Text: PlainForm(str),
    t.Choice: ChoiceForm(),
    t.Seat: SeatForm(),
    t.Row: RowForm(),
    t.Place: PlaceForm(),
    t.Edge: EdgeForm(),
    t.Piece: PieceForm(),
    t.Zone: ZoneForm(),
    t.EffectOf: EffectForm(),
    t.SetOf: SetForm(),
    t.Sequence: SequenceForm(),
    t.BagOf: BagForm(),
    t.Map: MapForm(),
}
SPELLED = frozenset(kind for kind, form in FORMS.items() if type(form).write is not Form.write)  # not written as held
