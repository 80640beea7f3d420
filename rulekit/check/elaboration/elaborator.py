"""From written values and sentences to checked ones: the elaborator, and which of its methods reads which form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rulekit.check.elaboration import preposition_binding
from rulekit.check.elaboration.call_elaboration import CallElaborator
from rulekit.check.names.scope import Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.limits import CHAIN_LIMIT
from rulekit.model import expressions as x
from rulekit.typesystem import types as t


class Elaborator(CallElaborator):
    """Names, prepositions and types of one rulebook, found together: `expr` gives the typed tree of an expression."""

    operands: ClassVar[dict[type, Callable[..., v.T]]] = {
        preposition_binding.WordUse: CallElaborator.elaborate_head,
        preposition_binding.OperatorUse: CallElaborator.operator,
        preposition_binding.OldUse: CallElaborator.elaborate_old,
    }

    def expr(self, node: x.Expr, scope: Scope, want: t.Type | None = None) -> v.T:
        """The checked value of an expression; `want` is the type expected here, if any."""
        if type(node) is x.Name:
            return self.name(node.name, node.span, scope, want)
        if self.depth >= 2 * CHAIN_LIMIT:  # brackets count here too
            return self.complain("K88", node.span, "chain", limit=CHAIN_LIMIT)
        self.depth += 1
        found = self._compound(node, scope, want)
        self.depth -= 1
        return found

    def _compound(self, node: x.Expr, scope: Scope, want: t.Type | None) -> v.T:
        form = self.forms.get(type(node))
        if form is not None:
            return form(self, node, scope, want)
        if isinstance(node, x.Chain):
            return self.operand(self.sentence(scope).bind(node), scope, want)
        return self.operand(preposition_binding.operand_alone(node), scope, want)

    def operand(self, operand: Any, scope: Scope, want: t.Type | None = None) -> v.T:
        """An operand whose prepositions are given out already."""
        form = self.operands.get(type(operand))
        return self.expr(operand, scope, want) if form is None else form(self, operand, scope, want)
