"""K93: `count of` a state of several values, which is the number of its indexes whatever the values are."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.enclosing_lines import source_at
from rulekit.check.tree.typed_roots import nodes_with_roots
from rulekit.diagnostics import Problem
from rulekit.words.word import Gives


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K93 for each such count.

    A value::

        count of coins
    """
    for _, node in nodes_with_roots(checked, v.CoreUse):
        of = node.get("of") if node.definition.gives is Gives.COUNT else None
        if isinstance(of, v.MapValues) and not of.map.type.optional:
            kind = of.map.type.bare
            if kind.indexes and kind.value.is_known and not kind.value.optional:
                variant = "" if kind.value.numeric else "other"
                yield problem_at(
                    "K93", node.span, variant, value=source_at(checked, node.span), map=source_at(checked, of.span)
                )
