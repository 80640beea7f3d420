"""K92: what takes more steps to work out, to list or to carry out than anybody waits for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.budgets.cost_estimate import DEARER, costs_of
from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedLine, CheckedRulebook
from rulekit.check.tree.typed_walk import walk
from rulekit.diagnostics import Problem
from rulekit.limits import WORK_LIMIT
from rulekit.source import Span


def too_much(checked: CheckedRulebook) -> Iterator[Problem]:
    """Each word, relation, decision and body once, the innermost of those that need each other."""
    costs = costs_of(checked)
    for word in checked.words:
        costs.word(word.key)
    for relation in checked.relations:
        costs.relation(relation.name)
    for key in checked.bodies:
        costs.steps_to_list(key)
        costs.body(key)
    for key, count in costs.excess.items():
        sort, _, name = key.partition(" ")
        yield _problem(_span(checked, sort, name), sort, count, _name_of(checked, sort, name))
    root: Any
    for root in (*checked.laws, *checked.endings, *checked.demands):
        count = costs.steps_of(root)
        if count > WORK_LIMIT:
            yield _problem(root.node.span, "line", count, root.id or "")
    for line in _dear_lines(checked):
        count = costs.all(_values(line))
        if count > WORK_LIMIT:
            yield _problem(line.node.span, "line", count, "")


def _dear_lines(checked: CheckedRulebook) -> Iterator[CheckedLine]:
    """Lines of scenes that may take many steps: all others take no more than what is written there has parts."""
    lines = (line for scene in checked.starts_and_scenes for line in scene.lines)
    return (line for line in lines if not DEARER.isdisjoint(map(type, walk(line))))


def _values(line: CheckedLine) -> Iterator[v.T]:
    """All that a line of a scene has worked out."""
    yield from (value for value in (line.place, line.who) if value is not None)
    yield from line.values
    yield from (value for move in line.moves for _, value in move.args)


def _problem(span: Span | None, sort: str, count: int, name: str) -> Problem:
    variant = {"word": "", "relation": "", "front": "moves", "body": "body", "line": "line"}[sort]
    return problem_at("K92", span, variant, name=name, count=count, limit=WORK_LIMIT)


def _name_of(checked: CheckedRulebook, sort: str, name: str) -> str:
    if sort == "word":
        return next(word.name for word in checked.words if word.key == name)
    return checked.bodies[name].name.split("/")[0] if name in checked.bodies else name


def _span(checked: CheckedRulebook, sort: str, name: str) -> Span | None:
    if sort == "word":
        return next(word.decl.span for word in checked.words if word.key == name)
    return checked.symbols.relations[name].decl.span if sort == "relation" else checked.bodies[name].span
