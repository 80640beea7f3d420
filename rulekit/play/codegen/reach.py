"""Which values may come too far from 0, so that play must look: those whose range the check cannot tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.range_inference import flow_of
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.limits import LARGEST
from rulekit.play.codegen.shelf import quoted
from rulekit.play.machine.run_limits import where
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.play.codegen.book import Book


class Reach:
    """Answers for one rulebook, wherever a value stands: nothing is taken from what was written before it."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.intervals = flow_of(checked).intervals

    def of(self, node: v.T) -> bool:
        return not isinstance(node.type.bare, t.Number) or _far(self.intervals.bounds_of(node, f.NONE))

    def of_total(self, lines: Any) -> bool:
        return _far(self.intervals.total(lines, f.NONE))


def _far(bounds: f.Bounds) -> bool:
    return bounds[0] <= -LARGEST or bounds[1] >= LARGEST


def looked_at(b: Book, node: v.T, code: str) -> str:
    """What was worked out, looked at where it may come too far from 0."""
    return f"within({code}, {quoted(where(node.span))})" if b.reach.of(node) else code
