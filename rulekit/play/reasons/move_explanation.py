"""Explaining moves: all clauses that allow or refuse one, and the lines that decide with what they looked at."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import all_of, locals_of
from rulekit.play.machine import ops as o
from rulekit.play.machine.legal_moves import LegalMoves
from rulekit.play.machine.state import MachineState
from rulekit.play.reasons.condition_explanation import ConditionExplainer
from rulekit.play.reasons.explanation_parts import DecidingPart, Rank, grounds
from rulekit.play.refusals import ExplanationLine, ObservedValue, RulesLine


@attrs.frozen
class MoveExplanation:
    """Whether a move may be made, the clauses that say so, and the same as lines with what they looked at."""

    allowed: bool
    because: tuple[str, ...]
    grounds: tuple[ExplanationLine, ...] = ()


def _ids(clause: str | None, found: list[DecidingPart]) -> list[str]:
    """A step and the clauses under it, outermost first."""
    lines = [line for cause in found for line in (*cause.path, *cause.decides)]
    return [name for name in (clause, *(line.id for line in lines)) if name]


def _asks_price(condition: v.T, effect: str) -> bool:
    """Does a guard ask whether the effect that cannot be paid like this is payable?"""
    asked = (n.get("of") for n in all_of((condition,), v.CoreUse) if n.definition.asks_prices)
    return any(of is not None and of.local == effect for of in asked)


def _not_there(here: ConditionExplainer, step: typed_statements.Param, value: Any) -> list[DecidingPart]:
    """Why a value is not among those a parameter may have."""
    if step.amount == "one":
        return here.why_not_in_set(step.source, value)
    count = (
        ObservedValue(step.count.span, here.value_text(here.value_or_nothing(step.count), step.count.type))
        if step.count is not None
        else None
    )
    members = here.value_or_nothing(step.source) or ()
    strange = [one for one in value or () if one not in members] if isinstance(value, tuple) else []
    if strange:
        return [cause for one in strange for cause in here.why_not_in_set(step.source, one)]
    seen = here.seen_by(step.source) + (here.seen_by(step.count) if step.count is not None else ())
    return [DecidingPart(here.path, (here.path[-1],), (count,) if count is not None else (), seen, Rank(loose=False))]


@attrs.define
class MoveExplainer:
    """What the steps of a move say, in the order written: those that hold, and those that refuse."""

    e: Evaluator
    held: list[str] = attrs.field(factory=list)
    failed: list[str] = attrs.field(factory=list)
    groups: list[list[DecidingPart]] = attrs.field(factory=list)
    strange: set[str] = attrs.field(factory=set)  # names of values that this seat may not choose, and may not look at
    telling: bool = False
    allowing: list[list[DecidingPart]] = attrs.field(factory=list)  # groups of what holds

    @property
    def m(self) -> MachineState:
        """The state the move is tried in."""
        found: MachineState = self.e.machine
        return found

    def hold(self, clause: str | None, found: list[DecidingPart]) -> None:
        """Notes that a clause lets the move through, and why."""
        self.held += _ids(clause, found)
        self.allowing += [found] if found else []

    def fail(self, clause: str | None, found: list[DecidingPart]) -> None:
        """Notes that a clause refuses the move, and why."""
        self.failed += _ids(clause, found)
        self.groups.append(found)

    def explain(
        self,
        front: tuple[Any, ...],
        body: typed_statements.Body | None,
        env: Env,
        given: Env,
        telling: bool = False,
    ) -> MoveExplanation:
        """All reasons in the order written: domains, guards with the cases of their relations, the price.

        `telling`: what allows a move is told with the values it looked at, as what refuses one always is.
        """
        self.telling = telling
        env = dict(env)
        for step in front:
            if isinstance(step, typed_statements.Bound):
                env[step.name] = self.e.value(step.value, env)
                self.strange |= {step.name} if locals_of(step.value) & self.strange else set()
            elif isinstance(step, typed_statements.Guard):
                self._guard(step, env)
            else:
                self._param(step, env, given)
        if "unpaid" in env and not self.groups:
            name, told = env["unpaid"]
            self.fail(
                next(step.id for step in front if isinstance(step, typed_statements.Param) and step.name == name), told
            )
        if body is not None and not LegalMoves(self.e).price_holds(body, env):
            self._price(body, env)
        failed = bool(self.groups)
        told = grounds(self.groups) if failed else grounds(self.allowing) if telling else ()
        return MoveExplanation(not failed, tuple(dict.fromkeys(self.failed if failed else self.held)), told)

    def _guard(self, step: typed_statements.Guard, env: Env) -> None:
        """A guard that was asked openly tells whether it holds and no more."""
        line = RulesLine(step.id, step.span)
        unpaid = env.get("unpaid")
        if unpaid is not None and _asks_price(step.condition, unpaid[0]):
            self.fail(step.id, [attrs.evolve(cause, path=(line, *cause.path)) for cause in unpaid[1]])
            return
        holds = LegalMoves(self.e).guard_holds(step, env)
        here = ConditionExplainer(
            self.e, env, (line,), telling=(self.telling or not holds) and not locals_of(step.condition) & self.strange
        )
        if step.openly:
            told = [DecidingPart((line,), (line,), (), (), Rank())]
        elif holds:
            told = (
                here.causes(step.condition, True)
                if here.truth_of(step.condition)
                else here.exception_parts(step.id, True)
            )
        else:
            told = here.causes(step.condition, False) + here.exception_parts(step.id, False)
        (self.hold if holds else self.fail)(step.id, told)

    # ------------------------------------------------------------------ parameters

    def _param(self, step: typed_statements.Param, env: Env, given: Env) -> None:
        line = RulesLine(step.id, step.span)
        if step.name not in given:
            self.fail(step.id, [DecidingPart((line,), (line,), (), (), Rank())])
            env[step.name] = None
            return
        value = given[step.name]
        kind = v.Local(step.name, type=step.type, span=step.span)
        if any(self.e.is_equal(kind, value, other) for other in LegalMoves(self.e).domain(step, env)):
            self.hold(step.id, [])
        else:
            self.strange.add(step.name)
            self.fail(step.id, _not_there(ConditionExplainer(self.e, env, (line,)), step, value))
        env[step.name] = value
        effect = self.m.chosen_effect(step, env)
        if effect is not None and effect.body is not None and effect.body.front:
            self._effect(step, effect, env, given)

    def _effect(self, step: typed_statements.Param, effect: o.Block, env: Env, given: Env) -> None:
        """The parameters of a chosen effect: each in its domain, and together such that the effect can be paid."""
        assert effect.body is not None
        inner: Env = {"player": env.get("player"), "here": self.m.here_of(self.e, None, step.name, env)}
        path = (RulesLine(step.id, step.span), RulesLine(None, effect.body.span))
        for param in effect.body.front:
            if not isinstance(param, typed_statements.Param):
                continue
            value = inner[param.name] = env[param.name] = given.get(param.name)
            kind = v.Local(param.name, type=param.type)
            members = LegalMoves(self.e).domain(param, inner)
            if param.name not in given or not any(self.e.is_equal(kind, value, other) for other in members):
                self.fail(param.id or step.id, _not_there(ConditionExplainer(self.e, inner, path), param, value))
                return
        if not self.m.effect_price_holds(self.e, effect, inner):
            env["unpaid"] = (step.name, ConditionExplainer(self.e, inner, path).effect_price_causes(effect))

    # ------------------------------------------------------------------ prices

    def _price(self, body: typed_statements.Body, env: Env) -> None:
        """The callee's guard that does not hold, else the line of the price."""
        price = self.m.price_of(body)
        written = next(
            (RulesLine(line.id, line.span) for line in body.lines if line.price is price), RulesLine(None, body.span)
        )
        told = ConditionExplainer(self.e, env, (written,)).first_step_not_done(price or (), written)
        self.failed += reversed(_ids(written.id, told))
        self.groups.append(told or [DecidingPart((written,), (written,), (), (), Rank())])
