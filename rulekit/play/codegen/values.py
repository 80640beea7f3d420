"""Python for values: one small function for each form, with `None` for nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.play.codegen import (
    cells,
    conditions,
    kit_forms,
    kit_words,
    lawful_now,
    lookback,
    loops,
    naming,
    state_reads,
)
from rulekit.play.codegen.book import NOTHING, Book, Bound, Scope
from rulekit.play.codegen.reach import looked_at
from rulekit.play.codegen.shelf import is_kept, quoted
from rulekit.play.codegen.tables import tabulated
from rulekit.play.machine.purity import kept_name
from rulekit.typesystem import types as t
from rulekit.words.vocabulary import ACTIVE

TRUE, FALSE = "True", "False"


def value(b: Book, node: v.T, scope: Scope) -> str:
    """An expression that gives exactly what the reference engine gives."""
    if b.purity.constant(node):
        return b.constant(b.purity.fold(node))
    table = tabulated(b, node, scope)
    if table is not None:
        return table
    seen = cells.looked_up(b, node, scope)
    if seen is not None:
        return seen
    if isinstance(node, v.Filter | v.Collect | v.Quantifier):
        return b.again(node, b.purity.free_names(node), scope, lambda: FORMS[type(node)](b, node, scope))
    return FORMS[type(node)](b, node, scope)


def test(b: Book, node: v.T, scope: Scope) -> str:
    """An expression that is true exactly if the condition holds."""
    return value(b, node, scope)


def iterable(b: Book, node: v.T, scope: Scope) -> str:
    """The members of a collection; of nothing there are none."""
    code = value(b, node, scope)
    return code if sure(b, node, scope) else f"({code} or ())"


def bare(b: Book, node: v.T, scope: Scope) -> tuple[str, str, str]:
    """A value that may be nothing, in three parts: a test that it is something, the value behind it, the temporary."""
    code = value(b, node, scope)
    if sure(b, node, scope):
        return "", code, code
    if code.isidentifier():
        return f"{code} is not None", code, code
    name = b.fresh("_t")
    return f"({name} := {code}) is not None", name, name


def several(b: Book, nodes: Any, scope: Scope) -> tuple[str, list[str]]:
    """Several values: a test that all are something, empty if that is certain, and the values."""
    guards, found = [], []
    for node in nodes:
        guard, code, _ = bare(b, node, scope)
        found.append(code)
        if guard:
            guards.append(guard)
    return " and ".join(guards), found


def guarded(guard: str, code: str, otherwise: str = "None") -> str:
    return f"({code} if {guard} else {otherwise})" if guard else code


# ------------------------------------------------------------------ certainty


def sure(b: Book, node: v.T, scope: Scope) -> bool:
    """Can this value never be nothing?"""
    if b.purity.constant(node):
        return b.purity.fold(node) is not None
    found = SURE.get(type(node))
    return ALWAYS.get(type(node), False) if found is None else found(b, node, scope)


def _all_sure(b: Book, nodes: Any, scope: Scope) -> bool:
    return all(sure(b, n, scope) for n in nodes)


def _sure_use(b: Book, node: v.Use, scope: Scope) -> bool:
    if not (node.type.collection or _all_sure(b, node.args, scope)):
        return False
    return word_sure(b, node.word)


def word_sure(b: Book, key: str) -> bool:
    """Does a word always give something, asked of something?"""
    found = b.done.get(("sure", key))
    if found is None:
        body = b.words[key].body
        scope = {p.name: Bound("?", True) for p in b.words[key].params}
        if isinstance(body, v.T):
            good = sure(b, body, scope)
        elif body and body[0].sort in ("term", "bound"):
            good = all(sure(b, line.value, scope) for line in body)
        else:
            last = bool(body) and body[-1].condition is None
            good = last and all(sure(b, c.value, scope) for c in body)
        found = b.done["sure", key] = "yes" if good else "no"
    return found == "yes"


SURE: dict[type, Callable[[Book, Any, Scope], bool]] = {
    v.Local: lambda b, n, s: s.get(n.name, NOTHING).sure or (n.name == "player" and ACTIVE in b.shelves.states),
    v.Read: lambda b, n, s: state_reads.sure_read(b, n, s),
    v.ZoneAt: lambda b, n, s: state_reads.sure_zone(b, n, s),
    v.Held: lambda b, n, s: isinstance(n.type, t.SetOf | t.Sequence),
    v.FieldOf: lambda b, n, s: state_reads.sure_field(b, n, s),
    v.Whole: lambda b, n, s: sure(b, n.of, s),
    v.Use: _sure_use,
    v.CoreUse: lambda b, n, s: kit_words.sure_word(b, n, s),
    v.Arith: lambda b, n, s: _all_sure(b, (n.left, n.right), s),
    v.At: lambda b, n, s: _all_sure(b, (n.bag, n.key), s) and isinstance(n.bag.type.bare, t.BagOf),
    v.Choice: lambda b, n, s: _all_sure(b, (n.yes, n.no), s),
    v.Coordinates: lambda b, n, s: not isinstance(n.type, t.Maybe) and _all_sure(b, n.items, s),
    v.Otherwise: lambda b, n, s: sure(b, n.value, s) or sure(b, n.default, s),
    v.Let: lambda b, n, s: sure(b, n.value, {**s, n.name: Bound("?", sure(b, n.source, s))}),
}
ALWAYS = dict.fromkeys(
    [
        *(v.MapValues, v.Parts, v.Related, v.Combine, v.AmountOf, v.Scaled, v.Single, v.AsSet, v.AsBag, v.Listed),
        *(v.Interval, v.Filter, v.Collect, v.Compare, v.Equal, v.IsNothing, v.IsIn, v.IsNot, v.And, v.Or, v.Not),
        *(v.Quantifier, v.Supposing, v.Legal),
    ],
    True,
)


# ------------------------------------------------------------------ simple forms


def _local(b: Book, node: v.Local, scope: Scope) -> str:
    if node.name == "player":
        return kit_forms.seat(b, scope)
    return scope.get(node.name, NOTHING).code


def _arith(b: Book, node: v.Arith, scope: Scope) -> str:
    guard, (left, right) = several(b, (node.left, node.right), scope)
    if node.op == "/":
        return guarded(guard, kit_forms.divided("//", node.right, left, right))
    return guarded(guard, looked_at(b, node, f"({left} {node.op} {right})"))


def _combine(b: Book, node: v.Combine, scope: Scope) -> str:
    left, right = value(b, node.left, scope), value(b, node.right, scope)
    if node.sort == "bag":
        return looked_at(b, node, f"added({left} or NO_BAG, {right} or NO_BAG, {1 if node.op == '+' else -1})")
    if node.sort == "sequence":
        return f"(*({left} or ()), {right})"
    left, right = iterable(b, node.left, scope), iterable(b, node.right, scope)
    if node.op == "+" and state_reads.families(node) is not None:
        return f"(*{left}, *{right})"
    return f"joined({left}, {right})" if node.op == "+" else f"without({left}, {right})"


def _amount(b: Book, node: v.AmountOf, scope: Scope) -> str:
    guard, code, _ = bare(b, node.member, scope)
    count = value(b, node.count, scope)
    temp = b.fresh("_t")
    return f"({{{code}: {temp}}} if {' and '.join([f'({temp} := {count})', *filter(None, [guard])])} else {{}})"


def _scaled(b: Book, node: v.Scaled, scope: Scope) -> str:
    return looked_at(b, node, f"scaled({value(b, node.times, scope)}, {value(b, node.bag, scope)})")


def _at(b: Book, node: v.At, scope: Scope) -> str:
    if isinstance(node.bag.type.bare, t.Map):
        read = state_reads.map_at(b, node, scope)
        if read is not None:
            return read
        return f"at_map({value(b, node.bag, scope)}, {value(b, node.key, scope)})"
    guard, (bag, key) = several(b, (node.bag, node.key), scope)
    return guarded(guard, f"{bag}.get({key}, 0)")


def _single(b: Book, node: v.Single, scope: Scope) -> str:
    guard, code, _ = bare(b, node.member, scope)
    return guarded(guard, f"({code},)", "()")


def _as_set(b: Book, node: v.AsSet, scope: Scope) -> str:
    inner = iterable(b, node.source, scope)
    return inner if state_reads.families(node) is not None else f"distinct({inner})"


def _as_bag(b: Book, node: v.AsBag, scope: Scope) -> str:
    return f"{{k: n for k, n in {iterable(b, node.map, scope)} if n}}"


def _listed(b: Book, node: v.Listed, scope: Scope) -> str:
    if node.flat:
        inner = "".join(f"*{iterable(b, item, scope)}, " for item in node.items)
        return f"distinct(({inner}))"
    inner = "".join(f"{value(b, item, scope)}, " for item in node.items)
    if not all(sure(b, item, scope) for item in node.items):
        return f"{'kept' if isinstance(node.type, t.Sequence) else 'distinct_kept'}(({inner}))"
    return f"({inner})" if isinstance(node.type, t.Sequence) else f"distinct(({inner}))"


def _coordinates(b: Book, node: v.Coordinates, scope: Scope) -> str:
    spot = "".join(f"{value(b, item, scope)}, " for item in node.items)
    return f"{b.constant(b.plan.by_parts(node.type))}.get(({spot}))"


def _interval(b: Book, node: v.Interval, scope: Scope) -> str:
    guard, (low, high) = several(b, (node.low, node.high), scope)
    return guarded(guard, f"numbers({low}, {high})", "()")


def _choice(b: Book, node: v.Choice, scope: Scope) -> str:
    if b.purity.constant(node.condition):
        return value(b, node.yes if b.purity.fold(node.condition) is True else node.no, scope)
    yes, no = value(b, node.yes, scope), value(b, node.no, scope)
    return f"({yes} if {test(b, node.condition, scope)} else {no})"


def _otherwise(b: Book, node: v.Otherwise, scope: Scope) -> str:
    guard, code, _ = bare(b, node.value, scope)
    return guarded(guard, code, value(b, node.default, scope))


def _named(b: Book, node: v.Named, scope: Scope) -> str:
    return kit_words.named(b, node, scope, {})


def _legal(b: Book, node: v.Legal, scope: Scope) -> str:
    return lawful_now.legal(b, node, scope)


def by_reference(b: Book, node: v.T, scope: Scope) -> str:
    """Forms that are rare in play are asked of the reference engine, on a copy of the position."""
    names = sorted(b.purity.free_names(node) & set(scope))
    env = ", ".join(f"{quoted(name)}: {scope[name].code}" for name in names if not is_kept(name))
    olds = ", ".join(f"{name[4:]}: {scope[name].code}" for name in names if is_kept(name))
    env += f", 'old': {{{olds}}}" if olds else ""
    return f"asked(s, {b.give('N', node)}, {{{env}}})"


def _earlier(b: Book, node: v.Earlier, scope: Scope) -> str:
    """Kept when the body began; a law looks back; elsewhere there is nothing earlier than now."""
    if id(node) in b.looking:
        return lookback.earlier(b, node, scope)
    kept = scope.get(kept_name(node))
    if kept is not None:
        return kept.code
    if node.type.zones:
        return f"past(s, {value(b, node.value, scope)})"
    return value(b, node.value, scope)


FORMS: dict[type, Callable[[Book, Any, Scope], str]] = {
    v.Broken: lambda b, n, s: "None",
    v.Local: _local,
    v.Read: lambda b, n, s: state_reads.read(b, n, s),
    v.ZoneAt: lambda b, n, s: state_reads.zone(b, n, s),
    v.Held: lambda b, n, s: state_reads.held(b, n, s),
    v.MapValues: lambda b, n, s: state_reads.map_values(b, n, s),
    v.FieldOf: lambda b, n, s: state_reads.field(b, n, s),
    v.Parts: lambda b, n, s: state_reads.parts(b, n, s),
    v.Whole: lambda b, n, s: state_reads.whole(b, n, s),
    v.Use: lambda b, n, s: kit_words.use(b, n, s),
    v.CoreUse: lambda b, n, s: kit_words.core(b, n, s),
    v.Named: _named,
    v.Related: lambda b, n, s: kit_words.related(b, n, s),
    v.Arith: _arith,
    v.Combine: _combine,
    v.AmountOf: _amount,
    v.Scaled: _scaled,
    v.At: _at,
    v.Single: _single,
    v.AsSet: _as_set,
    v.AsBag: _as_bag,
    v.Listed: _listed,
    v.Coordinates: _coordinates,
    v.Interval: _interval,
    v.Filter: lambda b, n, s: loops.filtered(b, n, s),
    v.Collect: lambda b, n, s: loops.collected(b, n, s),
    v.Let: lambda b, n, s: naming.named(b, n, s),
    v.Choice: _choice,
    v.Otherwise: _otherwise,
    v.Compare: lambda b, n, s: conditions.compare(b, n, s),
    v.Equal: lambda b, n, s: conditions.equal(b, n, s),
    v.IsNothing: lambda b, n, s: conditions.is_nothing(b, n, s),
    v.IsIn: lambda b, n, s: conditions.is_in(b, n, s),
    v.IsNot: lambda b, n, s: conditions.is_not(b, n, s),
    v.And: lambda b, n, s: conditions.both(b, n, s),
    v.Or: lambda b, n, s: conditions.either(b, n, s),
    v.Not: lambda b, n, s: conditions.negated(b, n, s),
    v.Quantifier: lambda b, n, s: loops.quantified(b, n, s),
    v.Supposing: lambda b, n, s: conditions.supposing(b, n, s),
    v.Legal: _legal,
    v.Earlier: _earlier,
}
