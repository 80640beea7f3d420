"""Can a value be nothing, given what is known?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.collection_bounds import place
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.intervals import Numbers
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.substitution import spelled
from rulekit.model import declarations as d
from rulekit.typesystem import types as t


def may_be_nothing(numbers: Numbers, node: v.T, facts: Facts) -> bool:
    """Only a single value can be nothing; a collection is empty instead."""
    if t.is_collection(node.type) or f.key(node) in facts.sure:
        return False
    form = FORMS.get(type(node))
    return form(numbers, node, facts) if form is not None else isinstance(node.type, t.Maybe)


def any_nothing(numbers: Numbers, nodes: Any, facts: Facts) -> bool:
    return any(may_be_nothing(numbers, node, facts) for node in nodes)


def _never(n: Numbers, node: v.T, facts: Facts) -> bool:
    return False


def _const(n: Numbers, node: v.Const, facts: Facts) -> bool:
    return node.value is None or isinstance(node.type, t.Maybe)


def _read(n: Numbers, node: v.Read, facts: Facts) -> bool:
    return isinstance(n.symbols.states[node.state].type, t.Maybe) or any_nothing(n, node.args, facts)


def _held(n: Numbers, node: v.Held, facts: Facts) -> bool:
    return isinstance(node.type, t.Maybe) and place(node) not in facts.sure


def _field(n: Numbers, node: v.FieldOf, facts: Facts) -> bool:
    return n.sizing.may_be_nothing(node.kind, node.field) or may_be_nothing(n, node.of, facts)


def _use(n: Numbers, node: v.Use, facts: Facts) -> bool:
    if any_nothing(n, node.args, facts):
        return True

    def ask(word: Any, inner: Facts) -> bool:
        if isinstance(word.decl, d.Total):
            return False
        if isinstance(word.decl, d.Cases):
            return any(may_be_nothing(n, case.value, inner) for case in word.body)
        return may_be_nothing(n, word.body, inner)

    if not (isinstance(node.type, t.Maybe) and n.inside(node, facts, "nothing", ask)):
        return False
    body = spelled(node, n.reading.words) if facts.bounds or facts.sure else node
    return body is node or may_be_nothing(n, body, facts)


def _core(n: Numbers, node: v.CoreUse, facts: Facts) -> bool:
    if not isinstance(node.type, t.Maybe):
        return any_nothing(n, (value for slot, value in node.args if not isinstance(value, v.Named)), facts)
    of = node.get("of")
    if of is None:
        return True
    if node.word in ("top", "bottom"):
        return place(of) not in facts.sure and n.amounts.size(of, facts)[0] < 1
    if node.word in ("first", "most", "least", "highest", "lowest"):
        return n.amounts.size(of, facts)[0] < 1
    if node.word == "item":
        number = n.of(node.args[0][1] if node.args[0][0] == "n" else node.args[1][1], facts)
        return number[0] < 1 or number[1] > n.amounts.size(of, facts)[0]
    if node.word == "only":
        return not (n.amounts.size(of, facts) == (1, 1))
    return True


def _choice(n: Numbers, node: v.Choice, facts: Facts) -> bool:
    yes, no = n.narrowing.assume(node.condition, facts), n.narrowing.assume(node.condition, facts, False)
    return any(not known.dead and may_be_nothing(n, way, known) for way, known in ((node.yes, yes), (node.no, no)))


def _otherwise(n: Numbers, node: v.Otherwise, facts: Facts) -> bool:
    return may_be_nothing(n, node.value, facts) and may_be_nothing(n, node.default, facts)


def _arith(n: Numbers, node: v.Arith, facts: Facts) -> bool:
    return any_nothing(n, (node.left, node.right), facts)


def _whole(n: Numbers, node: v.Whole, facts: Facts) -> bool:
    return may_be_nothing(n, node.of, facts)


def _let(n: Numbers, node: v.Let, facts: Facts) -> bool:
    return may_be_nothing(n, node.value, n.named(facts, node))


FORMS: dict[type, Callable[[Numbers, Any, Facts], bool]] = {
    v.Const: _const,
    v.Read: _read,
    v.Held: _held,
    v.FieldOf: _field,
    v.Use: _use,
    v.CoreUse: _core,
    v.Choice: _choice,
    v.Let: _let,
    v.Otherwise: _otherwise,
    v.Arith: _arith,
    v.Whole: _whole,
    v.AmountOf: _never,
    v.At: _never,
    v.OptionValue: _never,
    v.Earlier: lambda n, node, facts: may_be_nothing(n, node.value, f.NONE.surely(*_locals(facts))),
}


def _locals(facts: Facts) -> list[f.Key]:
    return [key for key in facts.sure if isinstance(key, str)]
