"""K35, K43, K63: does anything set itself off without end?"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator

from rulekit.check.effects.effect_summary import INSIDE, EffectSummaries, TriggerEdge, effects
from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.enclosing_lines import lines_in, margin_id
from rulekit.check.tree.typed_walk import all_of
from rulekit.diagnostics import Problem
from rulekit.source import Span

Next = Callable[[str], list[str]]


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K35, K43 and K63 for procedures, reactions and questions that lead back to themselves.

    A declaration::

        whenever after feed
          [more.feed]  if heap < 3: feed

    It sets itself off again: K63.
    """
    known = effects(checked)
    yield from _calls(checked, known)
    yield from _possibles(checked, known)


def circles(keys: Iterable[str], following: Next) -> Iterator[list[str]]:
    """One shortest circle for each knot of things that lead to each other."""
    keys, following = list(keys), functools.cache(following)
    done = _straight(keys, following)
    for key in keys:
        if key in done:
            continue
        circle = _shortest(key, following)
        if circle:
            done |= _knot(key, following)
            yield circle


def _straight(keys: Iterable[str], following: Next) -> set[str]:
    """Those from which every way comes to an end."""
    ended: set[str] = set()
    entered: set[str] = set()
    todo = list(keys)
    while todo:
        key = todo[-1]
        if key in entered:
            todo.pop()
            if all(other in ended for other in following(key)):
                ended.add(key)
            continue
        entered.add(key)
        todo += [other for other in following(key) if other not in entered]
    return ended


def _shortest(start: str, following: Next) -> list[str]:
    """The shortest way from something back to itself."""
    ways = [[start]]
    seen: set[str] = set()
    for way in ways:
        for key in following(way[-1]):
            if key == start:
                return [*way, start]
            if key not in seen:
                seen.add(key)
                ways.append([*way, key])
    return []


def _knot(start: str, following: Next) -> set[str]:
    """Everything that lies on a circle with this."""
    ahead = _ahead(start, following)
    return {start} | {key for key in ahead if start in _ahead(key, following)}


def _ahead(start: str, following: Next) -> set[str]:
    seen: set[str] = set()
    todo = [start]
    while todo:
        fresh = set(following(todo.pop())) - seen
        seen |= fresh
        todo += fresh
    return seen


# ------------------------------------------------------------------ calls


def _calls(checked: CheckedRulebook, known: EffectSummaries) -> Iterator[Problem]:
    bounded = {f"proc {p.key}" for procs in checked.symbols.procs.values() for p in procs if p.decl.measure}

    def following(key: str) -> list[str]:
        found = [edge.target for edge in known.direct_effects(key).edges if edge.sort in INSIDE]
        return [target for target in dict.fromkeys(found) if target not in bounded]

    keys = [key for key in _written_order(checked) if key not in bounded]
    for circle in circles(keys, following):
        reaction = next((key for key in circle if key.startswith("reaction ")), None)
        fed = _own_trigger(checked, known, reaction) if reaction is not None else None
        if fed is not None and reaction is not None:
            yield problem_at("K63", fed[1].span, id=margin_id(_line_id(checked, reaction, fed[1])), verb=fed[0])
        else:
            chain = [_body_title(checked, key) for key in circle if key in checked.bodies]
            yield problem_at("K35", _place(checked, circle), chain=chain)


def _written_order(checked: CheckedRulebook) -> list[str]:
    """Procedures first, for it is they that can be bounded."""
    sorts = ("proc ", "action ", "effect ", "reaction ", "turn", "play")
    return [key for sort in sorts for key in checked.bodies if key.startswith(sort)]


def _own_trigger(checked: CheckedRulebook, known: EffectSummaries, reaction: str) -> tuple[str, TriggerEdge] | None:
    """The event that a reaction itself sets off again, and where."""
    for edge in known.direct_effects(reaction).edges:
        body = checked.bodies.get(edge.target)
        if body is not None and body.name.split("/")[0] in checked.bodies[reaction].events:
            return body.name.split("/")[0], edge
    return None


def _line_id(checked: CheckedRulebook, reaction: str, edge: TriggerEdge) -> str | None:
    lines = [line for line, _ in lines_in(checked.bodies[reaction].lines)]
    return next((line.id for line in reversed(lines) if line.span.contains(*edge.span.start)), None)


def _place(checked: CheckedRulebook, circle: list[str]) -> Span | None:
    ordered = sorted(circle, key=lambda key: not key.startswith("proc "))
    return next((checked.bodies[key].span for key in ordered if key in checked.bodies), None)


def _body_title(checked: CheckedRulebook, key: str) -> str:
    """A body as its reader knows it."""
    body = checked.bodies[key]
    if key.startswith("reaction "):
        return next((margin_id(line.id) for line in body.lines if line.id), f"whenever {body.timing} {body.events[0]}")
    return body.name.split("/")[0]


# ------------------------------------------------------------------ possible


def _possibles(checked: CheckedRulebook, known: EffectSummaries) -> Iterator[Problem]:
    """`a is possible` in a condition of b, and `b is possible` in one of a."""
    actions = list(checked.symbols.actions)
    asked = {name: _asked_actions(known, name) for name in actions}

    for circle in circles(actions, lambda name: asked[name]):
        first, second = circle[0], circle[1]
        span = _asking(checked, known, first, second)
        yield problem_at("K43", span, first=second, second=first)


def _asked_actions(known: EffectSummaries, name: str) -> list[str]:
    """The actions whose possibility decides whether an action is possible."""
    seen: set[str] = set()
    todo = set(known.direct_effects(f"legal {name}").uses)
    found: list[str] = []
    while todo:
        key = todo.pop()
        seen.add(key)
        if key.startswith("legal "):
            found.append(key.removeprefix("legal "))
        else:
            todo |= known.direct_effects(key).uses - seen
    return sorted(found)


def _asking(checked: CheckedRulebook, known: EffectSummaries, action: str, wanted: str) -> Span:
    """The condition of an action that goes on to ask whether another is possible."""
    body = checked.bodies[f"action {action}"]
    for step in body.front:
        for node in all_of(step, v.CoreUse):
            if node.definition.asks_moves and node.get("of") == _name(node, wanted):
                return node.span
    for step in body.front:
        direct = known.gather("", (step,))
        if f"legal {wanted}" in direct.uses | known.names_used(direct):
            return step.span
    return body.span


def _name(node: v.CoreUse, wanted: str) -> v.T | None:
    found = node.get("of")
    return found if found is not None and found.named() == wanted else None
