"""Python for those words of the kit that are worth writing out; None where the word's own meaning must be run."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.check import typed as v
from rulekit.kinds import types as t
from rulekit.play.compiled import kit_words, loops, offers, places, prices, values
from rulekit.play.compiled.book import NOTHING, Book, Scope
from rulekit.play.compiled.pure import relaxed
from rulekit.play.compiled.tables import Lazy


def _finished(b: Book, node: v.CoreUse, scope: Scope) -> str:
    return "(s.stage == OVER)"


def _others(b: Book, node: v.CoreUse, scope: Scope) -> str:
    me = scope.get("player", scope.get("owner", NOTHING)).code
    return f"tuple([p for p in {b.constant(tuple(range(b.plan.seats)))} if p != {me}])"


def _turned(b: Book, node: v.CoreUse, scope: Scope) -> str:
    of, turns = (values.value(b, arg, scope) for _, arg in node.args)
    kind = t.bare(node.type)
    ring = kind.of if isinstance(kind, t.SetOf | t.Sequence) else kind
    return f"turned({of}, {turns}, {len(ring.members) if isinstance(ring, t.Choice) else 1})"


def _beyond(b: Book, node: v.CoreUse, scope: Scope) -> str:
    layout = b.plan.layout(t.bare(node.type).space)  # type: ignore[attr-defined]
    guard, (place, side) = values.several(b, [arg for _, arg in node.args], scope)
    return values.guarded(guard, f"{b.give('L', layout)}.beyond({place}, {side})")


def _payable(b: Book, node: v.CoreUse, scope: Scope) -> str:
    of, at = node.get("of"), node.get("at")
    assert of is not None
    here = "None" if at is None else values.value(b, at, scope)
    return prices.payable(b, of, here, seat(b, scope), scope)


def seat(b: Book, scope: Scope) -> str:
    """Who `player` is: somebody bound to the name, else whose turn it is."""
    player = scope.get("player", NOTHING)
    if "active" not in b.shelves.states:
        return player.code
    active = f"s.{b.shelves.slot('active')}"
    if player.sure:
        return player.code
    return active if player.code == "None" else f"({active} if {player.code} is None else {player.code})"


def _possible(b: Book, node: v.CoreUse, scope: Scope) -> str:
    by, action = node.get("by"), node.get("of")
    assert isinstance(action, v.Named)
    if by is None:
        return offers.exists(b, action.name, seat(b, scope))
    guard, code, _ = values.bare(b, by, scope)
    return values.guarded(guard, offers.exists(b, action.name, code), "False")


def _one(node: v.CoreUse) -> v.T:
    found = node.get("of")
    assert found is not None
    return found


def _next(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    return _step(b, node, scope, 1)


def _previous(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    return _step(b, node, scope, -1)


def _step(b: Book, node: v.CoreUse, scope: Scope, by: int) -> str | None:
    kind = t.bare(node.type)
    if not isinstance(kind, t.Choice | t.Seat):
        return None
    size = len(kind.members) if isinstance(kind, t.Choice) else b.plan.seats
    guard, code, _ = values.bare(b, _one(node), scope)
    if size == 2:
        return values.guarded(guard, f"(1 - {code})")
    return values.guarded(guard, f"({code} {'+' if by > 0 else '-'} 1) % {size}")


def _count(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    of = _one(node)
    kind = t.bare(of.type)
    if isinstance(kind, t.BagOf):
        return f"sum(({values.value(b, of, scope)} or NO_BAG).values())"
    if isinstance(kind, t.Map) or (isinstance(kind, t.Sequence) and isinstance(t.bare(kind.of), t.YesNo)):
        return None
    if isinstance(of, v.Filter) and not b.purity.constant(of):
        return loops.counted(b, of, scope)
    return f"len({values.iterable(b, of, scope)})"


def _sum(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    of = _one(node)
    if isinstance(of, v.Collect) and of.sort == "list":
        return loops.summed(b, of, scope)
    return None


def _empty(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    of = _one(node)
    kind = t.bare(of.type)
    if isinstance(kind, t.Map):
        return None
    if isinstance(of, v.Filter) and not b.purity.constant(of):
        return loops.vacant(b, of, scope)
    guard, code, _ = values.bare(b, of, scope)
    test = f"not {places.lying(b, of, code)}" if isinstance(kind, t.Zone) else f"not {code}"
    return f"({guard} and {test})" if guard else f"({test})"


def _end(last: bool) -> Callable[[Book, v.CoreUse, Scope], str | None]:
    def form(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
        if node.get("n") is not None:
            return None
        name = b.fresh("_t")
        return f"({name}[{-1 if last else 0}] if ({name} := {values.value(b, _one(node), scope)}) else None)"

    return form


def _item(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    n = node.get("n")
    assert n is not None
    guard, (code, of) = values.several(b, (n, _one(node)), scope)
    return values.guarded(guard, f"item({of}, {code})")


def _of_zone(b: Book, node: v.CoreUse, scope: Scope, table: tuple[object, ...]) -> str:
    guard, code, _ = values.bare(b, _one(node), scope)
    kind = t.bare(_one(node).type)
    assert isinstance(kind, t.Piece)
    return values.guarded(guard, f"{b.constant(table)}[s.{b.shelves.where(kind.kind)}[{code}]]")


def _zone(b: Book, node: v.CoreUse, scope: Scope) -> str:
    guard, code, _ = values.bare(b, _one(node), scope)
    kind = t.bare(_one(node).type)
    assert isinstance(kind, t.Piece)
    return values.guarded(guard, f"s.{b.shelves.where(kind.kind)}[{code}]")


def _owner(b: Book, node: v.CoreUse, scope: Scope) -> str:
    def of(zone: int) -> int | None:
        name, args = b.plan.zones[zone]
        pairs = zip(b.symbols.zones[name].indexes, args, strict=True)
        return next((value for kind, value in pairs if isinstance(kind, t.Seat)), None)

    return _of_zone(b, node, scope, tuple(of(zone) for zone in range(len(b.plan.zones))))


def _place(b: Book, node: v.CoreUse, scope: Scope) -> str:
    at = node.get("at")
    only = at.name if isinstance(at, v.Named) else None

    def of(zone: int) -> object:
        name, args = b.plan.zones[zone]
        info = b.symbols.zones[name]
        return args[len(info.of)] if info.at and only in (None, name) else None

    return _of_zone(b, node, scope, tuple(of(zone) for zone in range(len(b.plan.zones))))


def _places(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    of = _one(node)
    if not isinstance(of, v.ZoneAt):
        return None
    shelf = b.shelves.zones[of.zone]
    guard, place = places.index(b, shelf, of.args, scope)
    keys, span = places.open_part(b, shelf, len(of.args))
    return values.guarded(guard, f"filled({b.constant(keys)}, s.z[{place}:{place} + {span}])", "()")


# ------------------------------------------------------------------ going on


def _rays(b: Book, node: v.CoreUse) -> str:
    """All rays of a space, by place and direction."""
    from rulekit.words._places import ground

    of, towards = _one(node), node.get("towards")
    assert towards is not None
    local = v.CoreUse(
        "ray",
        (("of", v.Local("of", type=of.type)), ("towards", v.Local("side", type=towards.type))),
        type=t.Sequence(t.bare(of.type)),
    )
    _ = ground
    key = ("rays", repr(t.bare(of.type)))
    if key not in b.kept:
        b.kept[key] = b.give("RAYS", Lazy(b.purity, local, ("of", "side"), {}))
    return b.kept[key]


def _run(past: bool) -> Callable[[Book, v.CoreUse, Scope], str | None]:
    def form(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
        of, towards, through = _one(node), node.get("towards"), node.get("through")
        if not isinstance(through, v.Named) or through.sort != "adjective" or towards is None:
            return None
        lines, inner, call = b.outlined("w", scope, b.purity.free(node))
        guard, (place, side) = values.several(b, (of, towards), inner)
        if guard:
            lines.put(f"if not ({guard}): return {'None' if past else '()'}")
        lines.put("out = []")
        lines.into(f"for c in {_rays(b, node)}[{place}][{side}]:")
        word = b.symbols.words[through.name][0]
        use = v.Use(word.key, (v.Local(" c", type=word.params[0].type),), _hidden(word, inner), type=t.YES_NO)
        test = values.value(b, use, {**inner, " c": values.Bound("c", True)})
        lines.put(f"if not {test}: {'return c' if past else 'break'}")
        if not past:
            lines.put("out.append(c)")
        lines.depth = 1
        lines.put("return None" if past else "return out")
        b.add(lines, True)
        return call if past else f"tuple({call})"

    return form


def _hidden(word: object, scope: Scope) -> tuple[tuple[str, v.T], ...]:
    names = sorted(word.hidden)  # type: ignore[attr-defined]
    return tuple((n, v.Local(n, type=t.SEAT)) for n in names)


def _reach(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    near = _near(b, node, scope)
    if near is None:
        return None
    of, stopping, within = _one(node), node.get("stopping"), node.get("within")
    extra = {"stopping": stopping, "within": within}
    guard, codes = values.several(b, [of, *(n for n in extra.values() if n is not None)], scope)
    kinds = _member_kind(of)
    given = dict(zip(["of", *(k for k, n in extra.items() if n is not None)], codes, strict=True))
    call = (
        f"reached({near}, {given['of']}, {given.get('stopping', '()')}, {given.get('within', 'None')}, "
        f"{b.constant(b.plan.members(kinds))})"
    )
    return values.guarded(guard, call, "()")


def _member_kind(of: v.T) -> t.Type:
    kind = t.bare(of.type)
    return t.bare(t.member(kind) or kind)


def _near(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    """A function from one thing to all it leads to, over those it might ever lead to."""
    through = node.get("through")
    if not isinstance(through, v.Named) or through.name not in b.program.relations:
        return None
    info = b.program.relations[through.name]
    if len(info.params) != 2:
        return None
    kind = info.params[1].type
    hidden = {n: scope[n].code for n in sorted(info.hidden) if n in scope}
    one, other = (p.name for p in info.params)
    cases = tuple(c.value for c in info.cases if c.sort == "case")
    bent = any(c.id in b.program.bends for c in info.cases)
    whole = v.Or(cases, type=t.YES_NO) if info.decl.mode == "any" else v.And(cases, type=t.YES_NO)
    weak = None if bent else relaxed(b.purity, whole)
    if weak is not None and not b.purity.free(weak) <= {one, other}:
        weak = None
    source = b.constant(b.plan.members(kind))
    if weak is not None:
        near = v.Filter(other, v.Members(kind, type=t.SetOf(kind)), weak, type=t.SetOf(kind))
        source = f"{b.give('T', Lazy(b.purity, near, (one,), {}))}[a]"
        if weak is whole or b.purity.pure(whole):
            return f"lambda a: {source}"
    call = kit_words.relation_call(b, through.name, ["a", "c"], hidden)
    return f"lambda a: [c for c in {source} if {call}]"


FORMS: dict[str, Callable[[Book, v.CoreUse, Scope], str | None]] = {
    "finished": _finished,
    "others": _others,
    "turned": _turned,
    "beyond": _beyond,
    "payable": _payable,
    "possible": _possible,
    "next": _next,
    "previous": _previous,
    "count": _count,
    "sum": _sum,
    "empty": _empty,
    "top": _end(True),
    "bottom": _end(False),
    "item": _item,
    "zone": _zone,
    "owner": _owner,
    "place": _place,
    "places": _places,
    "run": _run(False),
    "past-run": _run(True),
    "reach": _reach,
}
