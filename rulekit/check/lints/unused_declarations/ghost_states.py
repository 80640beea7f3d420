"""K83: ghost states are kept for laws only, by reactions that write nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.effects.effect_summary import EffectSummaries, effects
from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.enclosing_lines import lines_in, margin_id, steps_in
from rulekit.check.tree.typed_walk import all_of
from rulekit.diagnostics import Problem
from rulekit.source import Span

Piece = tuple[str | None, Span, tuple[object, ...]]  # id, place, and what is looked at


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K83 where rules read a ghost state, or where what keeps one writes something else.

    A declaration::

        end
          [end.steps]  at end of turn when steps = 9

    K83 if `steps` is a ghost: only laws may look at it.
    """
    ghosts = {f"state {s.name}" for s in checked.symbols.states.values() if s.decl is not None and s.decl.ghost}
    if not ghosts:
        return
    known = effects(checked)
    for key, body in checked.bodies.items():
        if body.sort == "reaction" and ghosts & _writes(known, key):
            yield from _keeping(checked, known, key, body, ghosts)
        else:
            if ghosts & known.read_by(known.direct_effects(key)):
                yield from _ruling(known, _pieces(body), ghosts)
            if ghosts & _writes(known, key):
                yield from _ghost_writes(known, key, body, ghosts)
    yield from _ruling(known, _elsewhere(checked), ghosts)


def _writes(known: EffectSummaries, key: str) -> set[str]:
    return {w.name for w in known.direct_effects(key).writes}


def _ruling(known: EffectSummaries, pieces: Iterable[Piece], ghosts: set[str]) -> Iterator[Problem]:
    """A rule that reads a ghost."""
    for id_, span, nodes in pieces:
        part = known.gather("", nodes)
        written = {w.name for w in part.writes}
        for name in sorted((ghosts - written) & known.read_by(part)):
            yield problem_at(
                "K83", _where(known, nodes, name) or span, id=margin_id(id_, ""), name=name.removeprefix("state ")
            )


def _where(known: EffectSummaries, nodes: Iterable[object], name: str) -> Span | None:
    """The smallest value that still reads the ghost."""
    found = [n for root in nodes for n in all_of(root, v.T) if name in known.reads(n)]
    return found[-1].span if found else None


def _pieces(body: typed_statements.Body) -> Iterator[Piece]:
    for step in body.front:
        yield step.id, step.span, (step,)
    for line, _ in lines_in(body.lines):
        yield line.id, line.span, (*line.openers, *steps_in(line))


def _elsewhere(checked: CheckedRulebook) -> Iterator[Piece]:
    """Endings, results, starts and bounds of states, and who sees what."""
    for ending in checked.endings:
        yield ending.id, ending.node.span, (ending.condition,)
    for line in checked.results:
        yield line.id, line.node.span, (*line.values, line.condition)
    for state in checked.states.values():
        decl = checked.symbols.states[state.name].decl
        if decl is not None and not decl.ghost:
            nodes = (state.starts, *(bound for _, bound in state.bounds), *(view.condition for view in state.views))
            yield None, decl.span, nodes
    for views in checked.zone_views.values():
        for view in views:
            yield None, view.span, (view.condition,)


def _ghost_writes(known: EffectSummaries, key: str, body: typed_statements.Body, ghosts: set[str]) -> Iterator[Problem]:
    """A rule that writes a ghost: only reactions may."""
    for write in known.gather(key, body.lines).writes:
        if write.name in ghosts:
            line = next((line for line, _ in lines_in(body.lines) if line.span.contains(*write.span.start)), None)
            id_ = margin_id(line.id if line else None, "")
            yield problem_at("K83", write.span, "rule", id=id_, name=write.name.removeprefix("state "))


def _keeping(
    checked: CheckedRulebook, known: EffectSummaries, key: str, body: typed_statements.Body, ghosts: set[str]
) -> Iterator[Problem]:
    """A reaction that keeps a ghost and does something else as well."""
    ghost = next(w.name for w in known.direct_effects(key).writes if w.name in ghosts).removeprefix("state ")
    for line, _ in lines_in(body.lines):
        done = known.summary_inside(key, steps_in(line))
        other = sorted(name for name in done.writes if name not in ghosts)
        if other:
            name = other[0].removeprefix("state ").removeprefix("zone ")
            yield problem_at("K83", line.span, "writes", id=margin_id(line.id, ""), name=ghost, state=name)
