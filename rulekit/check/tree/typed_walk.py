"""One generic walk over checked values and statements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from rulekit.check.tree import checked_rulebook as ex
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.records import is_record, names_of
from rulekit.records.walker import Walker

N = TypeVar("N")
_FIELDS: dict[type, tuple[str, ...]] = {}
SKIPPED = ("span", "type", "node", "cites")


def fields(node: Any) -> tuple[str, ...]:
    """The names of a node's fields that can hold values or statements, in the order of the class; spans and types
    are left out.
    """
    kind = type(node)
    found = _FIELDS.get(kind)
    if found is None:
        found = tuple(name for name in names_of(kind) if name not in SKIPPED) if is_record(kind) else ()
        _FIELDS[kind] = found
    return found


HOLDING = (ex.CheckedView, ex.CheckedState, ex.CheckedEnding, ex.CheckedResult, ex.CheckedLaw, ex.CheckedException)
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
    return WALKER.nodes_under(node)


def all_of(node: Any, kind: type[N]) -> Iterator[N]:
    """The nodes of one class in it, itself among them: `all_of(body, v.Read)` are all reads of states."""
    return (one for one in WALKER.nodes_under(node) if isinstance(one, kind))


def locals_of(node: Any) -> set[str]:
    """The names of all locals that are read."""
    return {n.name for n in all_of(node, v.Local)}


def bound_in(node: Any) -> set[str]:
    """The names that are bound anywhere inside."""
    return {name for n in all_of(node, v.T) for name, _ in n.binds}
