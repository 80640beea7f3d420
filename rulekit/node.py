"""Frozen records that are cheap to declare: two hundred classes must not make a short command slow to start."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

import attrs

C = TypeVar("C", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field,))
def node(cls: C) -> C:
    """A frozen, slotted attrs class; equality, hash and display come from `Record`, written once for all."""
    return attrs.frozen(cls, eq=False, repr=False, match_args=False)


class Record:
    """Equal if the class and all fields that count are equal."""

    # No fields, so nothing else ever sees them: what `Walker` has found below, and the hash once it was asked for.
    __slots__ = ("_hashed", "_under")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        values = values_of(type(self))
        return bool(values(self) == values(other))

    def __hash__(self) -> int:
        known: int | None = getattr(self, "_hashed", None)
        if known is None:
            kind = type(self)
            known = hash((kind, values_of(kind)(self)))
            object.__setattr__(self, "_hashed", known)
        return known

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


_VALUES: dict[type, Callable[[Any], Any]] = {}


def values_of(cls: type) -> Callable[[Any], Any]:
    """Gives the fields of a record that count."""
    found = _VALUES.get(cls)
    if found is None:
        names = counting(cls)
        found = attrgetter(*names) if names else type
        _VALUES[cls] = found
    return found


# ------------------------------------------------------------------ walking

PLAIN = re.compile(r"\b(str|int|bool|None|tuple|frozenset|Span|Type)\b|[\[\], .|]")
Look = tuple[int, Callable[[Any], Any]]  # how many fields may hold nodes, and how to get them, last one first


class Walker:
    """Finds every node of some classes under one of them; what it has found once, a `Record` remembers."""

    def __init__(self, walked: tuple[type, ...], skipped: tuple[str, ...]) -> None:
        self.walked = walked
        self.skipped = skipped
        self.looks: dict[type, Look | None] = {}

    def under(self, root: Any) -> tuple[Any, ...]:
        """A node (or each of several) and everything under it, outermost first; no recursion, so depth cannot hurt."""
        known: tuple[Any, ...] | None = getattr(root, "_under", None)
        return self._collect(root) if known is None else known

    def _collect(self, root: Any) -> tuple[Any, ...]:
        looks, found, lasting = self.looks, list[Any](), True
        todo = [root]
        while todo:
            here = todo.pop()
            kind = type(here)
            if kind is tuple or kind is list:
                lasting = lasting and kind is tuple
                todo.extend(here[::-1])
                continue
            look = looks[kind] if kind in looks else self._look(kind)
            if look is None:
                continue
            known = getattr(here, "_under", None)
            if known is not None:
                found.extend(known)
                continue
            found.append(here)
            count, get = look
            if count == 1:
                todo.append(get(here))
            elif count:
                todo.extend(get(here))
        whole = tuple(found)
        if lasting and isinstance(root, Record) and isinstance(root, self.walked):
            object.__setattr__(root, "_under", whole)
        return whole

    def children(self, node: Any) -> tuple[Any, ...]:
        """The nodes directly under one, in the order of its fields."""
        look = self.looks[type(node)] if type(node) in self.looks else self._look(type(node))
        if look is None or not look[0]:
            return ()
        found, looks = list[Any](), self.looks
        count, get = look
        todo = [get(node)] if count == 1 else list(get(node))
        while todo:
            here = todo.pop()
            kind = type(here)
            if kind is tuple or kind is list:
                todo.extend(here[::-1])
            elif (looks[kind] if kind in looks else self._look(kind)) is not None:
                found.append(here)
        return tuple(found)

    def _look(self, kind: type) -> Look | None:
        """Where to look in a class for nodes; nothing, if it is not walked. Fields of plain values hold none."""
        names: list[str] = []
        if issubclass(kind, self.walked):
            declared: Any = attrs.fields(kind)  # type: ignore[arg-type]
            names = [a.name for a in declared if a.name not in self.skipped and PLAIN.sub("", str(a.type))]
        found = (len(names), attrgetter(*reversed(names)) if names else repr) if issubclass(kind, self.walked) else None
        self.looks[kind] = found
        return found
