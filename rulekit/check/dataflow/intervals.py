"""Interval analysis of values: between which numbers one lies, and whether it can be nothing."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.collection_bounds import Ask, CollectionBounds
from rulekit.check.dataflow.facts import Bounds, Facts, is_present, place
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.statement_walk import lines_of, steps_of
from rulekit.check.tree.typed_walk import locals_of
from rulekit.model import declarations as d
from rulekit.typesystem import types as t
from rulekit.verbs.verb import VerbAction
from rulekit.words.word import NUMBERS, Gives

DEEP = 40  # words within words
LOOPS = (typed_statements.Repeat, typed_statements.Until, typed_statements.Each, typed_statements.Ever)
EMPTY_HANDED = (Gives.END, Gives.MEMBER, Gives.GREATEST, Gives.LEAST, Gives.NTH, Gives.SOLE)


class Intervals(CollectionBounds):
    """Bounds, sizes and presence of values, and what conditions say about them, for one rulebook.

    `intervals.of(node, facts)` is the range of `heap - n` where `facts` are known, `size` that of a collection,
    `assume(condition, facts)` gives the facts where the condition holds.
    """

    def __init__(self, checked: CheckedRulebook) -> None:
        super().__init__(checked)
        self.deep = 0
        self._answers: dict[Any, Any] = {}  # of words, by what was asked of them and with which bounds
        self._touched: dict[f.Key, frozenset[str]] = {}
        self._reported: dict[str, Bounds] = {}
        self._params: Mapping[tuple[str, str], Bounds] = {}

    def settle(self, params: Mapping[tuple[str, str], Bounds]) -> None:
        """Take what callers give to procedures as known from here on; reports are worked out anew."""
        self._params = params
        self._reported = {}
        self._assumed = {}
        self.__dict__.pop("_reporting", None)

    def bounds_of(self, node: v.T, facts: Facts) -> Bounds:
        """The bounds of a number: what its form gives, cut down by what is known at this line. Never wider than
        its type.
        """
        if isinstance(node, v.Local) and node.name in facts.bounds:
            return facts.bounds[node.name]
        form = self.NUMBERS.get(type(node))
        low, high = form(self, node, facts) if form is not None else type_bounds(node.type)
        known = facts.bounds.get(f.key(node))
        return (low, high) if known is None else (max(low, known[0]), min(high, known[1]))

    def element(self, node: v.T, facts: Facts) -> Bounds:
        """The bounds of every number that can be a member of this set or list."""
        if isinstance(node, v.Interval):
            return self.bounds_of(node.low, facts)[0], self.bounds_of(node.high, facts)[1]
        if isinstance(node, v.Filter):
            inner = facts.drop(self.loss_test({f"local {node.name}"})).with_bounds(
                node.name, *self.element(node.source, facts)
            )
            inner = self.assume(node.condition, inner)
            return inner.bounds.get(node.name, type_bounds(node.type.member))
        if isinstance(node, v.Listed) and not node.flat:
            return f.span(*(self.bounds_of(item, facts) for item in node.items))
        if isinstance(node, v.Let):
            return self.element(node.value, self.facts_with_name(facts, node))
        if isinstance(node, v.Collect):
            inner = self.facts_with_member(facts, node.name, node.source)
            return self.bounds_of(node.value, inner) if node.sort == "list" else self.element(node.value, inner)
        if isinstance(node, v.MapValues) and isinstance(node.map, v.Read):
            return self.state(node.map.state, facts)
        if isinstance(node, v.AsSet):
            return self.element(node.source, facts)
        return type_bounds((node.map.type if isinstance(node, v.MapValues) else node.type).member)

    # -------------------------------------------------------------- words, names and states

    def ask_inside(self, node: v.Use, facts: Facts, what: Any, ask: Ask) -> Any:
        """An answer about a word of the game, worked out inside its body with the bounds of the arguments it is
        given here; None if the word has no body or calls go too deep. Answers are kept by word and bounds.
        """
        word = self.effects.words.get(node.word)
        if word is None or word.body is None or self.deep > DEEP:
            return None
        bounds: dict[f.Key, Bounds] = {}
        for param, arg in zip(word.params, node.args, strict=False):
            if param.type.bare.numeric:
                bounds[param.name] = self.bounds_of(arg, facts)
        asked = (what, node.word, frozenset(bounds.items()))
        if asked not in self._answers:
            names = [p.name for p in word.params] + [name for name, _ in node.hidden]
            self.deep += 1
            try:
                self._answers[asked] = ask(word, Facts(bounds=bounds, sure=frozenset(names)))
            finally:
                self.deep -= 1
        return self._answers[asked]

    def facts_with_name(self, facts: Facts, node: v.Let) -> Facts:
        """The facts inside a `let`: what is known, and the bounds of the new name."""
        inner = facts.drop(self.loss_test({f"local {node.name}"}))
        if node.source.type.bare.numeric:
            inner = inner.with_bounds(node.name, *self.bounds_of(node.source, facts))
        return inner if node.source.type.optional else inner.with_present(node.name)

    def facts_with_member(self, facts: Facts, name: str, source: v.T) -> Facts:
        """The facts inside a loop or filter: what is known, and the bounds of a member of `source` under this
        name.
        """
        low, high = self.element(source, facts)
        inner = facts.drop(self.loss_test({f"local {name}"})).with_present(name)
        number = (source.type.member or t.UNKNOWN).bare.numeric
        return inner.with_bounds(name, low, high) if number else inner

    def state(self, name: str, facts: Facts) -> Bounds:
        """The bounds of a state: its type, and `at most` and `at least` where they are numbers."""
        low, high = type_bounds(self.symbols.states[name].type)
        checked = self.checked.states.get(name)
        for limit, node in checked.bounds if checked is not None else ():
            least, most = self.bounds_of(node, f.NONE)
            low, high = (low, min(high, most)) if limit == "most" else (max(low, least), high)
        return low, high

    # -------------------------------------------------------------- what a fact is about

    def subjects_of(self, key: f.Key) -> frozenset[str]:
        """What a fact is about: states, zones, and locals as `local x`."""
        found = self._touched.get(key)
        if found is None:
            found = self._touched[key] = self._touch(key)
        return found

    def _touch(self, key: f.Key) -> frozenset[str]:
        """By a name the local, by a map without its last index the state, and else all that the value is read from."""
        if isinstance(key, str):
            return frozenset((f"local {key}",))
        state, nodes = key if isinstance(key, tuple) else (None, key)
        names = {f"local {name}" for name in locals_of(nodes)}
        return self.effects.depends(nodes) | names | ({f"state {state}"} if state is not None else frozenset())

    def loss_test(self, marks: frozenset[str] | set[str]) -> Callable[[f.Key], bool]:
        """Is a fact about something that was changed?"""
        return lambda key: not marks.isdisjoint(self.subjects_of(key))

    # -------------------------------------------------------------- forms of numbers

    def _const(self, node: v.Const, facts: Facts) -> Bounds:
        """Yes and no count as 1 and 0."""
        value = node.value
        return (int(value), int(value)) if isinstance(value, int) else type_bounds(node.type)

    def _option(self, node: v.OptionValue, facts: Facts) -> Bounds:
        """From the smallest to the largest value the option can be set to."""
        values = [x for x in self.symbols.options[node.name].values if isinstance(x, int)]
        return (min(values), max(values)) if values else type_bounds(node.type)

    def _arith(self, node: v.Arith, facts: Facts) -> Bounds:
        """By the bounds of both sides; a difference also by what is known of the gap between them, as behind `require
        a >= b`.
        """
        left, right = self.bounds_of(node.left, facts), self.bounds_of(node.right, facts)
        if node.op != "-":
            return {"+": f.add_bounds, "*": f.times, "/": f.divide_bounds}[node.op](left, right)
        low, high = f.minus(left, right)
        one, other = f.key(node.left), f.key(node.right)
        return max(low, facts.gaps.get((one, other), low)), min(high, -facts.gaps.get((other, one), -high))

    def _choice(self, node: v.Choice, facts: Facts) -> Bounds:
        """The branches that can be taken, each with what the condition tells in it."""
        ways = [(node.yes, self.assume(node.condition, facts)), (node.no, self.assume(node.condition, facts, False))]
        found = [self.bounds_of(value, known) for value, known in ways if not known.dead]
        return f.span(*found) if found else type_bounds(node.type)

    def _use(self, node: v.Use, facts: Facts) -> Bounds:
        found: Bounds | None = self.ask_inside(node, facts, "bounds", self._body)
        return found if found is not None else type_bounds(node.type)

    def _body(self, word: Any, facts: Facts) -> Bounds:
        if isinstance(word.decl, d.Define):
            return self.bounds_of(word.body, facts)
        return self.total(word.body, facts) if isinstance(word.decl, d.Total) else self._first(word.body, facts)

    def total(self, lines: Any, facts: Facts) -> Bounds:
        """Between which numbers an account lies: its lines in order."""
        found = (0, 0)
        for line in lines:
            here = facts if line.condition is None else self.assume(line.condition, facts)
            bounds = self.bounds_of(line.value, here)
            if isinstance(line.node, d.Bound):
                pick = min if line.node.limit == "most" else max
                found = pick(found[0], bounds[0]), pick(found[1], bounds[1])
            elif not here.dead:
                added = (f.minus if line.node.sign == "-" else f.add_bounds)(found, bounds)
                found = added if line.condition is None else f.span(found, added)
        return found

    def _first(self, cases: Any, facts: Facts) -> Bounds:
        found = []
        for case in cases:
            here = facts if case.condition is None else self.assume(case.condition, facts)
            if not here.dead:
                found.append(self.bounds_of(case.value, here))
            if case.condition is not None:
                facts = self.assume(case.condition, facts, False)
            if case.condition is None or facts.dead:
                break
        return f.span(*found) if found else (-t.LARGEST, t.LARGEST)

    def _core(self, node: v.CoreUse, facts: Facts) -> Bounds:
        of, by = node.get("of"), v.divisor(node)
        if of is not None and by is not None:
            return f.rest(self.bounds_of(of, facts), self.bounds_of(by, facts))
        gives = node.definition.gives
        if of is None or gives not in NUMBERS:
            return type_bounds(node.type)
        if gives in (Gives.COUNT, Gives.TOTAL):
            return (self.size if gives is Gives.COUNT else self.sum)(of, facts)
        if isinstance(of, v.Listed) and not of.flat:
            return _end_of(
                [(self.bounds_of(item, facts), is_present(item, facts)) for item in of.items], gives is Gives.GREATEST
            )
        return self.element(of, facts)

    NUMBERS: ClassVar[dict[type, Callable[..., Bounds]]] = {
        v.Const: _const,
        v.OptionValue: _option,
        v.FieldOf: lambda self, node, facts: self.sizing.field(node.kind, node.field),
        v.Arith: _arith,
        v.Choice: _choice,
        v.Let: lambda self, node, facts: self.bounds_of(node.value, self.facts_with_name(facts, node)),
        v.Otherwise: lambda self, node, facts: f.span(
            self.bounds_of(node.value, facts), self.bounds_of(node.default, facts)
        ),
        v.Earlier: lambda self, node, facts: self.bounds_of(node.value, f.NONE),
        v.At: lambda self, node, facts: self.bag(node.bag, node.key, facts),
        v.Read: lambda self, node, facts: self.state(node.state, facts),
        v.Use: _use,
        v.CoreUse: _core,
    }

    # -------------------------------------------------------------- nothing

    def may_be_nothing(self, node: v.T, facts: Facts) -> bool:
        """Can a value be nothing, given what is known? Only a single value can; a collection is empty instead."""
        if node.type.collection or f.key(node) in facts.sure:
            return False
        form = self.NOTHINGS.get(type(node))
        return form(self, node, facts) if form is not None else node.type.optional

    def _any(self, nodes: Iterable[v.T], facts: Facts) -> bool:
        return any(self.may_be_nothing(node, facts) for node in nodes)

    def _no_read(self, node: v.Read, facts: Facts) -> bool:
        return self.symbols.states[node.state].type.optional or self._any(node.args, facts)

    def _no_field(self, node: v.FieldOf, facts: Facts) -> bool:
        return self.sizing.may_be_nothing(node.kind, node.field) or self.may_be_nothing(node.of, facts)

    def _no_use(self, node: v.Use, facts: Facts) -> bool:
        if self._any(node.args, facts):
            return True

        def ask(word: Any, inner: Facts) -> bool:
            if isinstance(word.decl, d.Total):
                return False
            values = [case.value for case in word.body] if isinstance(word.decl, d.Cases) else [word.body]
            return self._any(values, inner)

        if not (node.type.optional and self.ask_inside(node, facts, "nothing", ask)):
            return False
        body = self.effects.meaning(node) if facts.bounds or facts.sure else node
        return body is node or self.may_be_nothing(body, facts)

    def _no_core(self, node: v.CoreUse, facts: Facts) -> bool:
        if not node.type.optional:
            return self._any((value for slot, value in node.args if not isinstance(value, v.Named)), facts)
        of = node.get("of")
        gives = node.definition.gives
        if of is None or gives not in EMPTY_HANDED:
            return True
        least, most = self.size(of, facts)
        if gives is Gives.SOLE:
            return (least, most) != (1, 1)
        if gives is Gives.NTH:
            number = self.bounds_of(node.args[0][1] if node.args[0][0] == "n" else node.args[1][1], facts)
            return number[0] < 1 or number[1] > least
        return least < 1 and not (gives is Gives.END and place(of) in facts.sure)

    def _no_choice(self, node: v.Choice, facts: Facts) -> bool:
        ways = [(node.yes, self.assume(node.condition, facts)), (node.no, self.assume(node.condition, facts, False))]
        return any(not known.dead and self.may_be_nothing(way, known) for way, known in ways)

    def _no_earlier(self, node: v.Earlier, facts: Facts) -> bool:
        return self.may_be_nothing(
            node.value, f.NONE.with_present(*(key for key in facts.sure if isinstance(key, str)))
        )

    NOTHINGS: ClassVar[dict[type, Callable[..., bool]]] = {
        v.Const: lambda self, node, facts: node.value is None or node.type.optional,
        v.Read: _no_read,
        v.Held: lambda self, node, facts: node.type.optional and place(node) not in facts.sure,
        v.FieldOf: _no_field,
        v.Use: _no_use,
        v.CoreUse: _no_core,
        v.Choice: _no_choice,
        v.Let: lambda self, node, facts: self.may_be_nothing(node.value, self.facts_with_name(facts, node)),
        v.Otherwise: lambda self, node, facts: (
            self.may_be_nothing(node.value, facts) and self.may_be_nothing(node.default, facts)
        ),
        v.Arith: lambda self, node, facts: self._any((node.left, node.right), facts),
        v.Whole: lambda self, node, facts: self.may_be_nothing(node.of, facts),
        v.AmountOf: lambda self, node, facts: False,
        v.At: lambda self, node, facts: False,
        v.OptionValue: lambda self, node, facts: False,
        v.Earlier: _no_earlier,
    }

    # -------------------------------------------------------------- what procedures report

    def bounds_of_last(self, proc: str) -> Bounds:
        """What `last` is after a procedure: all that it reports, added up."""
        if proc not in self._reported:
            body = self.checked.bodies[f"proc {proc}"]
            self._reported[proc] = (0 if proc in self._reporting else -t.LARGEST), self._most_reported(body)
        return self._reported[proc]

    def _most_reported(self, body: typed_statements.Body) -> int:
        """The sum of what each `report` says at the most, if none is told more than once."""
        found = 0
        for line in lines_of(body.lines):
            for call in (one for one in (*(line.price or ()), *line.does) if isinstance(one, typed_statements.Call)):
                if call.core.does is VerbAction.REPORT:
                    value = call.get("")
                    found += (
                        t.LARGEST
                        if value is None or call.per is not None
                        else max(0, self._reported_bounds(value, body.name)[1])
                    )
        again = any(isinstance(opener, LOOPS) for line in lines_of(body.lines) for opener in line.openers)
        again = again or any(line.id in self.effects.instead for line in lines_of(body.lines))
        return t.LARGEST if again and found else min(found, t.LARGEST)

    def _reported_bounds(self, value: v.T, proc: str) -> Bounds:
        """What is reported, wherever the line stands: parameters are what callers give, `last` is an amount."""
        wide = (-t.LARGEST, t.LARGEST)
        names: dict[f.Key, Bounds] = {name: self._params.get((proc, name), wide) for name in locals_of(value)}
        return self.bounds_of(value, Facts(names | {"last": (0, t.LARGEST)}))

    @functools.cached_property
    def _reporting(self) -> frozenset[str]:
        """All that report no number below 0, if `last` is none: what calls one that does is left out in its turn."""
        bodies = {body.name: list(steps_of(body)) for body in self.checked.bodies.values() if body.sort == "procedure"}
        calls = {key: [s for s in steps if isinstance(s, typed_statements.Call)] for key, steps in bodies.items()}
        found = {key for key, called in calls.items() if all(self._amounts(call, key) for call in called)}
        while True:
            plain = {
                key for key, called in calls.items() if not any(call.core.does is VerbAction.REPORT for call in called)
            }
            kept = {key for key in found if key in plain or {c.proc for c in calls[key] if c.proc is not None} <= found}
            if kept == found:
                return frozenset(found)
            found = kept

    def _amounts(self, call: typed_statements.Call, proc: str) -> bool:
        if call.proc is not None:
            return True
        value = call.get("")
        if call.core.runs:
            return False
        return call.core.does is not VerbAction.REPORT or value is None or self._reported_bounds(value, proc)[0] >= 0


def type_bounds(kind: t.Type | None) -> Bounds:
    """What the type alone says."""
    kind = (kind or t.UNKNOWN).bare
    return kind.low, kind.high


def _end_of(items: list[tuple[Bounds, bool]], most: bool) -> Bounds:
    """The most or least of some numbers; those that may be nothing are perhaps not among them."""
    every, sure = [b for b, _ in items], [b for b, surely in items if surely]
    if most:
        return max((low for low, _ in sure), default=min(low for low, _ in every)), max(high for _, high in every)
    return min(low for low, _ in every), min((high for _, high in sure), default=max(high for _, high in every))
