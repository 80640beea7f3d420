"""What several questions share: lines with what encloses them, and the words in which a value was written."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.memo import memoize
from rulekit.model import base
from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.model.printer_expressions import show
from rulekit.source import Span

Lines = tuple[typed_statements.Line, ...]


def lines_in(lines: Lines, above: Lines = ()) -> Iterator[tuple[typed_statements.Line, Lines]]:
    """Every line with the lines it stands in, outermost first."""
    for line in lines:
        yield line, above
        yield from lines_in(line.body or (), (*above, line))


def steps_in(line: typed_statements.Line) -> tuple[typed_statements.Step, ...]:
    """What a line itself does, the price first."""
    return (*(line.price or ()), *line.does)


def margin_id(id_: str | None, instead: str = "this line") -> str:
    """An id as it stands at the margin."""
    return f"[{id_}]" if id_ else instead


def source_at(checked: CheckedRulebook, span: Span) -> str:
    """The value or call that was written at a place, as the formatter would write it."""
    found = _texts(checked).get(span)
    return show(found) if isinstance(found, x.Expr) else ""


@memoize
def _texts(checked: CheckedRulebook) -> dict[Span, base.Node]:
    found: dict[Span, base.Node] = {}
    for decl in checked.rulebook.declarations:
        for node in base.walk(decl):
            if isinstance(node, x.Expr | s.Stmt):
                found.setdefault(node.span, node)
    return found
