"""Memoization on the object: `@memoize` stores a result with its first argument, so that both are freed together."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

Owner = TypeVar("Owner")
Names = ParamSpec("Names")
Found = TypeVar("Found")


class _Shelf(dict[Any, Any]):
    """The answers of one owner. A copy of the owner brings its shelf along and must not read from it."""

    __slots__ = ("owner",)

    def __init__(self, owner: int) -> None:
        self.owner = owner


def memoize(work: Callable[Concatenate[Owner, Names], Found]) -> Callable[Concatenate[Owner, Names], Found]:
    """Work it out once for each owner, the first argument, and the names that follow.

    A table of all owners would never let go of one: what is worked out mostly points back at it.
    """

    @functools.wraps(work)
    def ask(owner: Owner, *names: Names.args, **more: Names.kwargs) -> Found:
        shelf = getattr(owner, "_kept", None)
        if shelf is None or shelf.owner != id(owner):
            shelf = _Shelf(id(owner))
            object.__setattr__(owner, "_kept", shelf)
        key = (work, *names, *sorted(more.items()))
        if key not in shelf:
            shelf[key] = work(owner, *names, **more)
        found: Found = shelf[key]
        return found

    return ask  # type: ignore[return-value]  # wraps() forgets nothing but the name of the owner
