"""Legal moves: parameters in order, guards where their names are bound, prices last."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Any

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.play.machine.copies import copy_keys, distinct_subsets, has_copies, mark, one_of_each
from rulekit.play.machine.frames import Move
from rulekit.play.machine.run_limits import check_list_size
from rulekit.play.machine.state import MachineState
from rulekit.play.machine.visibility import ViewClauses
from rulekit.typesystem import types as t


class LegalMoves:
    """The moves one evaluator finds legal."""

    def __init__(self, e: Evaluator) -> None:
        self.e = e
        self.m: MachineState = e.machine

    def params_of(self, front: tuple[Any, ...], body: typed_statements.Body | None, env: Env) -> Iterator[Env]:
        """Every way to fill in parameters so that all guards hold, in canonical order."""
        if not front:
            if body is None or self.price_holds(body, env):
                yield env
            return
        step, rest = front[0], front[1:]
        if isinstance(step, typed_statements.Guard):
            if self.guard_holds(step, env):
                yield from self.params_of(rest, body, env)
        elif isinstance(step, typed_statements.Bound):
            yield from self.params_of(rest, body, {**env, step.name: self.e.value(step.value, env)})
        else:
            for value in self.domain(step, env):
                inner = {**env, step.name: value}
                for chosen in self.effect_params(step, inner, body):
                    yield from self.params_of(rest, body, chosen)

    def guard_holds(self, step: typed_statements.Guard, env: Env) -> bool:
        """Whether a guard lets a move through: it holds, or an exception takes it away.

        Whatever cannot be worked out in it is nothing, and a test with nothing is no: guards are looked at, not
        performed, so that a list of moves never fails because one of them makes no sense.
        """
        return self.e.holds(step.condition, env) or self.e.is_waived(step.id, env)

    def price_holds(self, body: typed_statements.Body, env: Env) -> bool:
        """The price of an action is a guard of the move."""
        price = self.m.price_of(body)
        return price is None or self.m.affordable(self.e, price, env)

    # ------------------------------------------------------------------ domains

    def domain(self, step: typed_statements.Param, env: Env) -> Iterator[Any]:
        """What a parameter may be, in the order of the expression as the one who is asked sees it."""
        members = ViewClauses(self.e).seen_order(step.source, self.e.value(step.source, env) or (), env)
        sizes = None if step.amount in ("one", "order") else self._sizes(step, env, len(members))
        kind = (step.source.type.member or t.UNKNOWN).bare
        if step.amount != "one":
            check_list_size(len(members), sizes, step.id)
        if kind.piece and has_copies(self.e.plan, kind.kind):
            copies, where = self.e.plan.copies(kind.kind), self.e.table.zones_by_piece(kind.kind)
            noted = functools.partial(mark, self.e.plan, self.e.table, kind.kind)
            if step.amount == "one":
                return iter(one_of_each(members, copies, where, noted))
            return distinct_subsets(members, sizes, copies, where, noted)
        if step.amount == "one":
            return iter(members)
        if sizes is None:
            return itertools.permutations(members)
        return itertools.chain.from_iterable(itertools.combinations(members, n) for n in sizes)

    def members_of(self, step: typed_statements.Param, env: Env) -> tuple[Any, ...]:
        """What subsets are taken from; copies of one row stand as they lie."""
        members = tuple(ViewClauses(self.e).seen_order(step.source, self.e.value(step.source, env) or (), env))
        kind = (step.source.type.member or t.UNKNOWN).bare
        if not kind.piece or not has_copies(self.e.plan, kind.kind):
            return members
        noted = functools.partial(mark, self.e.plan, self.e.table, kind.kind)
        return tuple(
            one
            for one, _ in copy_keys(
                members, self.e.plan.copies(kind.kind), self.e.table.zones_by_piece(kind.kind), noted
            )
        )

    def _sizes(self, step: typed_statements.Param, env: Env, most: int) -> range:
        if step.amount == "any":
            return range(most + 1)
        count = self.e.value(step.count, env) if step.count is not None else 0
        if count is None or count < 0:
            return range(0)
        if step.amount == "up to":
            return range(min(count, most) + 1)
        return range(count, count + 1) if count <= most else range(0)

    def effect_params(
        self, step: typed_statements.Param, env: Env, body: typed_statements.Body | None
    ) -> Iterator[Env]:
        """A chosen effect brings its own parameters into the move; only values that can be paid."""
        effect = self.m.chosen_effect(step, env)
        if effect is None or not effect.body or not effect.body.front:
            yield env
            return
        here = self.m.here_of(self.e, body, step.name, env)
        inner = {"player": env.get("player"), "here": here}
        for found in self.params_of(effect.body.front, None, inner):
            names = [p.name for p in effect.body.front if isinstance(p, typed_statements.Param)]
            if self.m.effect_price_holds(self.e, effect, found):
                yield {**env, **{n: found[n] for n in names}, "with": tuple(names)}

    # ------------------------------------------------------------------ moves

    def action_moves(self, name: str, seat: int) -> Iterator[Move]:
        """All legal moves of one action for one seat."""
        body = self.m.blocks[f"action {name}"].body
        assert body is not None
        start: Env = {"player": seat}
        for found in self.params_of(body.front, body, start):
            yield self.action_move(name, body, found)

    def action_move(self, name: str, body: typed_statements.Body, env: Env) -> Move:
        """The move of an action once its parameters are bound in `env`."""
        args, types = self._args([s for s in body.front if isinstance(s, typed_statements.Param)], env)
        return Move(self.m.written_name(name), args, "action", name, types=types)

    def _args(
        self, params: list[typed_statements.Param], env: Env
    ) -> tuple[tuple[tuple[str, Any], ...], tuple[Any, ...]]:
        args: list[tuple[str, Any]] = []
        types: list[Any] = []
        for param in params:
            args.append((param.name, env[param.name]))
            types.append(param.type)
            effect = self.m.chosen_effect(param, env)
            if effect is not None and effect.body is not None:
                for inner in effect.body.front:
                    if isinstance(inner, typed_statements.Param) and inner.name in env:
                        args.append((inner.name, env[inner.name]))
                        types.append(inner.type)
        return tuple(args), tuple(types)

    def choose_moves(self, step: typed_statements.Choose, env: Env) -> Iterator[Move]:
        """All ways to choose on the spot; names bound in the body are in scope."""
        for found in self.params_of(step.params, None, env):
            args, types = self._args(list(step.params), found)
            yield Move(step.name, args, "choose", types=types)

    def passes(self, body: typed_statements.Body, env: Env, given: Env) -> bool:
        """Do these values pass the domains, guards and price of an action?"""
        env = dict(env)
        for step in body.front:
            if isinstance(step, typed_statements.Bound):
                env[step.name] = self.e.value(step.value, env)
            elif isinstance(step, typed_statements.Guard):
                if not self.guard_holds(step, env):
                    return False
            elif step.name not in given or not self._inside(step, env, given[step.name]):
                return False
            else:
                env[step.name] = given[step.name]
        return self.price_holds(body, env)

    def _inside(self, step: typed_statements.Param, env: Env, value: Any) -> bool:
        """Is a value in the domain of a parameter?"""
        kind = v.Local(step.name, type=step.type)
        members = self.e.value(step.source, env) or () if step.amount == "one" else self.domain(step, env)
        return any(self.e.is_equal(kind, value, other) for other in members)
