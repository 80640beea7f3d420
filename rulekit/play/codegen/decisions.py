"""Python for decisions: what is offered, what becomes of an answer, menus, answers that lie face down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.play.codegen import answers, endings, offers, packing, values
from rulekit.play.codegen.body import Body
from rulekit.play.codegen.book import Bound, Lines
from rulekit.play.codegen.shelf import quoted, safe
from rulekit.play.machine import ops as o
from rulekit.play.machine.decision_steps import names_of
from rulekit.words.vocabulary import ACTIVE

if TYPE_CHECKING:
    from rulekit.play.codegen.framed import Framed


@attrs.frozen(eq=False)
class Site:
    """One place that asks: what the reference engine calls line, op and step."""

    line: str
    op: o.Op
    step: Any


def site(w: Body, op: o.Op, step: Any) -> str:
    return w.b.give("SITE", Site(op.id or "", op, step))


def listed(w: Body, op: o.Op, step: typed_statements.Ask | typed_statements.Choose, seat: str, scope: Any) -> str:
    """The moves offered here, in canonical order."""
    if isinstance(step, typed_statements.Choose):
        code = answers.choosing(w.b, w.block, op, step)
        names = frozenset(
            n for p in step.params for x in (p.source, p.count) if x is not None for n in w.b.purity.free_names(x)
        )
        call = offers.choices(w.b, step, scope, names | {"player", "here"}, w.block.body)
        made = call.replace("(s, code", f"(s, {code}", 1)
        return made if all(map(answers.distinct, _sources(step.params))) else f"undoubled({made}, MOVES)"
    parts = [offers.listed(w.b, name, packing.pack(w.b, name), seat, answers.acting(w.b, name)) for name in step.offers]
    if len(parts) == 1 and not doubles(w, step.offers):
        return parts[0]
    if len(parts) == 2 and _only_without(w, step.offers[1], step.offers[0]) and not doubles(w, step.offers):
        quick = f"({parts[0]} or {parts[1]})"
        return f"([*{parts[0]}, *{parts[1]}] if LOOK[0] else {quick})" if w.b.manner.counted else quick
    return (
        f"undoubled([{', '.join('*' + p for p in parts)}], MOVES)"
        if doubles(w, step.offers)
        else (f"[{', '.join('*' + p for p in parts)}]")
    )


def _only_without(w: Body, action: str, other: str) -> bool:
    """Is an action possible only where another is not?"""
    body = w.b.program.blocks[f"action {action}"].body
    for step in body.front if body is not None else ():
        if (
            isinstance(step, typed_statements.Guard)
            and step.id not in w.b.program.bends
            and isinstance(step.condition, v.Not)
        ):
            asked = step.condition.inner
            if isinstance(asked, v.CoreUse) and asked.definition.asks_moves and asked.get("by") is None:
                of = asked.get("of")
                if isinstance(of, v.Named) and of.name == other:
                    return True
    return False


def doubles(w: Body, names: Any) -> bool:
    """Can one move be listed twice?"""
    if len(set(names)) < len(names):
        return True
    for name in names:
        body = w.b.program.blocks[f"action {name}"].body
        if not all(map(answers.distinct, _sources(body.front if body is not None else ()))):
            return True
    return False


def _sources(steps: Iterable[typed_statements.Step]) -> Iterator[v.T]:
    """What is chosen from."""
    return (step.source for step in steps if isinstance(step, typed_statements.Param))


def more(w: Body, op: o.Op, step: Any) -> str:
    """Anytime moves of the one whose turn it is."""
    names = names_of(step) | {op.id or ""}
    found = [a for a in w.b.program.anytime if not names & set(a.decl.excepted)]
    calls = [f"*{offers.listing(w.b, a.name)}(s, s.seat, {answers.anytime(w.b, a.name)})" for a in found]
    active = f"s.{w.b.shelves.slot(ACTIVE)}"
    return f"if {active} == s.seat: moves += undoubled([{', '.join(calls)}], MOVES)" if calls else ""


def ask(w: Framed, n: int, op: o.Ask) -> None:
    step = op.step
    if op.sealed is not None:
        _open(w, n, op)
        return
    guard, seat, _ = values.bare(w.b, step.who, w.scope)
    if guard:
        w.lines.into(f"if not ({guard}):")
        w.skip(op, n)
        w.lines.out()
    w.lines.put(f"seat = {seat}")
    if (
        w.b.manner.shared
        and isinstance(step, typed_statements.Ask)
        and not (w.b.program.forced_taken and step.mode == "must")
    ):
        _later(w, n, op, step)
        return
    w.lines.put(f"moves = {listed(w, op, step, 'seat', w.scope)}")
    w.lines.into("if not moves:")
    if step.mode == "must" and not step.able:
        w.lines.put(f"raise Fault('stuck', {quoted(op.id)}, 'there is nothing to choose')")
    else:
        w.skip(op, n)
    w.lines.out()
    if w.b.program.forced_taken and step.mode == "must":
        w.lines.into("if len(moves) == 1:")
        w.lines.put(f"f.pc = {n}")
        w.lines.put("ANSWERS[moves[0][0]](s, f, moves[0], seat)")
        w.lines.put("return")
        w.lines.out()
    if step.mode == "may":
        w.lines.put(f"moves.append(({answers.declining(w.b, step)},))")
    _suspend(w, n, op, step)
    for param in getattr(step, "params", ()):
        sure = param.amount != "one" or (step.mode == "must" and not step.able and not guard)
        w.scope[param.name] = Bound(f"l_{safe(param.name)}", sure and param.name not in w.bound)


def _later(w: Framed, n: int, op: o.Ask, step: typed_statements.Ask) -> None:
    """Where positions branch, most are left again unasked: moves are listed when somebody wants to see them."""
    tests = " or ".join(offers.exists(w.b, name, "seat") for name in step.offers)
    w.lines.into(f"if not ({tests}):")
    if step.mode == "must" and not step.able:
        w.lines.put(f"raise Fault('stuck', {quoted(op.id)}, 'there is nothing to choose')")
    else:
        w.skip(op, n)
    w.lines.out()
    name = w.b.fresh("list")
    lines = Lines(f"def {name}(s, seat):")
    lines.put(f"moves = {listed(w, op, step, 'seat', {})}")
    if step.mode == "may":
        lines.put(f"moves.append(({answers.declining(w.b, step)},))")
    extra = more(w, op, step)
    if extra:
        lines.put(extra)
    lines.put("return moves")
    w.b.add(lines)
    endings.asking(w, op.id)
    w.lines.put("s.stage = DECIDE")
    w.lines.put("s.seat = seat")
    w.lines.put(f"s.site = {site(w, op, step)}")
    w.lines.put(f"s.moves = {name}")
    w.wait(n)


def _suspend(w: Framed, n: int, op: o.Op, step: Any) -> None:
    endings.asking(w, op.id)
    w.lines.put("s.stage = DECIDE")
    w.lines.put("s.seat = seat")
    w.lines.put(f"s.site = {site(w, op, step)}")
    extra = more(w, op, step)
    if extra:
        w.lines.put(extra)
    w.lines.put("s.moves = moves")
    w.wait(n)


# ------------------------------------------------------------------ menus


def menu(w: Framed, n: int, op: o.Menu) -> None:
    step = op.step
    guard = "" if values.sure(w.b, step.who, w.scope) else "nobody"
    w.lines.put(f"seat = {values.value(w.b, step.who, w.scope)}")
    w.lines.into("if f.menu is None:")
    w.lines.put("f.menu = (0, ())")
    if step.count is not None:
        w.lines.put(f"f.loops[-1] = {values.value(w.b, step.count, w.scope)} or 0")
        _closed(w, n, "f.loops[-1] < 1")
    w.lines.out()
    if guard:
        _closed(w, n, "seat is None")
    if step.count is not None:
        _closed(w, n, "f.menu[0] >= f.loops[-1]")
    w.lines.put("moves = []")
    w.lines.put("used = f.menu[1]")
    for one in step.groups:
        for name in one.offers:
            group(w, op, one, name)
    if len(step.groups) > 1 or doubles(w, [x for g in step.groups for x in g.offers]):
        w.lines.put("moves = undoubled(moves, MOVES)")
    if w.b.program.forced_taken:
        _closed(w, n, "not moves")
    close = f"moves.append(({answers.closing(w.b, step)},))"
    w.lines.put(close if step.amount != "exactly" else f"if not moves: {close}")
    _suspend(w, n, op, step)


def _closed(w: Framed, n: int, test: str) -> None:
    w.lines.into(f"if {test}:")
    w.lines.put("close_menu(f)")
    w.goto(n + 1)
    w.lines.out()


def group(
    w: Body,
    op: o.Menu,
    one: typed_statements.Group,
    name: str,
    seat: str = "seat",
    moves: str = "moves",
    used: str = "used",
) -> None:
    """One action of a menu is listed, unless it is used up."""
    code = answers.picking(w.b, op, one, name)
    call = f"{offers.listing(w.b, name)}(s, {seat}, {code})"
    if one.mode == "once":
        w.lines.put(f"if ({quoted(one.id)}, None) not in {used}: {moves} += {call}")
    elif one.mode == "once each" and one.keyed_by_action:
        w.lines.put(f"if ({quoted(one.id)}, {quoted(name)}) not in {used}: {moves} += {call}")
    elif one.mode == "once each":
        key = answers.menu_key(w.b, one, name)
        w.lines.put(f"{moves} += [m for m in {call} if ({quoted(one.id)}, {key}(s, m, {seat})) not in {used}]")
    else:
        w.lines.put(f"{moves} += {call}")


# ------------------------------------------------------------------ sealed answers


def gathered(w: Body, op: o.Seal, asked: str = "asked", sealed: str = "sealed", taken: str = "taken") -> None:
    """All seats for whom the condition holds, what each may answer, and the answers nobody need be asked for."""
    w.lines.put(f"{asked}, {sealed} = [], {{}}")
    w.lines.into(f"for seat in {w.b.constant(tuple(range(w.b.plan.seats)))}:")
    scope = {**w.scope, op.name: Bound("seat", True)}
    if op.condition is not None:
        w.lines.put(f"if not {values.test(w.b, op.condition, scope)}: continue")
    scope["player"] = Bound("seat", True)
    w.lines.put(f"moves = {listed(w, op, op.step, 'seat', scope)}")
    w.lines.into("if not moves:")
    if op.step.mode == "must" and not op.step.able:
        w.lines.put(f"raise Fault('stuck', {quoted(op.id)}, 'there is nothing to choose')")
    else:
        w.lines.put("continue")
    w.lines.out()
    if op.step.mode == "may":
        w.lines.put(f"moves.append(({answers.declining(w.b, op.step)},))")
    w.lines.put(f"{asked}.append(seat)")
    w.lines.put(f"{sealed}[seat] = moves")
    w.lines.out()
    w.lines.put(f"{taken} = {{}}")
    if w.b.program.forced_taken:
        w.lines.put(f"{taken} = {{seat: {sealed}[seat][0] for seat in {asked} if len({sealed}[seat]) == 1}}")


def seal(w: Framed, n: int, op: o.Seal) -> None:
    """All who are asked answer on the same position."""
    gathered(w, op)
    w.lines.into("if not asked:")
    w.goto(op.exit)
    w.lines.out()
    if w.b.program.forced_taken:
        w.lines.into("if len(taken) == len(asked):")
        w.lines.put(f"f.loops[{op.slot}] = opened(taken)")
        w.goto(n + 1)
        w.lines.out()
    endings.asking(w, op.id)
    w.lines.put("s.stage = SEALED")
    w.lines.put(f"s.site = {site(w, op, op.step)}")
    w.lines.put("s.sealed = (tuple(asked), sealed, taken)")
    w.wait(n)


def seal_next(w: Framed, n: int, op: o.SealNext) -> None:
    w.lines.put(f"loop = f.loops[{op.slot}]")
    w.lines.into("if not loop['left']:")
    w.lines.put(f"del f.loops[{op.slot}]")
    w.goto(op.exit)
    w.lines.out()
    w.lines.put("seat = loop['left'][0]")
    w.bind(op.name, "seat", True)
    w.lines.put(f"f.loops[{op.slot}] = {{**loop, 'left': loop['left'][1:], 'answer': loop['answers'][seat]}}")


def _open(w: Framed, n: int, op: o.Ask) -> None:
    """An answer that lay face down is taken up."""
    w.lines.put(f"loop = f.loops[{op.sealed}]")
    w.lines.put(f"f.loops[{op.sealed}] = {{**loop, 'answer': None}}")
    w.lines.put(f"f.pc = {n}")
    w.lines.put("move = loop['answer']")
    w.lines.put(f"ANSWERS[move[0]](s, f, move, {values.value(w.b, op.step.who, w.scope)})")
    w.lines.put("return")
    for param in getattr(op.step, "params", ()):
        w.scope[param.name] = Bound(f"l_{safe(param.name)}", False)
