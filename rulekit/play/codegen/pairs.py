"""Python for actions of one or two parameters whose guards can be split: targets once, then a test of membership."""

from __future__ import annotations

import re

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.play.codegen import loops, loose, separate, sights, values
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.typesystem import types as t


@attrs.frozen
class Shape:
    """One or two parameters, and the guards by what they need."""

    outer: typed_statements.Param
    inner: typed_statements.Param | None
    alone: list[v.T]  # guards over the inner parameter only
    split: list[v.T]  # guards over the outer one


def written(b: Book, lines: Lines, body: typed_statements.Body, wanted: str) -> bool:
    """Write the function this way if the action allows it."""
    found = shape(b, body)
    if found is None:
        return False
    scope: Scope = {"player": Bound("l_player", True)}
    kind = found.outer.source.type.member or t.UNKNOWN
    inner = dict(scope)
    if found.inner is not None:
        inner[found.inner.name] = Bound("n", True)
    table = separate.split(b, found.split, found.outer.name, kind, inner)
    if table is None:
        return False
    first = source(b, found.outer, scope)
    if found.inner is None:
        _single(b, lines, table, scope, first, wanted)
    else:
        _double(b, lines, found, table, first, scope, wanted)
    return True


def shape(b: Book, body: typed_statements.Body) -> Shape | None:
    params = [s for s in body.front if isinstance(s, typed_statements.Param)]
    guards = [s for s in body.front if isinstance(s, typed_statements.Guard)]
    priced = any(line.price is not None and not line.openers for line in body.lines)
    if priced or len(params) not in (1, 2) or len(params) + len(guards) < len(body.front) or not guards:
        return None
    if any(p.amount != "one" or isinstance(p.type.bare, t.EffectOf) or copied(b, p) for p in params):
        return None
    if any(g.id in b.program.bends for g in guards):
        return None
    outer, inner = params[0], params[1] if len(params) == 2 else None
    if inner is not None and outer.name in b.purity.free_names(inner.source):
        return None
    tests = [
        g.condition for g in guards if not b.purity.constant(g.condition) or b.purity.fold(g.condition) is not True
    ]
    alone = [c for c in tests if outer.name not in b.purity.free_names(c)]
    over = [c for c in tests if outer.name in b.purity.free_names(c)]
    return None if not over or (inner is None and alone) else Shape(outer, inner, alone, over)


def copied(b: Book, param: typed_statements.Param) -> bool:
    kind = (param.source.type.member or t.UNKNOWN).bare
    maybe = loops.maybe_inside(param.source.type)
    return maybe or (isinstance(kind, t.Piece) and any(len(c) > 1 for c in b.plan.copies(kind.kind)))


def source(b: Book, param: typed_statements.Param, scope: Scope) -> str:
    return sights.seen(b, param.source, values.iterable(b, param.source, scope), scope)


READ = re.compile(r"s\.z\[\(?((?!_t)[a-z]\w*(?: [+*] \w+)*)\)?\]")


def _single(b: Book, lines: Lines, table: separate.Split, scope: Scope, first: str, wanted: str) -> None:
    codes = table.codes(b, scope)
    heavy = [n for n, code in enumerate(codes) if "(s" in code and isinstance(table.readings[n].type, t.YesNo)]
    if len(heavy) == 1:
        _dear(b, lines, table, codes, heavy[0])
    else:
        lines.put(f"ok = {table.asked(codes)}")
    if wanted == "exists":
        lines.put(f"return not ok.isdisjoint({first})")
    else:
        lines.put(f"held = {first}")
        move = "(code, m)" if b.pack is None else b.pack.token(["m"])
        if move == "m":
            lines.put(f"if ok is {table.table}.everything: return {'held[:]' if b.loose else 'held'}")
        lines.put(f"return [{move} for m in held if m in ok]")


def _dear(b: Book, lines: Lines, table: separate.Split, codes: list[str], n: int) -> None:
    """A reading that costs much is asked only where it makes a difference."""
    key = ("either", table.table, n)
    if key not in b.done:
        b.done[key] = b.fresh("EITHER")
        b.texts.append(f"{b.done[key]} = Either({table.table}, {n})\n")
    rest = "".join(f"{code}, " for k, code in enumerate(codes) if k != n)
    lines.put(f"ok, no = {b.done[key]}[({rest})]")
    lines.put(f"if ok is not no and not {codes[n]}: ok = no")


def _double(b: Book, lines: Lines, found: Shape, table: separate.Split, first: str, scope: Scope, wanted: str) -> None:
    """The second parameter is gone through once; for each the members of the first that fit it."""
    assert found.inner is not None
    lines.put(f"held = {first}")
    if wanted != "exists":
        lines.put("targets = []")
    inner = {**scope, found.inner.name: Bound("n", True)}
    codes = table.codes(b, inner)
    for k, node in enumerate(table.readings):
        if found.inner.name not in b.purity.free_names(node):
            lines.put(f"same{k} = {codes[k]}")
            codes[k] = f"same{k}"
    lines.into(f"for n in {source(b, found.inner, scope)}:")
    for guard in found.alone:
        lines.put(f"if not {values.test(b, guard, inner)}: continue")
    asked = table.asked(codes)
    lines.put(f"ok = {_once(lines, loose.read(asked, True) if b.loose else asked)}")
    lines.put("if not ok.isdisjoint(held): return True" if wanted == "exists" else "if ok: targets.append((n, ok))")
    lines.out()
    move = "(code, m, n)" if b.pack is None else b.pack.token(["m", "n"])
    listed = f"[{move} for m in held for n, ok in targets if m in ok]"
    lines.put("return False" if wanted == "exists" else f"return {listed}")


def _once(lines: Lines, code: str) -> str:
    """What lies in one zone is read once."""
    read = READ.findall(code)
    for k, zone in enumerate(dict.fromkeys(z for z in read if read.count(z) > 1)):
        lines.put(f"lies{k} = s.z[{zone}]")
        code = code.replace(f"(*s.z[{zone}],)", f"lies{k}").replace(f"(*s.z[({zone})],)", f"lies{k}")
        code = code.replace(f"s.z[({zone})]", f"lies{k}").replace(f"s.z[{zone}]", f"lies{k}")
    return loose.AT_AN_END[0].sub(loose.AT_AN_END[1], code)
