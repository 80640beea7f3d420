"""Python for decisions in whole games: what is offered, and what each answer does, written where it is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulekit.check.tree import typed_statements
from rulekit.play.codegen import answers, decisions, endings, loops, offers, packing, stillness, values
from rulekit.play.codegen.book import Bound, Lines
from rulekit.play.codegen.shelf import quoted
from rulekit.play.machine import ops as o
from rulekit.play.machine.decision_steps import names_of

if TYPE_CHECKING:
    from rulekit.play.codegen.course import Course

Act = Callable[[], None]
Acts = dict[str, Act]  # by the number a move begins with


def ask(w: Course, n: int, op: o.Ask) -> int:
    """A decision among actions, or a choice on the spot."""
    step, lines = op.step, w.lines
    if op.sealed is not None:
        _opened(w, op)
        return n + 1
    depth = lines.depth
    found = anytime(w, op, step)
    if found:
        lines.into("while True:")
    guard, who, _ = values.bare(w.b, step.who, w.scope)
    if guard:
        lines.into(f"if {guard}:")
    _offered(w, op, step, who, bool(found))
    if guard:
        lines.out()
        _else(w, step)
    if found:
        lines.put("break")
    lines.depth = depth
    _named(w, step, bool(guard))
    return n + 1


def _offered(w: Course, op: o.Ask, step: Any, who: str, more: bool) -> None:
    """What is offered to somebody, and what becomes of it."""
    lines = w.lines
    seat, moves = w.b.fresh("seat"), w.b.fresh("moves")
    lines.put(f"{seat} = {who}")
    lines.put(f"{moves} = {decisions.listed(w, op, step, seat, w.scope)}")
    skips = not (step.mode == "must" and not step.able)
    if skips:
        lines.into(f"if {moves}:")
    else:
        lines.put(f"if not {moves}: raise Fault('stuck', {quoted(op.id)}, 'there is nothing to choose')")
    if step.mode == "may":
        lines.put(f"{moves} = [*{moves}, ({answers.declining(w.b, step)},)]")
    answer = asked(w, op, step, seat, moves, w.b.program.forced_taken and step.mode == "must")
    answered(w, answer, acts(w, op, step, answer, seat), more_acts(w, op, step, answer, seat) if more else None)
    if skips:
        lines.out()
        _else(w, step)


def _else(w: Course, step: Any) -> None:
    """Nobody is asked; what would have been bound is nothing."""
    params = getattr(step, "params", ())
    if params:
        w.lines.into("else:")
        for param in params:
            w.bind(param.name, "None" if param.amount == "one" else "()", param.amount != "one")
        w.lines.out()


def _named(w: Course, step: Any, guard: bool) -> None:
    for param in getattr(step, "params", ()):
        sure = param.amount != "one" or (step.mode == "must" and not step.able and not guard)
        w.scope[param.name] = Bound(w.variable(param.name), sure and param.name not in w.bound)
        w.early.add(w.variable(param.name))


def asked(w: Course, op: o.Op, step: Any, seat: str, moves: str, forced: bool) -> str:
    """The answer, taken without asking where there is but one and the rules say so."""
    lines = w.lines
    if forced:
        known = w.b.fresh("k")
        lines.put(f"{known} = {moves}[0]")
        lines.into(f"if len({moves}) > 1:")
    endings.asking(w, op.id)
    extra = decisions.more(w, op, step).replace("s.seat", seat).replace("moves +=", f"{moves} = [*{moves}] +")
    if extra:
        lines.put(extra)
    answer = w.wait(seat=seat, site=decisions.site(w, op, step), moves=moves)
    if forced:
        lines.put(f"{known} = {answer}")
        lines.out()
        return known
    return answer


def answered(w: Course, answer: str, found: Acts, more: Acts | None) -> None:
    """What the answer does. Behind one that changes nothing the same is asked again."""
    if len(found) == 1 and not more:
        next(iter(found.values()))()
        return
    mixed = len({code.startswith("<") for code in (*found, *(more or ()))}) > 1
    for k, (code, act) in enumerate((*found.items(), *(more or {}).items())):
        last = k + 1 == len(found) + len(more or ())
        w.lines.into("else:" if last else f"{'elif' if k else 'if'} {told(answer, code, mixed)}:")
        _filled(w, act)
        if more:
            w.lines.put("break" if code in found else "continue")
        w.lines.out()


def told(answer: str, code: str, mixed: bool) -> str:
    """Does an answer belong to a way? Ways of whole numbers come by where their ranges end, in order."""
    if code.startswith("<"):
        return f"{answer}.__class__ is int and {answer} {code}" if mixed else f"{answer} {code}"
    return f"{answer}.__class__ is tuple and {answer}[0] == {code}" if mixed else f"{answer}[0] == {code}"


def range_of(w: Course, action: str) -> str:
    """How the answers of an action are told: by the number they begin with, or by the end of their range."""
    code = answers.acting(w.b, action)
    pack = packing.pack(w.b, action)
    return code if pack is None else f"< {pack.end}"


def _filled(w: Course, act: Act) -> None:
    start = len(w.lines.body)
    depth = w.lines.depth
    act()
    if len(w.lines.body) == start:
        w.lines.put("pass")
    w.lines.depth = depth


# ------------------------------------------------------------------ what answers do


def acts(w: Course, op: o.Op, step: Any, answer: str, seat: str) -> Acts:
    """By the number of the way: its statements."""
    found: Acts = {}
    if isinstance(step, typed_statements.Choose):
        found[answers.choosing(w.b, w.block, op, step)] = lambda: _chosen(w, step, answer)
    else:
        packs = {name: packing.pack(w.b, name) for name in step.offers}
        for name in sorted(step.offers, key=lambda x: _first(packs[x])):
            found[range_of(w, name)] = lambda name=name: acted(w, name, answer, seat, packs[name])  # type: ignore[misc]
    if step.mode == "may":
        found[answers.declining(w.b, step)] = lambda: _declined(w, step)
    return found


def _first(pack: packing.Pack | None) -> tuple[bool, int]:
    """Ranges in order, then ways without one."""
    return (True, 0) if pack is None else (False, pack.base)


def anytime(w: Course, op: o.Op, step: Any) -> list[str]:
    """Actions of the one whose turn it is that are offered here as well."""
    names = names_of(step) | {op.id or ""}
    return [a.name for a in w.b.program.anytime if not names & set(a.decl.excepted)]


def more_acts(w: Course, op: o.Op, step: Any, answer: str, seat: str) -> Acts:
    return {
        answers.anytime(w.b, name): lambda name=name: acted(w, name, answer, seat)  # type: ignore[misc]
        for name in anytime(w, op, step)
    }


def _chosen(w: Course, step: typed_statements.Choose, answer: str) -> None:
    for name, bound in taken(w, step.params, answer).items():
        w.lines.put(f"{w.variable(name)} = {bound.code}")


def _declined(w: Course, step: Any) -> None:
    for param in getattr(step, "params", ()):
        w.lines.put(f"{w.variable(param.name)} = {'None' if param.amount == 'one' else '()'}")


def taken(w: Course, front: Any, answer: str, pack: Any = None) -> dict[str, Bound]:
    """The values of a move under their names."""
    if pack is not None:
        params = [step.name for step in front if isinstance(step, typed_statements.Param)]
        return {name: Bound(code, True) for name, code in zip(params, pack.values(answer), strict=True)}
    scope: dict[str, Bound] = {}
    place = 1
    for step in front:
        if not isinstance(step, typed_statements.Param):
            continue
        scope[step.name] = Bound(f"{answer}[{place}]", not loops.maybe_inside(step.source.type))
        place += 1
        if offers.effect_names(w.b, step):
            extra = w.b.fresh("extra")
            w.lines.put(f"{extra} = brought({answer}[{place - 1}], {answer}[{place}], BROUGHT)")
            for name in stillness.inner_names(w.b, step):
                scope[name] = Bound(f"{extra}.get({quoted(name)})")
            place += 1
    return scope


def acted(w: Course, action: str, answer: str, seat: str, pack: Any = None) -> None:
    """An action: its body here if there is room for it, else a function of the move and the seat."""
    key = f"action {action}"
    if w.fits(key):
        _acted(w.inner(key), answer, seat, pack)
        return
    call = f"{_function(w, key, pack)}(s, {answer}, {seat})"
    w.lines.put(call if stillness.is_quiet(w.b, key) else f"yield from {call}")


def _acted(inner: Course, answer: str, seat: str, pack: Any) -> None:
    assert inner.block.body is not None
    given = {"player": Bound(seat, True), **taken(inner, inner.block.body.front, answer, pack)}
    certain = {
        "player",
        *(p.name for p in inner.block.body.front if isinstance(p, typed_statements.Param) and p.amount == "one"),
    }
    for name, bound in given.items():
        code = bound.code
        if name != "player":
            inner.lines.put(f"{inner.variable(name)} = {code}")
            code = inner.variable(name)
        inner.scope[name] = Bound(code, (name in certain or bound.sure) and name not in inner.bound)
    for step in inner.block.body.front:
        if isinstance(step, typed_statements.Bound):
            code, sure = values.value(inner.b, step.value, inner.scope), values.sure(inner.b, step.value, inner.scope)
            inner.lines.put(f"{inner.variable(step.name)} = {code}")
            inner.scope[step.name] = Bound(inner.variable(step.name), sure)
    inner.written_in({})


def _function(w: Course, key: str, pack: Any) -> str:
    done = ("course action", key, pack is not None)
    if done not in w.b.done:
        name = w.b.done[done] = w.b.fresh("c")
        inner = w.apart(key, Lines(f"def {name}(s, k, seat):"))
        _acted(inner, "k", "seat", pack)
        if not stillness.is_quiet(w.b, key):
            inner.lines.put("return")
            inner.lines.put("yield")
        inner.finished()
    return w.b.done[done]


def _opened(w: Course, op: o.Ask) -> None:
    """An answer that lay face down is taken up."""
    answer, seat = w.b.fresh("k"), w.b.fresh("seat")
    w.lines.put(f"{answer} = {w.scope[f' answers {op.sealed}'].code}")
    w.lines.put(f"{seat} = {values.value(w.b, op.step.who, w.scope)}")
    answered(w, answer, acts(w, op, op.step, answer, seat), None)
    for param in getattr(op.step, "params", ()):
        w.scope[param.name] = Bound(w.variable(param.name), False)
