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
class Kind:
    """A name that may stand wherever a kind is wanted, and what it means."""

    name: str
    type: Type
    sentence: str


@functools.cache
def kinds() -> dict[str, Kind]:
    """All kinds of the kit by name."""
    found: dict[str, Kind] = {}
    for module in pkgutil.iter_modules(room.__path__):
        if module.name not in NOT_KINDS:
            kind = getattr(importlib.import_module(f"{room.__name__}.{module.name}"), "KIND", None)
            if isinstance(kind, Kind):
                found[kind.name] = kind
    return found
