"""Between which numbers a value lies: interval arithmetic over the typed tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.collection_bounds import Amounts, there
from rulekit.check.dataflow.facts import Bounds, Facts
from rulekit.check.dataflow.narrowing import Narrowing
from rulekit.check.dataflow.type_sizes import Sizing
from rulekit.check.effects.reported_amounts import Reports
from rulekit.check.effects.value_dependencies import Reading
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.typed_walk import locals_of
from rulekit.model import declarations as d
from rulekit.typesystem import types as t

DEEP = 40  # words within words


class Numbers:
    """Bounds, sizes and what conditions say about them, for one rulebook."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.symbols = checked.symbols
        self.sizing = Sizing(checked.symbols)
        self.reading = Reading(checked)
        self.amounts = Amounts(self)
        self.narrowing = Narrowing(self)
        self.reports = Reports(self)
        self.deep = 0
        self._answers: dict[Any, Any] = {}  # of words, by what was asked of them and with which bounds
        self._touched: dict[f.Key, frozenset[str]] = {}

    def of(self, node: v.T, facts: Facts) -> Bounds:
        """Between which numbers it lies, if it is not nothing."""
        if isinstance(node, v.Local) and node.name in facts.bounds:
            return facts.bounds[node.name]
        form = FORMS.get(type(node))
        low, high = form(self, node, facts) if form is not None else typed(node.type)
        known = facts.bounds.get(f.key(node))
        return (low, high) if known is None else (max(low, known[0]), min(high, known[1]))

    def inside(self, node: v.Use, facts: Facts, what: Any, ask: Callable[[Any, Facts], Any]) -> Any:
        """Ask something of the body of a word, its parameters being what was given; None if that goes too deep."""
        word = self.reading.words.get(node.word)
        if word is None or word.body is None or self.deep > DEEP:
            return None
        bounds: dict[f.Key, Bounds] = {}
        for param, arg in zip(word.params, node.args, strict=False):
            if isinstance(t.bare(param.type), t.Number):
                bounds[param.name] = self.of(arg, facts)
        asked = (what, node.word, frozenset(bounds.items()))
        if asked not in self._answers:
            names = [p.name for p in word.params] + [name for name, _ in node.hidden]
            self.deep += 1
            try:
                self._answers[asked] = ask(word, Facts(bounds=bounds, sure=frozenset(names)))
            finally:
                self.deep -= 1
        return self._answers[asked]

    def touched(self, key: f.Key) -> frozenset[str]:
        """What a fact is about: states, zones, and locals as `local x`."""
        found = self._touched.get(key)
        if found is None:
            found = self._touch(key)
            self._touched[key] = found
        return found

    def _touch(self, key: f.Key) -> frozenset[str]:
        if isinstance(key, str):
            return frozenset((f"local {key}",))
        if isinstance(key, tuple):
            return self.reading.of(key[1]) | {f"state {key[0]}"} | _names(key[1])
        return self.reading.of(key) | _names(key)

    def lost(self, marks: frozenset[str] | set[str]) -> Callable[[f.Key], bool]:
        return lambda key: not marks.isdisjoint(self.touched(key))

    def element(self, node: v.T, facts: Facts) -> Bounds:
        """Between which numbers the members of a collection lie."""
        if isinstance(node, v.Interval):
            return self.of(node.low, facts)[0], self.of(node.high, facts)[1]
        if isinstance(node, v.Filter):
            inner = facts.without(self.lost({f"local {node.name}"})).bound(node.name, *self.element(node.source, facts))
            inner = self.narrowing.assume(node.condition, inner)
            return inner.bounds.get(node.name, typed(t.member(node.type)))
        if isinstance(node, v.Listed) and not node.flat:
            return f.span(*(self.of(item, facts) for item in node.items))
        if isinstance(node, v.Let):
            return self.element(node.value, self.named(facts, node))
        if isinstance(node, v.Collect):
            inner = self.bound(facts, node.name, node.source)
            return self.of(node.value, inner) if node.sort == "list" else self.element(node.value, inner)
        if isinstance(node, v.MapValues):
            return self._map(node.map, facts)
        if isinstance(node, v.AsSet):
            return self.element(node.source, facts)
        return typed(t.member(node.type))

    def _map(self, node: v.T, facts: Facts) -> Bounds:
        return self.state(node.state, facts) if isinstance(node, v.Read) else typed(t.member(node.type))

    def named(self, facts: Facts, node: v.Let) -> Facts:
        """The facts where a name stands for a value."""
        inner = facts.without(self.lost({f"local {node.name}"}))
        if isinstance(t.bare(node.source.type), t.Number):
            inner = inner.bound(node.name, *self.of(node.source, facts))
        return inner if isinstance(node.source.type, t.Maybe) else inner.surely(node.name)

    def bound(self, facts: Facts, name: str, source: v.T) -> Facts:
        """The facts where a name stands for a member of a collection."""
        low, high = self.element(source, facts)
        inner = facts.without(self.lost({f"local {name}"})).surely(name)
        return (
            inner.bound(name, low, high) if isinstance(t.bare(t.member(source.type) or t.UNKNOWN), t.Number) else inner
        )

    def total(self, lines: Any, facts: Facts) -> Bounds:
        """Between which numbers an account lies: its lines in order."""
        found = (0, 0)
        for line in lines:
            here = facts if line.condition is None else self.narrowing.assume(line.condition, facts)
            bounds = self.of(line.value, here)
            if isinstance(line.node, d.Bound):
                pick = min if line.node.limit == "most" else max
                found = pick(found[0], bounds[0]), pick(found[1], bounds[1])
            elif not here.dead:
                added = (f.minus if line.node.sign == "-" else f.plus)(found, bounds)
                found = added if line.condition is None else f.span(found, added)
        return found

    def state(self, name: str, facts: Facts) -> Bounds:
        """The declared range of a state, and its `at most`, `at least`."""
        low, high = typed(self.symbols.states[name].type)
        checked = self.checked.states.get(name)
        for limit, node in checked.bounds if checked is not None else ():
            least, most = self.of(node, f.NONE)
            low, high = (low, min(high, most)) if limit == "most" else (max(low, least), high)
        return low, high


def _names(node: Any) -> set[str]:
    return {f"local {name}" for name in locals_of(node)}


def typed(kind: t.Type | None) -> Bounds:
    """What the type alone says."""
    kind = t.bare(kind) if kind is not None else t.UNKNOWN
    if isinstance(kind, t.Number):
        return kind.low, kind.high
    if isinstance(kind, t.Choice):
        return 0, len(kind.members) - 1
    return (0, 1) if isinstance(kind, t.YesNo) else (-t.LARGEST, t.LARGEST)


# ------------------------------------------------------------------ one small function for each form


def _const(n: Numbers, node: v.Const, facts: Facts) -> Bounds:
    value = node.value
    return (int(value), int(value)) if isinstance(value, int) else typed(node.type)


def _option(n: Numbers, node: v.OptionValue, facts: Facts) -> Bounds:
    values = [x for x in n.symbols.options[node.name].values if isinstance(x, int)]
    return (min(values), max(values)) if values else typed(node.type)


def _field(n: Numbers, node: v.FieldOf, facts: Facts) -> Bounds:
    return n.sizing.field(node.kind, node.field)


def _arith(n: Numbers, node: v.Arith, facts: Facts) -> Bounds:
    left, right = n.of(node.left, facts), n.of(node.right, facts)
    if node.op != "-":
        return {"+": f.plus, "*": f.times, "/": f.over}[node.op](left, right)
    low, high = f.minus(left, right)
    one, other = f.key(node.left), f.key(node.right)
    least = facts.gaps.get((one, other), low)
    most = -facts.gaps.get((other, one), -high)
    return max(low, least), min(high, most)


def _choice(n: Numbers, node: v.Choice, facts: Facts) -> Bounds:
    yes = n.narrowing.assume(node.condition, facts)
    no = n.narrowing.assume(node.condition, facts, False)
    ways = [n.of(value, known) for value, known in ((node.yes, yes), (node.no, no)) if not known.dead]
    return f.span(*ways) if ways else typed(node.type)


def _otherwise(n: Numbers, node: v.Otherwise, facts: Facts) -> Bounds:
    return f.span(n.of(node.value, facts), n.of(node.default, facts))


def _earlier(n: Numbers, node: v.Earlier, facts: Facts) -> Bounds:
    return n.of(node.value, f.NONE)


def _held(n: Numbers, node: v.At, facts: Facts) -> Bounds:
    return n.amounts.bag(node.bag, node.key, facts)


def _read(n: Numbers, node: v.Read, facts: Facts) -> Bounds:
    return n.state(node.state, facts)


def _use(n: Numbers, node: v.Use, facts: Facts) -> Bounds:
    found = n.inside(node, facts, "bounds", lambda word, inner: _body(n, word, inner))
    return found if found is not None else typed(node.type)


def _body(n: Numbers, word: Any, facts: Facts) -> Bounds:
    if isinstance(word.decl, d.Define):
        return n.of(word.body, facts)
    return n.total(word.body, facts) if isinstance(word.decl, d.Total) else _first(n, word.body, facts)


def _first(n: Numbers, cases: Any, facts: Facts) -> Bounds:
    found = []
    for case in cases:
        here = facts if case.condition is None else n.narrowing.assume(case.condition, facts)
        if not here.dead:
            found.append(n.of(case.value, here))
        if case.condition is not None:
            facts = n.narrowing.assume(case.condition, facts, False)
        if case.condition is None or facts.dead:
            break
    return f.span(*found) if found else (-t.LARGEST, t.LARGEST)


def _core(n: Numbers, node: v.CoreUse, facts: Facts) -> Bounds:
    of = node.get("of")
    by = v.divisor(node)
    if of is not None and by is not None:
        return f.rest(n.of(of, facts), n.of(by, facts))
    if of is None or node.word not in ("count", "sum", "most", "least"):
        return typed(node.type)
    if node.word == "count":
        return n.amounts.size(of, facts)
    if node.word == "sum":
        return n.amounts.sum(of, facts)
    if isinstance(of, v.Listed) and not of.flat:
        return _end_of([(n.of(item, facts), there(item, facts)) for item in of.items], node.word == "most")
    return n.element(of, facts)


def _let(n: Numbers, node: v.Let, facts: Facts) -> Bounds:
    return n.of(node.value, n.named(facts, node))


def _end_of(items: list[tuple[Bounds, bool]], most: bool) -> Bounds:
    """The most or least of some numbers; those that may be nothing are perhaps not among them."""
    every, sure = [b for b, _ in items], [b for b, surely in items if surely]
    if most:
        return max((low for low, _ in sure), default=min(low for low, _ in every)), max(high for _, high in every)
    return min(low for low, _ in every), min((high for _, high in sure), default=max(high for _, high in every))


FORMS: dict[type, Callable[[Numbers, Any, Facts], Bounds]] = {
    v.Const: _const,
    v.OptionValue: _option,
    v.FieldOf: _field,
    v.Arith: _arith,
    v.Choice: _choice,
    v.Let: _let,
    v.Otherwise: _otherwise,
    v.Earlier: _earlier,
    v.At: _held,
    v.Read: _read,
    v.Use: _use,
    v.CoreUse: _core,
}
