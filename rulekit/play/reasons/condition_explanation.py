"""Explaining conditions: the smallest parts that decide, the lines they stand in, and the values they saw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import attrs

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.substitution import substitute
from rulekit.play.machine import ops as o
from rulekit.play.machine.legal_moves import LegalMoves
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.reasons.explanation_parts import DecidingPart, Rank, all_needed, nearest_first
from rulekit.play.reasons.values_seen import Viewpoint, is_plain
from rulekit.play.refusals import ObservedValue, RulesLine
from rulekit.typesystem import types as t

MOST_MEMBERS = 60  # of a set that are tried for the one that comes nearest


MOST_WAYS = 20  # to fill in the parameters of an effect


@attrs.frozen
class ConditionExplainer(Viewpoint):
    """Looks into relations, words, filters, quantifiers and prices until it is at a comparison that decides by itself.

    Of several ways that all fail, only those are told that the options leave open; the nearest miss comes first.
    """

    def causes(self, node: v.T, held: bool) -> list[DecidingPart]:
        """What decides that a condition holds, or fails; the nearest miss first."""
        return FORMS.get(type(node), ConditionExplainer.leaf)(self, node, held)

    def leaf(self, node: v.T, held: bool) -> list[DecidingPart]:
        """Nothing to look into: the values that were compared, and the words and rows they came from."""
        if not self.telling:
            return [DecidingPart(self.path, (self.path[-1],), (), (), Rank())]
        facts, absent = self.facts_of(node)
        rank = Rank(absent, loose=not _measures(node))
        return [DecidingPart(self.path, (self.path[-1],), facts, self.seen_by(node), rank)]

    # ------------------------------------------------------------------ and, or, not

    def _and(self, node: v.And, held: bool) -> list[DecidingPart]:
        return all_needed([self.causes(part, held) for part in node.parts if self.truth_of(part) is held])

    def _or(self, node: v.Or, held: bool) -> list[DecidingPart]:
        if held:
            return [cause for part in node.parts if self.truth_of(part) for cause in self.causes(part, True)]
        return self.alternatives([(part, self) for part in node.parts])

    def alternatives(self, ways: Iterable[tuple[v.T, ConditionExplainer]]) -> list[DecidingPart]:
        """Ways that all fail. One that the configuration closes is told only if nothing else stands in it."""
        found: list[tuple[list[DecidingPart], int]] = []
        spare: list[tuple[list[DecidingPart], int]] = []
        for node, there in ways:
            held = sum(there.truth_of(part) is True for part in _parts(node)) if isinstance(node, v.And) else 0
            if not self.machine.program.never_holds(node):
                found.append((there.causes(node, False), held))
                continue
            told = there._options(node)
            alone = all(there.truth_of(part) for part in _parts(node) if not self.machine.program.never_holds(part))
            (found if told and alone else spare).append((told or there.causes(node, False), held))
        return nearest_first(found or spare)

    def _options(self, node: v.T) -> list[DecidingPart]:
        """The options that close a way."""
        closing = [part for part in _parts(node) if self.machine.program.never_holds(part)]
        read = [line for part in closing for line in self.seen_by(part) if line.option]
        return [DecidingPart(self.path, (line,), (), (), Rank(parts=0, loose=False)) for line in dict.fromkeys(read)]

    def _not(self, node: v.Not, held: bool) -> list[DecidingPart]:
        """What makes `not c` hold is what makes c fail."""
        return self.causes(node.inner, not held)

    def _is_not(self, node: v.IsNot, held: bool) -> list[DecidingPart]:
        """Of nothing every adjective and its denial fail, which is told of the value itself; else it is the adjective
        that decides.
        """
        return self.leaf(node, held) if self.value_or_nothing(node.value) is None else self.causes(node.test, not held)

    def _equal(self, node: v.Equal, held: bool) -> list[DecidingPart]:
        """`x is yes` where x is a condition of its own."""
        for asked, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(other, v.Const) and isinstance(other.value, bool) and isinstance(asked, CONDITIONS):
                return self.causes(asked, self.truth_of(asked) is True)
        return self.leaf(node, held)

    def _choice(self, node: v.Choice, held: bool) -> list[DecidingPart]:
        """The branch that was taken; if that is a constant, the condition chose the outcome and is told."""
        taken = self.truth_of(node.condition) is True
        inner = node.yes if taken else node.no
        if isinstance(inner, v.Const):
            return self.causes(node.condition, taken)
        return self.causes(inner, held)

    def _let(self, node: v.Let, held: bool) -> list[DecidingPart]:
        """The body, with the name bound to what its value is now."""
        return self.with_member(node.name, self.value_or_nothing(node.source)).causes(node.value, held)

    # ------------------------------------------------------------------ words and relations

    def _use(self, node: v.Use, held: bool) -> list[DecidingPart]:
        """Into the word: what stands in it, or the case that applied, with that line on the path. A word that was not
        asked, since an argument is nothing, is told as it stands.
        """
        word = self.machine.words[node.word]
        env = self.inner(word.params, node)
        if env is None:
            return self.leaf(node, held)
        if isinstance(word.body, v.T):
            return self.one_line_in(RulesLine(None, word.decl.span), env).causes(word.body, held)
        for case in word.body:
            there = self.one_line_in(RulesLine(case.id, case.node.span), env)
            if case.sort == "value" and (case.condition is None or there.truth_of(case.condition)):
                return there.causes(case.value, held)
        return self.leaf(node, held)

    def _related(self, node: v.Related, held: bool) -> list[DecidingPart]:
        """Into the relation. Where one case would do and none holds, all are ways that were open, and the nearest is
        told; else each case that decided.
        """
        info = self.machine.relations[node.relation]
        env = self.inner(info.params, node)
        if env is None:
            return self.leaf(node, held)
        around = self.one_line_in(RulesLine(None, info.decl.span), env)
        cases = [
            (case, around.one_line_in(RulesLine(case.id, case.node.span))) for case in info.cases if case.sort == "case"
        ]
        if info.decl.mode == "any" and not held:
            ways = [(case.value, there) for case, there in cases]
            return around.alternatives(ways) + [
                cause for case, there in cases for cause in there.exception_parts(case.id, False)
            ]
        told = [(case, there) for case, there in cases if there._case_holds(case) is held]
        return all_needed([there._case(case, held) for case, there in told])

    def _case_holds(self, case: Any) -> bool:
        """Whether a case holds, exceptions counted; one that faults, or reads a name that is not bound
        here, does not.
        """
        try:
            return self.e.case(case, self.env)
        except (Fault, KeyError):
            return False

    def _case(self, case: Any, held: bool) -> list[DecidingPart]:
        """A case that holds only by an exception is told by that exception; one that fails also by the exceptions that
        do not lift it.
        """
        if held and not self.truth_of(case.value):
            return self.exception_parts(case.id, True)
        return self.causes(case.value, held) + ([] if held else self.exception_parts(case.id, False))

    def exception_parts(self, clause: str | None, held: bool) -> list[DecidingPart]:
        """The exceptions that lift a guard or case, or do not; one that is itself lifted is told by what lifts it."""
        found: list[DecidingPart] = []
        for bend in self.machine.bends.get(clause or "", ()):
            there = self.one_line_in(RulesLine(bend.id, bend.span))
            lifted = self.truth_of(bend.condition) is True and self.e.is_waived(bend.id, self.env)
            if lifted and not held:
                found += there.exception_parts(bend.id, True)
            elif not lifted and self.truth_of(bend.condition) is held:
                found += there.causes(bend.condition, held)
        return found

    # ------------------------------------------------------------------ members of sets

    def _quantifier(self, node: v.Quantifier, held: bool) -> list[DecidingPart]:
        """The member that decides; where all members fail, those that come nearest."""
        if held and node.kind != "some":
            return self.leaf(node, held)
        members = list(islice(self._members(node.binds), MOST_MEMBERS))
        if node.kind == "some" and not held:
            return self.alternatives([(_within(node), there) for there in members]) or self._empty(node)
        wanted = node.kind != "every"  # what the deciding member makes of the body
        within = _within(node)
        for there in members:
            meant = all(there.truth_of(part) for part in _parts(within)[:-1]) if within is not node.body else True
            if meant and (there.truth_of(node.body) is True) is wanted:
                return there.causes(node.body, wanted)
        return self.leaf(node, held)

    def _members(self, binds: tuple[tuple[str, v.T], ...]) -> Iterator[ConditionExplainer]:
        """Every way to bind the names; what a filter leaves out comes too, its condition is asked with the body."""
        if not binds:
            yield self
            return
        (name, source), rest = binds[0], binds[1:]
        while isinstance(source, v.Filter):
            source = source.source
        for member in self.value_or_nothing(source) or ():
            yield from self.with_member(name, member)._members(rest)

    def _empty(self, node: v.Quantifier) -> list[DecidingPart]:
        """Nothing was there to try: what the collections are."""
        return [cause for _, source in node.binds for cause in self.leaf(source, False)]

    def _is_in(self, node: v.IsIn, held: bool) -> list[DecidingPart]:
        """Not in a set: why the set leaves the value out. In it, or nothing at all: the test as it stands."""
        value = self.value_or_nothing(node.left)
        if held is not node.negated or value is None:
            return self.leaf(node, held)
        facts, _ = self.facts_of(node)
        return [attrs.evolve(cause, facts=cause.facts or facts) for cause in self.why_not_in_set(node.right, value)]

    def why_not_in_set(self, source: v.T, value: Any) -> list[DecidingPart]:
        """Why a set does not hold a value: its filter, what was taken from it, or the word it is made of."""
        if isinstance(source, v.Filter):
            there = self.with_member(source.name, value)
            inside = self._has(source.source, value)
            return there.causes(source.condition, False) if inside else self.why_not_in_set(source.source, value)
        if isinstance(source, v.Combine) and source.op == "+":
            return nearest_first([(self.why_not_in_set(side, value), 0) for side in (source.left, source.right)])
        if isinstance(source, v.Combine) and not self._has(source.left, value):
            return self.why_not_in_set(source.left, value)
        if isinstance(source, v.Choice):
            return self.why_not_in_set(source.yes if self.truth_of(source.condition) else source.no, value)
        if isinstance(source, v.Let):
            return self.with_member(source.name, self.value_or_nothing(source.source)).why_not_in_set(
                source.value, value
            )
        word = self.machine.words[source.word] if isinstance(source, v.Use) else None
        env = self.inner(word.params, source) if word is not None and isinstance(source, v.Use) else None
        if word is not None and isinstance(word.body, SIFTING) and env is not None:
            return self.one_line_in(RulesLine(None, word.decl.span), env).why_not_in_set(word.body, value)
        return [DecidingPart(self.path, (self.path[-1],), (), self.seen_by(source), Rank())]

    def _has(self, source: v.T, value: Any) -> bool:
        """Whether a value is in a set, whatever faults on the way counting as no."""
        found = self.value_or_nothing(source)
        return found is not None and value in found

    # ------------------------------------------------------------------ prices and what is supposed

    def _core(self, node: v.CoreUse, held: bool) -> list[DecidingPart]:
        """A word of the kit is told as it stands, except that something cannot be paid, which is looked into."""
        if not node.definition.asks_prices or held:
            return self.leaf(node, held)
        return self.unpayable(node) or self.leaf(node, held)

    def _supposing(self, node: v.Supposing, held: bool) -> list[DecidingPart]:
        """What is supposed is done on a copy and asked there; if it cannot even be done, that is the reason."""
        made = self.machine.try_quietly(self.e, (node.call,), self.env)
        if made is None:
            return self.first_step_not_done((node.call,), self.path[-1]) or self.leaf(node, held)
        there = attrs.evolve(self, e=Evaluator(made.plan, made.table, made, self.e), env={**self.env, "old": None})
        return there.causes(node.condition, held)

    def unpayable(self, node: v.CoreUse) -> list[DecidingPart]:
        """`x is payable` does not hold: the effects meant, and what stands against each."""
        of, at = node.get("of"), node.get("at")
        if of is None:
            return []
        found = self.value_or_nothing(of)
        kind = of.type.bare
        if found is None or not kind.effects:
            return []
        spot = self.env.get("here") if at is None else self.value_or_nothing(at)
        effects = self.machine.plan.effects_told(kind, found)
        return nearest_first((self.effect_causes(effect, spot), 0) for effect in effects)

    def effect_causes(self, effect: int, spot: Any) -> list[DecidingPart]:
        """Why one effect cannot be done, whatever its parameters."""
        m = self.machine
        block = m.blocks[m.plan.effects[effect].key]
        body = block.body
        assert body is not None
        there = self.one_line_in(RulesLine(None, body.span), {"player": self.env.get("player"), "here": spot})
        try:
            ways = list(islice(LegalMoves(self.e).params_of(body.front, None, there.env), MOST_WAYS))
        except Fault:
            return []
        if not ways:
            return there._unfilled_front(body.front)
        return nearest_first((attrs.evolve(there, env=env).effect_price_causes(block), 0) for env in ways)

    def _unfilled_front(self, front: tuple[Any, ...]) -> list[DecidingPart]:
        """The first parameter of an effect that nothing fills, or the guard that nothing passes."""
        here = self
        for step in front:
            if isinstance(step, typed_statements.Bound):
                here = attrs.evolve(here, env={**here.env, step.name: here.value_or_nothing(step.value)})
            elif isinstance(step, typed_statements.Guard):
                if not here.truth_of(step.condition):
                    return here.causes(step.condition, False)
            else:
                members = here.value_or_nothing(step.source) or ()
                if not members or step.amount != "one":
                    return [DecidingPart(here.path, (here.path[-1],), (), here.seen_by(step.source), Rank())]
                here = here.with_member(step.name, next(iter(members)))
        return []

    def effect_price_causes(self, block: o.Block) -> list[DecidingPart]:
        """Why the price of an effect cannot be paid with these parameters."""
        line = self.machine.effect_line(block)
        return [] if line.price is None else self.first_step_not_done(line.price, self.path[-1])

    def first_step_not_done(self, steps: tuple[typed_statements.Step, ...], line: RulesLine) -> list[DecidingPart]:
        """The first step of a price that cannot be done: the guard behind it, or the values it would need."""
        m, e = self.machine, self.e
        for n, step in enumerate(steps):
            before = m.try_quietly(e, steps[:n], self.env) if n else m
            if before is None:
                return []
            if m.try_quietly(e, steps[: n + 1], self.env) is None:
                there = attrs.evolve(self, e=before.evaluator() if n else e)
                told = list(there._refusing_guards(step)) or [there._short(step)]
                return [attrs.evolve(one, decides=tuple(dict.fromkeys((line, *one.decides)))) for one in told]
        return []

    def _refusing_guards(self, step: typed_statements.Step) -> Iterator[DecidingPart]:
        """A guard, or those of a called procedure, that do not hold; else what it calls in turn."""
        if isinstance(step, typed_statements.Guard):
            yield from self.causes(step.condition, False)
        if not isinstance(step, typed_statements.Call) or step.proc is None:
            return
        m = self.machine
        block = m.blocks[f"proc {step.proc}"]
        body = block.body
        if body is None:
            return
        env: Env = m.arguments(self.e, step, block, self.env)
        there = attrs.evolve(self, env=env, bound=frozenset())
        for guard in body.front:
            if isinstance(guard, typed_statements.Guard) and not there.truth_of(guard.condition):
                yield from there.one_line_in(RulesLine(guard.id, guard.span)).causes(guard.condition, False)
                return
        for line in body.lines:
            for call in line.does if not line.openers else ():
                if m.try_quietly(there.e, (call,), env) is None:
                    inner = there.one_line_in(RulesLine(line.id, line.span))
                    yield from list(inner._refusing_guards(call)) or [inner._short(call)]
                    return

    def _short(self, step: typed_statements.Step) -> DecidingPart:
        """A verb of the kit that cannot be done: what it was given, and what is there."""
        args = [value for _, value in step.args] if isinstance(step, typed_statements.Call) else []
        told = [one for one in args if not is_plain(one)]
        facts = tuple(ObservedValue(one.span, self.value_text(self.value_or_nothing(one), one.type)) for one in told)
        seen = tuple(line for one in args for line in self.seen_by(one))
        return DecidingPart(self.path, (self.path[-1],), facts, seen, Rank(loose=False))


def _measures(node: v.T) -> bool:
    """Does a test hold two values against each other, so that it fails by so much? `sort of t is oak` does not."""
    sides = (node.left, node.right) if isinstance(node, v.Equal) else ()
    named = any(isinstance(one, v.Const) and not one.type.bare.numeric for one in sides)
    return isinstance(node, v.Compare) or (bool(sides) and not named)


def _parts(node: v.T) -> tuple[v.T, ...]:
    """The parts of `and`; anything else is one part."""
    return node.parts if isinstance(node, v.And) else (node,)


def _within(node: v.Quantifier) -> v.T:
    """The body with the conditions of the filters its members come from, in the names of the quantifier."""
    conditions = [c for name, source in node.binds for c in _conditions(source, name)]
    return v.And((*conditions, node.body), type=node.type, span=node.span) if conditions else node.body


def _conditions(source: v.T, name: str) -> Iterator[v.T]:
    """What a member of a filtered collection must fulfil, said of the name it has outside."""
    while isinstance(source, v.Filter):
        yield substitute(source.condition, {source.name: v.Local(name, type=(source.type.member or t.UNKNOWN).bare)})
        source = source.source


SIFTING = (v.Filter, v.Combine, v.Choice, v.Let, v.Use)  # sets that are made of others by leaving out or joining


CONDITIONS = (v.And, v.Or, v.Not, v.Use, v.Related, v.Quantifier, v.CoreUse, v.Compare, v.Equal, v.IsIn, v.IsNot)


FORMS: dict[type, Callable[[ConditionExplainer, Any, bool], list[DecidingPart]]] = {
    v.And: ConditionExplainer._and,
    v.Or: ConditionExplainer._or,
    v.Not: ConditionExplainer._not,
    v.IsNot: ConditionExplainer._is_not,
    v.Equal: ConditionExplainer._equal,
    v.Choice: ConditionExplainer._choice,
    v.Let: ConditionExplainer._let,
    v.Use: ConditionExplainer._use,
    v.Related: ConditionExplainer._related,
    v.Quantifier: ConditionExplainer._quantifier,
    v.IsIn: ConditionExplainer._is_in,
    v.CoreUse: ConditionExplainer._core,
    v.Supposing: ConditionExplainer._supposing,
}
