"""K37, K79: moves that may be made at any time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.effects.effect_summary import EffectSummaries, effects
from rulekit.check.emit import problem_at
from rulekit.check.names.symbol_info import ActionInfo
from rulekit.check.proofs.nonempty import NonEmptyProver, prover_of
from rulekit.check.proofs.path_conditions import DecisionPoint, musts
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.enclosing_lines import lines_in, margin_id, steps_in
from rulekit.diagnostics import Problem


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K79 where nobody is `active` who could make such a move, and K37 where one asks
    somebody, or may leave a `must` with nothing to choose.

    A declaration::

        action trade, anytime except rest
          [trade.coin]  take 1 from coins of player
    """
    actions = [action for action in checked.symbols.actions.values() if action.decl.anytime]
    known = effects(checked)
    for action in actions:
        if "play" in checked.bodies and not _set_active(checked, known):
            yield problem_at("K79", action.decl.span, action=action.name)
        yield from _asking(checked, known, action)
    decided = prover_of(checked)
    for place in musts(checked) if actions else ():
        for action in actions:
            if not _is_excepted(action, place):
                yield from _starving(checked, known, decided, action, place)


def _set_active(checked: CheckedRulebook, known: EffectSummaries) -> bool:
    return any("state active" in known.summary_of(key).writes for key in checked.bodies)


WAITS = frozenset(("asks", "draws"))  # what interrupts a move that itself interrupts


def _asking(checked: CheckedRulebook, known: EffectSummaries, action: ActionInfo) -> Iterator[Problem]:
    """An anytime action that asks or draws, itself, by what it calls, or by what reacts to it."""
    key = f"action {action.name}"
    told: set[str] = set()
    for line, _ in lines_in(checked.bodies[key].lines):
        for step in steps_in(line):
            for mark in sorted(WAITS & known.summary_inside(key, (step,)).marks):
                told.add(mark)
                yield problem_at("K37", step.span, mark, action=action.name)
    for mark in sorted((WAITS & known.summary_of(key).marks) - told):
        yield problem_at("K37", action.decl.span, mark, action=action.name)


def _is_excepted(action: ActionInfo, place: DecisionPoint) -> bool:
    step = place.step
    names = step.offers if isinstance(step, typed_statements.Ask) else (getattr(step, "name", ""),)
    return bool({*names, place.line.id} & set(action.decl.excepted))


def _starving(
    checked: CheckedRulebook, known: EffectSummaries, decided: NonEmptyProver, action: ActionInfo, place: DecisionPoint
) -> Iterator[Problem]:
    """An anytime action that changes what a `must` it interrupts depends on."""
    step = place.step
    assert isinstance(step, typed_statements.Ask | typed_statements.Choose)
    changed = known.summary_of(f"action {action.name}").writes
    for clause, reads in _readers(checked, known, step):
        common = sorted(reads & changed)
        if common and not decided.always_has_move(place, changed):
            name = common[0].removeprefix("state ").removeprefix("zone ")
            line = margin_id(place.line.id) + " must"
            yield problem_at("K37", step.span, "starves", action=action.name, line=line, name=name, reader=clause)
            return


def _readers(
    checked: CheckedRulebook, known: EffectSummaries, step: typed_statements.Ask | typed_statements.Choose
) -> Iterator[tuple[str, frozenset[str]]]:
    """The clauses that decide whether something can be answered, and what they read."""
    if isinstance(step, typed_statements.Choose):
        yield from ((step.name, known.reads(param)) for param in step.params)
        return
    for name in step.offers:
        for part in checked.bodies[f"action {name}"].front:
            yield margin_id(part.id, name), known.reads(part)
        yield name, known.read_by(known.direct_effects(f"legal {name}"))
