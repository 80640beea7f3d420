"""K88: how deep values, words, loops and calls stand inside each other, before anybody works them out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.statement_walk import steps_of
from rulekit.check.tree.typed_walk import children
from rulekit.diagnostics import Problem
from rulekit.limits import BODY_LIMIT, CALLS_LIMIT, CHAIN_LIMIT, DEPTH_LIMIT, LOOPS_LIMIT, PARAMETERS_LIMIT
from rulekit.source import Span

LOOPS = (
    typed_statements.Repeat,
    typed_statements.Until,
    typed_statements.Each,
    typed_statements.Ever,
    typed_statements.Together,
)


def too_deep(checked: CheckedRulebook) -> Iterator[Problem]:
    """Every body, word and relation that stands too deep, the innermost first."""
    yield from _long(checked)
    yield from _loops(checked)
    yield from _calls(checked)
    yield from Depths(checked).problems()


class Depths:
    """How many values stand inside each other, through everything that they use; a circle counts once round."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.checked = checked
        self.words = {w.key: w for w in checked.words}
        self.known: dict[str, int] = {}
        self.found: list[Problem] = []

    def problems(self) -> list[Problem]:
        """A K88 for each word, relation and body that is too deep by itself or by what it calls; no problem when
        everything is shallow enough.
        """
        for word in self.checked.words:
            self.depth_of_name(f"word {word.key}")
        for relation in self.checked.relations:
            self.depth_of_name(f"relation {relation.name}")
        for key in self.checked.bodies:
            self.depth_of_name(key)
        roots: tuple[Any, ...] = (
            *self.checked.laws,
            *self.checked.endings,
            *self.checked.results,
            *self.checked.demands,
        )
        for root in roots:
            if self.depth_of(root) > CHAIN_LIMIT:
                self.found.append(problem_at("K88", root.node.span, "chain", limit=CHAIN_LIMIT))
        return self.found

    def depth_of_name(self, key: str) -> int:
        """The depth of a word, a relation or a body; where it is too deep it is told once and counts as nothing."""
        if key not in self.known:
            self.known[key] = 0
            found = max((self.depth_of(root) for root in self._roots(key)), default=0)
            if found > CHAIN_LIMIT:
                self.found.append(problem_at("K88", self._span(key), "chain", limit=CHAIN_LIMIT))
                found = 0
            self.known[key] = found
        return self.known[key]

    def depth_of(self, node: Any) -> int:
        """Without recursion over the tree itself; only from word to word, which `named` cuts off."""
        deepest, todo = 0, [(node, 1)]
        while todo:
            here, depth = todo.pop()
            deepest = max(deepest, depth)
            if deepest > CHAIN_LIMIT:
                return deepest
            for key in uses(here):
                deepest = max(deepest, depth + self.depth_of_name(key))
            todo += [(child, depth + 1) for child in children(here)]
        return deepest

    def _roots(self, key: str) -> Iterable[Any]:
        sort, _, name = key.partition(" ")
        if sort == "word" and name in self.words:
            body = self.words[name].body
            return body if isinstance(body, tuple) else (body,)
        if sort == "relation":
            relation = self.checked.symbols.relations.get(name)
            return relation.cases if relation is not None else ()
        body = self.checked.bodies.get(key)
        return () if body is None else (body,)

    def _span(self, key: str) -> Span | None:
        sort, _, name = key.partition(" ")
        if sort == "word":
            return self.words[name].decl.span
        return self.checked.symbols.relations[name].decl.span if sort == "relation" else self.checked.bodies[key].span


def uses(node: Any) -> list[str]:
    """The words, relations and bodies that a node is worked out with."""
    if isinstance(node, typed_statements.Call) and node.proc is not None:
        return [f"proc {node.proc}"]
    if isinstance(node, typed_statements.Ask):
        return [f"action {name}" for name in node.offers]
    refers = getattr(node, "refers", "")  # of a value
    return [refers] if refers else []


# ------------------------------------------------------------------ fronts, loops and calls


def _long(checked: CheckedRulebook) -> Iterator[Problem]:
    """Each parameter and each guard is looked at inside those before it; and bodies of too many statements."""
    for body in checked.bodies.values():
        steps = list(steps_of(body))
        if len(steps) > BODY_LIMIT:
            yield problem_at("K87", body.span, "body", name=body.name, count=len(steps), limit=BODY_LIMIT)
        yield from _front(body.front, body.span)
        for choose in (step for step in steps if isinstance(step, typed_statements.Choose)):
            yield from _front(choose.params, choose.span)


def _front(front: tuple[typed_statements.Step, ...], span: Span) -> Iterator[Problem]:
    params = sum(isinstance(step, typed_statements.Param) for step in front)
    if params > PARAMETERS_LIMIT:
        yield problem_at("K88", span, "parameters", count=params, limit=PARAMETERS_LIMIT)
    elif len(front) > DEPTH_LIMIT:
        yield problem_at("K88", span, "guards", count=len(front), limit=DEPTH_LIMIT)


def _loops(checked: CheckedRulebook) -> Iterator[Problem]:
    """Loops, and openers of any sort, inside each other in one body."""
    for body in checked.bodies.values():
        todo = [(line, 0, 0) for line in body.lines]
        while todo:
            line, loops, openers = todo.pop()
            inner = loops + sum(isinstance(one, LOOPS) for one in line.openers)
            all_openers = openers + len(line.openers)
            if inner > LOOPS_LIMIT >= loops:
                yield problem_at("K88", line.span, "loops", count=inner, limit=LOOPS_LIMIT)
            elif all_openers > DEPTH_LIMIT >= openers:
                yield problem_at("K88", line.span, depth=all_openers, limit=DEPTH_LIMIT)
            todo += [(one, inner, all_openers) for one in line.body or ()]


def _calls(checked: CheckedRulebook) -> Iterator[Problem]:
    """Procedures that may call themselves too often."""
    for proc in (p for known in checked.symbols.procs.values() for p in known):
        deep = proc.decl.measure.deep if proc.decl.measure is not None else None
        if deep is not None and deep > CALLS_LIMIT:
            yield problem_at("K88", proc.decl.span, "calls", name=proc.verb, count=deep, limit=CALLS_LIMIT)
