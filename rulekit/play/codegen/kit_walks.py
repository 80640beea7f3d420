"""Python for the words of the kit that go on from place to place: rays, runs, reach."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.check.tree import typed_expressions as v
from rulekit.play.codegen import keeping, kit_words, memory, sources, values
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.play.codegen.ground import Near
from rulekit.play.codegen.tables import Lazy
from rulekit.play.machine.purity import relaxed_condition
from rulekit.typesystem import types as t
from rulekit.words.space.ray import WORD as RAY
from rulekit.words.space.run import WORD as RUN


def one(node: v.CoreUse) -> v.T:
    found = node.get("of")
    assert found is not None
    return found


def near(b: Book, space: str) -> str:
    """The table of what is beside each place."""
    layout = b.plan.layout(space)
    key = ("near", id(layout))
    if key not in b.kept:
        b.kept[key] = b.give("NEAR", Near(layout))
    return b.kept[key]


def beside(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    of, other = one(node), node.get("=")
    kind = of.type.bare
    if other is None or not isinstance(kind, t.Place) or not isinstance(other.type.bare, t.Place):
        return None
    guard, (place, found) = values.several(b, (of, other), scope)
    return values.guarded(guard, f"({found} in {near(b, kind.space)}[{place}])", "False")


def _rays(b: Book, node: v.CoreUse) -> str:
    """All rays of a space, by place and direction."""
    of, towards = one(node), node.get("towards")
    assert towards is not None
    local = v.CoreUse(
        RAY.name,
        (("of", v.Local("of", type=of.type)), ("towards", v.Local("side", type=towards.type))),
        type=t.Sequence(of.type.bare),
    )
    key = ("rays", repr(of.type.bare))
    if key not in b.kept:
        b.kept[key] = b.give("RAYS", Lazy(b.purity, local, ("of", "side"), {}))
    return b.kept[key]


def run(past: bool) -> Callable[[Book, v.CoreUse, Scope], str | None]:
    def form(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
        of, towards, through = one(node), node.get("towards"), node.get("through")
        if not isinstance(through, v.Named) or through.sort != "adjective" or towards is None:
            return None
        if past:
            known = [bound.code for args, bound in b.behind if args == node.args]
            if known:
                return known[-1]
        lines, inner, call = b.outlined("w", scope, b.purity.free_names(node))
        guard, (place, side) = values.several(b, (of, towards), inner)
        if guard:
            lines.put(f"if not ({guard}): return {'None' if past else '()'}")
        lines.put("out = []")
        lines.into(f"for c in {_rays(b, node)}[{place}][{side}]:")
        word = b.symbols.words[through.name][0]
        use = v.Use(word.key, (v.Local(" c", type=word.params[0].type),), _hidden(word, inner), type=t.YES_NO)
        test = values.value(b, use, {**inner, " c": Bound("c", True)})
        lines.put(f"if not {test}: {'return c' if past else 'break'}")
        if not past:
            lines.put("out.append(c)")
        lines.depth = 1
        lines.put("return None" if past else "return out")
        b.add(lines, True)
        return call if past else f"tuple({call})"

    return form


def ray_walk(b: Book, node: v.CoreUse, scope: Scope) -> tuple[str, str, object] | None:
    """Walking a run: what is gone through, the test of each place `c`, and what the run is of."""
    of, towards, through = node.get("of"), node.get("towards"), node.get("through")
    if node.word != RUN.name or of is None or towards is None or not isinstance(through, v.Named):
        return None
    if not (values.sure(b, of, scope) and values.sure(b, towards, scope)):
        return None
    word = b.symbols.words[through.name][0]
    use = v.Use(word.key, (v.Local(" c", type=word.params[0].type),), _hidden(word, scope), type=t.YES_NO)
    test = values.value(b, use, {**scope, " c": Bound("c", True)})
    head = f"{_rays(b, node)}[{values.value(b, of, scope)}][{values.value(b, towards, scope)}]"
    return head, test, node.args


def _hidden(word: object, scope: Scope) -> tuple[tuple[str, v.T], ...]:
    names = sorted(word.hidden)  # type: ignore[attr-defined]
    return tuple((n, v.Local(n, type=t.SEAT)) for n in names)


def reach(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    near = _near(b, node, scope)
    if near is None:
        return None
    of, stopping, within = one(node), node.get("stopping"), node.get("within")
    extra = {"stopping": stopping, "within": within}
    guard, codes = values.several(b, [of, *(n for n in extra.values() if n is not None)], scope)
    kinds = _member_kind(of)
    given = dict(zip(["of", *(k for k, n in extra.items() if n is not None)], codes, strict=True))
    spread = b.done.get(("spread", near))
    if spread is not None and _ordered(b, kinds) == "None":
        shut = given.get("stopping", "()")
        if stopping is not None and not stopping.type.collection:
            shut = f"({shut},)"
        start = f"dict.fromkeys({given['of']}, 0)" if of.type.collection else f"{{{given['of']}: 0}}"
        call = f"spread({spread}, {start}, {shut}, {given.get('within', 'None')})"
        return values.guarded(guard, call, "()")
    call = (
        f"reached({near}, {given['of']}, {given.get('stopping', '()')}, {given.get('within', 'None')}, "
        f"{_ordered(b, kinds)})"
    )
    return values.guarded(guard, call, "()")


def _ordered(b: Book, kind: t.Type) -> str:
    """All members in their order; nothing where that is the order of numbers."""
    members = b.plan.members(kind)
    return "None" if members == tuple(range(len(members))) else b.constant(members)


def _member_kind(of: v.T) -> t.Type:
    kind = of.type.bare
    return (kind.member or kind).bare


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
    weak = None if bent else relaxed_condition(b.purity, whole)
    if weak is not None and not b.purity.free_names(weak) <= {one, other}:
        weak = None
    led = None if bent else _led(b, node, whole, one, other, kind, hidden)
    if led is not None:
        return led
    source = b.constant(b.plan.members(kind))
    if weak is not None:
        near = v.Filter(other, v.Members(kind, type=t.SetOf(kind)), weak, type=t.SetOf(kind))
        source = f"{b.give('T', Lazy(b.purity, near, (one,), {}))}[a]"
        if weak is whole or b.purity.is_pure(whole):
            return f"lambda a: {source}"
    if b.remembering:
        return _neighbours(b, through.name, source, hidden)
    call = kit_words.relation_call(b, through.name, ["a", "c"], hidden)
    return f"lambda a: [c for c in {source} if {call}]"


def _led(
    b: Book, node: v.CoreUse, whole: v.T, one: str, other: str, kind: t.Type, hidden: dict[str, str]
) -> str | None:
    """A function that finds what one thing leads to from what the relation names; None if it names nothing."""
    through = node.get("through")
    assert isinstance(through, v.Named)
    found = sources.ways(b, other, v.Members(kind, type=t.SetOf(kind)), whole, frozenset((one, other)))
    if found is None:
        return None
    key = ("led", b.remembering, through.name)
    if key not in b.done:
        heads = [f"h{n}" for n in range(len(hidden))]
        scope = {one: Bound("a", True), **{n: Bound(h, n == "player") for n, h in zip(hidden, heads, strict=True)}}
        name = b.fresh("led")
        lines = Lines(f"def {name}({', '.join(['s', 'a', *heads])}):")
        parts = [values.iterable(b, way.all_members(other, kind), scope) for way in found]
        lines.put(f"return {parts[0]}" if len(parts) == 1 else f"return ({''.join(f'*{part}, ' for part in parts)})")
        b.add(lines, True)
        keep = memory.remembered if b.remembering else keeping.kept
        number = len(b.keeping)
        b.done[key] = keep(b, f"relation {through.name}", name, ["a", *heads], [])
        if not heads and len(b.keeping) > number:
            b.done["spread", f"lambda a: {b.done[key]}(s, a)"] = f"s.m_{number}, {name}, s"
    return f"lambda a: {b.done[key]}({', '.join(['s', 'a', *hidden.values()])})"


def _neighbours(b: Book, relation: str, source: str, hidden: dict[str, str]) -> str:
    """What one thing leads to, remembered for each."""
    name = b.fresh("near")
    heads = [f"h{n}" for n in range(len(hidden))]
    call = kit_words.relation_call(b, relation, ["a", "c"], dict(zip(hidden, heads, strict=True)))
    lines = Lines(f"def {name}({', '.join(['s', 'a', *heads])}):")
    lines.put(f"return [c for c in {source} if {call}]")
    b.add(lines)
    kept = memory.remembered(b, f"relation {relation}", name, ["a", *heads], [])
    return f"lambda a: {kept}({', '.join(['s', 'a', *hidden.values()])})"
