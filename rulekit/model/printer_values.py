"""Types, settings and parameters as text: the small change of declarations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.model import declarations as d


def value(what: d.Value) -> str:
    """What stands in a table."""
    if isinstance(what, bool):
        return "yes" if what else "no"
    return f'"{what.text}"' if isinstance(what, d.Text) else str(what)


def settings(values: tuple[d.Setting, ...]) -> str:
    return ", ".join(" ".join([s.name, *map(value, s.values)]) for s in values)


def span_of(low: int, high: int) -> str:
    """`2 to 4`, or one number"""
    return str(low) if low == high else f"{low} to {high}"


def upto(limit: int | None) -> str:
    return f" up to {limit}" if limit is not None else ""


def type_of(what: d.TypeExpr) -> str:
    """A type where something is declared to be of it."""
    return TYPES[type(what)](what)


def type_declared(what: d.TypeExpr) -> str:
    """A type that gets a name."""
    if isinstance(what, d.ChoiceType):
        return f"one of {', '.join(what.members)}"
    return type_of(what)


TYPES: dict[type[d.TypeExpr], Callable[[Any], str]] = {
    d.NamedType: lambda t: f"{t.name} or nothing" if t.or_nothing else str(t.name),
    d.RangeType: lambda t: span_of(t.low, t.high),
    d.YesNoType: lambda t: "yes or no",
    d.ChoiceType: lambda t: " or ".join(t.members),
    d.RingType: lambda t: f"ring of {', '.join(t.members)}",
    d.CollectionType: lambda t: f"{t.shape} of {t.of}{upto(t.upto)}",
    d.EffectsType: lambda t: "effects",
    d.TextType: lambda t: "text",
}


def param(what: d.Param) -> str:
    """`to c: Cell`, `what: bag of Suit`"""
    prep = f"{what.prep} " if what.prep else ""
    shape = f"{what.shape} of " if what.shape else ""
    return f"{prep}{what.name}: {shape}{what.type}"


def params(what: tuple[d.Param, ...]) -> str:
    return "".join(f" {param(p)}" for p in what)


def head(what: d.Head) -> str:
    """`limit of s: Suit at c: Cell`"""
    return f"{what.name}{' of' if what.of else ''}{params(what.params)}"


def indexes(of: tuple[str, ...], at: tuple[str, ...]) -> str:
    return "".join(f" of {kind}" for kind in of) + "".join(f" at {kind}" for kind in at)
