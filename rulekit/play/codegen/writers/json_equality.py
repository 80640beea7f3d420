"""Numbers, yes and no that equal only their own sort: to Python `True`, `1` and `1.0` are the same, in JSON not."""

from __future__ import annotations

from typing import Any


class Exact:
    """A leaf of what is written to be compared."""

    __slots__ = ("kind", "value")

    def __init__(self, value: bool | int) -> None:
        self.value, self.kind = value, type(value)

    def __eq__(self, other: object) -> bool:
        if other is self.value:  # as small numbers, yes and no always are: most comparisons end here
            return True
        if type(other) is Exact:
            return self.kind is other.kind and self.value == other.value
        return type(other) is self.kind and self.value == other

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return repr(self.value)


class Numbers(dict[Any, Any]):
    """Every number as a leaf; nothing stays nothing."""

    def __missing__(self, number: int) -> Any:
        found = self[number] = Exact(number)
        return found


def numbers() -> Numbers:
    return Numbers({None: None})


YES_NO = {None: None, False: Exact(False), True: Exact(True)}


def exact(value: Any) -> Any:
    """A written value with such leaves."""
    kind = type(value)
    if kind is dict:
        return {key: exact(inner) for key, inner in value.items()}
    if kind is list:
        return [exact(inner) for inner in value]
    return Exact(value) if kind is int or kind is bool else value


def plainly(value: Any) -> Any:
    """The same as it is sent and told: a copy of its own, without such leaves."""
    kind = type(value)
    if kind is dict:
        return {key: inner if type(inner) is str else plainly(inner) for key, inner in value.items()}
    if kind is list:
        return [plainly(inner) for inner in value]
    return value.value if kind is Exact else value


__all__ = ["YES_NO", "Exact", "Numbers", "exact", "numbers", "plainly"]
