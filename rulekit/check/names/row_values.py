"""What a column of a row holds: written values become values of the field's type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check.names import symbol_info as i
from rulekit.check.names.symbols import Symbols
from rulekit.diagnostics import nearest
from rulekit.model import declarations as d
from rulekit.source import Span
from rulekit.typesystem import types as t
from rulekit.words import core

SHOWN = 12  # members listed in a message


class Wrong(Exception):
    """A value that cannot stand here; the complaint is made."""


class Cell:
    """One column of one row while it is read."""

    def __init__(self, symbols: Symbols, field: str, span: Span) -> None:
        self.symbols = symbols
        self.field = field
        self.span = span

    def wrong(self, code: str, variant: str, **facts: Any) -> Wrong:
        self.symbols.complain(code, self.span, variant, **facts)
        return Wrong()

    def read(self, values: tuple[d.Value, ...], kind: t.Type) -> Any:
        """All values of the column as one value of the type."""
        if isinstance(kind, t.Maybe):
            return None if values in ((), ("nothing",)) else self.read(values, kind.of)
        if isinstance(kind, t.SetOf):
            return frozenset(self.one(value, kind.of) for value in values)
        if isinstance(kind, t.Sequence):
            return tuple(self.one(value, kind.of) for value in values)
        if isinstance(kind, t.BagOf):
            return self.bag(values, kind)
        if len(values) != 1:
            raise self.wrong("K15", "several", field=self.field)
        return self.one(values[0], kind)

    def bag(self, values: tuple[d.Value, ...], kind: t.BagOf) -> dict[Any, int]:
        """`1 leaf 2 iron`; a name alone counts once."""
        found: dict[Any, int] = {}
        count: int | None = None
        for value in values:
            if isinstance(value, int) and not isinstance(value, bool):
                if count is not None:
                    break
                count = value
                continue
            member = self.member(value, kind.of)
            found[member] = found.get(member, 0) + (1 if count is None else count)
            count = None
        if count is not None:
            raise self.wrong("K23", "number", value=count, found="a number alone")
        if any(amount < 0 for amount in found.values()):
            raise self.wrong("K15", "range", value=min(found.values()), low=0, high=kind.highest, field=self.field)
        return {member: amount for member, amount in found.items() if amount}

    def member(self, value: d.Value, kind: t.Type) -> Any:
        """What is counted; a stranger among it is K23."""
        known = self.names(kind)
        if known and (not isinstance(value, str) or value not in known):
            raise self.wrong("K23", "", name=shown(value), type=str(kind), near=nearest(shown(value), known))
        return self.one(value, kind)

    def one(self, value: d.Value, kind: t.Type) -> Any:
        return READERS[type(kind)](self, value, kind) if type(kind) in READERS else self.stranger(value, kind)

    def number(self, value: d.Value, kind: t.Number) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong("K15", "number", value=shown(value), low=kind.low, high=kind.high, field=self.field)
        if not kind.low <= value <= kind.high:
            raise self.wrong("K15", "range", value=value, low=kind.low, high=kind.high, field=self.field)
        return value

    def yes_no(self, value: d.Value, kind: t.Type) -> bool:
        if not isinstance(value, bool):
            raise self.wrong("K15", "yes-no", value=shown(value), field=self.field)
        return value

    def text(self, value: d.Value, kind: t.Type) -> str:
        if not isinstance(value, d.Text):
            raise self.wrong("K15", "text", value=shown(value), field=self.field)
        return value.text

    def named(self, value: d.Value, kind: t.Type) -> int:
        """A member of a choice, a seat, a row or a piece, by its name."""
        known = self.names(kind)
        if isinstance(value, d.Text):
            raise self.wrong("K15", "text", value=value.text, field=self.field)
        if not isinstance(value, str) or value not in known:
            near = nearest(shown(value), known)
            name = self.field if str(kind).startswith(f"{self.field} of ") else str(kind)
            members = list(known)[:SHOWN] if len(known) <= SHOWN else []
            raise self.wrong("K15", "", name=shown(value), type=name, members=members, near=near, field=self.field)
        return known[value]

    def names(self, kind: t.Type) -> dict[str, int]:
        """The members of a type that have names, each with its number."""
        if isinstance(kind, t.Choice):
            return {name: number for number, name in enumerate(kind.members)}
        if isinstance(kind, t.Seat):
            return {name: number for number, name in enumerate(core.SEATS[: self.symbols.seats[1]])}
        if isinstance(kind, t.Piece | t.Row) and kind.kind in self.symbols.kinds:
            return self.symbols.kinds[kind.kind].number
        return {}

    def stranger(self, value: d.Value, kind: t.Type) -> Any:
        if t.known(kind):
            self.wrong("K15", "", name=shown(value), type=str(kind), field=self.field)
        raise Wrong()


READERS: dict[type[t.Type], Callable[..., Any]] = {
    t.Number: Cell.number,
    t.YesNo: Cell.yes_no,
    t.Text: Cell.text,
    t.Choice: Cell.named,
    t.Seat: Cell.named,
    t.Piece: Cell.named,
    t.Row: Cell.named,
}


def shown(value: d.Value) -> str:
    """A value as it was written."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.text if isinstance(value, d.Text) else str(value)


def default(kind: t.Type) -> tuple[bool, Any]:
    """What a field left out holds, if anything is clear."""
    if isinstance(kind, t.Maybe):
        return True, None
    if isinstance(kind, t.YesNo):
        return True, False
    if isinstance(kind, t.SetOf):
        return True, frozenset()
    if isinstance(kind, t.BagOf):
        return True, {}
    if isinstance(kind, t.Sequence):
        return True, ()
    if isinstance(kind, t.Number) and kind.low <= 0 <= kind.high:
        return True, 0
    return not t.known(kind), None


def phrase(field: i.FieldInfo) -> str:
    """The type of a field as a reader knows it: the choices of a nameless choice, else its name."""
    kind = field.type
    if isinstance(kind, t.Choice) and kind.name == f"{field.name} of {field.kind}":
        return " or ".join(kind.members)
    return kind.phrase
