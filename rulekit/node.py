"""Frozen records that are cheap to declare: two hundred classes must not make a short command slow to start."""

from __future__ import annotations

from typing import Any, TypeVar, dataclass_transform

import attrs

C = TypeVar("C", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field,))
def node(cls: C) -> C:
    """A frozen, slotted attrs class; equality, hash and display come from `Record`, written once for all."""
    return attrs.frozen(cls, eq=False, repr=False, match_args=False)


class Record:
    """Equal if the class and all fields that count are equal."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in counting(type(self)))

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, name) for name in counting(type(self)))))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in counting(type(self)))
        return f"{type(self).__name__}({shown})"


_COUNTING: dict[type, tuple[str, ...]] = {}


def counting(cls: Any) -> tuple[str, ...]:
    """The fields that take part in equality: all but those declared with `eq=False`."""
    found = _COUNTING.get(cls)
    if found is None:
        found = tuple(a.name for a in attrs.fields(cls) if a.eq)
        _COUNTING[cls] = found
    return found
