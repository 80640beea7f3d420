"""Fills records, and writes constructors for classes of which there are many: a command makes few of most classes."""

from __future__ import annotations

import functools
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


Slot = tuple[str, Callable[[Any], Any], Callable[[Any, Any], None]]  # the name of a field, what reads it, what sets it

FIELDS: dict[type, tuple[RecordField, ...]] = {}
MANY = 20  # records of a class, from which on a constructor saves more than it costs
_MADE: dict[type, int] = {}


def fields_of(cls: type) -> tuple[RecordField, ...]:
    """The fields of a class; one that declares none has those of its base."""
    return next(FIELDS[base] for base in cls.__mro__ if base in FIELDS)


@functools.cache
def slots_of(cls: Any) -> tuple[Slot, ...]:
    """Every field of a class with what reads and what sets it."""
    places = [(field.name, getattr(cls, field.name)) for field in fields_of(cls)]
    return tuple((name, place.__get__, place.__set__) for name, place in places)


@functools.cache
def blanks_of(cls: Any) -> dict[str, Callable[[Any, Any], None]]:
    """What sets the slots that are no fields; one that was never filled is very slow to ask."""
    return {f"_blank{name}": getattr(cls, name).__set__ for name in ("_hashed", "_under") if hasattr(cls, name)}


@functools.cache
def _filling(cls: type) -> tuple[int, list[tuple[Callable[[object, object], None], RecordField]]]:
    """How many fields are given by their place; and what sets each field, these first."""
    fields = sorted(fields_of(cls), key=lambda field: field.kw_only)
    puts = [(getattr(cls, field.name).__set__, field) for field in fields]
    return sum(not field.kw_only for field in fields), puts


def first_constructions(self: Any, *args: Any, **kwargs: Any) -> None:
    """Fills the first records of a class, slot by slot; what is not given as it should be, its constructor refuses."""
    cls: Any = type(self)
    made = _MADE[cls] = _MADE.get(cls, 0) + 1
    many, puts = _filling(cls)
    right, left = made <= MANY and len(args) <= many, dict(kwargs)
    for value, (put, _) in zip(args, puts, strict=False):
        put(self, value)
    for put, field in puts[len(args) :]:
        value = left.pop(field.name, field.default)
        if value is MISSING:
            right, value = right and field.made is not None, None if field.made is None else field.made()
        put(self, value)
    if left or not right:
        cls.__init__ = constructor(cls)
        cls.__init__(self, *args, **kwargs)
        return
    for put in blanks_of(cls).values():
        put(self, None)


def constructor(cls: Any) -> Any:
    """`def __init__(self, a, b=.., *, c=..)`, which sets each slot.

    What is run here is made of the field names that our own classes declare, and of nothing that was read from a file.
    """
    fields = [field for _, field in _filling(cls)[1]]
    guarded = cls.__setattr__ is not object.__setattr__
    space: dict[str, Any] = {"_missing": MISSING, **blanks_of(cls)}
    for number, field in enumerate(fields):
        space[f"_set{number}"] = getattr(cls, field.name).__set__
        space[f"_default{number}"] = field.default
        space[f"_make{number}"] = field.made
    params = [_param(number, field) for number, field in enumerate(fields)]
    if any(field.kw_only for field in fields):
        params.insert(sum(not field.kw_only for field in fields), "*")
    put = "_set{0}(self, {2})" if guarded else "self.{1} = {2}"  # the second is quicker, and is refused by a record
    puts = [put.format(number, field.name, _value(number, field)) for number, field in enumerate(fields)]
    puts += [f"{blank}(self, None)" for blank in blanks_of(cls)]
    exec(f"def __init__({', '.join(['self', *params])}): {'; '.join(puts) or 'pass'}", space)
    return space["__init__"]


def _param(number: int, field: RecordField) -> str:
    optional = field.default is not MISSING or field.made is not None
    return f"{field.name}=_default{number}" if optional else field.name


def _value(number: int, field: RecordField) -> str:
    return field.name if field.made is None else f"_make{number}() if {field.name} is _missing else {field.name}"
