"""Moves as scenes tell them: which legal move is meant, and why it may be made or which clauses refuse it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.evaluation.evaluator import Env
from rulekit.check.tree import typed_statements
from rulekit.play.machine import ops as o
from rulekit.play.machine.decision_steps import names_of
from rulekit.play.machine.frames import Decision, Move, Sealed
from rulekit.play.machine.legal_moves import LegalMoves
from rulekit.play.machine.machine import Machine
from rulekit.play.moves.move_matching import MoveMatcher, SceneMove, SceneValue
from rulekit.play.position.value_json import ProseCodec
from rulekit.play.reasons.move_explanation import MoveExplainer, MoveExplanation
from rulekit.play.refusals import LOOKED_AT, ExplanationLine, RulesLine, unexplained_line

NOT_ASKED = "not-asked"


Front = tuple[Any, ...]


Offer = tuple[
    Front, typed_statements.Body | None, Env, tuple[str, ...]
]  # what is filled in, its body, names, groups used up


class SceneMoves:
    """The moves of one position, as scenes speak of them."""

    def __init__(self, m: Machine) -> None:
        self.m = m
        self.e = m.evaluator()

    def verdict(self, seat: int, told: SceneMove) -> MoveExplanation:
        """All reasons, in the order written."""
        found = self.m.legal(seat)
        if not found:
            return self._not_asked(told.name)
        chosen = self.meant_move(seat, told)
        if chosen is not None and chosen.how in ("decline", "close"):
            return MoveExplanation(True, (self._line(),))
        every = list(self.offers(seat, told.name))
        found_under = [offer for offer in every if self._takes(offer, told)] or every
        if not found_under:
            return self._not_asked(told.name)
        verdicts = [self._judge(offer, told) for offer in found_under]
        if chosen is not None:
            allowed = [one.because for one in verdicts if one.allowed]
            return MoveExplanation(True, tuple(dict.fromkeys((*(i for ids in allowed for i in ids), self._line()))))
        refused = [one for one in verdicts if not one.allowed]
        grounds = tuple(dict.fromkeys(ground for one in refused for ground in one.grounds))
        return MoveExplanation(False, tuple(dict.fromkeys(i for one in refused for i in one.because)), grounds)

    def _not_asked(self, name: str) -> MoveExplanation:
        """Something else is asked, by that line."""
        return MoveExplanation(False, (NOT_ASKED, self._line()), self.lines_not_asking(self._line(), name))

    def lines_not_asking(self, line: str, name: str) -> tuple[ExplanationLine, ...]:
        """What is told of a move that nobody asks for now: the line that asks, and where the action is declared."""
        actions = (one.decl for one in self.m.plan.symbols.actions.values() if name in (one.name, one.written))
        heads = tuple(ExplanationLine(RulesLine(None, decl.span), LOOKED_AT) for decl in actions if decl.cites)
        return (unexplained_line(NOT_ASKED), *((unexplained_line(f"[{line}]"),) if line else ()), *heads)

    def meant_move(self, seat: int, told: SceneMove) -> Move | None:
        """The legal move that was told, its parameters in their normal form."""
        found = self.m.legal(seat)
        exact = next((move for move in found if MoveMatcher(self.m).matches(told, move)), None)
        if exact is not None or not found:
            return exact
        for front, _, env, _ in self.offers(seat, told.name):
            if any(isinstance(step, typed_statements.Param) and step.normal is not None for step in front):
                given, outside = self.resolve(front, env, told)
                same = (move for move in found if move.name == told.name and dict(move.args) == given)
                if not outside:
                    return next(same, None)
        return None

    def _line(self) -> str:
        """The line that asks now, "" if nobody is asked."""
        return self.m.pending.line if isinstance(self.m.pending, Decision | Sealed) else ""

    # ------------------------------------------------------------------ what is offered under this name

    def offers(self, seat: int, name: str) -> Iterator[Offer]:
        """What the decision that is open offers under a name: parameters and guards, body, names, groups used up."""
        pending = self.m.pending
        assert isinstance(pending, Decision | Sealed)
        step = pending.op.step  # type: ignore[attr-defined]
        frame = self.m.frames[-1]
        if isinstance(step, typed_statements.Choose):
            if step.name == name:
                env = dict(frame.env)
                if isinstance(pending.op, o.Seal):
                    env |= {pending.op.name: seat, "player": seat}
                yield step.params, None, env, ()
        elif isinstance(step, typed_statements.Menu):
            for group in step.groups:
                for action in group.offers:
                    if self.m.written_name(action) == name:
                        yield from self._action(action, seat, self._used_up(group))
        else:
            for action in step.offers:
                if self.m.written_name(action) == name:
                    yield from self._action(action, seat, ())
        for info in self.m.program.anytime:
            if self.m.written_name(info.name) == name and not names_of(step) & set(info.decl.excepted):
                yield from self._action(info.name, seat, ())

    def _used_up(self, group: typed_statements.Group) -> tuple[str, ...]:
        """The group as used up, if it may be picked from once and has been."""
        used = self.m.frames[-1].menu[1] if self.m.frames[-1].menu is not None else ()
        return (group.id or "",) if group.mode == "once" and (group.id, None) in used else ()

    def _action(self, action: str, seat: int, used: tuple[str, ...]) -> Iterator[Offer]:
        """An action one guard of which is no in this configuration has left it."""
        body = self.m.blocks[f"action {action}"].body
        assert body is not None
        if action in self.m.program.gone:
            return
        yield body.front, body, {"player": seat}, used

    def _takes(self, offer: Offer, told: SceneMove) -> bool:
        """Are the names told those of its parameters? Effects bring names of their own."""
        own = [step for step in offer[0] if isinstance(step, typed_statements.Param)]
        effects = [p for p in own if p.type.bare.effects]
        plain = {p.name for p in own if p not in effects}
        return plain <= set(told.args) and (bool(effects) or set(told.args) == plain)

    # ------------------------------------------------------------------ one offer

    def _judge(self, offer: Offer, told: SceneMove) -> MoveExplanation:
        """One offer held against what was told: values of a wrong type first, then groups that are used up, then
        guards and domains.
        """
        front, body, env, used = offer
        given, outside = self.resolve(front, env, told)
        if outside:
            return MoveExplanation(False, outside, tuple(unexplained_line(f"[{clause}]") for clause in outside))
        if used:
            return MoveExplanation(False, used, tuple(unexplained_line(f"[{clause}]") for clause in used))
        found = MoveExplainer(self.e).explain(front, body, env, given)
        keyed = self._key_used(body, given, env) if found.allowed or body is not None else ()
        if not keyed:
            return found
        groups = tuple(unexplained_line(f"[{clause}]") for clause in keyed)
        return MoveExplanation(
            False, (*keyed, *(found.because if not found.allowed else ())), (*groups, *found.grounds)
        )

    def _key_used(self, body: typed_statements.Body | None, given: Env, env: Env) -> tuple[str, ...]:
        """The group whose key this pick has used already."""
        frame = self.m.frames[-1]
        step = self.m.pending.op.step  # type: ignore[union-attr]
        if body is None or frame.menu is None or not isinstance(step, typed_statements.Menu):
            return ()
        for group in step.groups:
            if group.mode == "once each" and body.name in group.offers:
                move = Move(self.m.written_name(body.name), tuple(given.items()), "action", body.name)
                try:
                    key = self.m.menu_key(self.m.evaluator(), group, move, env["player"])
                except KeyError:
                    return ()
                if (group.id, key) in frame.menu[1]:
                    return (group.id or "",)
        return ()

    def resolve(self, front: Front, env: Env, told: SceneMove) -> tuple[Env, tuple[str, ...]]:
        """The values of a told move as the engine holds them; clauses of those that are no value of their type."""
        env, given, outside = dict(env), {}, []
        for step in front:
            if isinstance(step, typed_statements.Bound):
                env[step.name] = self.e.value(step.value, env)
            elif isinstance(step, typed_statements.Param):
                for param in self._with_own(
                    step,
                    env,
                    told,
                ):
                    found, ok = self._value(param, env, told)
                    if not ok and param.name not in told.args:
                        env[param.name] = None
                        continue  # what is not told is a reason of its own
                    if not ok:
                        outside.append(param.id or step.id or "")
                    env[param.name] = given[param.name] = found
        return given, tuple(outside)

    def _with_own(
        self,
        step: typed_statements.Param,
        env: Env,
        told: SceneMove,
    ) -> list[typed_statements.Param]:
        """A parameter, and those that a chosen effect brings along."""
        chosen, ok = self._value(step, env, told)
        effect = self.m.chosen_effect(step, {**env, step.name: chosen}) if ok else None
        front = effect.body.front if effect is not None and effect.body is not None else ()
        return [step, *(s for s in front if isinstance(s, typed_statements.Param))]

    def _value(self, step: typed_statements.Param, env: Env, told: SceneMove) -> tuple[Any, bool]:
        """The member that was told: of the domain if it is there, else of the type."""
        said = told.args.get(step.name)
        try:
            if said is None:
                only = [x for x in LegalMoves(self.e).domain(step, env) if MoveMatcher(self.m).only_label(x, step.type)]
                return (only[0], True) if only else (None, False)
            for value in LegalMoves(self.e).domain(step, env):
                if MoveMatcher(self.m).fits(said, value, step.type):
                    return value, True
        except (TypeError, ValueError):
            return None, False
        value, ok = self._of_type(step, said)
        if ok and step.normal is not None:
            value = self.e.value(step.normal, {**env, step.name: value})
        return value, ok

    def _of_type(self, step: typed_statements.Param, said: SceneValue) -> tuple[Any, bool]:
        """The value as a member of the parameter's type, though not of its domain, so that the domain can be named as
        the reason; False if it is none.
        """
        kind = step.type.bare
        if kind.plural or kind.counted:
            value = said.value if isinstance(said.value, tuple | dict) else (said.value,)
            doubled = isinstance(value, tuple) and len(set(value)) < len(value)
            return value, not doubled
        if kind.effects and said.value is not None:
            return next(iter(self.m.plan.effects_told(kind, said.value)), None), bool(said.type.effects)
        if kind.zone:
            return said.value, said.type.bare.zone
        if kind.numeric and ProseCodec(self.m).form_of(kind, None) is None:
            return said.value, isinstance(said.value, int) and kind.low <= said.value <= kind.high
        for value in self.m.plan.members(kind):
            if MoveMatcher(self.m).fits(said, value, kind):
                return value, True
        return None, False
