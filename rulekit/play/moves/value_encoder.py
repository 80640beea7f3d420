"""The one written form of values: names from the rules, numbers, lists and objects, as one reader sees them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulekit.check.evaluation.evaluator import Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.gamestate.configuration_layout import Args
from rulekit.play.machine.machine import Machine
from rulekit.play.position.strict_json import dumps
from rulekit.typesystem import types as t

UNKNOWN: dict[str, Any] = {}  # a piece of which the reader knows nothing


class Scribe:
    """Writes values. This one sees all: pieces stand by their names, nothing is written in another form.

    It writes positions; `Sight` in encode_pieces.py writes for one seat or for the spectator.
    Copies of one row are told apart as `name#1`, `name#2`; `labels` says which is which.
    """

    formed = False  # whether `written Kind as ..` is followed

    def __init__(self, m: Machine, labels: Mapping[tuple[str, int], str] | None = None) -> None:
        self.m = m
        self.plan = m.plan
        self.labels = labels or {}

    def eyes(self) -> Evaluator:
        return self.m.eyes()

    def write(self, value: Any, kind: t.Type, alias: str | None = None) -> Any:
        """A value of a type; `alias` names the range it was declared as."""
        kind = t.bare(kind)
        if value is None:
            return None
        form = self.form_of(kind, alias) if self.formed else None
        if form is not None and not (isinstance(kind, t.Piece) and not self.can_name(kind.kind, value)):
            return self._formed(form, value)
        found = FORMS.get(type(kind))
        return value if found is None else found(self, value, kind)

    def form_of(self, kind: t.Type, alias: str | None) -> v.T | None:
        """What `written Kind as ..` says of the members of a type."""
        writtens: dict[str, v.T] = self.m.program.checked.writtens
        if isinstance(kind, t.Number):
            return writtens.get(alias) if alias is not None else None
        if isinstance(kind, t.Choice | t.Row | t.Piece | t.Place):
            return writtens.get(str(kind))
        return None

    def _formed(self, form: v.T, member: Any) -> Any:
        e, env = self.eyes(), {"it": member}
        if isinstance(form, v.Listed) and not form.flat:
            return [self._said(item, e.value(item, env)) for item in form.items]
        return self._said(form, e.value(form, env))

    def _said(self, form: v.T, value: Any) -> Any:
        kind = t.bare(form.type)
        if isinstance(kind, t.SetOf) and isinstance(value, tuple):
            value = tuple(sorted(value))
        return self.write(value, kind)

    # -------------------------------------------------------------- pieces

    def can_name(self, kind: str, piece: int) -> bool:
        return True

    def piece(self, kind: str, piece: int) -> Any:
        """A piece by the name of its row."""
        return self.labels.get((kind, piece)) or self.row_name(kind, piece)

    def row_name(self, kind: str, member: int) -> str:
        name: str = self.plan.row(kind, member).name
        return name

    def part(self, kind: str, member: int) -> Any:
        """A row by its name; a part of a copy is told apart as the copy is."""
        name, whole = self.row_name(kind, member), self.plan.symbols.kinds[kind].whole
        label = self.labels.get((whole, self.plan.whole(kind, member))) if whole is not None else None
        return f"{name}#{label.rpartition('#')[2]}" if label else name

    def order(self, kind: t.Type, members: tuple[Any, ...]) -> list[Any]:
        """The members of a set: in the order they stand, as moves have them."""
        return [self.write(one, kind) for one in members]

    # -------------------------------------------------------------- places where things are

    def zone(self, zone: int) -> Any:
        """A zone by its name, with its indexes behind it."""
        name, args = self.plan.zones[zone]
        indexes = self.indexes(name, args)
        return [name, *indexes] if indexes else name

    def indexes(self, name: str, args: Args) -> list[Any]:
        """The indexes of a zone or state as they are written."""
        info = self.plan.symbols.zones.get(name) or self.plan.symbols.states[name]
        return [self.write(arg, kind) for arg, kind in zip(args, info.indexes, strict=True)]

    # -------------------------------------------------------------- effects

    def effect(self, value: int, row_said: bool = False) -> str:
        """The label of an effect; with its row in front where nothing else says the row."""
        effect = self.plan.effects[value]
        return effect.label if row_said else f"{effect.row}.{effect.label}"


def _choice(s: Scribe, value: int, kind: t.Choice) -> str:
    return kind.members[value]


def _piece(s: Scribe, value: int, kind: t.Piece) -> Any:
    return s.piece(kind.kind, value)


def _row(s: Scribe, value: int, kind: t.Row) -> Any:
    return s.part(kind.kind, value)


def _place(s: Scribe, value: int, kind: t.Place) -> Any:
    return s.plan.layout(kind.space).written(value)


def _edge(s: Scribe, value: int, kind: t.Edge) -> list[Any]:
    layout = s.plan.layout(kind.space)
    return [layout.written(end) for end in layout.edges[value]]


def _zone(s: Scribe, value: int, kind: t.Zone) -> Any:
    return s.zone(value)


def _effect(s: Scribe, value: int, kind: t.EffectOf) -> str:
    return s.effect(value)


def _set(s: Scribe, value: tuple[Any, ...], kind: t.SetOf) -> list[Any]:
    return s.order(kind.of, value)


def _sequence(s: Scribe, value: tuple[Any, ...], kind: t.Sequence) -> list[Any]:
    return [s.write(one, kind.of) for one in value]


def _bag(s: Scribe, value: dict[Any, int], kind: t.BagOf) -> dict[str, int]:
    return {key_text(s.write(key, kind.of)): count for key, count in value.items() if count}


def key_text(written: Any) -> str:
    """A written value as a key of an object."""
    return written if isinstance(written, str) else dumps(written)


FORMS: dict[type, Callable[[Scribe, Any, Any], Any]] = {
    t.Choice: _choice,
    t.Piece: _piece,
    t.Row: _row,
    t.Place: _place,
    t.Edge: _edge,
    t.Zone: _zone,
    t.EffectOf: _effect,
    t.SetOf: _set,
    t.Sequence: _sequence,
    t.BagOf: _bag,
}
