"""Python for answers: one function for each way to answer, found by the number a move begins with."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.play.codegen import counting, loops, offers, packing, quiet, speculation, stillness, values
from rulekit.play.codegen.book import Book, Bound, Lines
from rulekit.play.codegen.shelf import quoted, safe
from rulekit.play.machine import ops as o
from rulekit.typesystem import types as t


@attrs.frozen(eq=False)
class Way:
    """How a move of this number is written: the name, its parameters in order, and what kind of answer it is."""

    name: str
    params: tuple[typed_statements.Param, ...]
    how: str
    action: str | None = None
    group: str | None = None
    extras: tuple[bool, ...] = ()  # behind which parameters the values of an effect's own come
    brought: Any = None  # effect -> its own parameters


def distinct(source: v.T) -> bool:
    """Is every member listed once?"""
    if isinstance(source, v.Filter):
        return distinct(source.source)
    return isinstance(source.type.bare, t.SetOf) or isinstance(source, v.Held | v.Members | v.Interval | v.AsSet)


def number(b: Book, key: Any, way: Way, body: Any) -> str:
    """The number of one way to answer, with its function."""
    if key not in b.done:
        ways: list[Way] = b.space["WAYS"]
        code = b.done[key] = str(len(ways))
        ways.append(way)
        if b.manner.whole:  # what an answer does is written where it is given
            return code
        name = b.fresh("t")
        lines = Lines(f"def {name}(s, f, k, seat):")
        body(lines)
        b.texts.append(lines.text() + f"ANSWERS[{code}] = {name}\n")
    return b.done[key]


def _way(b: Book, params: Any, name: str, how: str, action: str | None = None, group: str | None = None) -> Way:
    found = tuple(p for p in params if isinstance(p, typed_statements.Param))
    extras = tuple(offers.effect_names(b, p) for p in found)
    return Way(name, found, how, action, group, extras, _brought(b))


def _brought(b: Book) -> Any:
    def names(effect: int) -> tuple[typed_statements.Param, ...]:
        body = speculation.effect_block(b, effect).body
        return tuple(p for p in body.front if isinstance(p, typed_statements.Param)) if body is not None else ()

    return names


# ------------------------------------------------------------------ actions


def acting(b: Book, action: str) -> str:
    way = _action(b, action, "action")
    code = number(b, ("act", action), way, lambda lines: _act(b, lines, action, "f.pc += 1"))
    pack = packing.pack(b, action)
    if pack is not None:
        b.space["MOVES"].packed[pack] = way
    return code


def anytime(b: Book, action: str) -> str:
    return number(b, ("anytime", action), _action(b, action, "anytime"), lambda lines: _act(b, lines, action, ""))


def picking(b: Book, op: o.Menu, group: typed_statements.Group, action: str) -> str:
    def body(lines: Lines) -> None:
        key = "None"
        if group.mode == "once each":
            key = quoted(action) if group.keyed_by_action else f"{menu_key(b, group, action)}(s, k, seat)"
        mark = "used" if group.mode == "freely" else f"(*used, ({quoted(group.id)}, {key}))"
        lines.put("count, used = f.menu or (0, ())")
        lines.put(f"f.menu = (count + 1, {mark})")
        _act(b, lines, action, "")

    return number(b, ("pick", id(op.step), group.id, action), _action(b, action, "action", group.id), body)


def _action(b: Book, action: str, how: str, group: str | None = None) -> Way:
    body = b.program.blocks[f"action {action}"].body
    assert body is not None
    return _way(b, body.front, b.symbols.actions[action].written, how, action, group)


def _act(b: Book, lines: Lines, action: str, before: str) -> None:
    """The body of an action begins with the values of the move."""
    key = f"action {action}"
    body = b.program.blocks[key].body
    assert body is not None
    if before:
        lines.put(before)
    if b.manner.traced or b.manner.watched:
        lines.put(f"s.tallies[{quoted(action)}] = s.tallies.get({quoted(action)}, 0) + 1")
    scope = _values(b, lines, body.front)
    for step in body.front:
        if isinstance(step, typed_statements.Bound):
            lines.put(f"l_{safe(step.name)} = {values.value(b, step.value, scope)}")
            scope[step.name] = Bound(f"l_{safe(step.name)}", values.sure(b, step.value, scope))
    if stillness.is_quiet(b, key):
        counting.entered(b, lines, key)
        _in_place(b, lines, key, scope)
    else:
        from rulekit.play.codegen import pushing

        pairs = ", ".join(f"{quoted(n)}: {x.code}" for n, x in scope.items() if not n.startswith("with "))
        lines.put(pushing.begun(b, key, f"{{{pairs}}}", None))


def _in_place(b: Book, lines: Lines, key: str, scope: dict[str, Bound]) -> None:
    """A quiet action is written where it is answered."""
    block = b.program.blocks[key]
    front = block.body.front if block.body is not None else ()
    body = quiet.Quiet(b, block, lines)
    certain = {"player", *(p.name for p in front if isinstance(p, typed_statements.Param) and p.amount == "one")}
    for name, bound in scope.items():
        if name in body.read and not name.startswith("with "):
            lines.put(f"l_{safe(name)} = {bound.code}")
            body.scope[name] = Bound(f"l_{safe(name)}", (name in certain or bound.sure) and name not in body.bound)
        elif name == "player":
            body.scope[name] = bound
        elif not name.startswith("with "):
            body.scope[name] = Bound(f"({bound.code})")
    body.whole()


def _values(b: Book, lines: Lines, front: Any) -> dict[str, Bound]:
    """The values of a move under their names."""
    scope = {"player": Bound("seat", True)}
    place = 1
    for step in front:
        if not isinstance(step, typed_statements.Param):
            continue
        scope[step.name] = Bound(f"k[{place}]", not loops.maybe_inside(step.source.type))
        place += 1
        if offers.effect_names(b, step):
            lines.put(f"extra = brought(k[{place - 1}], k[{place}], BROUGHT)")
            for name in stillness.inner_names(b, step):
                scope[name] = Bound(f"extra.get({quoted(name)})")
            place += 1
    return scope


def menu_key(b: Book, group: typed_statements.Group, action: str) -> str:
    """The function that gives the key a pick uses up."""
    key = ("menu key", group.id, action)
    if key not in b.done:
        name = b.done[key] = b.fresh("key")
        node = b.program.checked.menu_keys[(group.id or "", action)]
        body = b.program.blocks[f"action {action}"].body
        assert body is not None
        lines = Lines(f"def {name}(s, k, seat):")
        scope = _values(b, lines, body.front)
        lines.put(f"return {values.value(b, node, scope)}")
        b.add(lines)
    return b.done[key]


# ------------------------------------------------------------------ choosing, declining, closing


def choosing(b: Book, block: o.Block, op: o.Op, step: typed_statements.Choose) -> str:
    def body(lines: Lines) -> None:
        lines.put("f.pc += 1")
        scope = _values(b, lines, step.params)
        del scope["player"]
        for name, bound in scope.items():
            lines.put(f"f.env[{quoted(name)}] = {bound.code}")

    return number(b, ("choose", id(step)), _way(b, step.params, step.name, "choose"), body)


def declining(b: Book, step: typed_statements.Ask | typed_statements.Choose) -> str:
    def body(lines: Lines) -> None:
        for param in getattr(step, "params", ()):
            lines.put(f"f.env[{quoted(param.name)}] = {'None' if param.amount == 'one' else '()'}")
        lines.put("f.pc += 1")

    return number(b, ("decline", id(step)), Way(step.declining or "pass", (), "decline"), body)


def closing(b: Book, step: typed_statements.Menu) -> str:
    def body(lines: Lines) -> None:
        lines.put("close_menu(f)")
        lines.put("f.pc += 1")

    return number(b, ("close", id(step)), Way(step.close, (), "close"), body)
