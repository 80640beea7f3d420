"""Which moves there are: parameters in order, guards where their names are bound; and why a move is refused."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.play.machine import distinct_copies
from rulekit.play.machine import ops as o
from rulekit.play.machine.step_budget import listed
from rulekit.play.position.frames import Move
from rulekit.play.position.piece_signature import has_copies, mark
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.play.machine.machine import Machine


def params_of(
    m: Machine, e: Evaluator, front: tuple[Any, ...], body: typed_statements.Body | None, env: Env
) -> Iterator[Env]:
    """Every way to fill in parameters so that all guards hold, in canonical order."""
    if not front:
        if body is None or price_holds(m, e, body, env):
            yield env
        return
    step, rest = front[0], front[1:]
    if isinstance(step, typed_statements.Guard):
        if guard_holds(e, step, env):
            yield from params_of(m, e, rest, body, env)
    elif isinstance(step, typed_statements.Bound):
        yield from params_of(m, e, rest, body, {**env, step.name: e.value(step.value, env)})
    else:
        for value in domain(m, e, step, env):
            inner = {**env, step.name: value}
            for chosen in effect_params(m, e, step, inner, body):
                yield from params_of(m, e, rest, body, chosen)


def guard_holds(e: Evaluator, step: typed_statements.Guard, env: Env) -> bool:
    return e.holds(step.condition, env) or e.waived(step.id, env)


def price_holds(m: Machine, e: Evaluator, body: typed_statements.Body, env: Env) -> bool:
    """The price of an action is a guard of the move."""
    price = m.price_of(body)
    return price is None or m.affordable(e, price, env)


# ------------------------------------------------------------------ domains


def domain(m: Machine, e: Evaluator, step: typed_statements.Param, env: Env) -> Iterator[Any]:
    """What a parameter may be, in the order of the expression as the one who is asked sees it."""
    members = m.in_sight(e, step.source, e.value(step.source, env) or (), env)
    sizes = None if step.amount in ("one", "order") else _sizes(e, step, env, len(members))
    kind = t.bare(t.member(step.source.type) or t.UNKNOWN)
    if step.amount != "one":
        listed(len(members), sizes, step.id)
    if isinstance(kind, t.Piece) and has_copies(e.plan, kind.kind):
        copies, where = e.plan.copies(kind.kind), e.table.lying(kind.kind)
        noted = functools.partial(mark, e.plan, e.table, kind.kind)
        if step.amount == "one":
            return iter(distinct_copies.single(members, copies, where, noted))
        return distinct_copies.several(members, sizes, copies, where, noted)
    if step.amount == "one":
        return iter(members)
    if sizes is None:
        return itertools.permutations(members)
    return itertools.chain.from_iterable(itertools.combinations(members, n) for n in sizes)


def members_of(m: Machine, e: Evaluator, step: typed_statements.Param, env: Env) -> tuple[Any, ...]:
    """What subsets are taken from; copies of one row stand as they lie."""
    members = tuple(m.in_sight(e, step.source, e.value(step.source, env) or (), env))
    kind = t.bare(t.member(step.source.type) or t.UNKNOWN)
    if not isinstance(kind, t.Piece) or not has_copies(e.plan, kind.kind):
        return members
    noted = functools.partial(mark, e.plan, e.table, kind.kind)
    return tuple(
        one for one, _ in distinct_copies.keyed(members, e.plan.copies(kind.kind), e.table.lying(kind.kind), noted)
    )


def _sizes(e: Evaluator, step: typed_statements.Param, env: Env, most: int) -> range:
    if step.amount == "any":
        return range(most + 1)
    count = e.value(step.count, env) if step.count is not None else 0
    if count is None or count < 0:
        return range(0)
    if step.amount == "up to":
        return range(min(count, most) + 1)
    return range(count, count + 1) if count <= most else range(0)


def effect_params(
    m: Machine, e: Evaluator, step: typed_statements.Param, env: Env, body: typed_statements.Body | None
) -> Iterator[Env]:
    """A chosen effect brings its own parameters into the move; only values that can be paid."""
    effect = chosen_effect(m, step, env)
    if effect is None or not effect.body or not effect.body.front:
        yield env
        return
    here = m.here_of(e, body, step.name, env)
    inner = {"player": env.get("player"), "here": here}
    for found in params_of(m, e, effect.body.front, None, inner):
        names = [p.name for p in effect.body.front if isinstance(p, typed_statements.Param)]
        if m.effect_price_holds(e, effect, found):
            yield {**env, **{n: found[n] for n in names}, "with": tuple(names)}


def chosen_effect(m: Machine, step: typed_statements.Param, env: Env) -> o.Block | None:
    kind = t.bare(step.type)
    if not isinstance(kind, t.EffectOf) or env.get(step.name) is None:
        return None
    return m.blocks[m.plan.effects[env[step.name]].key]


# ------------------------------------------------------------------ moves


def action_moves(m: Machine, e: Evaluator, name: str, seat: int, env: Env | None = None) -> Iterator[Move]:
    """All legal moves of one action for one seat."""
    body = m.blocks[f"action {name}"].body
    assert body is not None
    start: Env = {"player": seat}
    for found in params_of(m, e, body.front, body, start):
        yield action_move(m, name, body, found)


def action_move(m: Machine, name: str, body: typed_statements.Body, env: Env) -> Move:
    args, types = _args(m, [s for s in body.front if isinstance(s, typed_statements.Param)], env)
    return Move(m.written(name), args, "action", name, types=types)


def _args(
    m: Machine, params: list[typed_statements.Param], env: Env
) -> tuple[tuple[tuple[str, Any], ...], tuple[Any, ...]]:
    args: list[tuple[str, Any]] = []
    types: list[Any] = []
    for param in params:
        args.append((param.name, env[param.name]))
        types.append(param.type)
        effect = chosen_effect(m, param, env)
        if effect is not None and effect.body is not None:
            for inner in effect.body.front:
                if isinstance(inner, typed_statements.Param) and inner.name in env:
                    args.append((inner.name, env[inner.name]))
                    types.append(inner.type)
    return tuple(args), tuple(types)


def choose_moves(
    m: Machine, e: Evaluator, step: typed_statements.Choose, env: Env, body: typed_statements.Body | None
) -> Iterator[Move]:
    """All ways to choose on the spot; names bound in the body are in scope."""
    for found in params_of(m, e, step.params, None, env):
        args, types = _args(m, list(step.params), found)
        yield Move(step.name, args, "choose", types=types)


def passes(m: Machine, e: Evaluator, body: typed_statements.Body, env: Env, given: Env) -> bool:
    """Do these values pass the domains, guards and price of an action?"""
    env = dict(env)
    for step in body.front:
        if isinstance(step, typed_statements.Bound):
            env[step.name] = e.value(step.value, env)
        elif isinstance(step, typed_statements.Guard):
            if not guard_holds(e, step, env):
                return False
        elif step.name not in given or not _inside(m, e, step, env, given[step.name]):
            return False
        else:
            env[step.name] = given[step.name]
    return price_holds(m, e, body, env)


def _inside(m: Machine, e: Evaluator, step: typed_statements.Param, env: Env, value: Any) -> bool:
    """Is a value in the domain of a parameter?"""
    kind = v.Local(step.name, type=step.type)
    members = e.value(step.source, env) or () if step.amount == "one" else domain(m, e, step, env)
    return any(e.same(kind, value, other) for other in members)
