"""One function for each form of line and of statement."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulekit.check.elaboration.call_typing import call
from rulekit.check.names.scope import Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.elaboration.bodies import Reader


def _plain_line(
    r: Reader, item: s.Line, scope: Scope, openers: tuple[typed_statements.Step, ...]
) -> typed_statements.Line:
    price, done = r.chain(item.steps, scope)
    return typed_statements.Line(item.id, item.cites, openers, price, done, None, item.span)


def _block(r: Reader, item: s.Block, scope: Scope, openers: tuple[typed_statements.Step, ...]) -> typed_statements.Line:
    body = r.lines(item.body.items, Scope(scope))
    return typed_statements.Line(item.id, item.cites, openers, None, (), body, item.span)


def _menu(
    r: Reader, item: s.MenuItem, scope: Scope, openers: tuple[typed_statements.Step, ...]
) -> typed_statements.Line:
    menu = item.menu
    who = r.who(menu.who, scope)
    count = r.e.as_(menu.count, scope, t.ANY_NUMBER) if menu.count is not None else None
    groups = tuple(_group(r, g, scope) for g in menu.groups)
    made = typed_statements.Menu(who, menu.amount, count, menu.close, groups, span=menu.span)
    return typed_statements.Line(item.id, item.cites, openers, None, (made,), None, item.span)


def _group(r: Reader, group: s.Group, scope: Scope) -> typed_statements.Group:
    offers = r.offers(group.offers, group.span)
    by_action = isinstance(group.key, x.Name) and group.key.name == "action"
    key = None
    if group.key is not None and not by_action:
        r.e.menu_keys.append((group, offers, scope))
    return typed_statements.Group(group.id, group.mode, key, by_action, offers, group.span)


def _bend(r: Reader, item: s.Bend, scope: Scope, openers: tuple[typed_statements.Step, ...]) -> typed_statements.Line:
    r.e.bends.append((item, scope))
    broken = v.Broken(type=t.YES_NO, span=item.span)
    return typed_statements.Line(item.id, item.cites, openers, None, (), None, item.span, bend=(item.target, broken))


def _replace(
    r: Reader, item: s.Replace, scope: Scope, openers: tuple[typed_statements.Step, ...]
) -> typed_statements.Line:
    condition = r.e.condition(item.condition, scope) if item.condition is not None else None
    if isinstance(item.does, s.Steps):
        price, done = r.chain(item.does, scope)
        body = None
    else:
        price, done, body = None, (), r.lines(item.does.items, Scope(scope))
    r.e.replacements.append(item)
    return typed_statements.Line(
        item.id, item.cites, openers, price, done, body, item.span, replaces=(item.target, condition)
    )


ITEMS: dict[type, Callable[..., typed_statements.Line]] = {
    s.Line: _plain_line,
    s.Block: _block,
    s.MenuItem: _menu,
    s.Bend: _bend,
    s.Replace: _replace,
}


# ------------------------------------------------------------------ statements


def _do(r: Reader, step: s.Do, scope: Scope) -> typed_statements.Step:
    return call(r.e, step.call, scope)


def _ask(r: Reader, step: s.Ask, scope: Scope) -> typed_statements.Step:
    who = r.who(step.who, scope)
    return typed_statements.Ask(
        who, step.mode, r.offers(step.offers, step.span), step.able, step.declining, span=step.span
    )


def _choose(r: Reader, step: s.Choose, scope: Scope) -> typed_statements.Step:
    who = r.who(step.who, scope)
    inner = Scope(scope)
    params = tuple(r.param(pick, r.id, inner, "local") for pick in step.picks)
    lost = step.able or step.mode == "may"
    for param in params:
        kind = t.maybe(param.type) if lost and not t.is_collection(param.type) else param.type
        r.bind(param.name, kind, param.span, scope)
    r.e.chooses.append((r.id, step, params))
    return typed_statements.Choose(who, step.mode, step.name, params, step.able, step.declining, span=step.span)


def _require(r: Reader, step: s.Require, scope: Scope) -> typed_statements.Step:
    return typed_statements.Guard(r.id, r.e.condition(step.condition, scope), step.openly, span=step.span)


def _let(r: Reader, step: s.Let, scope: Scope) -> typed_statements.Step:
    found = r.e.value(step.value, scope, None)
    kind = found.type
    if isinstance(kind, t.Number):
        kind = t.ANY_NUMBER
    r.bind(step.name, kind, step.span, scope)
    return typed_statements.Bound(r.id, step.name, found, span=step.span)


def _roll(r: Reader, step: s.Roll, scope: Scope) -> typed_statements.Step:
    source = r.e.collection(step.source, scope)
    for name in step.names:
        r.bind(name, t.member(source.type) or t.UNKNOWN, step.span, scope)
    return typed_statements.Roll(step.names, source, span=step.span)


def _lot(r: Reader, step: s.Lot, scope: Scope) -> typed_statements.Step:
    return typed_statements.Lot(r.param(step.pick, r.id, scope, "local"), span=step.span)


def _finish(r: Reader, step: s.Finish, scope: Scope) -> typed_statements.Step:
    if step.winners is None:
        return typed_statements.Finish(None, span=step.span)
    return typed_statements.Finish(
        r.e.as_(step.winners, scope, t.SetOf(t.SEAT), "value", name="won by"), span=step.span
    )


def _stray(r: Reader, step: s.Pick | s.Picks, scope: Scope) -> typed_statements.Step:
    """A choice where nobody chooses: moves have parameters, bodies do not."""
    if id(step) not in r.mixed:
        r.e.wrong("K30", step.span, "stray", name=step.name)
    return r.param(step, r.id, scope, "local")


STEPS: dict[type, Callable[..., typed_statements.Step]] = {
    s.Do: _do,
    s.Ask: _ask,
    s.Choose: _choose,
    s.Require: _require,
    s.Let: _let,
    s.Roll: _roll,
    s.Lot: _lot,
    s.Finish: _finish,
    s.Pick: _stray,
    s.Picks: _stray,
}
