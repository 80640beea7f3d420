"""Values of rows: what is written in a column becomes a value of the type of its field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check.names import symbol_info as i
from rulekit.check.names.symbols import Symbols
from rulekit.diagnostics import nearest
from rulekit.model import declarations as d
from rulekit.source import Span
from rulekit.typesystem import types as t
from rulekit.words import vocabulary

SHOWN = 12  # members listed in a message


class BadCell(Exception):
    """A value that cannot stand here; the complaint is made."""


class Cell:
    """One column of one row while it is read."""

    def __init__(self, symbols: Symbols, field: str, span: Span) -> None:
        self.symbols = symbols
        self.field = field
        self.span = span
        self.omitted = ""  # the field, if leaving it out is how to say that it holds nothing

    def complain(self, code: str, variant: str, **facts: Any) -> BadCell:
        """Notes a problem at the cell and gives the exception to raise."""
        self.symbols.complain(code, self.span, variant, **facts)
        return BadCell()

    def read_column(self, values: tuple[d.Value, ...], kind: t.Type) -> Any:
        """All values of the column as one value of the type."""
        if len(values) == 1 and default(kind)[0]:
            self.omitted = self.field
        if kind.optional:
            return None if values in ((), ("nothing",)) else self.read_column(values, kind.bare)
        if kind.plural:
            return (tuple if kind.ordered else frozenset)(self.read_one(value, kind.of) for value in values)
        if kind.counted:
            return self.bag(values, kind)
        if len(values) != 1:
            raise self.complain("K15", "several", field=self.field)
        return self.read_one(values[0], kind)

    def bag(self, values: tuple[d.Value, ...], kind: t.Type) -> dict[Any, int]:
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
            raise self.complain(
                "K23", "number", value=count, found="a number alone", omitted="" if count else self.omitted
            )
        if any(amount < 0 for amount in found.values()):
            raise self.complain("K15", "range", value=min(found.values()), low=0, high=kind.highest, field=self.field)
        return {member: amount for member, amount in found.items() if amount}

    def member(self, value: d.Value, kind: t.Type) -> Any:
        """What is counted; a stranger among it is K23."""
        known = self.names(kind)
        if known and (not isinstance(value, str) or value not in known):
            near = nearest(value_text(value), known)
            omitted = "" if near else self.omitted
            raise self.complain("K23", "", name=value_text(value), type=str(kind), near=near, omitted=omitted)
        return self.read_one(value, kind)

    def read_one(self, value: d.Value, kind: t.Type) -> Any:
        """One value as the field's type wants it; raises `BadCell`, with the problem noted, if it is none of these."""
        return READERS[type(kind)](self, value, kind) if type(kind) in READERS else self.refuse_unknown(value, kind)

    def number(self, value: d.Value, kind: t.Number) -> int:
        """A number within the bounds of the field."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.complain(
                "K15", "number", value=value_text(value), low=kind.low, high=kind.high, field=self.field
            )
        if not kind.low <= value <= kind.high:
            raise self.complain("K15", "range", value=value, low=kind.low, high=kind.high, field=self.field)
        return value

    def yes_no(self, value: d.Value, kind: t.Type) -> bool:
        """A truth value."""
        if not isinstance(value, bool):
            raise self.complain("K15", "yes-no", value=value_text(value), field=self.field)
        return value

    def text(self, value: d.Value, kind: t.Type) -> str:
        """A string."""
        if not isinstance(value, d.Text):
            raise self.complain("K15", "text", value=value_text(value), field=self.field)
        return value.text

    def member_number(self, value: d.Value, kind: t.Type) -> int:
        """A member of a choice, a seat, a row or a piece, by its name."""
        known = self.names(kind)
        if isinstance(value, d.Text):
            raise self.complain("K15", "text", value=value.text, field=self.field)
        if not isinstance(value, str) or value not in known:
            near = nearest(value_text(value), known)
            name = self.field if str(kind).startswith(f"{self.field} of ") else str(kind)
            members = list(known)[:SHOWN] if len(known) <= SHOWN else []
            facts = {"type": name, "members": members, "near": near, "omitted": "" if near else self.omitted}
            raise self.complain("K15", "", name=value_text(value), field=self.field, **facts)
        return known[value]

    def names(self, kind: t.Type) -> dict[str, int]:
        """The members of a type that have names, each with its number."""
        if kind.members:
            return {name: number for number, name in enumerate(kind.members)}
        if kind.player:
            return {name: number for number, name in enumerate(vocabulary.SEATS[: self.symbols.seats[1]])}
        if kind.table and kind.kind in self.symbols.kinds:
            return self.symbols.kinds[kind.kind].number
        return {}

    def refuse_unknown(self, value: d.Value, kind: t.Type) -> Any:
        """What no reader takes: a problem if the type is known at all, and `BadCell` in any case."""
        if kind.is_known:
            self.complain("K15", "", name=value_text(value), type=str(kind), field=self.field)
        raise BadCell()


READERS: dict[type[t.Type], Callable[..., Any]] = {
    t.Number: Cell.number,
    t.YesNo: Cell.yes_no,
    t.Text: Cell.text,
    t.Choice: Cell.member_number,
    t.Seat: Cell.member_number,
    t.Piece: Cell.member_number,
    t.Row: Cell.member_number,
}


def value_text(value: d.Value) -> str:
    """A value as it was written."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.text if isinstance(value, d.Text) else str(value)


def default(kind: t.Type) -> tuple[bool, Any]:
    """What a field left out holds, if anything is clear."""
    if kind.numeric:
        return (True, 0) if kind.low <= 0 <= kind.high else (False, None)
    if kind.optional or kind.empty_value is not None:
        return True, frozenset() if kind.distinct else kind.empty_value
    return not kind.is_known, None


def phrase(field: i.FieldInfo) -> str:
    """The type of a field as a reader knows it: the choices of a nameless choice, else its name."""
    kind = field.type
    if kind.members and str(kind) == f"{field.name} of {field.kind}":
        return " or ".join(kind.members)
    return kind.phrase
