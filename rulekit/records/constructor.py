"""Writes the constructor of a record when the first one is made: a command never needs most classes of a tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import attrs

MISSING = attrs.NOTHING


class RecordField(NamedTuple):
    """A field as it was declared."""

    name: str
    type: str
    default: Any = MISSING
    kw_only: bool = False
    eq: bool = True
    made: Callable[[], Any] | None = None  # makes the default anew for each record


FIELDS: dict[type, tuple[RecordField, ...]] = {}


def fields_of(cls: type) -> tuple[RecordField, ...]:
    """The fields of a class; one that declares none has those of its base."""
    return next(FIELDS[base] for base in cls.__mro__ if base in FIELDS)


def first_construction(self: Any, *args: Any, **kwargs: Any) -> None:
    """Stands in for a constructor until there is a record of the class."""
    cls = type(self)
    cls.__init__ = constructor(cls)
    cls.__init__(self, *args, **kwargs)


def constructor(cls: Any) -> Any:
    """`def __init__(self, a, b=.., *, c=..)`, which sets each slot.

    What is run here is made of the field names that our own classes declare, and of nothing that was read from a file.
    """
    fields = sorted(fields_of(cls), key=lambda field: field.kw_only)
    space: dict[str, Any] = {"_missing": MISSING}
    for number, field in enumerate(fields):
        space[f"_set{number}"] = getattr(cls, field.name).__set__
        space[f"_default{number}"] = field.default
        space[f"_make{number}"] = field.made
    params = [_param(number, field) for number, field in enumerate(fields)]
    if any(field.kw_only for field in fields):
        params.insert(sum(not field.kw_only for field in fields), "*")
    puts = [f"_set{number}(self, {_value(number, field)})" for number, field in enumerate(fields)]
    for name in ("_hashed", "_under"):  # a slot that was never filled is very slow to ask
        if hasattr(cls, name):
            space[f"blank{name}"] = getattr(cls, name).__set__
            puts.append(f"blank{name}(self, None)")
    exec(f"def __init__({', '.join(['self', *params])}): {'; '.join(puts) or 'pass'}", space)
    return space["__init__"]


def _param(number: int, field: RecordField) -> str:
    optional = field.default is not MISSING or field.made is not None
    return f"{field.name}=_default{number}" if optional else field.name


def _value(number: int, field: RecordField) -> str:
    return field.name if field.made is None else f"_make{number}() if {field.name} is _missing else {field.name}"
