"""The meaning of values: one plain function for each form, nothing remembered."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rulekit.check import typed as v
from rulekit.kinds import types as t
from rulekit.play.seeing import Eyes, Past
from rulekit.table.plan import Plan
from rulekit.table.table import Table
from rulekit.words import core
from rulekit.words.word import keyword

if TYPE_CHECKING:
    from rulekit.play.machine import Machine

Env = dict[str, Any]
HEADS = ("count", "sum", "most", "least", "only")


class Evaluator:
    """Reads one position. `machine` answers what needs moves: payable, possible, legal, supposing."""

    def __init__(self, plan: Plan, table: Table, machine: Machine, earlier: Evaluator | None = None) -> None:
        self.plan = plan
        self.table = table
        self.machine = machine
        self.earlier = earlier
        self.eyes = Eyes(self)
        self.memo: dict[Any, Any] | None = table.memo  # None: what is seen here is not for others

    def value(self, node: v.T, env: Env) -> Any:
        return FORMS[type(node)](self, node, env)

    def holds(self, node: v.T, env: Env) -> bool:
        """A condition; a test with nothing in it is false."""
        return self.value(node, env) is True

    # -------------------------------------------------------------- words of the game

    def word(self, key: str, env: Env) -> Any:
        word = self.machine.words[key]
        if isinstance(word.body, v.T):
            return self.value(word.body, env)
        if word.body and word.body[0].sort in ("term", "bound"):
            return self._total(word.body, env)
        for case in word.body:
            if case.condition is None or self.holds(case.condition, env):
                return self.value(case.value, env)
        return None

    def again(self, name: str, env: Env, ask: Callable[[str, Env], Any]) -> Any:
        """A word or relation; what one table has answered once it answers again."""
        if name not in self.machine.program.pure or self.table.memo is not self.memo:
            return ask(name, env)
        try:
            key = (name, frozenset(env.items()))
            if key in self.memo:
                return self.memo[key]
        except TypeError:  # a bag
            return ask(name, env)
        found = ask(name, env)
        if self.table.memo is self.memo:
            self.memo[key] = found
        return found

    def _total(self, lines: Any, env: Env) -> int | None:
        """An account: lines add up in order, bounds apply where they stand."""
        total = 0
        for line in lines:
            if line.condition is not None and not self.holds(line.condition, env):
                continue
            amount = self.value(line.value, env)
            if amount is None:
                return None
            if line.sort == "bound":
                total = min(total, amount) if line.node.limit == "most" else max(total, amount)
            else:
                total = total + amount if line.node.sign == "+" else total - amount
        return total

    def related(self, name: str, env: Env) -> bool:
        info = self.machine.relations[name]
        cases = (self.case(c, env) for c in info.cases if c.sort == "case")
        return any(cases) if info.decl.mode == "any" else all(cases)

    def case(self, case: Any, env: Env) -> bool:
        return self.holds(case.value, env) or self.waived(case.id, env)

    def waived(self, clause: str | None, env: Env) -> bool:
        """Does an exception lift this guard or case? An exception may itself be excepted."""
        for bend in self.machine.bends.get(clause or "", ()):
            if self.holds(bend.condition, env) and not self.waived(bend.id, env):
                return True
        return False


Form = Callable[[Evaluator, Any, Env], Any]


def _hidden(e: Evaluator, node: Any, env: Env) -> Env:
    return {name: e.value(value, env) for name, value in node.hidden}


def _const(e: Evaluator, node: v.Const, env: Env) -> Any:
    return node.value


def _local(e: Evaluator, node: v.Local, env: Env) -> Any:
    """A name; `player`, where nobody is bound to it, is whose turn it is."""
    found = env.get(node.name)
    return seat_of(e, env) if found is None and node.name == "player" else found


def _option(e: Evaluator, node: v.OptionValue, env: Env) -> Any:
    return e.plan.options[node.name]


def _members(e: Evaluator, node: v.Members, env: Env) -> Any:
    return e.plan.members(node.of)


# ------------------------------------------------------------------ places


def _args(e: Evaluator, args: tuple[v.T, ...], env: Env) -> tuple[Any, ...] | None:
    found = tuple(e.value(a, env) for a in args)
    return None if None in found else found


def _read(e: Evaluator, node: v.Read, env: Env) -> Any:
    args = _args(e, node.args, env)
    if args is None:
        return None
    info = e.plan.symbols.states[node.state]
    if len(args) < len(info.indexes):
        return _map(e, info, args, lambda full: e.table.read(node.state, full))
    return e.table.states[node.state].get(args)


def _zone(e: Evaluator, node: v.ZoneAt, env: Env) -> Any:
    args = _args(e, node.args, env)
    if args is None:
        return None
    info, ids = e.plan.symbols.zones[node.zone], e.plan.zone_ids[node.zone]
    if len(args) < len(info.indexes):
        return _map(e, info, args, ids.__getitem__)
    return ids.get(args)


def _map(e: Evaluator, info: Any, args: tuple[Any, ...], read: Callable[[tuple[Any, ...]], Any]) -> Any:
    """Pairs of the open indexes and what is there, in index order."""
    import itertools

    left = info.indexes[len(args) :]
    rests = itertools.product(*(e.plan.members(kind) for kind in left))
    return tuple((rest[0] if len(rest) == 1 else rest, read(args + rest)) for rest in rests)


def _held(e: Evaluator, node: v.Held, env: Env) -> Any:
    found = e.value(node.zone, env)
    if isinstance(node.type, t.SetOf | t.Sequence):
        return held(e, found)
    pieces = e.eyes.contents(found) if found is not None else ()
    return pieces[0] if pieces else None


def held(e: Evaluator, found: Any) -> tuple[int, ...]:
    """What lies in a zone, or in all zones of a map."""
    if found is None:
        return ()
    if isinstance(found, tuple):
        return tuple(p for _, zone in found for p in held(e, zone))
    return e.eyes.contents(found)


def _map_values(e: Evaluator, node: v.MapValues, env: Env) -> Any:
    pairs = e.value(node.map, env)
    values = [value for _, value in pairs or () if value is not None]
    if values and isinstance(values[0], tuple):
        return distinct(m for value in values for m in value)
    return tuple(values) if isinstance(node.type, t.Sequence) else distinct(values)


def distinct(values: Iterator[Any] | Any) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))


def _field(e: Evaluator, node: v.FieldOf, env: Env) -> Any:
    of = e.value(node.of, env)
    if of is None:
        return () if isinstance(t.bare(node.type), t.SetOf) else {} if isinstance(node.type, t.BagOf) else None
    return e.plan.column(node.kind, node.field)[of]


def _parts(e: Evaluator, node: v.Parts, env: Env) -> Any:
    of = e.value(node.of, env)
    return () if of is None else e.plan.parts(node.kind).get(of, ())


def _whole(e: Evaluator, node: v.Whole, env: Env) -> Any:
    part = e.value(node.of, env)
    kind = t.bare(node.of.type)
    return None if part is None else e.plan.whole(kind.kind, part)  # type: ignore[attr-defined]


# ------------------------------------------------------------------ words


def _use(e: Evaluator, node: v.Use, env: Env) -> Any:
    word = e.machine.words[node.word]
    args = [e.value(a, env) for a in node.args]
    if any(a is None for a in args):
        return () if t.is_collection(node.type) else None
    inner = {p.name: a for p, a in zip(word.params, args, strict=True)}
    return e.again(node.word, {**_hidden(e, node, env), **inner}, e.word)


def _core(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    plain = PLAIN.get(node.word)
    if plain is not None:
        return plain(e, node, env)
    word = core.vocabulary()[node.word]
    types = {slot: arg.type for slot, arg in node.args}
    given = {keyword(slot): _given(e, arg, types, env) for slot, arg in node.args}
    return word.run(e.eyes, types={**types, "": node.type}, **given)


def _given(e: Evaluator, arg: v.T, types: dict[str, t.Type], env: Env) -> Any:
    """The value of one slot; a relation of the kit that is named compares members of what the word is asked of."""
    if isinstance(arg, v.Named) and arg.sort == "relation" and arg.name not in e.machine.relations:
        word = core.vocabulary()[arg.name]
        of = types.get("of", t.UNKNOWN)
        one = t.member(of) or t.bare(of)
        kinds = {"of": one, "=": one, "": t.YES_NO}
        return lambda a, b: bool(word.run(e.eyes, types=kinds, of=a, eq=b))
    return e.value(arg, env)


def _named(e: Evaluator, node: v.Named, env: Env) -> Any:
    """A relation or adjective as something that can be asked again and again."""
    if node.sort == "relation":
        info = e.machine.relations[node.name]
        one, other = (p.name for p in info.params[:2])
        hidden = {name: e.value(v.Local(name, type=t.SEAT), env) for name in sorted(info.hidden)}
        return lambda a, b: e.again(node.name, {**hidden, one: a, other: b}, e.related)
    if node.sort == "adjective":
        words = e.plan.symbols.words[node.name]
        name = words[0].params[0].name
        return lambda a: e.word(words[0].key, {**env, name: a}) is True
    return node.name


def _related(e: Evaluator, node: v.Related, env: Env) -> Any:
    args = [e.value(a, env) for a in node.args]
    if any(a is None for a in args):
        return False
    info = e.machine.relations[node.relation]
    inner = {p.name: a for p, a in zip(info.params, args, strict=True)}
    return e.again(node.relation, {**_hidden(e, node, env), **inner}, e.related)


def _finished(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    return e.machine.finished


def _everyone(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    return tuple(range(e.plan.seats))


def _others(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    me = env.get("player", env.get("owner"))
    return tuple(s for s in range(e.plan.seats) if s != me)


def _origin(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    layout = e.plan.layout(t.bare(node.type).space)  # type: ignore[attr-defined]
    return None if layout.origin is None else layout.number.get(layout.origin)


def _turned(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    """A direction or a set of directions, so many steps round its ring."""
    of, turns = (e.value(arg, env) for _, arg in node.args)
    if turns is None or of is None:
        return of
    kind = t.bare(node.type)
    ring = kind.of if isinstance(kind, t.SetOf | t.Sequence) else kind
    size = len(ring.members) if isinstance(ring, t.Choice) else 1
    if isinstance(of, tuple):
        return tuple(sorted((side + turns) % size for side in of))
    return (of + turns) % size


def _beyond(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    place, side = (e.value(arg, env) for _, arg in node.args)
    if place is None or side is None:
        return None
    return e.plan.layout(t.bare(node.type).space).beyond(place, side)  # type: ignore[attr-defined]


def _payable(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    at = node.get("at")
    of = node.get("of")
    effect, here = None if of is None else e.value(of, env), None if at is None else e.value(at, env)
    return False if effect is None else e.machine.payable(e, effect, here, seat_of(e, env))


def _possible(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    by = node.get("by")
    action, seat = node.get("of"), seat_of(e, env) if by is None else e.value(by, env)
    assert isinstance(action, v.Named)
    return False if seat is None else e.machine.possible(e, action.name, seat)


def seat_of(e: Evaluator, env: Env) -> Any:
    """Who `player` is: somebody bound to the name, else whose turn it is."""
    found = env.get("player")
    if found is None and "active" in e.table.states:
        return e.table.read("active", ())
    return found


PLAIN: dict[str, Form] = {
    "payable": _payable,
    "possible": _possible,
    "finished": _finished,
    "everyone": _everyone,
    "others": _others,
    "origin": _origin,
    "turned": _turned,
    "beyond": _beyond,
}


# ------------------------------------------------------------------ numbers and collections

NUMBERS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
}


def _arith(e: Evaluator, node: v.Arith, env: Env) -> Any:
    left, right = e.value(node.left, env), e.value(node.right, env)
    return None if left is None or right is None else NUMBERS[node.op](left, right)


def _combine(e: Evaluator, node: v.Combine, env: Env) -> Any:
    left, right = e.value(node.left, env), e.value(node.right, env)
    if node.sort == "bag":
        return added(left or {}, right or {}, 1 if node.op == "+" else -1)
    if node.sort == "sequence":
        return (*(left or ()), right)
    left, right = left or (), right or ()
    if node.op == "+":
        return distinct((*left, *right))
    return tuple(m for m in left if m not in right)


def added(left: dict[int, int], right: dict[int, int], sign: int) -> dict[int, int]:
    """Two bags kind by kind; what is nought is left out."""
    keys = dict.fromkeys((*left, *right))
    sums = {k: left.get(k, 0) + sign * right.get(k, 0) for k in sorted(keys)}
    return {k: n for k, n in sums.items() if n}


def _amount(e: Evaluator, node: v.AmountOf, env: Env) -> Any:
    count, member = e.value(node.count, env), e.value(node.member, env)
    return {} if not count or member is None else {member: count}


def _scaled(e: Evaluator, node: v.Scaled, env: Env) -> Any:
    times, bag = e.value(node.times, env), e.value(node.bag, env)
    return {} if not times or not bag else {k: n * times for k, n in bag.items()}


def _at(e: Evaluator, node: v.At, env: Env) -> Any:
    bag, key = e.value(node.bag, env), e.value(node.key, env)
    if key is None or bag is None:
        return None
    if isinstance(bag, tuple):
        return dict(bag).get(key)
    return bag.get(key, 0)


def _single(e: Evaluator, node: v.Single, env: Env) -> Any:
    found = e.value(node.member, env)
    return () if found is None else (found,)


def _as_set(e: Evaluator, node: v.AsSet, env: Env) -> Any:
    found = e.value(node.source, env)
    return distinct(found or ())


def _as_bag(e: Evaluator, node: v.AsBag, env: Env) -> Any:
    return {k: n for k, n in e.value(node.map, env) or () if n}


def _listed(e: Evaluator, node: v.Listed, env: Env) -> Any:
    found = [e.value(item, env) for item in node.items]
    if node.flat:
        return distinct(m for f in found for m in (f or ()))
    kept = tuple(f for f in found if f is not None)
    return kept if isinstance(node.type, t.Sequence) else distinct(kept)


def _coordinates(e: Evaluator, node: v.Coordinates, env: Env) -> Any:
    spot = tuple(e.value(item, env) for item in node.items)
    return e.plan.layout(t.bare(node.type).space).number.get(spot)  # type: ignore[attr-defined]


def _interval(e: Evaluator, node: v.Interval, env: Env) -> Any:
    low, high = e.value(node.low, env), e.value(node.high, env)
    return () if low is None or high is None else tuple(range(low, high + 1))


def _filter(e: Evaluator, node: v.Filter, env: Env) -> Any:
    source = e.value(node.source, env) or ()
    return tuple(m for m in source if e.holds(node.condition, {**env, node.name: m}))


def _collect(e: Evaluator, node: v.Collect, env: Env) -> Any:
    found = [e.value(node.value, {**env, node.name: m}) for m in e.value(node.source, env) or ()]
    if node.sort == "list":
        return tuple(f for f in found if f is not None)
    if node.sort == "union":
        return tuple(sorted({m for f in found for m in (f or ())}))
    return tuple(sorted({f for f in found if f is not None}))


# ------------------------------------------------------------------ choices and tests


def _choice(e: Evaluator, node: v.Choice, env: Env) -> Any:
    return e.value(node.yes if e.holds(node.condition, env) else node.no, env)


def _otherwise(e: Evaluator, node: v.Otherwise, env: Env) -> Any:
    found = e.value(node.value, env)
    return e.value(node.default, env) if found is None else found


COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def _compare(e: Evaluator, node: v.Compare, env: Env) -> Any:
    left, right = e.value(node.left, env), e.value(node.right, env)
    return left is not None and right is not None and COMPARISONS[node.op](left, right)


def _equal(e: Evaluator, node: v.Equal, env: Env) -> Any:
    left, right = e.value(node.left, env), e.value(node.right, env)
    if left is None or right is None:
        return False
    return same(e, node.left, left, right) != node.negated


def same(e: Evaluator, node: v.T, left: Any, right: Any) -> bool:
    """Equality: sets without regard to order, copies of one row as one thing where the row is named."""
    kind = t.bare(node.type)
    if isinstance(kind, t.SetOf):
        return set(left) == set(right)
    if isinstance(kind, t.EffectOf) and (isinstance(left, tuple) or isinstance(right, tuple)):
        return bool(set(e.plan.effects_told(kind, left)) & set(e.plan.effects_told(kind, right)))
    if isinstance(kind, t.Piece) and left != right:
        copies = e.plan.copies(kind.kind)
        return right in copies[left] and len(copies[left]) > 1
    return bool(left == right)


def _is_nothing(e: Evaluator, node: v.IsNothing, env: Env) -> Any:
    return (e.value(node.value, env) is None) != node.negated


def _is_in(e: Evaluator, node: v.IsIn, env: Env) -> Any:
    left, right = e.value(node.left, env), e.value(node.right, env)
    if left is None:
        return False
    there = right or ()
    kind = t.bare(node.left.type)
    if isinstance(node.left, v.Const) and isinstance(kind, t.Piece):
        found = any(c in there for c in e.plan.copies(kind.kind)[left])
    else:
        found = left in there
    return found != node.negated


def _is_not(e: Evaluator, node: v.IsNot, env: Env) -> Any:
    return e.value(node.value, env) is not None and not e.holds(node.test, env)


def _and(e: Evaluator, node: v.And, env: Env) -> Any:
    return all(e.holds(p, env) for p in node.parts)


def _or(e: Evaluator, node: v.Or, env: Env) -> Any:
    return any(e.holds(p, env) for p in node.parts)


def _not(e: Evaluator, node: v.Not, env: Env) -> Any:
    return not e.holds(node.inner, env)


def _quantifier(e: Evaluator, node: v.Quantifier, env: Env) -> Any:
    cases = (e.holds(node.body, inner) for inner in _bound(e, node.binds, env))
    if node.kind == "every":
        return all(cases)
    return any(cases) == (node.kind == "some")


def _bound(e: Evaluator, binds: tuple[tuple[str, v.T], ...], env: Env) -> Iterator[Env]:
    if not binds:
        yield env
        return
    (name, source), rest = binds[0], binds[1:]
    for member in e.value(source, env) or ():
        yield from _bound(e, rest, {**env, name: member})


def _supposing(e: Evaluator, node: v.Supposing, env: Env) -> Any:
    return e.machine.supposing(e, node, env)


def _legal(e: Evaluator, node: v.Legal, env: Env) -> Any:
    return e.machine.legal_now(e, node.action, {name: e.value(a, env) for name, a in node.args}, env)


# ------------------------------------------------------------------ earlier


def _earlier(e: Evaluator, node: v.Earlier, env: Env) -> Any:
    """In a body the value was kept when it began; elsewhere there is an earlier position to look at."""
    kept = env.get("old")
    if kept is not None and id(node) in kept:
        return kept[id(node)]
    return as_it_was(e, node, env)


def as_it_was(e: Evaluator, node: v.Earlier, env: Env) -> Any:
    """The value in the earlier position, or as it is now where a body begins; a zone keeps what lies in it."""
    before = e if e.earlier is None else e.earlier
    found = e.value(node.value, env) if e.earlier is None else old(e, node.value, env)
    return past(before, found) if zones(node.type) else found


def zones(kind: t.Type) -> bool:
    """Is this a zone, or a map of zones?"""
    kind = t.bare(kind)
    return isinstance(t.bare(kind.value) if isinstance(kind, t.Map) else kind, t.Zone)


def past(e: Evaluator, found: Any) -> Any:
    """Zones with what lies in them now."""
    if found is None:
        return None
    if isinstance(found, tuple):
        return tuple((key, past(e, zone)) for key, zone in found)
    return Past(found, e.eyes.contents(found))


def old(e: Evaluator, node: v.T, env: Env) -> Any:
    """The word read in the earlier position, its arguments evaluated now.

    What only adds up (`count`, `sum`..) and what turns a place into its contents is read there too:
    `old count of hand of p` is how many there were.
    """
    before = e.earlier
    assert before is not None
    if isinstance(node, v.Read | v.ZoneAt | v.Use | v.Related | v.FieldOf):
        return before.value(_frozen(e, node, env), env)
    if isinstance(node, v.CoreUse):
        args = []
        for slot, arg in node.args:
            place = isinstance(arg, v.Held | v.AsSet | v.AsBag | v.MapValues | v.ZoneAt) or (
                isinstance(arg, v.Read) and isinstance(arg.type, t.Map)
            )
            inner = old(e, arg, env) if place or (node.word in HEADS and slot == "of") else e.value(arg, env)
            args.append((slot, v.Const(inner, type=arg.type)))
        return before.value(v.CoreUse(node.word, tuple(args), type=node.type), env)
    return before.value(node, env)


def _frozen(e: Evaluator, node: Any, env: Env) -> v.T:
    """The same word with its arguments as they are now."""
    import attrs

    def now(arg: v.T) -> v.T:
        return v.Const(e.value(arg, env), type=arg.type)

    if isinstance(node, v.FieldOf):
        return attrs.evolve(node, of=now(node.of))
    changed: dict[str, Any] = {"args": tuple(now(a) for a in node.args)}
    if hasattr(node, "hidden"):
        changed["hidden"] = tuple((name, now(a)) for name, a in node.hidden)
    return attrs.evolve(node, **changed)


FORMS: dict[type, Form] = {
    v.Const: _const,
    v.Local: _local,
    v.OptionValue: _option,
    v.Members: _members,
    v.Read: _read,
    v.ZoneAt: _zone,
    v.Held: _held,
    v.MapValues: _map_values,
    v.FieldOf: _field,
    v.Parts: _parts,
    v.Whole: _whole,
    v.Use: _use,
    v.CoreUse: _core,
    v.Named: _named,
    v.Related: _related,
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
    v.Filter: _filter,
    v.Collect: _collect,
    v.Choice: _choice,
    v.Otherwise: _otherwise,
    v.Compare: _compare,
    v.Equal: _equal,
    v.IsNothing: _is_nothing,
    v.IsIn: _is_in,
    v.IsNot: _is_not,
    v.And: _and,
    v.Or: _or,
    v.Not: _not,
    v.Quantifier: _quantifier,
    v.Supposing: _supposing,
    v.Legal: _legal,
    v.Earlier: _earlier,
}
