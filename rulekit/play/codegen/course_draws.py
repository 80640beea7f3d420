"""Python for chance in whole games: what chance is asked, and what becomes of its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.play.codegen import draws, keeping, offers, sights, values
from rulekit.play.codegen.shelf import quoted
from rulekit.play.machine import ops as o
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.play.codegen.course import Course


def asked(w: Course, op: o.Op, kind: str, domain: str, count: str, type_: object) -> str:
    """Chance is asked; gives the name of its answer."""
    w.lines.put("s.stage = CHANCE")
    op_name, type_name = w.b.give("O", op), w.b.give("Y", type_)
    point = f"ChancePoint({quoted(op.id or '')}, {quoted(kind)}, {op_name}, {domain}, {count}, {type_name})"
    answer = w.wait(chance=point)
    w.lines.put("s.stage = DECIDE")
    return answer


def roll(w: Course, n: int, op: o.Roll) -> int:
    lines, faces = w.lines, w.b.fresh("faces")
    lines.put(f"{faces} = tuple({values.iterable(w.b, op.step.source, w.scope)})")
    lines.put(f"if not {faces}: raise Fault('outside', {quoted(op.id)}, 'nothing to roll')")
    lines.into(f"if len({faces}) == 1:")
    for name in op.step.names:
        lines.put(f"{w.variable(name)} = {faces}[0]")
    lines.out()
    lines.into("else:")
    answer = asked(w, op, "dice", faces, str(len(op.step.names)), op.step.source.type.member)
    for k, name in enumerate(op.step.names):
        lines.put(f"{w.variable(name)} = {answer}[{k}]")
    lines.out()
    for name in op.step.names:
        w.named(name, True)
    return n + 1


def lot(w: Course, n: int, op: o.Lot) -> int:
    param, lines = op.step.param, w.lines
    source = values.iterable(w.b, param.source, w.scope)
    choices, count = w.b.fresh("choices"), "1"
    if param.amount == "one":
        lines.put(f"{choices} = tuple({source})")
    else:
        source = sights.seen(w.b, param.source, source, w.scope)
        lines.put(f"{choices} = tuple({offers._several(w.b, param, source, w.scope)})")
        count = f"len({choices}[0])"
    lines.into(f"if len({choices}) <= 1:")
    nothing = "None" if param.amount == "one" else "()"
    lines.put(f"{w.variable(param.name)} = {choices}[0] if {choices} else {nothing}")
    lines.out()
    lines.into("else:")
    answer = asked(w, op, "pick", choices, count, param.type)
    lines.put(f"{w.variable(param.name)} = {answer}")
    lines.out()
    w.named(param.name, False)
    return n + 1


def shuffle(w: Course, n: int, op: o.Shuffle) -> int:
    lines = w.lines
    mixer, kind = draws.mixing(w.b, op)
    pieces, zone, names = w.b.fresh("pieces"), w.b.fresh("zone"), w.b.fresh("E")
    free = {x for _, node in op.call.args for x in w.b.purity.free_names(node)}
    pairs = ", ".join(f"{quoted(x)}: {w.scope[x].code}" for x in sorted(free & set(w.scope)))
    lines.put(f"{names} = {{{pairs}}}")
    lines.put(f"{pieces}, {zone} = {mixer}(s, {names}, None)")
    lines.into(f"if {draws.several(w.b, kind, pieces)}:")
    answer = asked(w, op, "order", pieces, f"len({pieces})", t.Piece(kind))
    lines.put(f"{pieces} = {answer}")
    lines.out()
    lines.put(f"lay_order(s.z, s.{w.b.shelves.where(kind)}, {pieces}, {zone}, SHAPES)")
    keeping.moved(w.b, lines, w.block.key, op.call)
    w.last_is(f"len({pieces})")
    return n + 1
