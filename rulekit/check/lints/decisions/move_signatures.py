"""K84: a move is known by its name, so one name has the same parameters everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from rulekit.check.emit import problem_at
from rulekit.check.evaluation.constant_folding import ConstantFolder
from rulekit.check.proofs.literals import excludes
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import walk
from rulekit.diagnostics import Problem
from rulekit.source import Span


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K84 where the same move is offered with other parameters than elsewhere.

    A line::

        player must choose size: m in 1 to 2 then take m from heap

    K84 where another line offers `choose size: n in 1 to 3`.
    """
    yield from _check_chooses(checked)
    for body in checked.bodies.values():
        for node in walk(body):
            if isinstance(node, typed_statements.Ask):
                yield from _check_offers(checked, node.offers, node.span)
            elif isinstance(node, typed_statements.Menu):
                yield from _check_offers(checked, tuple(n for group in node.groups for n in group.offers), node.span)


def _check_chooses(checked: CheckedRulebook) -> Iterator[Problem]:
    seen: dict[str, typed_statements.Choose] = {}
    for body in checked.bodies.values():
        for node in walk(body):
            if not isinstance(node, typed_statements.Choose):
                continue
            known = seen.setdefault(node.name, node)
            if _names(known.params) != _names(node.params):
                also = ((_place(known), "chosen here with other parameters"),)
                first, second = _names(known.params), _names(node.params)
                yield problem_at("K84", _place(node), also=also, name=node.name, first=first, second=second)


def _place(node: typed_statements.Choose) -> Span:
    """Where the name of a choice stands: right before its first parameter."""
    first = node.params[0].span if node.params else node.span
    if first.line != node.span.line or first.column < node.span.column + len(node.name) + 2:
        return node.span
    return Span.point(first.file, first.line, first.column - len(node.name) - 2, len(node.name))


def _names(params: Iterable[typed_statements.Step]) -> list[str]:
    return [param.name for param in params if isinstance(param, typed_statements.Param)]


def _check_offers(checked: CheckedRulebook, offers: tuple[str, ...], span: Span) -> Iterator[Problem]:
    """Two actions of one written name in one decision must differ in their parameters."""
    actions = [checked.symbols.actions[name] for name in dict.fromkeys(offers)]
    for one, other in combinations(actions, 2):
        bodies = [checked.bodies[f"action {action.name}"] for action in (one, other)]
        alike = one.written == other.written and _names(bodies[0].front) == _names(bodies[1].front)
        if alike and not _apart(checked, bodies[0], bodies[1]):
            yield problem_at("K84", span, "offered", name=one.written, first=one.name, second=other.name)


def _apart(checked: CheckedRulebook, one: typed_statements.Body, other: typed_statements.Body) -> bool:
    """Can no move be both? One parameter has other values, or their conditions exclude each other."""
    folder = ConstantFolder(checked)
    for a, b in zip(_params(one), _params(other), strict=True):
        left, right = folder.ask(a.source), folder.ask(b.source)
        if isinstance(left, tuple | list | range) and isinstance(right, tuple | list | range):
            if a.amount == b.amount == "one" and not set(left) & set(right):
                return True
    words = {word.key: word for word in checked.words}
    return any(excludes(words, a, b) for a in _guards(one) for b in _guards(other))


def _params(body: typed_statements.Body) -> list[typed_statements.Param]:
    return [step for step in body.front if isinstance(step, typed_statements.Param)]


def _guards(body: typed_statements.Body) -> list[v.T]:
    return [step.condition for step in body.front if isinstance(step, typed_statements.Guard)]
