"""Why a price cannot be paid: the effect or line that names it, and the guard or the store that refuses it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import attrs

from rulekit.check.evaluation.evaluator import Env
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.play.machine import ops as o
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.moves.legal_moves import LegalMoves
from rulekit.play.reasons.condition_explanation import causes
from rulekit.play.reasons.explanation_parts import Cause, Fact, Here, Line, Rank, nearest_first, plain, said, seen_by
from rulekit.typesystem import types as t

MOST_WAYS = 20  # to fill in the parameters of an effect


def unpayable(here: Here, node: v.CoreUse) -> list[Cause]:
    """`x is payable` does not hold: the effects meant, and what stands against each."""
    of, at = node.get("of"), node.get("at")
    if of is None:
        return []
    found = here.quiet(of)
    kind = t.bare(of.type)
    if found is None or not isinstance(kind, t.EffectOf):
        return []
    spot = here.env.get("here") if at is None else here.quiet(at)
    effects = here.machine.plan.effects_told(kind, found)
    return nearest_first((effect_causes(here, effect, spot), 0) for effect in effects)


def effect_causes(here: Here, effect: int, spot: Any) -> list[Cause]:
    """Why one effect cannot be done, whatever its parameters."""
    m = here.machine
    block = m.blocks[m.plan.effects[effect].key]
    body = block.body
    assert body is not None
    there = here.at(Line(None, body.span), {"player": here.env.get("player"), "here": spot})
    try:
        ways = list(islice(LegalMoves(here.e).params_of(body.front, None, there.env), MOST_WAYS))
    except Fault:
        return []
    if not ways:
        return _unfilled(there, body.front)
    return nearest_first((effect_price_causes(attrs.evolve(there, env=env), block), 0) for env in ways)


def _unfilled(here: Here, front: tuple[Any, ...]) -> list[Cause]:
    """The first parameter of an effect that nothing fills, or the guard that nothing passes."""
    for step in front:
        if isinstance(step, typed_statements.Bound):
            here = attrs.evolve(here, env={**here.env, step.name: here.quiet(step.value)})
        elif isinstance(step, typed_statements.Guard):
            if not here.truth(step.condition):
                return causes(here, step.condition, False)
        else:
            members = here.quiet(step.source) or ()
            if not members or step.amount != "one":
                return [Cause(here.path, (here.path[-1],), (), seen_by(here, step.source), Rank())]
            here = here.with_member(step.name, next(iter(members)))
    return []


def effect_price_causes(here: Here, block: o.Block) -> list[Cause]:
    """Why the price of an effect cannot be paid with these parameters."""
    line = here.machine.effect_line(block)
    return [] if line.price is None else undone(here, line.price, here.path[-1])


def undone(here: Here, steps: tuple[typed_statements.Step, ...], line: Line) -> list[Cause]:
    """The first step of a price that cannot be done: the guard behind it, or the values it would need."""
    m, e = here.machine, here.e
    for n, step in enumerate(steps):
        before = m.tried(e, steps[:n], here.env) if n else m
        if before is None:
            return []
        if m.tried(e, steps[: n + 1], here.env) is None:
            there = attrs.evolve(here, e=before.eyes() if n else e)
            told = list(_refused(there, step)) or [_short(there, step)]
            return [attrs.evolve(one, decides=tuple(dict.fromkeys((line, *one.decides)))) for one in told]
    return []


def _refused(here: Here, step: typed_statements.Step) -> Iterator[Cause]:
    """A guard, or those of a called procedure, that do not hold; else what it calls in turn."""
    if isinstance(step, typed_statements.Guard):
        yield from causes(here, step.condition, False)
    if not isinstance(step, typed_statements.Call) or step.proc is None:
        return
    m = here.machine
    block = m.blocks[f"proc {step.proc}"]
    body = block.body
    if body is None:
        return
    env: Env = m.arguments(here.e, step, block, here.env)
    there = attrs.evolve(here, env=env, bound=frozenset())
    for guard in body.front:
        if isinstance(guard, typed_statements.Guard) and not there.truth(guard.condition):
            yield from causes(there.at(Line(guard.id, guard.span)), guard.condition, False)
            return
    for line in body.lines:
        for call in line.does if not line.openers else ():
            if m.tried(there.e, (call,), env) is None:
                inner = there.at(Line(line.id, line.span))
                yield from list(_refused(inner, call)) or [_short(inner, call)]
                return


def _short(here: Here, step: typed_statements.Step) -> Cause:
    """A verb of the kit that cannot be done: what it was given, and what is there."""
    args = [value for _, value in step.args] if isinstance(step, typed_statements.Call) else []
    told = [one for one in args if not plain(one)]
    facts = tuple(Fact(one.span, said(here, here.quiet(one), one.type)) for one in told)
    seen = tuple(line for one in args for line in seen_by(here, one))
    return Cause(here.path, (here.path[-1],), facts, seen, Rank(loose=False))
