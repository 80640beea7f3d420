"""One generic walk over checked values and statements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.check import does
from rulekit.check import typed as v
from rulekit.check.defining import CheckedCase
from rulekit.node import Walker

_FIELDS: dict[type, tuple[str, ...]] = {}
SKIPPED = ("span", "type", "node", "cites")


def fields(node: Any) -> tuple[str, ...]:
    kind = type(node)
    found = _FIELDS.get(kind)
    if found is None:
        found = tuple(a.name for a in attrs.fields(kind) if a.name not in SKIPPED) if attrs.has(kind) else ()
        _FIELDS[kind] = found
    return found


WALKED = (v.T, does.Step, does.Line, does.Group, does.Body, CheckedCase)
WALKER = Walker(WALKED, SKIPPED)


def children(node: Any) -> Iterator[Any]:
    """The checked nodes directly under one."""
    return iter(WALKER.children(node))


def walk(node: Any) -> Iterator[Any]:
    """A node and all under it, outermost first."""
    return iter(WALKER.under(node))


def locals_of(node: Any) -> set[str]:
    """The names of all locals that are read."""
    return {n.name for n in walk(node) if isinstance(n, v.Local)}
