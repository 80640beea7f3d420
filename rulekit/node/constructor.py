"""Makes the constructor of a record when its first one is made: a pattern for so many fields, with the names put in.

Nothing is compiled, which for two hundred classes would take longer than checking a small game.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

import attrs

from rulekit.node.patterns import PATTERNS

MISSING = attrs.NOTHING


class Field(NamedTuple):
    """A field as it was declared."""

    name: str
    type: str
    default: Any = MISSING
    kw_only: bool = False
    eq: bool = True
    made: Callable[[], Any] | None = None  # makes the default anew for each record


FIELDS: dict[type, tuple[Field, ...]] = {}


def declared(cls: type) -> tuple[Field, ...]:
    """The fields of a class; one that declares none has those of its base."""
    return next(FIELDS[base] for base in cls.__mro__ if base in FIELDS)


def first_construction(self: Any, *args: Any, **kwargs: Any) -> None:
    """Stands in for a constructor until there is a record of the class."""
    cls = type(self)
    cls.__init__ = constructor(cls)
    cls.__init__(self, *args, **kwargs)


def constructor(cls: type) -> Any:
    """`def __init__(self, a, b=.., *, c=..)` with a slot set for each."""
    fields = declared(cls)
    ordered = sorted(fields, key=lambda field: field.kw_only)
    if len(fields) >= len(PATTERNS) or any(field.made is not None for field in fields):
        return written(cls, ordered)
    space = {f"put{n}": getattr(cls, field.name).__set__ for n, field in enumerate(ordered)} | blanks(cls)
    code = PATTERNS[len(ordered)].__code__
    named = sum(field.kw_only for field in fields)
    names = ("self", *(field.name for field in ordered))
    code = code.replace(
        co_varnames=names,
        co_argcount=len(names) - named,
        co_kwonlyargcount=named,
        co_name="__init__",
        co_qualname="__init__",
    )
    found = FunctionType(code, space, "__init__")
    given = [field for field in ordered if field.default is not MISSING]
    found.__defaults__ = tuple(field.default for field in given if not field.kw_only)
    found.__kwdefaults__ = {field.name: field.default for field in given if field.kw_only}
    return found


def blanks(cls: Any) -> dict[str, Callable[[Any, Any], None]]:
    """What empties the slots that no field has; a slot that was never filled is very slow to ask."""
    own = hasattr(cls, "_under")
    return {"blank_hash": cls._hashed.__set__, "blank_under": cls._under.__set__} if own else {**NO_BLANKS}


def _nothing(record: Any, value: Any) -> None:
    """A draft remembers nothing."""


NO_BLANKS = {"blank_hash": _nothing, "blank_under": _nothing}


def written(cls: type, fields: list[Field]) -> Any:
    """The same as text: for defaults that are made anew for each record, and for very many fields.

    What is run here is made of the field names that our own classes declare, and of nothing that was read from a file.
    """
    space: dict[str, Any] = {"_missing": MISSING, **blanks(cls)}
    for number, field in enumerate(fields):
        space[f"_set{number}"] = getattr(cls, field.name).__set__
        space[f"_default{number}"] = field.default
        space[f"_make{number}"] = field.made
    params = [_param(n, field) for n, field in enumerate(fields)]
    named = sum(field.kw_only for field in fields)
    head = ", ".join(
        ["self", *params[: len(params) - named], *(["*"] if named else []), *params[len(params) - named :]]
    )
    puts = [f"_set{number}(self, {_value(number, field)})" for number, field in enumerate(fields)]
    body = "; ".join(["blank_hash(self, None)", "blank_under(self, None)", *puts])
    exec(f"def __init__({head}): {body}", space)
    return space["__init__"]


def _param(number: int, field: Field) -> str:
    optional = field.default is not MISSING or field.made is not None
    return f"{field.name}=_default{number}" if optional else field.name


def _value(number: int, field: Field) -> str:
    return field.name if field.made is None else f"_make{number}() if {field.name} is _missing else {field.name}"
