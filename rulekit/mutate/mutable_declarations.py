"""Which declarations are rules: what only laws and scenes read is not changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model import scenes as sc
from rulekit.model.base import Node, fields, walk
from rulekit.model.rulebook import Rulebook

READ = (d.Define, d.Cases, d.Total, d.Relation)  # rules only as far as a rule reads them
SILENT = (d.Source, d.Written, sc.Scene, sc.Start)  # presentation, and what tests the rules


def rules(rulebook: Rulebook) -> tuple[int, ...]:
    """The places of the declarations that are rules."""
    ghosts = {state.name for state in rulebook.of(d.State) if state.ghost}
    sure = [n for n, decl in enumerate(rulebook.declarations) if _sure(decl, ghosts)]
    read = _names(rulebook.declarations[n] for n in sure)
    waiting = {n: decl for n, decl in enumerate(rulebook.declarations) if isinstance(decl, READ)}
    found = set(sure)
    while fresh := [n for n, decl in waiting.items() if _name(decl) in read]:
        found.update(fresh)
        read |= _names(waiting.pop(n) for n in fresh)
    return tuple(sorted(found))


def _sure(decl: d.Decl, ghosts: set[str]) -> bool:
    """A rule whoever reads it."""
    if isinstance(decl, (*READ, *SILENT)):
        return False
    if isinstance(decl, d.Laws):
        return decl.kind == "demands"
    if isinstance(decl, d.State):
        return not decl.ghost
    return not (isinstance(decl, d.Reaction) and _ghostly(decl, ghosts))


def _ghostly(reaction: d.Reaction, ghosts: set[str]) -> bool:
    """It only keeps tallies for laws."""
    calls = [node for node in walk(reaction) if isinstance(node, x.Call)]
    return bool(calls) and all(strings(call) & ghosts for call in calls)


def _name(decl: Any) -> str:
    return str(decl.verb if isinstance(decl, d.Relation) else decl.head.name)


def _names(decls: Iterator[d.Decl]) -> set[str]:
    return {name for decl in decls for name in strings(decl)}


def strings(root: Node) -> set[str]:
    """Every name that stands somewhere in a node."""
    return {text for node in walk(root) for name in fields(node) for text in _texts(getattr(node, name))}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _texts(one)
