"""Actions on a few fixed members whose guards read fixed places: which pass is remembered as bits, and only what a
written place can change is asked again."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import children
from rulekit.play.codegen import loops, values
from rulekit.play.codegen.book import Book, Bound, Lines
from rulekit.play.codegen.rewriting import BINDING
from rulekit.play.machine.purity import LOOKING

MOST = 16  # members of an action whose legality is kept as bits; chosen: behind FEW, lists are made when first met
FEW = 9  # members whose lists are all made before play: 2 ** 9 of them
FIRST = 1000  # numbers from here on are masks, below are endings


class Unknown(Exception):
    """It cannot be said before play which places are read."""


@attrs.frozen(eq=False)
class Mask:
    """The action, its members, the state its guards read, and which members each place may change."""

    action: str
    number: int
    members: tuple[Any, ...]
    state: str
    param: typed_statements.Param
    guards: tuple[v.T, ...]
    changes: dict[int, tuple[int, ...]]


class Numbers(dict[int, tuple[int, ...]]):
    """The legal list for each set of bits where moves are numbers."""

    def __init__(self, members: tuple[Any, ...], base: int) -> None:
        super().__init__()
        self.members = members
        self.base = base

    def __missing__(self, mask: int) -> tuple[int, ...]:
        found = self[mask] = tuple([self.base + m for n, m in enumerate(self.members) if mask >> n & 1])
        return found


def _numbers(mask: Mask, base: int) -> Any:
    """The lists of all sets of bits where there are few."""
    found = Numbers(mask.members, base)
    few = len(mask.members) <= FEW
    return tuple([found[bits] for bits in range(1 << len(mask.members))]) if few else found


class Tokens(dict[tuple[int, int], list[Any]]):
    """The legal list for each way to answer and each set of bits."""

    def __init__(self, members: tuple[Any, ...]) -> None:
        super().__init__()
        self.members = members

    def __missing__(self, key: tuple[int, int]) -> list[Any]:
        code, mask = key
        found = self[key] = [(code, m) for n, m in enumerate(self.members) if mask >> n & 1]
        return found


def found(b: Book) -> list[Mask]:
    """All actions of this kind."""
    masks: list[Mask] = []
    for name in b.symbols.actions:
        body = b.program.blocks[f"action {name}"].body
        mask = None if body is None else _mask(b, name, body, FIRST + len(masks))
        if mask is not None:
            masks.append(mask)
    return masks


def _mask(b: Book, name: str, body: typed_statements.Body, number: int) -> Mask | None:
    params = [s for s in body.front if isinstance(s, typed_statements.Param)]
    guards = [s for s in body.front if isinstance(s, typed_statements.Guard)]
    priced = any(line.price is not None and not line.openers for line in body.lines)
    if priced or len(params) != 1 or not guards or len(body.front) != 1 + len(guards):
        return None
    param = params[0]
    plain = param.amount == "one" and b.purity.constant(param.source) and not loops.maybe_inside(param.source.type)
    if not plain or any(g.id in b.program.bends for g in guards):
        return None
    members = tuple(b.purity.fold(param.source) or ())
    conditions = tuple([g.condition for g in guards])
    if not 0 < len(members) <= MOST or any(not b.purity.free_names(c) <= {param.name} for c in conditions):
        return None
    return _watching(b, name, number, members, param, conditions)


def _watching(
    b: Book, name: str, number: int, members: tuple[Any, ...], param: typed_statements.Param, guards: tuple[v.T, ...]
) -> Mask | None:
    changes: dict[int, tuple[int, ...]] = {}
    states: set[str] = set()
    try:
        for n, member in enumerate(members):
            read = {spot for guard in guards for spot in places(b, guard, {param.name: member})}
            states |= {state for state, _ in read}
            for _, place in read:
                changes[place] = (*changes.get(place, ()), n)
    except Unknown:
        return None
    if len(states) != 1:
        return None
    state = states.pop()
    shelf = b.shelves.states[state]
    written = any(state in names for names in b.program.resets.values())
    if len(shelf.axes) != 1 or shelf.axes[0].low != 0 or shelf.axes[0].ids is not None or written:
        return None
    return Mask(name, number, members, state, param, guards, changes)


Spots = set[tuple[str, int]]


def places(b: Book, node: Any, env: dict[str, Any]) -> Spots:
    """Every place of a state that may be read, whatever the position."""
    if isinstance(node, v.T) and b.purity.is_pure(node):
        return set()
    if isinstance(node, v.Read):
        return _read(b, node, env)
    if isinstance(node, v.Let):
        found = _known(b, node.source, env)
        return places(b, node.value, {**env, node.name: found})
    if isinstance(node, BINDING):
        return _through(b, node, env)
    if isinstance(node, v.Use | v.Related):
        return _inside(b, node, env)
    if isinstance(node, v.ZoneAt | v.Held | v.Supposing | v.Legal | v.Earlier | v.Named | v.Broken):
        raise Unknown
    if isinstance(node, v.CoreUse) and node.reads & LOOKING:
        raise Unknown
    return {spot for child in children(node) for spot in places(b, child, env)}


def _known(b: Book, node: v.T, env: dict[str, Any]) -> Any:
    if not b.purity.is_pure(node) or not b.purity.free_names(node) <= set(env):
        raise Unknown
    return b.purity.evaluator.value(node, env)


def _read(b: Book, node: v.Read, env: dict[str, Any]) -> Spots:
    if len(node.args) != 1:
        raise Unknown
    place = _known(b, node.args[0], env)
    return set() if place is None else {(node.state, place)}


def _through(b: Book, node: Any, env: dict[str, Any]) -> Spots:
    if isinstance(node, v.Quantifier):
        return _binds(b, list(node.binds), node.body, env)
    inner = node.condition if isinstance(node, v.Filter) else node.value
    below = places(b, node.source, env) if isinstance(node.source, v.Filter) else set()
    source = node.source
    while isinstance(source, v.Filter):
        source = source.source
    return below | _binds(b, [(node.name, source)], inner, env)


def _binds(b: Book, binds: list[tuple[str, v.T]], body: v.T, env: dict[str, Any]) -> Spots:
    if not binds:
        return places(b, body, env)
    name, source = binds[0]
    members = _known(b, source, env) or ()
    return {spot for m in members for spot in _binds(b, binds[1:], body, {**env, name: m})}


def _inside(b: Book, node: Any, env: dict[str, Any]) -> Spots:
    if node.hidden:
        raise Unknown
    given = [_known(b, arg, env) for arg in node.args]
    if isinstance(node, v.Use):
        word = b.words[node.word]
        params, bodies = word.params, [word.body]
    else:
        info = b.program.relations[node.relation]
        if any(c.id in b.program.bends for c in info.cases):
            raise Unknown
        params, bodies = info.params, [c.value for c in info.cases if c.sort == "case"]
    if None in given or not all(isinstance(body, v.T) for body in bodies):
        raise Unknown
    inner = {p.name: value for p, value in zip(params, given, strict=True)}
    return {spot for body in bodies for spot in places(b, body, inner)}


# ------------------------------------------------------------------ what is written


def slots(b: Book) -> list[str]:
    return [f"g_{mask.number}" for mask in b.masks]


def written(b: Book, lines: Lines, action: str, wanted: str) -> bool:
    """Write the function that lists, or that tells whether there is anything to list."""
    mask = next((m for m in b.masks if m.action == action), None)
    if mask is None:
        return False
    call = _bits(b, mask)
    if wanted == "exists":
        lines.put(f"return {call} != 0")
    elif b.pack is not None:
        lines.put(f"return {b.give('TOKENS', _numbers(mask, b.pack.base))}[{call}]")
    else:
        tokens = b.give("TOKENS", Tokens(mask.members))
        lines.put(f"return [*{tokens}[code, {call}]]")
    return True


def _bits(b: Book, mask: Mask) -> str:
    """Python for the bits, brought up to date."""
    n = mask.number
    key = ("bits", n)
    if key not in b.done and b.manner.whole:
        b.done[key] = f"s.g_{n}"
        b.texts.append(f"FRESH[{f'g_{n}'!r}] = lambda s: {_every(b, mask)}\n")
    if key not in b.done:
        name = b.fresh("bits")
        b.done[key] = f"{name}(s)"
        lines = Lines(f"def {name}(s):")
        lines.put(f"bits = s.g_{n}")
        lines.into("if bits is None:")
        lines.put(f"bits = {_every(b, mask)}")
        lines.out()
        lines.into("else:")
        lines.into(f"for place in s.e_{n}:")
        lines.put(f"for bit, m in {_changes(b, mask)}[place]: bits = bits | bit if {_test(b, mask)} else bits & ~bit")
        lines.depth = 1
        lines.put(f"s.g_{n} = bits")
        lines.put(f"s.e_{n} = ()")
        lines.put("return bits")
        b.add(lines)
    return b.done[key]


def _every(b: Book, mask: Mask) -> str:
    return f"sum([bit for bit, m in {b.constant(_numbered(mask))} if {_test(b, mask)}])"


def _test(b: Book, mask: Mask) -> str:
    scope = {mask.param.name: Bound("m", True)}
    tests = [x for x in (values.test(b, guard, scope) for guard in mask.guards) if x != "True"]
    return " and ".join(tests) or "True"


def told(b: Book, number: int, place: str) -> str:
    """The statement by which bits follow what is written."""
    mask = next(m for m in b.masks if m.number == number)
    _bits(b, mask)
    slot = f"s.g_{number}"
    changed = f"{slot} | bit if {_test(b, mask)} else {slot} & ~bit"
    return f"for bit, m in {_changes(b, mask)}[{place}]: {slot} = {changed}"


def _numbered(mask: Mask) -> tuple[tuple[int, Any], ...]:
    return tuple([(1 << n, m) for n, m in enumerate(mask.members)])


def _changes(b: Book, mask: Mask) -> str:
    """For each place the bits and members that it may change."""
    key = ("changes", mask.number)
    if key not in b.done:
        numbered, size = _numbered(mask), b.shelves.states[mask.state].size
        rows = [tuple([numbered[n] for n in mask.changes.get(place, ())]) for place in range(size)]
        b.done[key] = b.give("CHANGES", tuple(rows))
    return b.done[key]
