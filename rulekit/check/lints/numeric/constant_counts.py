"""K93: `count of` a state of several values, which is the number of its indexes whatever the values are."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.check.emit import say
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.enclosing_lines import written
from rulekit.check.tree.typed_roots import every
from rulekit.diagnostics import Problem
from rulekit.typesystem import types as t
from rulekit.words.word import Gives


def examine(checked: Checked) -> Iterable[Problem]:
    for _, node in every(checked, v.CoreUse):
        of = node.get("of") if node.definition.gives is Gives.COUNT else None
        if isinstance(of, v.MapValues) and not isinstance(of.map.type, t.Maybe):
            kind = t.bare(of.map.type)
            value = kind.value if isinstance(kind, t.Map) else t.UNKNOWN
            if not isinstance(value, t.Maybe | t.Unknown):
                variant = "" if isinstance(value, t.Number) else "other"
                yield say("K93", node.span, variant, value=written(checked, node.span), map=written(checked, of.span))
