"""What cannot be told yet, and yes or no among such values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from rulekit.check import typed as v


class _Open:
    """What cannot be told yet."""

    def __repr__(self) -> str:
        return "OPEN"


OPEN = _Open()
Names = Mapping[str, Any]


class Folding(Protocol):
    """What works values out; see folding.py."""

    @property
    def eyes(self) -> Any: ...

    @property
    def symbols(self) -> Any: ...

    def value(self, node: v.T, names: Names) -> Any: ...

    def each(self, nodes: tuple[v.T, ...], names: Names) -> list[Any]: ...

    def relation(self, name: str, args: list[Any], names: Names) -> Any: ...


def every(values: list[Any]) -> Any:
    if any(value is False or value is None for value in values):
        return False
    return OPEN if any(value is OPEN for value in values) else True


def some(values: list[Any]) -> Any:
    if any(value is True for value in values):
        return True
    return OPEN if any(value is OPEN for value in values) else False
