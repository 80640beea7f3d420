"""Python for what walks through collections: loops that stop early, in functions of their own."""

from __future__ import annotations

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import rewriting, sources, values
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.play.codegen.tables import tabulated
from rulekit.records import evolve
from rulekit.typesystem import types as t


def maybe_inside(kind: t.Type) -> bool:
    return isinstance(kind.member, t.Maybe)


def walked(b: Book, lines: Lines, source: v.T, name: str, scope: Scope) -> Scope:
    """Open a loop over a collection; filters become tests in it."""
    if isinstance(source, v.Filter) and not b.purity.constant(source) and tabulated(b, source, scope) is None:
        source, scope = _certain(b, lines, source, scope)
        ways = sources.ways(b, source.name, source.source, source.condition, sure_names(scope))
        if ways is not None:
            return _from(b, lines, source, name, ways, scope)
        inner = walked(b, lines, source.source, source.name, scope)
        asked(lines, values.test(b, source.condition, inner))
        outer = scope.get(source.name)
        found = {**inner, name: inner[source.name]}
        if source.name != name:
            found.pop(source.name)
            if outer is not None:
                found[source.name] = outer
        return found
    code = values.iterable(b, source, scope)
    variable = b.fresh("m")
    lines.into(f"for {variable} in {code}:")
    return {**scope, name: Bound(variable, not maybe_inside(source.type))}


def _certain(b: Book, lines: Lines, source: v.Filter, scope: Scope) -> tuple[v.Filter, Scope]:
    """A relation that is asked of something that may be nothing: it gets a name, and then it is something."""
    asked_of = source.condition
    large = sources.large(b, source.source) is not None
    if not large or not isinstance(asked_of, v.Related) or b.purity.is_pure(asked_of):
        return source, scope
    args, found = [], dict(scope)
    for arg in asked_of.args:
        if source.name in b.purity.free_names(arg) or isinstance(arg, v.Local | v.Const) or values.sure(b, arg, scope):
            args.append(arg)
            continue
        name = b.fresh("same")
        lines.into(f"for {name} in ({values.value(b, arg, scope)},):")
        asked(lines, f"{name} is not None")
        args.append(v.Local(f" {name}", type=arg.type.bare))
        found[f" {name}"] = Bound(name, True)
    condition = evolve(asked_of, args=tuple(args))
    return evolve(source, condition=condition), found


def sure_names(scope: Scope) -> frozenset[str]:
    return frozenset(name for name, bound in scope.items() if bound.sure)


def _from(b: Book, lines: Lines, source: v.Filter, name: str, ways: tuple[sources.Way, ...], scope: Scope) -> Scope:
    """Open a loop over members that are found from what the condition names, in their order."""
    kind = source.type.member or t.UNKNOWN
    parts = [values.iterable(b, way.all_members(source.name, kind), scope) for way in ways]
    variable = b.fresh("m")
    alone = len(ways) == 1 and isinstance(ways[0].source, v.Single)
    several = f"sorted({{{', '.join(f'*{part}' for part in parts)}}})" if parts else "()"
    lines.into(f"for {variable} in {parts[0] if alone else several}:")
    return {**scope, name: Bound(variable, True)}


def asked(lines: Lines, test: str) -> None:
    if test != "True":
        lines.into(f"if {test}:")


def close(lines: Lines, depth: int) -> None:
    lines.depth = depth


# ------------------------------------------------------------------ what is the same in every pass

LIGHT = 6  # nodes of a value that may be worked out though nobody should ask for it


def lifted(b: Book, lines: Lines, node: v.T, names: set[str], scope: Scope) -> tuple[v.T, Scope]:
    """Light values that depend on nothing bound here are worked out once, before the loop."""
    found: dict[str, Bound] = {}

    def change(inner: v.T) -> v.T:
        if isinstance(inner, rewriting.BINDING) or not isinstance(inner, v.T):
            return inner
        if _liftable(b, inner, names):
            name = f" {b.fresh('same')}"
            found[name] = Bound(name.strip(), values.sure(b, inner, scope))
            lines.put(f"{name.strip()} = {values.value(b, inner, scope)}")
            return v.Local(name, type=inner.type)
        return inner if isinstance(inner, v.T) and b.purity.constant(inner) else rewriting.rebuilt(inner, change)

    if isinstance(node, v.Equal | v.Compare | v.IsNothing):
        made = change(node)
        return (made, {**scope, **found}) if found else (node, scope)
    return node, scope


def _liftable(b: Book, node: v.T, names: set[str]) -> bool:
    """Does a value read the position, and nothing that changes from pass to pass?"""
    worth = isinstance(node, v.FieldOf) or (isinstance(node, v.Use) and not node.args and not node.hidden)
    if not worth or b.purity.free_names(node) & names or b.purity.is_pure(node) or node.type.collection:
        return False
    body = b.words[node.word].body if isinstance(node, v.Use) else node
    return isinstance(body, v.T) and len(walk((body,))) <= LIGHT


# ------------------------------------------------------------------ quantifiers


def quantified(b: Book, node: v.Quantifier, scope: Scope) -> str:
    lines, inner, call = b.outlined("q", scope, b.purity.free_names(node))
    if node.kind != "every" and (
        _some(b, lines, node, inner) if len(node.binds) == 1 else _pair(b, lines, node, inner)
    ):
        return call
    body, inner = lifted(b, lines, node.body, {name for name, _ in node.binds}, inner)
    for name, source in node.binds:
        inner = walked(b, lines, source, name, inner)
    test = values.test(b, body, inner)
    if node.kind == "every":
        lines.put("return False" if test == "False" else f"if not {test}: return False")
    else:
        lines.put(f"if {test}: return {node.kind == 'some'}")
    lines.depth = 1
    lines.put(f"return {node.kind != 'some'}")
    b.add(lines, True)
    return call


def _pair(b: Book, lines: Lines, node: v.Quantifier, scope: Scope) -> bool:
    """Is there a pair? Looked for in a chart, if the condition can be split so."""
    from rulekit.play.codegen import charts

    if len(node.binds) != 2:
        return False
    (one, first), (other, second) = node.binds
    inner = charts.opened(b, lines, charts.Pair(one, first, other, second, (node.body,)), scope)
    if inner is not None:
        lines.put(f"return {node.kind == 'some'}")
        lines.depth = 1
        lines.put(f"return {node.kind != 'some'}")
        b.add(lines, True)
    return inner is not None


def _some(b: Book, lines: Lines, node: v.Quantifier, scope: Scope) -> bool:
    """Is there one? Looked for among the members the condition names, if it names some."""
    ((name, source),) = node.binds
    ways = sources.ways(b, name, source, node.body, sure_names(scope))
    for way in ways or ():
        if way.given is not sources.TRUE:
            asked(lines, values.test(b, way.given, scope))
        inner = walked(b, lines, way.source, name, scope)
        if way.rest is not sources.TRUE:
            asked(lines, values.test(b, way.rest, inner))
        lines.put(f"return {node.kind == 'some'}")
        lines.depth = 1
    if ways is not None:
        lines.put(f"return {node.kind != 'some'}")
        b.add(lines, True)
    return ways is not None


# ------------------------------------------------------------------ collections


def plain(code: str) -> bool:
    """May this stand in a comprehension?"""
    return ":=" not in code


def filtered(b: Book, node: v.Filter, scope: Scope) -> str:
    """The members for which a condition holds, in their order."""
    if node.name not in b.purity.free_names(node.condition):
        return f"(tuple({values.iterable(b, node.source, scope)}) if {values.test(b, node.condition, scope)} else ())"
    lines, inner, call = b.outlined("f", scope, b.purity.free_names(node))
    named = _named(b, node, inner)
    if named is not None:
        lines.put(f"return {named}")
        b.add(lines, True)
        return call
    probe = Lines("")
    inside = walked(b, probe, node, node.name, inner)
    one = inside[node.name].code
    if plain("\n".join(probe.body)):
        lines.put(f"return tuple([{one} {joined_heads(probe)}])")
    else:
        lines.put("out = []")
        lines.body += probe.body
        lines.depth = probe.depth
        lines.put(f"out.append({one})")
        lines.depth = 1
        lines.put("return tuple(out)")
    b.add(lines, True)
    return call


def _named(b: Book, node: v.Filter, scope: Scope) -> str | None:
    """The members where the condition names the one there can be, and asks nothing of it."""
    ways = sources.ways(b, node.name, node.source, node.condition, sure_names(scope))
    if ways is None or len(ways) != 1 or not isinstance(ways[0].source, v.Single) or ways[0].rest is not sources.TRUE:
        return None
    return values.value(b, ways[0].all_members(node.name, node.type.member or t.UNKNOWN), scope)


def in_one(b: Book, lines: Lines, one: str, said: str = "") -> bool:
    """Loops in loops as one list of them, if they stand so; what the first goes through may be worked out before.

    In `said` stand the moves of one member each: a table, if there is one.
    """
    heads = [line.strip() for line in lines.body]
    first = next((n for n, head in enumerate(heads) if head.startswith("for ")), len(heads))
    inner = heads[first:]
    if not inner or not all(h.startswith(("for ", "if ")) and h.endswith(":") and plain(h) for h in inner[1:]):
        return False
    depth = (len(lines.body[first]) - len(lines.body[first].lstrip())) // 4
    name, _, source = inner[0].removeprefix("for ").removesuffix(":").partition(" in ")
    lines.body, lines.depth = lines.body[:first], depth
    if not plain(source):
        held = b.fresh("held")
        lines.put(f"{held} = {source}")
        source = held
    if said and one == f"(code, {name})":
        lines.put(f"said = {said}[code]")
        lines.put(f"return [{' '.join((f'said[{name}]', f'for {name} in {source}', *(h[:-1] for h in inner[1:])))}]")
    elif len(inner) == 1 and one == f"(code, {name})":
        lines.put(f"return [*zip(repeat(code), {source})]")
    else:
        lines.put(f"return [{' '.join((one, f'for {name} in {source}', *(h[:-1] for h in inner[1:])))}]")
    lines.depth = 1
    if depth > 1:
        lines.put("return []")
    return True


def joined_heads(lines: Lines) -> str:
    """Loop heads and tests as the tail of a comprehension."""
    return " ".join(line.strip().removesuffix(":") for line in lines.body)


def collected(b: Book, node: v.Collect, scope: Scope) -> str:
    """A list of numbers, a set of things, a union of sets."""
    lines, inner, call = b.outlined("c", scope, b.purity.free_names(node))
    lines.put("out = []")
    inside = walked(b, lines, node.source, node.name, inner)
    if node.sort == "union":
        lines.put(f"out += {values.iterable(b, node.value, inside)}")
    else:
        code = values.value(b, node.value, inside)
        if values.sure(b, node.value, inside):
            lines.put(f"out.append({code})")
        else:
            lines.put(f"if (found := {code}) is not None: out.append(found)")
    lines.depth = 1
    lines.put("return tuple(out)" if node.sort == "list" else "return tuple(sorted(set(out)))")
    b.add(lines, True)
    return call


def counted(b: Book, node: v.Filter, scope: Scope) -> str:
    """How many members pass."""
    lines, inner, call = b.outlined("n", scope, b.purity.free_names(node))
    lines.put("n = 0")
    walked(b, lines, node, node.name, inner)
    lines.put("n += 1")
    lines.depth = 1
    lines.put("return n")
    b.add(lines, True)
    return call


def summed(b: Book, node: v.Collect, scope: Scope) -> str:
    """Numbers added up without a list between."""
    lines, inner, call = b.outlined("n", scope, b.purity.free_names(node))
    lines.put("n = 0")
    inside = walked(b, lines, node.source, node.name, inner)
    code = values.value(b, node.value, inside)
    lines.put(f"n += {code}" if values.sure(b, node.value, inside) else f"n += {code} or 0")
    lines.depth = 1
    lines.put("return n")
    b.add(lines, True)
    return call
