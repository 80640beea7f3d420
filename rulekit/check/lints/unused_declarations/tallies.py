"""K66, K83: `tally of` counts answers, for laws only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.effects.effect_summary import EffectSummaries, effects
from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.enclosing_lines import lines_in, margin_id
from rulekit.check.tree.typed_walk import all_of
from rulekit.diagnostics import Problem, nearest


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K66 for a tally of what nobody can answer, and K83 for one asked outside of laws.

    A declaration::

        at-most
          [law.grabs]  tally of grab <= 9

    K66 if no player is ever offered `grab`.
    """
    kept = _offered_actions(checked, effects(checked))
    for law in checked.laws:
        for node in _tallies(law.condition):
            name = _name(node)
            if name not in kept:
                yield problem_at("K66", node.span, name=name, near=nearest(name, sorted(kept)))
    for id_, nodes in _elsewhere(checked):
        for node in (n for part in nodes for n in _tallies(part)):
            yield problem_at("K83", node.span, "tally", id=margin_id(id_, ""), name=f"{node.word} of {_name(node)}")
    for body in checked.bodies.values():
        for node in _tallies(body):
            line = next((line for line, _ in lines_in(body.lines) if line.span.contains(*node.span.start)), None)
            yield problem_at(
                "K83",
                node.span,
                "tally",
                id=margin_id(line.id if line else None, ""),
                name=f"{node.word} of {_name(node)}",
            )


def _elsewhere(checked: CheckedRulebook) -> Iterator[tuple[str | None, tuple[object, ...]]]:
    """Rules outside bodies: endings, results, starts and bounds."""
    for ending in checked.endings:
        yield ending.id, (ending.condition,)
    for result in checked.results:
        yield result.id, (*result.values, result.condition)
    for state in checked.states.values():
        yield None, (state.starts, *(bound for _, bound in state.bounds))


def _offered_actions(checked: CheckedRulebook, known: EffectSummaries) -> set[str]:
    """The actions that somebody can be offered."""
    edges = [edge for key in checked.bodies for edge in known.direct_effects(key).edges]
    return {edge.target.removeprefix("action ") for edge in edges if edge.sort in ("offer", "anytime")}


def _tallies(node: object) -> Iterator[v.CoreUse]:
    return (n for n in all_of(node, v.CoreUse) if n.definition.asks_past)


def _name(node: v.CoreUse) -> str:
    found = node.get("of")
    return found.named() if found is not None else ""
