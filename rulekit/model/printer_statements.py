"""Lines of a body as text.

The inverse of `build_statements`. A `PrintedRow` also says what the layout may do with it: whether a line may be
joined with the one above (not if it binds a name that later lines see), and whether its statements may be put on lines
of their own (not if play can wait between them, for then the line is named in positions).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.model import statements as s
from rulekit.model.base import Node
from rulekit.model.expressions import Expr
from rulekit.model.printer_expressions import ALT, PATH, call, domain, sentence, show
from rulekit.model.printer_layout import PrintedRow
from rulekit.verbs.known_verbs import find

BINDING = (s.Let, s.Roll, s.Lot, s.Choose, s.Pick, s.Picks)  # their names are seen by the lines that follow


def body(value: s.Body) -> tuple[PrintedRow, ...]:
    """The indented lines of a body."""
    line = value.span.line
    first = (PrintedRow(f'"{value.sentence}"', source=line, last=line),) if value.sentence is not None else ()
    return (*first, *(ITEMS[type(item)](item) for item in value.items))


def openers(values: tuple[s.Opener, ...]) -> str:
    """`if a: repeat 2:`, the openers of a line with their colons."""
    return " ".join(OPENERS[type(value)](value) + ":" for value in values)


def _head_end(item: s.Block | s.Replace | s.MenuItem, *parts: Node | None) -> int:
    """The last line of what stands before an indented body."""
    return max([item.span.line, *(part.span.end_line for part in parts if part is not None)])


def _line(item: s.Line) -> PrintedRow:
    """A line with its openers, and whether it may be joined or split."""
    done = (*(item.steps.price or ()), *item.steps.does)
    binds = any(isinstance(stmt, BINDING) for stmt in done)
    return PrintedRow(
        steps(item.steps),
        item.id,
        openers(item.openers),
        item.cites,
        source=item.span.line,
        last=item.span.end_line,
        joins=not binds,
        splits=not binds and all(_cannot_wait(stmt) for stmt in done),
    )


def _cannot_wait(stmt: s.Stmt) -> bool:
    """Whether nothing can wait for an answer or for chance here, so that the line needs no id of its own."""
    return isinstance(stmt, s.Require) or (isinstance(stmt, s.Do) and find(stmt.call.verb).at_once)


def _block(item: s.Block) -> PrintedRow:
    """Openers with the body below them."""
    last = _head_end(item, *item.openers)
    return PrintedRow(
        "", item.id, openers(item.openers), item.cites, body(item.body), source=item.span.line, last=last, opens=True
    )


def _menu_item(item: s.MenuItem) -> PrintedRow:
    """`player picks up to 3 until done`, its groups below it."""
    menu = item.menu
    amount = "" if menu.amount == "free" else f" {amount_of(menu.amount, menu.count)}"
    text = f"{show(menu.who, PATH)} picks{amount} until {menu.close}"
    groups = tuple(_group(group) for group in menu.groups)
    last = _head_end(item, *item.openers, menu)
    return PrintedRow(text, item.id, openers(item.openers), item.cites, groups, source=item.span.line, last=last)


def _group(group: s.Group) -> PrintedRow:
    """`once each kind of c: buy or sell`."""
    key = f" {show(group.key, PATH)}" if group.key is not None else ""
    text = f"{group.mode}{key}: {' or '.join(group.offers)}"
    return PrintedRow(text, group.id, cites=group.cites, source=group.span.line, last=group.span.end_line)


def _bend(item: s.Bend) -> PrintedRow:
    """`except [rule.old] when c`."""
    text = f"except [{item.target}] when {sentence(item.condition)}"
    return PrintedRow(text, item.id, cites=item.cites, source=item.span.line, last=item.span.end_line)


def _replace(item: s.Replace) -> PrintedRow:
    """`instead of [rule.old] when c:` with statements on the same line or a body below it."""
    when = f" when {sentence(item.condition)}" if item.condition is not None else ""
    opener = f"instead of [{item.target}]{when}:"
    line = item.span.line
    if isinstance(item.does, s.Body):
        last = _head_end(item, item.condition)
        under = body(item.does)
        return PrintedRow("", item.id, opener, item.cites, under, source=line, last=last, opens=True)
    return PrintedRow(steps(item.does), item.id, opener, item.cites, source=line, last=item.span.end_line)


ITEMS: dict[type[s.Item], Callable[[Any], PrintedRow]] = {
    s.Line: _line,
    s.Block: _block,
    s.MenuItem: _menu_item,
    s.Bend: _bend,
    s.Replace: _replace,
}


# ------------------------------------------------------------------ openers


def measure(value: s.Measure) -> str:
    """`falling v, at most n deep`"""
    falling = [f"falling {show(value.falling, ALT)}"] if value.falling is not None else []
    return ", ".join(falling + ([f"at most {value.deep} deep"] if value.deep is not None else []))


def _until(value: s.Until) -> str:
    """`until c, at most n times`."""
    times = f", at most {show(value.times, ALT)} times" if value.times is not None else ""
    return f"until {show(value.condition)}{times}" + (f", {measure(value.falling)}" if value.falling else "")


def _each(value: s.Each) -> str:
    """`for each p in Player, active first`."""
    first = f", {show(value.first, PATH)} first" if value.first is not None else ""
    return f"for each {value.name} {value.link} {domain(value.source)}{first}"


def _together(value: s.Together) -> str:
    """`together each p where (c)`."""
    where = f" where ({show(value.condition)})" if value.condition is not None else ""
    return f"together each {value.name}{where}"


OPENERS: dict[type[s.Opener], Callable[[Any], str]] = {
    s.When: lambda v: f"if {sentence(v.condition)}",
    s.Else: lambda v: "else",
    s.Repeat: lambda v: f"repeat {show(v.times, ALT)}",
    s.Until: _until,
    s.Each: _each,
    s.Ever: lambda v: "for ever",
    s.Together: _together,
    s.AsFar: lambda v: "as far as possible",
}


# ------------------------------------------------------------------ statements


def steps(value: s.Steps) -> str:
    """`stmt then stmt -> stmt`"""
    price = f"{_series(value.price)} -> " if value.price is not None else ""
    return price + _series(value.does)


def _series(stmts: tuple[s.Stmt, ...]) -> str:
    """Statements with `then` between them."""
    return " then ".join(STATEMENTS[type(stmt)](stmt) for stmt in stmts)


def _able(stmt: s.Ask | s.Choose) -> str:
    """`, if able` or `, declining as rest`, if one of them is said."""
    return ", if able" if stmt.able else f", declining as {stmt.declining}" if stmt.declining is not None else ""


def _choose(stmt: s.Choose) -> str:
    """`player must choose paint: h in Hue`."""
    chosen = ", ".join(pick(p) for p in stmt.picks)
    return f"{show(stmt.who, PATH)} {stmt.mode} choose {stmt.name}: {chosen}{_able(stmt)}"


def pick(value: s.Pick | s.Picks) -> str:
    """`x in S as F`, `xs are n from S`"""
    if isinstance(value, s.Picks):
        return f"{value.name} are {amount_of(value.amount, value.count)} from {show(value.source, ALT)}"
    normal = f" as {show(value.normal, ALT)}" if value.normal is not None else ""
    return f"{value.name} in {domain(value.source)}{normal}"


def amount_of(amount: str, count: Expr | None) -> str:
    """`3`, `up to 3`, `any`, `order`"""
    if count is None:
        return amount
    return ("up to " if amount == "up to" else "") + show(count, ALT)


STATEMENTS: dict[type[s.Stmt], Callable[[Any], str]] = {
    s.Do: lambda v: call(v.call),
    s.Ask: lambda v: f"{show(v.who, PATH)} {v.mode} {' or '.join(v.offers)}{_able(v)}",
    s.Choose: _choose,
    s.Pick: pick,
    s.Picks: pick,
    s.Require: lambda v: f"require {'openly ' if v.openly else ''}{sentence(v.condition)}",
    s.Let: lambda v: f"let {v.name} be {show(v.value, ALT)}",
    s.Roll: lambda v: f"roll {', '.join(v.names)} in {domain(v.source)}",
    s.Lot: lambda v: f"lot {pick(v.pick)}",
    s.Finish: lambda v: "finish" if v.winners is None else f"finish, won by {show(v.winners, ALT)}",
}
