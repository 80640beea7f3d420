"""The words of the rulebook for a checked thing: sentences are printed from the tree that was read."""

from __future__ import annotations

from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.memo import memoize
from rulekit.model import expressions as x
from rulekit.model import printer_expressions as printer
from rulekit.model.base import Node, walk
from rulekit.source import Span

LONGEST = 60


def sentence(checked: CheckedRulebook, span: Span) -> str:
    """A sentence or value as its reader finds it, shortened."""
    node = _nodes_by_place(checked).get(span)
    if node is None:
        return "this"
    text = printer.call(node) if isinstance(node, x.Call) else printer.show(node)  # type: ignore[arg-type]
    return text if len(text) <= LONGEST else text[: LONGEST - 2].rsplit(" ", 1)[0] + " .."


@memoize
def _nodes_by_place(checked: CheckedRulebook) -> dict[Span, Node]:
    """Every sentence and value by its place, the outermost first."""
    found: dict[Span, Node] = {}
    for decl in checked.rulebook.declarations:
        for node in walk(decl):
            if isinstance(node, x.Expr | x.Call):
                found.setdefault(node.span, node)
    return found
