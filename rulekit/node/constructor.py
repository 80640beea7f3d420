"""Makes the constructors of records: the first few records are filled slot by slot, then a constructor is written.

What is run here is made of the field names that our own classes declare, and of nothing that was ever read from a file.
A short command makes a few records of each class, for which writing a constructor would be wasted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import attrs

FEW = 16
MISSING = attrs.NOTHING


class Field(NamedTuple):
    """A field as it was declared."""

    name: str
    type: str
    default: Any = MISSING
    kw_only: bool = False
    eq: bool = True
    made: Callable[[], Any] | None = None  # makes the default anew for each record


class Plan:
    """How records of a class are filled as long as there are few of them."""

    __slots__ = ("defaults", "left", "makers", "positional", "setters")

    def __init__(self, cls: type) -> None:
        fields = declared(cls)
        self.positional = tuple(field.name for field in fields if not field.kw_only)
        self.setters = [(field.name, getattr(cls, field.name).__set__) for field in fields]
        self.defaults = {field.name: field.default for field in fields if field.default is not MISSING}
        self.makers = [(field.name, field.made) for field in fields if field.made is not None]
        self.left = FEW


FIELDS: dict[type, tuple[Field, ...]] = {}
PLANS: dict[type, Plan] = {}


def declared(cls: type) -> tuple[Field, ...]:
    """The fields of a class; one that declares none has those of its base."""
    return next(FIELDS[base] for base in cls.__mro__ if base in FIELDS)


def first_constructions(self: Any, *args: Any, **kwargs: Any) -> None:
    """Stands in for a constructor while there are few records of the class."""
    plan = PLANS.get(type(self))
    if plan is None:
        plan = PLANS[type(self)] = Plan(type(self))
    plan.left -= 1
    values = {**plan.defaults, **dict(zip(plan.positional, args, strict=False)), **kwargs}
    for name, make in plan.makers:
        if name not in values:
            values[name] = make()
    if not plan.left or len(values) != len(plan.setters) or len(args) > len(plan.positional):
        cls = type(self)
        cls.__init__ = constructor(cls)
        cls.__init__(self, *args, **kwargs)
        return
    for name, put in plan.setters:
        put(self, values[name])


def constructor(cls: type) -> Any:
    """`def __init__(self, a, b=.., *, c=..)` with a slot set for each."""
    space: dict[str, Any] = {"_missing": MISSING}
    fields = declared(cls)
    for number, field in enumerate(fields):
        space[f"_set{number}"] = getattr(cls, field.name).__set__
        space[f"_default{number}"] = field.default
        space[f"_make{number}"] = field.made
    params = [_param(n, field) for n, field in enumerate(fields) if not field.kw_only]
    named = [_param(n, field) for n, field in enumerate(fields) if field.kw_only]
    head = ", ".join(["self", *params, *(["*"] if named else []), *named])
    body = "; ".join(f"_set{number}(self, {_value(number, field)})" for number, field in enumerate(fields)) or "pass"
    exec(f"def __init__({head}): {body}", space)
    return space["__init__"]


def _param(number: int, field: Field) -> str:
    optional = field.default is not MISSING or field.made is not None
    return f"{field.name}=_default{number}" if optional else field.name


def _value(number: int, field: Field) -> str:
    return field.name if field.made is None else f"_make{number}() if {field.name} is _missing else {field.name}"
