"""Base classes of the trees: frozen records, cheap to declare and to compare, and one generic walk.

They are attrs classes to whoever asks (`attrs.fields`, `attrs.evolve`, `attrs.field`); docs/decisions/0008 says why
they are not declared through attrs itself. A record holds no `super()`: it is declared twice, then with slots.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

import attrs

from rulekit.records.constructor import FIELDS, RecordField, blanks_of, first_constructions, slots_of

C = TypeVar("C", bound=type)
R = TypeVar("R")


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field,))
def node(cls: C) -> C:
    """A record that is part of a tree."""
    return record(cls)


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field,))
def record(cls: C) -> C:
    """A frozen, slotted class; equality, hash and display come from `Record`, written once for all."""
    bases = cls.__bases__ if issubclass(cls, Record) else (*(b for b in cls.__bases__ if b is not object), Record)
    return _with_slots(cls, bases, ())


@dataclass_transform(eq_default=False, field_specifiers=(attrs.field,))
def draft(cls: C) -> C:
    """A slotted record that is filled while it is worked on; equal to itself alone."""
    return _with_slots(cls, cls.__bases__, ("_kept",))


def _with_slots(cls: C, bases: tuple[type, ...], more: tuple[str, ...]) -> C:
    """The class once again, its fields as slots, with a constructor that is made when it is needed."""
    own = own_fields(cls)
    inherited = {field.name: field for base in reversed(cls.__mro__[1:]) for field in FIELDS.get(base, ())}
    names = {field.name for field in own}
    space = {name: value for name, value in vars(cls).items() if name not in names and name not in UNSLOTTED}
    space["__slots__"] = (*(field.name for field in own if field.name not in inherited), *more)
    space["__init__"] = first_constructions
    space["__attrs_attrs__"] = SHADOW
    made: Any = type(cls)(cls.__name__, bases, space)
    FIELDS[made] = (*(field for name, field in inherited.items() if name not in names), *own)
    return made  # type: ignore[no-any-return]


UNSLOTTED = ("__dict__", "__weakref__", "__annotations__")


def own_fields(cls: type) -> tuple[RecordField, ...]:
    """The fields that a class declares itself."""
    return tuple(
        _field(name, str(kind), vars(cls).get(name, attrs.NOTHING)) for name, kind in cls.__annotations__.items()
    )


def _field(name: str, kind: str, given: Any) -> RecordField:
    if not hasattr(given, "_default"):  # a plain default, or none
        return RecordField(name, kind, given)
    if isinstance(given._default, attrs.Factory):  # type: ignore[arg-type]
        return RecordField(name, kind, attrs.NOTHING, bool(given.kw_only), bool(given.eq), given._default.factory)
    return RecordField(name, kind, given._default, bool(given.kw_only), bool(given.eq))


class _Shadow:
    """What attrs knows of a record: worked out when somebody asks attrs."""

    def __get__(self, _: object, cls: type) -> Any:
        of: Any = attrs.field
        fields = {
            field.name: of(default=_default(field), kw_only=field.kw_only, eq=field.eq, type=field.type)
            for field in FIELDS[cls]
        }
        found = attrs.make_class(cls.__name__, fields, frozen=True).__attrs_attrs__  # type: ignore[attr-defined]
        setattr(cls, "__attrs_attrs__", found)  # noqa: B010
        return found


def _default(field: RecordField) -> Any:
    return field.default if field.made is None else attrs.Factory(field.made)


SHADOW = _Shadow()


class Record:
    """Equal if the class and all fields that count are equal."""

    # No fields, so nothing else ever sees them: what `Walker` has found below, and the hash once it was asked for.
    __slots__ = ("_hashed", "_under")
    _hashed: int | None
    _under: tuple[Any, ...] | None

    def __setattr__(self, name: str, value: object) -> None:
        raise attrs.exceptions.FrozenInstanceError

    def __delattr__(self, name: str) -> None:
        raise attrs.exceptions.FrozenInstanceError

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        values = values_of(type(self))
        return bool(values(self) == values(other))

    def __hash__(self) -> int:
        known: int | None = self._hashed
        if known is None:
            kind = type(self)
            known = hash((kind, (_VALUES[kind] if kind in _VALUES else values_of(kind))(self)))
            put_hash(self, known)
        return known

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in fields_of_equality(type(self)))
        return f"{type(self).__name__}({shown})"


put_hash: Callable[[Any, int | None], None] = vars(Record)["_hashed"].__set__
put_under: Callable[[Any, Any], None] = vars(Record)["_under"].__set__


def evolve(one: R, **changes: Any) -> R:
    """The same record with other values in some of its fields."""
    cls: Any = type(one)
    if cls not in FIELDS:
        return attrs.evolve(one, **changes)  # type: ignore[misc]
    made = cls.__new__(cls)
    for blank in blanks_of(cls).values():
        blank(made, None)
    for name, get, put in slots_of(cls):
        put(made, changes.pop(name) if name in changes else get(one))
    if changes:
        raise TypeError(f"{cls.__name__} has no field {', '.join(changes)}")
    return made  # type: ignore[no-any-return]


def is_record(cls: type) -> bool:
    """Whether a class has declared fields, here or through attrs."""
    return cls in FIELDS or attrs.has(cls)


def names_of(cls: Any) -> tuple[str, ...]:
    """The names of a class's fields in order, those of its bases first."""
    return tuple(field.name for field in FIELDS.get(cls) or attrs.fields(cls))


def fields_of_equality(cls: type) -> tuple[str, ...]:
    """The fields that take part in equality: all but those declared with `eq=False`."""
    return tuple(field.name for field in FIELDS[cls] if field.eq)


_VALUES: dict[type, Callable[[Any], Any]] = {}


def values_of(cls: type) -> Callable[[Any], Any]:
    """Gives the fields of a record that count."""
    found = _VALUES.get(cls)
    if found is None:
        names = fields_of_equality(cls)
        found = attrgetter(*names) if names else type
        _VALUES[cls] = found
    return found
