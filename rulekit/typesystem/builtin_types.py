"""Kinds that every rulebook has without declaring them: one file of this folder for each, found by looking."""

from __future__ import annotations

import functools
import importlib
import pkgutil

import rulekit.typesystem as room
from rulekit.records import record
from rulekit.typesystem.types import Type

NOT_KINDS = ("registry", "types")


@record
class BuiltinKind:
    """A name that may stand wherever a kind is wanted, and what it means."""

    name: str
    type: Type
    sentence: str


@functools.cache
def kinds() -> dict[str, BuiltinKind]:
    """All kinds of the kit by name."""
    found: dict[str, BuiltinKind] = {}
    for module in pkgutil.iter_modules(room.__path__):
        if module.name not in NOT_KINDS:
            kind = getattr(importlib.import_module(f"{room.__name__}.{module.name}"), "KIND", None)
            if isinstance(kind, BuiltinKind):
                found[kind.name] = kind
    return found
