"""Python for `legal (..)`: do these values pass the domains, guards and price of an action, whether offered or not?"""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.play.codegen import conditions, kit_forms, kit_words, memory, offers, speculation, values
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.play.codegen.shelf import safe
from rulekit.typesystem import types as t


def legal(b: Book, node: v.Legal, scope: Scope) -> str:
    """The test; forms that are rare are asked of the reference engine."""
    body = b.program.blocks[f"action {node.action}"].body
    assert body is not None
    given = dict(node.args)
    params = [step for step in body.front if isinstance(step, typed_statements.Param)]
    if not all(_plain(b, step) and step.name in given for step in params):
        return values.by_reference(b, node, scope)
    names = list(given)
    codes = [values.value(b, given[name], scope) for name in names]
    return f"{_function(b, node.action, body, tuple(names))}({', '.join(['s', kit_forms.seat(b, scope), *codes])})"


def _plain(b: Book, step: typed_statements.Param) -> bool:
    """One member of a collection, and nothing that a chosen effect would bring with it."""
    return step.amount == "one" and not isinstance(step.type.bare, t.EffectOf)


def _function(b: Book, action: str, body: typed_statements.Body, names: tuple[str, ...]) -> str:
    key = ("legal now", b.remembering, action, names)
    if key not in b.done:
        name = b.done[key] = b.fresh(f"may_{safe(action)}_")
        heads = [f"l_{safe(one)}" for one in names]
        lines = Lines(f"def {name}({', '.join(['s', 'l_player', *heads])}):")
        for head in heads:
            lines.put(f"if {head} is None: return False")
        scope: dict[str, Bound] = {"player": Bound("l_player", True)}
        for step in body.front:
            _stepped(b, lines, step, scope)
        price = offers.price_of(body)
        lines.put(f"return {'True' if price is None else speculation.affordable(b, price, scope)}")
        b.add(lines, True)
        b.done[key] = memory.remembered(b, f"legal {action}", name, ["l_player", *heads], [])
    return b.done[key]


def _stepped(b: Book, lines: Lines, step: Any, scope: dict[str, Bound]) -> None:
    if isinstance(step, typed_statements.Bound):
        lines.put(f"l_{safe(step.name)} = {values.value(b, step.value, scope)}")
        scope[step.name] = Bound(f"l_{safe(step.name)}", values.sure(b, step.value, scope))
        return
    if isinstance(step, typed_statements.Guard):
        lifted = kit_words.waiver(b, step.id, scope)
        test = values.test(b, step.condition, scope)
        lines.put(f"if not ({f'{test} or {lifted}' if lifted else test}): return False")
        return
    scope[step.name] = Bound(f"l_{safe(step.name)}", True)
    lines.put(f"if not {inside(b, step.source, step.name, step.type, scope)}: return False")


def inside(b: Book, source: v.T, name: str, kind: t.Type, scope: Scope) -> str:
    """Is a named value a member of a collection? Copies of one row are one thing."""
    if isinstance(source, v.Filter) and not b.purity.constant(source):
        inner = {**scope, source.name: scope[name]}
        test = conditions.boolean(b, source.condition, inner)
        return f"({inside(b, source.source, name, kind, scope)} and {test})"
    held = kind.bare
    if isinstance(held, t.Piece) and any(len(c) > 1 for c in b.plan.copies(held.kind)):
        copies = b.constant(b.plan.copies(held.kind))
        return f"any_in({copies}[{scope[name].code}], {values.iterable(b, source, scope)})"
    return conditions.is_in(b, v.IsIn(v.Local(name, type=kind), source, False, type=t.YES_NO), scope)
