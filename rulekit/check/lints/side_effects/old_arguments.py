"""K80: `old` asks for what was known when the event began."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.enclosing_lines import source_at
from rulekit.check.tree.typed_walk import children, walk
from rulekit.diagnostics import Problem

ALWAYS = frozenset(("player", "here"))


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K80 where `old` is asked with a value that did not exist when the event began.

    A line::

        let rival be next of player

    Behind it `old score of rival` asks for somebody who was not named when the event began.
    """
    for key, body in checked.bodies.items():
        if not any(isinstance(node, v.Earlier) for node in walk(body)):
            continue
        known = ALWAYS | _known_names(checked, key, body)
        for node in _earlier((*body.front, *body.lines)):
            yield from _check_arguments(checked, node, known)


def _known_names(checked: CheckedRulebook, key: str, body: typed_statements.Body) -> frozenset[str]:
    """The parameters: what was known when a body began."""
    names = {step.name for step in body.front if isinstance(step, typed_statements.Param)}
    for procs in checked.symbols.procs.values():
        for proc in procs:
            if f"proc {proc.key}" == key or (body.sort == "reaction" and proc.verb in body.events):
                names |= {p.name for p in proc.params}
    for event in body.events:
        if event in checked.symbols.actions:
            names |= {p.name for p in checked.symbols.actions[event].params}
    return frozenset(names)


def _earlier(nodes: Iterable[object]) -> Iterator[v.Earlier]:
    """Every `old`, those after `supposing` left out: there it is the real position."""
    todo = list(nodes)
    while todo:
        node = todo.pop(0)
        if isinstance(node, v.Earlier):
            yield node
        elif isinstance(node, v.Supposing):
            todo += [value for _, value in node.call.args]
        else:
            todo += list(children(node))


def _check_arguments(checked: CheckedRulebook, node: v.Earlier, known: frozenset[str]) -> Iterator[Problem]:
    bound = {n.name for n in walk(node) if isinstance(n, v.Filter | v.Collect)}
    for argument in children(node.value):
        for inner in walk(argument):
            late = isinstance(inner, v.Local) and inner.name not in known | bound
            if late or isinstance(inner, v.Read):
                name = inner.name if isinstance(inner, v.Local) else source_at(checked, inner.span)
                yield problem_at("K80", node.span, value=source_at(checked, node.span), name=name)
                return
