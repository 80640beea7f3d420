"""What every game must keep without a word about it: one file for each such law, found by scan."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache

import attrs

from rulekit.laws.law_context import LawContext


@attrs.frozen
class BuiltinLaw:
    """A built-in law: its id, the sentence it stands for, and what looks at a position; a text is what is wrong."""

    id: str
    sentence: str
    find_violation: Callable[[LawContext], str | None]


@cache
def free_laws() -> tuple[BuiltinLaw, ...]:
    """All of them, by the names of their files; the first line of a file is its sentence."""
    names = sorted(found.name for found in pkgutil.iter_modules(__path__))
    modules = {name: importlib.import_module(f"{__name__}.{name}") for name in names}
    return tuple(
        BuiltinLaw(f"free.{name.replace('_', '-')}", (module.__doc__ or "").splitlines()[0], module.find_violation)
        for name, module in modules.items()
    )
