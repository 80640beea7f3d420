"""Python for what is tried on a copy: prices, `payable`, `supposing`."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import counting, kit_forms, offers, quiet, stillness, values
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.play.codegen.shelf import safe
from rulekit.play.machine import ops as o
from rulekit.play.machine.lowering import _block
from rulekit.typesystem import types as t


def chain(b: Book, steps: tuple[Any, ...]) -> o.Block:
    """A chain that stands alone, as a block."""
    key = ("chain", *(id(s) for s in steps))
    if key not in b.kept:
        line = typed_statements.Line(None, (), (), None, steps, None, steps[0].span)
        body = typed_statements.Body("chain", "chain", (), (line,), frozenset(), steps[0].span)
        b.kept[key] = _block(b.program.checked, "chain", body, {}, [])  # type: ignore[assignment]
    return b.kept[key]  # type: ignore[return-value]


def needed(steps: Any, scope: Scope) -> list[str]:
    names = {n.name for n in walk(tuple(steps)) if isinstance(n, v.Local)} | {"player", "here"}
    return sorted(names & set(scope))


def tried(b: Book, steps: tuple[Any, ...], scope: Scope, condition: v.T | None = None) -> str:
    """A test that a chain can be done on a copy, and that a condition holds there."""
    if "player" not in scope or not scope["player"].sure:  # where nobody was asked it is whose turn it is
        scope = {**scope, "player": Bound(kit_forms.seat(b, scope), True)}
    names = needed([*steps, *([condition] if condition is not None else [])], scope)
    block = chain(b, steps)
    name = b.fresh("p")
    lines = Lines(f"def {name}({', '.join(['s', *(f'l_{safe(n)}' for n in names)])}):")
    inner = {n: Bound(f"l_{safe(n)}", scope[n].sure) for n in names}
    slots = sorted(stillness.written(b, block))
    back = any(id(n) in b.looking for n in walk((condition,)))
    if back:
        lines.put("before = s")
    lines.put(f"s = s.tried({b.constant(tuple(slots))})")
    if b.manner.watched:
        lines.put("s.memos = None")
    if back:
        lines.put("s.was = before")
    lines.put("reported = 0")
    lines.into("try:")
    body = quiet.Quiet(b, block, lines)
    body.scope = dict(inner)
    failing, done = counting.tried(b, lines, block)
    body.run(0, len(block.ops) - 1)
    lines.put(done or "pass")
    lines.out()
    lines.put(f"except (Fault, Stop): {failing}return False")
    lines.put("return True" if condition is None else f"return {values.test(b, condition, inner)}")
    b.add(lines)
    return f"{name}({', '.join(['s', *(scope[n].code for n in names)])})"


def supposed(b: Book, node: v.Supposing, scope: Scope) -> str:
    if any(isinstance(n, v.Earlier) and id(n) not in b.looking for n in walk((node.condition,))):
        return values.by_reference(b, node, scope)
    return f"({tried(b, (node.call,), scope, node.condition)} is True)"


# ------------------------------------------------------------------ payable


def payable(b: Book, of: v.T, here: str, seat: str, scope: Scope) -> str:
    """Whether an effect can be paid: asked of a table with one function for each effect of the column."""
    kind = of.type.bare
    assert isinstance(kind, t.EffectOf)
    guard, code, _ = values.bare(b, of, scope)
    if not any(_priced(b, n) for n in b.plan.members(kind)):
        return values.guarded(guard, "True", "False")
    table = _table(b, kind)
    return values.guarded(guard, f"{table}[{code}](s, {here}, {seat})", "False")


def effect_block(b: Book, n: int) -> o.Block:
    return b.program.blocks[b.plan.effects[n].key]


def _priced(b: Book, n: int) -> bool:
    block = effect_block(b, n)
    assert block.body is not None
    return bool(block.body.front) or block.body.lines[0].price is not None


def _table(b: Book, kind: t.EffectOf) -> str:
    key = ("payable", kind.kind, kind.column)
    if key not in b.done:
        name = b.done[key] = b.fresh("PAY")
        rows = ", ".join(f"{n}: {_payable(b, n)}" for n in b.plan.members(kind))
        b.texts.append(f"{name} = {{{rows}}}\n")
    return b.done[key]


def _payable(b: Book, n: int) -> str:
    """Can this effect be paid, with some values of its parameters if it has any?"""
    if not _priced(b, n):
        return "always"
    block = effect_block(b, n)
    assert block.body is not None
    name = b.fresh("y")
    lines = Lines(f"def {name}(s, l_here, l_player):")
    scope: Scope = {"player": Bound("l_player", True), "here": Bound("l_here", False)}
    scope = offers.filled(b, lines, block.body.front, scope)
    lines.put(f"if {effect_price(b, n, scope)}: return True")
    lines.depth = 1
    lines.put("return False")
    b.add(lines)
    return name


def effect_price(b: Book, n: int, scope: Scope) -> str:
    """The price of an effect holds, or does not apply."""
    block = effect_block(b, n)
    assert block.body is not None
    line = block.body.lines[0]
    if line.price is None:
        return "True"
    tests = [
        f"not {values.test(b, op.condition, scope)}" for op in line.openers if isinstance(op, typed_statements.When)
    ]
    return " or ".join([*tests, affordable(b, line.price, scope)])


def affordable(b: Book, price: tuple[Any, ...], scope: Scope) -> str:
    return tried(b, price, scope)
