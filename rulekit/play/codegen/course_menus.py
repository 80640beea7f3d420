"""Python for menus in whole games, and for answers that lie face down until all are in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check.tree import typed_statements
from rulekit.play.codegen import answers, decisions, endings, values
from rulekit.play.codegen.book import Bound
from rulekit.play.codegen.course_asks import Acts, acted, answered, asked, more_acts
from rulekit.play.codegen.shelf import quoted
from rulekit.play.machine import ops as o

if TYPE_CHECKING:
    from rulekit.play.codegen.course import Course


def menu(w: Course, n: int, op: o.Menu) -> int:
    """Round after round, until it is closed or used up."""
    step, lines, b = op.step, w.lines, w.b
    seat, moves, used, count, limit = (b.fresh(x) for x in ("seat", "moves", "used", "n", "limit"))
    depth = lines.depth
    lines.put(f"{used}, {count} = (), 0")
    if step.count is not None:
        lines.put(f"{limit} = {values.value(b, step.count, w.scope)} or 0")
    lines.into("while True:")
    lines.put(f"{seat} = {values.value(b, step.who, w.scope)}")
    if not values.sure(b, step.who, w.scope):
        lines.put(f"if {seat} is None: break")
    if step.count is not None:
        lines.put(f"if {limit} < 1 or {count} >= {limit}: break")
    lines.put(f"{moves} = []")
    for group in step.groups:
        for name in group.offers:
            decisions.group(w, op, group, name, seat, moves, used)
    if len(step.groups) > 1 or decisions.doubles(w, [x for g in step.groups for x in g.offers]):
        lines.put(f"{moves} = undoubled({moves}, MOVES)")
    if b.program.forced_taken:
        lines.put(f"if not {moves}: break")
    close = f"{moves}.append(({answers.closing(b, step)},))"
    lines.put(close if step.amount != "exactly" else f"if not {moves}: {close}")
    answer = asked(w, op, step, seat, moves, False)
    found = _picks(w, op, answer, seat, used, count)
    found |= more_acts(w, op, step, answer, seat)
    lines.put(f"if {answer}[0] == {answers.closing(b, step)}: break")
    answered(w, answer, found, {})
    lines.depth = depth
    return n + 1


def _picks(w: Course, op: o.Menu, answer: str, seat: str, used: str, count: str) -> Acts:
    found: Acts = {}
    for group in op.step.groups:
        for name in group.offers:
            code = answers.picking(w.b, op, group, name)
            found[code] = lambda g=group, x=name: _picked(w, g, x, answer, seat, used, count)  # type: ignore[misc]
    return found


def _picked(w: Course, group: typed_statements.Group, name: str, answer: str, seat: str, used: str, count: str) -> None:
    key = "None"
    if group.mode == "once each":
        key = quoted(name) if group.keyed_by_action else f"{answers.menu_key(w.b, group, name)}(s, {answer}, {seat})"
    w.lines.put(f"{count} += 1")
    if group.mode != "freely":
        w.lines.put(f"{used} = (*{used}, ({quoted(group.id)}, {key}))")
    acted(w, name, answer, seat)


# ------------------------------------------------------------------ answers that lie face down


def seal(w: Course, n: int, op: o.Seal) -> int:
    """All who are asked answer on the same position; then the rest is done for each, in seat order."""
    b, lines = w.b, w.lines
    depth = lines.depth
    names = [b.fresh(x) for x in ("asked", "sealed", "taken")]
    decisions.gathered(w, op, *names)
    asked_, sealed, given = names
    lines.into(f"if len({given}) < len({asked_}):")
    endings.asking(w, op.id)
    lines.put("s.stage = SEALED")
    told = {"site": decisions.site(w, op, op.step), "sealed": f"(tuple({asked_}), {sealed}, {given})"}
    answer = w.wait(**told)
    lines.put("s.stage = DECIDE")
    lines.put(f"{given} = {answer}")
    lines.out()
    lines.into(f"for {w.variable(op.name)} in sorted({given}):")
    w.named(op.name, True)
    w.scope[f" answers {op.slot}"] = Bound(f"{given}[{w.variable(op.name)}]")
    w.inside(n + 2, op.exit - 1)
    lines.depth = depth
    return op.exit
