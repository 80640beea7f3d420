"""Python for chance: what chance is asked, and what is done where there is nothing to ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.play.codegen import answers, keeping, marks, offers, sights, values
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.play.codegen.shelf import is_kept, quoted, safe
from rulekit.play.machine import ops as o
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.play.codegen.framed import Framed


def _ask(w: Framed, n: int, op: o.Op, kind: str, domain: str, count: str, type_: object) -> None:
    w.lines.put("s.stage = CHANCE")
    op_name, type_name = w.b.give("O", op), w.b.give("Y", type_)
    w.lines.put(
        f"s.chance = ChancePoint({quoted(op.id or '')}, {quoted(kind)}, {op_name}, {domain}, {count}, {type_name})"
    )
    w.wait(n)


def roll(w: Framed, n: int, op: o.Roll) -> None:
    w.lines.put(f"faces = tuple({values.iterable(w.b, op.step.source, w.scope)})")
    w.lines.into("if len(faces) == 1:")
    for name in op.step.names:
        w.bind(name, "faces[0]", True)
    w.goto(n + 1)
    w.lines.out()
    w.lines.put(f"if not faces: raise Fault('outside', {quoted(op.id)}, 'nothing to roll')")
    _ask(w, n, op, "dice", "faces", str(len(op.step.names)), op.step.source.type.member)
    for name in op.step.names:
        w.scope[name] = Bound(f"l_{safe(name)}", name not in w.bound)


def lot(w: Framed, n: int, op: o.Lot) -> None:
    param = op.step.param
    source = values.iterable(w.b, param.source, w.scope)
    if param.amount == "one":
        w.lines.put(f"choices = tuple({source})")
        count = "1"
    else:
        source = sights.seen(w.b, param.source, source, w.scope)
        w.lines.put(f"choices = tuple({offers._several(w.b, param, source, w.scope)})")
        count = "len(choices[0])"
    w.lines.into("if len(choices) <= 1:")
    w.bind(param.name, f"choices[0] if choices else {'None' if param.amount == 'one' else '()'}", False)
    w.goto(n + 1)
    w.lines.out()
    _ask(w, n, op, "pick", "choices", count, param.type)


# ------------------------------------------------------------------ shuffles


def shuffle(w: Framed, n: int, op: o.Shuffle) -> None:
    mixer, kind = mixing(w.b, op)
    w.lines.put(f"pieces, zone = {mixer}(s, E, f)")
    w.lines.into(f"if not ({several(w.b, kind, 'pieces')}):")
    w.lines.put(f"LAY[{op_key(w.b, op)}](s, E, f, pieces)")
    w.last_is("len(pieces)")
    w.goto(n + 1)
    w.lines.out()
    _ask(w, n, op, "order", "pieces", "len(pieces)", t.Piece(kind))


def several(b: Book, kind: str, pieces: str) -> str:
    """A test that an order of pieces makes a difference: they are not all copies of one."""
    copies = b.plan.copies(kind)
    if all(len(same) == 1 for same in copies):
        return f"len({pieces}) > 1"
    return f"len({pieces}) > 1 and len({{{b.constant(copies)}[p][0] for p in {pieces}}}) > 1"


def op_key(b: Book, op: o.Op) -> str:
    """The name by which an op finds how its outcome is laid."""
    key = ("op key", id(op))
    if key not in b.done:
        b.done[key] = repr(b.fresh("order"))
        b.kept[key] = op  # type: ignore[assignment]
    return b.done[key]


def env_scope(names: frozenset[str]) -> Scope:
    """The names as they stand in `E`; what is kept as it was when a body began stands in the frame, if there is one."""
    return {
        n: Bound(f"({_looked_up(n)} if f is None else f.old[{n[4:]}])" if is_kept(n) else _looked_up(n)) for n in names
    }


def _looked_up(name: str) -> str:
    return f"E.get({quoted(name)})"


def mixing(b: Book, op: o.Shuffle) -> tuple[str, str]:
    """A function that gives the pieces to be mixed and the zone they will lie in; and one that lays them."""
    key = ("mix", id(op))
    kind = _kind(op.call)
    if key not in b.done:
        name = b.done[key] = b.fresh("mix")
        lines = Lines(f"def {name}(s, E, f):")
        names = frozenset(x for _, node in op.call.args for x in b.purity.free_names(node))
        scope = env_scope(names)
        what = op.call.args[0][1]
        if len(op.call.args) == 1:
            lines.put(f"zone = {values.value(b, what, scope)}")
            lines.put("return tuple(s.z[zone]), zone")
        else:
            slot, where = op.call.args[1]
            lines.put(f"zone = {values.value(b, where, scope)}")
            lines.put(f"pieces = tupled({values.value(b, what, scope)})")
            if slot == "into":
                lines.put("if s.z[zone]: pieces = distinct((*s.z[zone], *pieces))")
                if not answers.distinct(what):
                    lines.put("else: pieces = distinct(pieces)")
            lines.put("return pieces, zone")
        b.add(lines)
        _laying(b, op, name, kind)
    return b.done[key], kind


def _kind(call: typed_statements.Call) -> str:
    where: v.T = call.args[-1][1]
    kind = where.type.bare
    assert isinstance(kind, t.Zone)
    return kind.kind


def _laying(b: Book, op: o.Shuffle, mixer: str, kind: str) -> None:
    name = b.fresh("lay")
    lines = Lines(f"def {name}(s, E, f, order):")
    where = b.shelves.where(kind)
    lines.put(f"zone = {mixer}(s, E, f)[1]")
    if b.manner.shared:
        for slot in ("z", where):
            lines.put(f"if {slot!r} not in s.own: s.own.add({slot!r}); s.{slot} = s.{slot}[:]")
    marks.moved(b, lines, "", op.call)
    lines.put(f"lay_order(s.z, s.{where}, order, zone, SHAPES)")
    keeping.moved(b, lines, "", op.call)
    b.add(lines)
    b.texts.append(f"LAY[{op_key(b, op)}] = {name}\n")
