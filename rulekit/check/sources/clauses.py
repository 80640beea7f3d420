"""The lines of a rulebook that bear ids and sources, each with the lines it stands in."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import declarations as d
from rulekit.model import statements as s
from rulekit.model.base import Clause, Node
from rulekit.model.rulebook import Rulebook
from rulekit.records import record
from rulekit.records.walker import Walker

WALKER = Walker((Clause, s.Body, s.Menu, d.Decl), ("span", "cites"))


@record
class ClausePlace:
    """A clause, the clauses around it, innermost last, and the declaration all of it belongs to."""

    clause: Clause
    around: tuple[Clause, ...]
    decl: d.Decl


def clauses(rulebook: Rulebook) -> Iterator[ClausePlace]:
    """Every clause in the order written; expressions and statements hold none and are not entered."""
    for decl in rulebook.declarations:
        todo: list[tuple[Node, tuple[Clause, ...]]] = [(decl, ())]
        while todo:
            node, around = todo.pop()
            if isinstance(node, Clause):
                yield ClausePlace(node, around, decl)
                around = (*around, node)
            todo.extend([(kid, around) for kid in reversed(WALKER.children(node))])
