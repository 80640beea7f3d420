"""Proofs that a decision offers something: from what encloses it, from endings that have not come, and from laws.

For K42: `player must play card` where the hand may be empty stops the game. The proof collects what surely holds at
that line, as sentences without words of the game, and then looks for an offer whose choices are not empty and whose
guards follow from these sentences, trying a few values where none follows at once. In the second line the hand is not
empty, since the first has asked. A line::

    if count of hand of player > 0:
      player must choose drop: c in hand of player

What can be shown neither way is left to play, where an empty `must` is a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from rulekit.check.dataflow.range_inference import flow_of
from rulekit.check.effects.effect_summary import effects
from rulekit.check.proofs.case_analysis import Binds, Offer, cases_of
from rulekit.check.proofs.inlining import Inliner, is_same_value, replace_name, write_out
from rulekit.check.proofs.literals import empty_of, limits, literals
from rulekit.check.proofs.path_conditions import DecisionPoint, PathConditions
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import locals_of, walk
from rulekit.memo import memoize
from rulekit.typesystem import types as t
from rulekit.words.word import Gives

# The search for a value that surely passes all guards. Where it is given up, no proof is found: the decision is left to
# play, where an empty `must` is a fault, or K42 is told although there is always a move. Nothing wrong is believed. The
# numbers bound the time of one decision and were chosen, not measured.
TRIED = 8  # values of one parameter
DEEP = 3  # parameters that are tried
STEPS = 400  # values tried for one decision
RULING = ("always", "at-rest", "never")


class NonEmptyProver:
    """Settles decisions of one rulebook."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.checked = checked
        self.inliner = Inliner(checked)
        self.effects = effects(checked)
        self.flow = flow_of(checked)
        self.paths = PathConditions(checked)

    def always_has_move(self, place: DecisionPoint, but: frozenset[str] = frozenset()) -> bool:
        """Is there always a move? What reads any of `but` is not counted on, laws apart."""
        step = place.step
        assert isinstance(step, typed_statements.Ask | typed_statements.Choose)
        if isinstance(step, typed_statements.Ask) and (self._other(step) or self._law(step)):
            return True
        names = write_out(self.inliner, self.paths.bound_values(place))
        prover = OfferProver(self.checked, self.inliner, self._near(place, but), names)
        return self._can_be_shown(prover, step, names) or self._can_be_shown(
            prover.with_(self._laws(place, names)), step, names
        )

    def nothing_left(self, place: DecisionPoint) -> tuple[v.Read, Any] | None:
        """A state and a value it may have here, with which there is no move; nothing if none can be shown."""
        step = place.step
        assert isinstance(step, typed_statements.Ask | typed_statements.Choose)
        seen = next((one for one in self.flow.body(place.key) if one.node is step), None)
        if seen is None:
            return None
        names = write_out(self.inliner, self.paths.bound_values(place))
        known = OfferProver(self.checked, self.inliner, self._near(place, frozenset()), names)
        facts = known.with_(self._laws(place, names)).known
        offers = [self._offer(front, step.who, names) for front in self._fronts(step)]
        return cases_of(self.checked).nothing_left(offers, facts, seen.facts)

    def _fronts(self, step: typed_statements.Ask | typed_statements.Choose) -> list[tuple[typed_statements.Step, ...]]:
        """The choices and guards of everything that is offered, at any time included."""
        if isinstance(step, typed_statements.Choose):
            return [tuple(step.params)]
        anytime = [action.name for action in self.checked.symbols.actions.values() if action.decl.anytime]
        return [self.checked.bodies[f"action {name}"].front for name in (*step.offers, *anytime)]

    def _offer(self, front: Iterable[typed_statements.Step], who: v.T, names: dict[str, v.T]) -> Offer:
        """Guards that an exception may set aside are not counted on, nor are sets of things that are chosen."""
        inner = {**names, "player": self.inliner.unfold(who, names)}
        bent = {bend.target for bend in self.checked.bends}
        binds: list[tuple[str, v.T]] = []
        guards: list[v.T] = []
        for step in front:
            if isinstance(step, typed_statements.Bound):
                inner[step.name] = self.inliner.unfold(step.value, inner)
            elif isinstance(step, typed_statements.Guard) and step.id not in bent:
                guards.append(self.inliner.unfold(step.condition, inner))
            elif isinstance(step, typed_statements.Param):
                inner.pop(step.name, None)
                if step.amount == "one":
                    binds.append((step.name, self.inliner.unfold(step.source, inner)))
        return tuple(binds), guards

    def _can_be_shown(
        self, prover: OfferProver, step: typed_statements.Ask | typed_statements.Choose, names: dict[str, v.T]
    ) -> bool:
        """Whether the prover can show a choice, or a move of one of the offered actions."""
        if isinstance(step, typed_statements.Choose):
            return prover.choosable(step.params, names)
        return any(prover.possible(name, step.who) for name in step.offers)

    def _near(self, place: DecisionPoint, but: frozenset[str]) -> list[v.T]:
        """What encloses the decision, what nothing has changed yet, and endings that have not come."""
        near = self.paths.enclosing_conditions(place) + self.paths.endings(place)
        near += self.paths.starting_conditions(place) + self._callers(place)
        return [fact for fact in near if not but or not self.effects.reads(fact) & but]

    def _laws(self, place: DecisionPoint, names: dict[str, v.T]) -> list[v.T]:
        """Laws about what the decision depends on."""
        step = place.step
        assert isinstance(step, typed_statements.Ask | typed_statements.Choose)
        who = self.inliner.unfold(step.who, names)
        wanted = self.effects.reads(*(step.params if isinstance(step, typed_statements.Choose) else ()))
        for name in step.offers if isinstance(step, typed_statements.Ask) else ():
            wanted |= self.effects.read_by(self.effects.direct_effects(f"legal {name}"))
        laws = [law for law in self.paths.laws(place) if self.effects.reads(law) & wanted]
        return [one for law in laws for one in self._for(law, who)]

    def _for(self, law: v.T, who: v.T) -> Iterator[v.T]:
        """A law for the one who is asked, and as it stands."""
        full = self.inliner.unfold(law, {"p": who, "player": who})
        yield full
        while isinstance(full, v.Quantifier) and full.kind == "every":
            name, source = full.binds[0]
            if not (isinstance(source, v.Members) and source.of.player):
                return
            rest = tuple((n, replace_name(s, name, who)) for n, s in full.binds[1:])
            body = replace_name(full.body, name, who)
            full = v.Quantifier("every", rest, body, type=t.YES_NO) if rest else body
            yield full
            yield from _likewise(full)

    def _callers(self, place: DecisionPoint) -> list[v.T]:
        """The least that callers give for a number."""
        found: list[v.T] = []
        key = place.key.removeprefix("proc ") if place.key.startswith("proc ") else ""
        for param in self.flow.procs[key].params if key else ():
            low = self.flow.params.get((key, param.name), (-t.LARGEST, t.LARGEST))[0]
            if param.type.numeric and low > -t.LARGEST:
                name, bound = v.Local(param.name, type=param.type), v.Const(low, type=t.number(low, low))
                found.append(v.Compare(">=", name, bound, type=t.YES_NO))
        return found

    def _other(self, step: typed_statements.Ask) -> bool:
        """One offer is there exactly when another is not possible."""
        for name in step.offers:
            front = self.checked.bodies[f"action {name}"].front
            guards = [s.condition for s in front if isinstance(s, typed_statements.Guard)]
            if len(guards) == len(front) and guards and all(_denies(g, step.offers) for g in guards):
                return True
        return False

    def _law(self, step: typed_statements.Ask) -> bool:
        """A law says that something of this is possible; play-outs hunt for the opposite."""
        laws = [(law.condition, law.kind != "never") for law in self.checked.laws if law.kind in RULING]
        return any(name in step.offers for law, yes in laws if law is not None for name in _possible_by_law(law, yes))


@memoize
def prover_of(checked: CheckedRulebook) -> NonEmptyProver:
    """Worked out when first asked for."""
    return NonEmptyProver(checked)


class OfferProver:
    """Works with what is known at one decision.

    `known` are sentences that hold there, split at every `and`. Each method answers yes only if it can be shown: no
    means "not proven", never "false".
    """

    def __init__(self, checked: CheckedRulebook, inliner: Inliner, known: Iterable[v.T], names: dict[str, v.T]) -> None:
        self.checked = checked
        self.inliner = inliner
        self.names = names
        self.sizing = flow_of(checked).intervals.sizing
        self.tried = 0
        self.known = [atom for fact in known for atom in literals(inliner.unfold(fact, names))]

    def with_(self, more: Iterable[v.T]) -> OfferProver:
        """The same prover, with more conditions known to hold."""
        made = OfferProver(self.checked, self.inliner, (), self.names)
        made.known = [*self.known, *(atom for fact in more for atom in literals(fact))]
        return made

    # -------------------------------------------------------------- actions and choices

    def possible(self, action: str, who: v.T) -> bool:
        """Is a move of this action sure to be legal for a player?"""
        if any(_said_possible(atom, action) for atom in self.known):
            return True
        body = self.checked.bodies[f"action {action}"]
        if any(line.price is not None for line in body.lines if not line.openers):
            return False
        names = {**self.names, "player": self.inliner.unfold(who, self.names)}
        return self.choosable(body.front, names)

    def choosable(self, front: Sequence[typed_statements.Step], names: dict[str, v.T]) -> bool:
        """Are there values for all parameters so that every guard holds?"""
        binds: list[tuple[str, v.T]] = []
        guards: list[v.T] = []
        inner = dict(names)
        for step in front:
            if isinstance(step, typed_statements.Bound):
                inner[step.name] = self.inliner.unfold(step.value, inner)
            elif isinstance(step, typed_statements.Guard):
                guards += literals(self.inliner.unfold(step.condition, inner))
            elif isinstance(step, typed_statements.Param):
                source = self.inliner.unfold(step.source, inner)
                inner.pop(step.name, None)
                if step.amount == "one":
                    binds.append((step.name, source))
                elif not self._several(step, source, inner):
                    return False
        chosen = tuple(binds)
        return self.exists(chosen, guards) or cases_of(self.checked).always_has_choice(chosen, guards, self.known)

    def _several(self, step: typed_statements.Param, source: v.T, names: dict[str, v.T]) -> bool:
        """Can so many be chosen?"""
        if step.amount != "exactly" or step.count is None:
            return True
        wanted = self.inliner.unfold(step.count, names)
        if isinstance(wanted, v.CoreUse) and wanted.definition.gives is Gives.LEAST:
            items = wanted.get("of")
            return isinstance(items, v.Listed) and any(_count_of(item, source) for item in items.items)
        if isinstance(wanted, v.Arith) and wanted.op == "-" and _count_of(wanted.left, source):
            return limits(wanted.right, self.known)[0] >= 0 and limits(wanted, self.known)[0] >= 0
        return limits(wanted, self.known)[1] <= self.least_count(source)

    def exists(self, binds: Binds, guards: Sequence[v.T]) -> bool:
        """Whether some combination of members meets all guards for certain. False means that it is not proven."""
        if all(self.surely_holds_some(source) for _, source in binds) and all(self.holds(guard) for guard in guards):
            return True
        if any(self._matches(binds, guards, atom) for atom in self.known if isinstance(atom, v.Quantifier)):
            return True
        names = {name for name, _ in binds}
        lasting = [guard for guard in guards if not names & locals_of(guard)]
        return all(self.holds(guard) for guard in lasting) and self._witness(binds, list(guards), DEEP)

    # -------------------------------------------------------------- an example

    def _witness(self, binds: Binds, guards: list[v.T], deep: int) -> bool:
        """Is there a fixed value for one parameter after the other?"""
        if not binds:
            return all(self.holds(guard) for guard in guards)
        (name, source), rest = binds[0], binds[1:]
        if deep == 0:
            return False
        for value in islice(self._values(source), TRIED):
            self.tried += 1
            if self.tried > STEPS:
                return False
            more = tuple((n, replace_name(s, name, value)) for n, s in rest)
            if self._witness(
                more, [g for guard in guards for g in literals(replace_name(guard, name, value))], deep - 1
            ):
                return True
        return False

    def _values(self, source: v.T) -> Iterator[v.T]:
        """Members that are sure to be in a collection."""
        if isinstance(source, v.Interval):
            low, high = limits(source.low, self.known), limits(source.high, self.known)
            for n in range(low[1], min(high[0], low[1] + TRIED) + 1):
                yield v.Const(n, type=t.number(n, n))
        elif isinstance(source, v.Listed) and not source.flat:
            yield from (item for item in source.items if not item.type.optional)
        elif isinstance(source, v.Members):
            first = source.of.low if source.of.numeric else 0
            for n in range(min(self.sizing.members(source.of), TRIED)):
                yield v.Const(first + n, type=source.of)

    # -------------------------------------------------------------- what is known of such a thing

    def _matches(self, binds: Binds, guards: Sequence[v.T], atom: v.Quantifier) -> bool:
        """Does `some x in S has c` give the values that are wanted?"""
        if atom.kind != "some":
            return False
        found, body = _as_one_sentence(atom)
        return self._names_match(binds, list(guards), found, self.with_(body))

    def _names_match(self, binds: Binds, guards: list[v.T], found: Binds, known: OfferProver) -> bool:
        """Gives the names of a known `some` to the parameters one by one, where the domains allow it, until all guards
        follow from what that sentence says of them.
        """
        if not binds:
            return all(known.holds(guard) for guard in guards)
        (name, source), rest = binds[0], binds[1:]
        for one, domain in found:
            if _inside(domain, source):
                value = v.Local(one, type=domain.type.member or t.UNKNOWN)
                more = tuple((n, replace_name(s, name, value)) for n, s in rest)
                if self._names_match(more, [replace_name(g, name, value) for g in guards], found, known):
                    return True
        return False

    # -------------------------------------------------------------- conditions

    def holds(self, node: v.T) -> bool:
        """Is a written-out condition sure?"""
        if isinstance(node, v.Const):
            return bool(node.value)
        if any(is_same_value(node, atom) for atom in self.known):
            return True
        if isinstance(node, v.And):
            return all(self.holds(part) for part in node.parts)
        if isinstance(node, v.Or):
            return any(self.holds(part) for part in node.parts)
        if isinstance(node, v.Compare):
            return self._decide_comparison(node)
        if isinstance(node, v.IsNothing):
            return node.negated and not node.value.type.optional
        if isinstance(node, v.IsIn) and not node.negated:
            return isinstance(node.right, v.Members) and not node.left.type.optional
        emptied = empty_of(node)
        if emptied is not None:
            return self.surely_holds_some(emptied)
        if isinstance(node, v.Quantifier) and node.kind == "some":
            return self.exists(node.binds, literals(node.body))
        return False

    def _decide_comparison(self, node: v.Compare) -> bool:
        left, right = limits(node.left, self.known), limits(node.right, self.known)
        tests = {"<": left[1] < right[0], "<=": left[1] <= right[0], ">": left[0] > right[1], ">=": left[0] >= right[1]}
        return tests.get(node.op, left == right and left[0] == left[1])

    # -------------------------------------------------------------- collections

    def surely_holds_some(self, node: v.T) -> bool:
        """Is a written-out collection sure to hold something?"""
        return self.least_count(node) >= 1

    def least_count(self, node: v.T) -> int:
        """How many members it holds at the least, as far as can be told."""
        found = max((_least_promised(atom, node) for atom in self.known), default=0)
        if isinstance(node, v.Members):
            size = self.checked.symbols.seats[0] if node.of.player else self.sizing.members(node.of)
            return max(found, size)
        if isinstance(node, v.Interval):
            return max(found, limits(node.high, self.known)[0] - limits(node.low, self.known)[1] + 1)
        if isinstance(node, v.Listed):
            parts = [self.least_count(i) if i.type.collection else self._thing(i) for i in node.items]
            return max([found, *parts])
        if isinstance(node, v.Single):
            return max(found, self._thing(node.member))
        if isinstance(node, v.Combine):
            left = self.least_count(node.left)
            if node.op == "+":
                return max(found, left, self.least_count(node.right))
            return max(found, left - 1) if isinstance(node.right, v.Single) else found
        if isinstance(node, v.CoreUse) and node.definition.keeps:
            start = node.get("of")
            there = start is not None and (
                self.surely_holds_some(start) if start.type.collection else self._thing(start)
            )
            return max(found, int(bool(there)))
        if isinstance(node, v.Choice):
            return max(found, min(self.least_count(node.yes), self.least_count(node.no)))
        return max(found, self._least_kept(node)) if isinstance(node, v.Filter) else found

    def _least_kept(self, node: v.Filter) -> int:
        """Is there something that passes a filter?"""
        return int(self.exists(((node.name, node.source),), literals(node.condition)))

    def _thing(self, node: v.T) -> int:
        """1 if a single value is surely something, else 0."""
        there = v.IsNothing(node, True, type=t.YES_NO)
        return int(not node.type.optional or any(is_same_value(there, atom) for atom in self.known))


def _denies(guard: v.T, offers: Iterable[str]) -> bool:
    """Whether a guard says that one of these offers is not possible."""
    inner = guard.inner if isinstance(guard, v.Not) else guard.test if isinstance(guard, v.IsNot) else None
    of = inner.get("of") if isinstance(inner, v.CoreUse) and inner.definition.asks_moves else None
    return isinstance(of, v.Named) and of.name in offers


def _possible_by_law(node: v.T, yes: bool) -> Iterator[str]:
    """The actions that a law says are possible."""
    if isinstance(node, v.Not):
        yield from _possible_by_law(node.inner, not yes)
    elif isinstance(node, v.And | v.Or):
        for part in node.parts:
            yield from _possible_by_law(part, yes)
    elif isinstance(node, v.Quantifier):
        yield from _possible_by_law(node.body, yes != (node.kind == "no"))
    elif isinstance(node, v.CoreUse) and node.definition.asks_moves and yes:
        of = node.get("of")
        if isinstance(of, v.Named):
            yield of.name


def _likewise(node: v.T) -> Iterator[v.T]:
    """`(a) is (b)`: whatever one side says counts as said; play-outs hunt for the opposite."""
    if isinstance(node, v.Equal) and node.left.type.bare == t.YES_NO and not node.negated:
        yield node.left
        yield node.right


def _said_possible(atom: v.T, action: str) -> bool:
    """Whether a sentence says that an action is possible."""
    of = atom.get("of") if isinstance(atom, v.CoreUse) and atom.definition.asks_moves else None
    return isinstance(of, v.Named) and of.name == action


def _count_of(node: v.T, source: v.T) -> bool:
    """Whether a value is `count of` this collection."""
    of = node.get("of") if isinstance(node, v.CoreUse) and node.definition.gives is Gives.COUNT else None
    return of is not None and is_same_value(of, source)


def _as_one_sentence(atom: v.Quantifier) -> tuple[Binds, list[v.T]]:
    """`some x has some y has c` as one sentence."""
    binds = list(atom.binds)
    body: list[v.T] = []
    for part in literals(atom.body):
        if isinstance(part, v.Quantifier) and part.kind == "some":
            more, inner = _as_one_sentence(part)
            binds += more
            body += inner
        else:
            body.append(part)
    return tuple(binds), body


def _inside(domain: v.T, wanted: v.T) -> bool:
    """Is everything of one collection sure to be in the other?"""
    if is_same_value(domain, wanted):
        return True
    if isinstance(domain, v.Filter) and _inside(domain.source, wanted):
        return True
    return (
        isinstance(wanted, v.Combine)
        and wanted.op == "+"
        and (_inside(domain, wanted.left) or _inside(domain, wanted.right))
    )


def _least_promised(atom: v.T, node: v.T) -> int:
    """How many members of a collection a known sentence promises."""
    emptied = empty_of(atom)
    if emptied is not None:
        return int(_about(emptied, node))
    if isinstance(atom, v.IsIn) and not atom.negated:
        return int(_about(atom.right, node))
    if isinstance(atom, v.Compare | v.Equal):
        for side, other in ((atom.left, atom.right), (atom.right, atom.left)):
            of = side.get("of") if isinstance(side, v.CoreUse) and side.definition.gives is Gives.COUNT else None
            if of is not None and _about(of, node) and isinstance(other, v.Const):
                return max(0, limits(side, [atom])[0])
    if isinstance(atom, v.Quantifier) and atom.kind == "some":
        return int(any(_about(source, node) for _, source in atom.binds[:1]))
    if isinstance(atom, v.Quantifier) and atom.kind == "every":
        return _each(atom, node)
    return 0


def _about(found: v.T, node: v.T) -> bool:
    """Whether a sentence about one collection promises something of another: the same, or one of which it is a part."""
    return is_same_value(found, node) or (isinstance(found, v.Filter) and is_same_value(found.source, node))


def _each(atom: v.Quantifier, node: v.T) -> int:
    """`every n in 1 to 3 has count of those x in S having (f of x = n) = 1`: three different ones."""
    (name, source), *rest = atom.binds
    size = limits(source.high, [])[0] - limits(source.low, [])[1] + 1 if isinstance(source, v.Interval) else 0
    promised = min((_least_promised(part, node) for part in literals(atom.body)), default=0)
    parted = any(isinstance(n, v.Equal) and _names(n, name) for n in walk(atom.body))
    return size if promised and parted and not rest else 0


def _names(node: v.Equal, name: str) -> bool:
    """Whether one side of an equation is this very name."""
    return any(side.local == name for side in (node.left, node.right))
