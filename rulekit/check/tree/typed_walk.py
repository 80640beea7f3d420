"""One generic walk over checked values and statements."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import checked_rulebook as ex
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.records import is_record, names_of
from rulekit.records.walker import Walker

_FIELDS: dict[type, tuple[str, ...]] = {}
SKIPPED = ("span", "type", "node", "cites")


def fields(node: Any) -> tuple[str, ...]:
    kind = type(node)
    found = _FIELDS.get(kind)
    if found is None:
        found = tuple(name for name in names_of(kind) if name not in SKIPPED) if is_record(kind) else ()
        _FIELDS[kind] = found
    return found


HOLDING = (ex.CheckedView, ex.CheckedState, ex.CheckedEnding, ex.CheckedResult, ex.CheckedLaw, ex.Bending)
SCENES = (ex.CheckedScene, ex.CheckedStart, ex.CheckedLine, ex.CheckedMove)
WALKED = (
    v.T,
    typed_statements.Step,
    typed_statements.Line,
    typed_statements.Group,
    typed_statements.Body,
    ex.CheckedCase,
    *HOLDING,
    *SCENES,
)
WALKER = Walker(WALKED, SKIPPED)


def children(node: Any) -> tuple[Any, ...]:
    """The checked nodes directly under one."""
    return WALKER.children(node)


def walk(node: Any) -> tuple[Any, ...]:
    """A node and all under it, outermost first."""
    return WALKER.under(node)


def locals_of(node: Any) -> set[str]:
    """The names of all locals that are read."""
    return {n.name for n in walk(node) if isinstance(n, v.Local)}
