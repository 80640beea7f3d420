"""Python for writing states: numbers within their bounds, sets, bags, sequences and whole maps."""

from __future__ import annotations

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.play.codegen import keeping, marks, masks, nearby, state_reads, values
from rulekit.play.codegen.body import Body
from rulekit.play.codegen.book import Bound
from rulekit.play.codegen.shelf import quoted
from rulekit.play.machine.run_limits import where
from rulekit.typesystem import types as t


class Spot:
    """Where something is written: a test that the place is there, the Python that reads and writes it."""

    def __init__(self, w: Body, node: v.T) -> None:
        self.node = node
        self.kind = node.type.bare
        self.guard = ""
        self.it: Bound | None = None
        if isinstance(node, v.Local):
            self.name: str | None = node.name
            self.code = values.value(w.b, node, w.scope)
            self.sure = w.scope.get(node.name, Bound("None")).sure
            return
        assert isinstance(node, v.Read)
        self.name = None
        self.sure = values.sure(w.b, node, w.scope)
        shelf, slot = w.b.shelves.states[node.state], w.b.shelves.slot(node.state)
        w.owns(slot)
        marks.put(w.b, w.lines, f"state {node.state}")
        if not shelf.axes:
            self.code = f"s.{slot}"
            return
        self.guard, place = state_reads.index(w.b, shelf, node.args, w.scope)
        self.it = Bound(values.value(w.b, node.args[-1], w.scope), values.sure(w.b, node.args[-1], w.scope))
        if not place.isdigit() and not place.isidentifier():
            self.place = w.b.fresh("i")
            if self.guard:
                w.lines.into(f"if {self.guard}:")
                self.guard = ""
            w.lines.put(f"{self.place} = {place}")
        else:
            self.place = place
            if self.guard:
                w.lines.into(f"if {self.guard}:")
        self.code = f"s.{slot}[{self.place}]"


def store(w: Body, spot: Spot, code: str) -> None:
    if spot.name is not None:
        w.bind(spot.name, code, False)
    else:
        w.lines.put(f"{spot.code} = {code}")
        assert isinstance(spot.node, v.Read)
        kind = nearby.noted(w.b, spot.node.state)
        if kind is not None:
            keeping.touched(w.lines, f"s.{w.b.shelves.where(kind)}[{spot.place}]", f"state {spot.node.state}")
        keeping.wrote(w.lines, f"state {spot.node.state}", near=kind is not None)
        for n in w.b.watched.get(spot.node.state, ()):
            if not w.b.manner.whole:
                w.lines.put(f"if s.e_{n} is not None: s.e_{n} += ({spot.place},)")
            elif n >= masks.FIRST:
                w.lines.put(masks.told(w.b, n, spot.place))
            else:
                w.lines.put(f"s.e_{n}.append({spot.place})")


def put_in(w: Body, call: typed_statements.Call, clause: str | None) -> None:
    """set w to v"""
    place, goal = call.get(""), call.get("to")
    if place is None or goal is None:
        return
    depth = w.lines.depth
    guard, code, _ = values.bare(w.b, goal, w.scope)
    nothing = isinstance(place.type, t.Maybe) or isinstance(place, v.Local)
    if guard and not nothing:
        w.lines.into(f"if {guard}:")
    elif guard:
        name = w.b.fresh("v")
        w.lines.put(f"{name} = {values.value(w.b, goal, w.scope)}")
        code = name
    spot = Spot(w, place)
    write(w, spot, code, clause, None if not (guard and nothing) else "maybe", exact=goal)
    w.lines.depth = depth


def write(
    w: Body,
    spot: Spot,
    code: str,
    clause: str | None,
    maybe: str | None = None,
    lost: bool = False,
    exact: v.T | None = None,
) -> None:
    """Write a value; a number must lie in its range."""
    if w.needs_last and not code.isidentifier() and not code.lstrip("-").isdigit():
        name = w.b.fresh("v")
        w.lines.put(f"{name} = {code}")
        code = name
    before = spot.code
    if w.needs_last:
        before = w.b.fresh("v")
        w.lines.put(f"{before} = {spot.code}")
    if spot.name is None and isinstance(spot.kind, t.Number):
        code = _ranged(w, spot, code, clause, maybe, exact)
    elif spot.name is None and isinstance(spot.kind, t.SetOf):
        code = f"tuple(sorted({code}))"
    store(w, spot, code)
    if w.needs_last:
        w.last(f"difference({code}, {before})")


def _ranged(w: Body, spot: Spot, code: str, clause: str | None, maybe: str | None, exact: v.T | None) -> str:
    node, kind = spot.node, spot.kind
    assert isinstance(node, v.Read) and isinstance(kind, t.Number)
    bounds = limits(w, spot)
    lost = _overflow(w, node.state) == "lost"
    if bounds is None and exact is not None and w.b.purity.constant(exact):
        found = w.b.purity.fold(exact)
        if found is None or kind.low <= found <= kind.high:
            return code
    known = exact.type.bare if exact is not None else None
    if bounds is None and isinstance(known, t.Number) and kind.low <= known.low and known.high <= kind.high:
        return code
    low, high = bounds or (str(kind.low), str(kind.high))
    if not code.isidentifier():
        name = w.b.fresh("v")
        w.lines.put(f"{name} = {code}")
        code = name
    some = f"{code} is not None and " if maybe else ""
    if lost:
        inner = (
            f"max({high}, {spot.code})"
            if spot.sure
            else f"({high} if {spot.code} is None else max({high}, {spot.code}))"
        )
        w.lines.put(f"if {some}{code} > {high}: {code} = {inner}")
    told = f"{quoted(clause)}, {quoted(node.state)}, {code}, {low}, {high}"
    w.lines.put(f"if {some}not {low} <= {code} <= {high}: raise outside({told})")
    return code


def limits(w: Body, spot: Spot) -> tuple[str, str] | None:
    """The bounds a state has beside its type, or None."""
    assert isinstance(spot.node, v.Read) and isinstance(spot.kind, t.Number)
    checked = w.b.program.checked.states[spot.node.state].bounds
    if not checked:
        return None
    low, high = str(spot.kind.low), str(spot.kind.high)
    scope = {**w.scope, "it": spot.it or Bound("None")}
    for limit, node in checked:
        found = values.value(w.b, node, scope)
        if not values.sure(w.b, node, scope):
            found = f"or_else({found}, {high if limit == 'most' else low})"
        if limit == "most":
            high = f"min({high}, {found})"
        else:
            low = f"max({low}, {found})"
    names = w.b.fresh("v"), w.b.fresh("v")
    w.lines.put(f"{names[0]} = {low}")
    w.lines.put(f"{names[1]} = {high}")
    return names


def _overflow(w: Body, state: str) -> str | None:
    decl = w.b.symbols.states[state].decl
    return decl.overflow if decl is not None else None


# ------------------------------------------------------------------ more and less


def changed(w: Body, call: typed_statements.Call, clause: str | None, far: bool) -> None:
    """add v to w, take v from w"""
    sign, place, what = call.core.sign, call.place, call.get("")
    if place is None or what is None:
        return
    depth = w.lines.depth
    amount = measured(w, call, what)
    kind = place.type.bare
    if isinstance(kind, t.Map):
        _goods(w, place, amount, sign, clause, far)
    else:
        spot = Spot(w, place)
        if isinstance(kind, t.Number):
            if not spot.sure:
                w.lines.into(f"if {spot.code} is not None:")
            _number(w, spot, amount, sign, clause, far)
        else:
            _collection(w, spot, amount, sign, clause, far)
    w.lines.depth = depth


def measured(w: Body, call: typed_statements.Call, what: v.T) -> str:
    """The amount, `per` and `at most` applied; opens a test if it may be nothing."""
    guard, code, _ = values.bare(w.b, what, w.scope)
    if guard:
        w.lines.into(f"if {guard}:")
    if call.per is not None:
        every, of = call.per
        code = f"times({code}, ({values.value(w.b, of, w.scope)} or 0) // {every}, {quoted(where(call.span))})"
    if call.most is not None:
        code = f"capped({code}, {values.value(w.b, call.most, w.scope)})"
    return code


def _number(w: Body, spot: Spot, amount: str, sign: int, clause: str | None, far: bool) -> None:
    if sign < 0 and far and spot.name is None:
        assert isinstance(spot.kind, t.Number)
        bounds = limits(w, spot)
        amount = f"min({amount}, {spot.code} - {bounds[0] if bounds else spot.kind.low})"
    code = f"{spot.code} {'+' if sign > 0 else '-'} {amount}"
    write(w, spot, code if spot.name is None else f"within({code}, None, {quoted(clause)})", clause)


def _goods(w: Body, place: v.T, amount: str, sign: int, clause: str | None, far: bool) -> None:
    """A bag into a map of numbers, kind by kind."""
    assert isinstance(place, v.Read) and isinstance(place.type, t.Map)
    key, count = w.b.fresh("k"), w.b.fresh("n")
    total = w.b.fresh("n")
    if w.needs_last:
        w.lines.put(f"{total} = 0")
    depth = w.lines.depth
    w.lines.into(f"for {key}, {count} in {amount}.items():")
    w.last("0")
    local = v.Local(f" {key}", type=place.type.indexes[0])
    w.scope[local.name] = Bound(key, True)
    read = v.Read(place.state, (*place.args, local), type=place.type.value)
    spot = Spot(w, read)
    _number(w, spot, count, sign, clause, far)
    if w.needs_last:
        w.lines.put(f"{total} += _last")
    del w.scope[local.name]
    w.lines.depth = depth
    w.last(total)


def _collection(w: Body, spot: Spot, amount: str, sign: int, clause: str | None, far: bool) -> None:
    """Bags, sequences and sets."""
    name = {True: "bag", False: "set"}[isinstance(spot.kind, t.BagOf)]
    if isinstance(spot.kind, t.Sequence):
        store(w, spot, f"(*({spot.code} or ()), {amount})")
        w.last("1")
        return
    before, after = w.b.fresh("v"), w.b.fresh("v")
    w.lines.put(f"{before} = {spot.code}")
    w.lines.put(f"{after} = {name}_{'more' if sign > 0 else 'less'}({before}, {amount}, {far}, {quoted(clause)})")
    code = f"tuple(sorted({after}))" if isinstance(spot.kind, t.SetOf) and spot.name is None else after
    store(w, spot, code)
    w.last(f"size_difference({after}, {before})")


def computed(w: Body, call: typed_statements.Call, clause: str | None) -> None:
    """`raise w to v`: the number that a verb works out of the old one and of what it is given, if it is another one."""
    verb, place = call.core, call.place
    goal = None if verb.value is None else call.get(verb.value)
    if place is None or (goal is None and verb.value is not None):
        return
    depth, given = w.lines.depth, []
    if goal is not None:
        guard, code, _ = values.bare(w.b, goal, w.scope)
        given.append(code)
        if guard:
            w.lines.into(f"if {guard}:")
    spot = Spot(w, place)
    if verb.when:
        code, test = given[0], f"{spot.code} {verb.when} {given[0]}"
        w.lines.into(f"if {test}:" if spot.sure else f"if {spot.code} is not None and {test}:")
    else:
        if not spot.sure:
            w.lines.into(f"if {spot.code} is not None:")
        code = w.b.fresh("v")
        result = f"{w.b.give('VERB', verb.meaning)}({', '.join([spot.code, *given])})"
        w.lines.put(f"{code} = within({result}, None, {quoted(clause)})")
        w.lines.into(f"if {code} != {spot.code}:")
    write(w, spot, code, clause)
    w.lines.depth = depth
