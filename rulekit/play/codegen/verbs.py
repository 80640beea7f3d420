"""Python for the core verbs: what moves pieces and what writes states."""

from __future__ import annotations

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.play.codegen import keeping, laying, marks, numbers, values
from rulekit.play.codegen.body import Body
from rulekit.play.codegen.book import Book, Bound
from rulekit.play.codegen.shelf import quoted
from rulekit.typesystem import types as t
from rulekit.verbs.verb import VerbAction
from rulekit.words.vocabulary import FACING


def carried_out(w: Body, call: typed_statements.Call, clause: str | None, far: bool) -> None:
    """One core verb; `last` becomes how much was moved or changed, if somebody asks."""
    does = call.core.does
    if does is VerbAction.REPORT:
        code = values.value(w.b, call.args[0][1], w.scope)
        more = code if values.sure(w.b, call.args[0][1], w.scope) else f"({code} or 0)"
        w.lines.put(f"{w.reported} = within({w.reported} + {more}, None, {quoted(clause)})")
        return
    w.last("0")
    if does is VerbAction.MOVE:
        _move(w, call, clause)
    elif does is VerbAction.SHOW:
        _show(w, call)
    elif does is VerbAction.SET:
        numbers.put_in(w, call, clause)
    elif does is VerbAction.COMPUTE:
        numbers.computed(w, call, clause)
    else:
        numbers.changed(w, call, clause, far)
    w.last_is("_last")


# ------------------------------------------------------------------ pieces


def _single(what: v.T) -> bool:
    return isinstance(what.type.bare, t.Piece)


def _move(w: Body, call: typed_statements.Call, clause: str | None) -> None:
    what, target = call.get(""), call.get("to")
    assert what is not None and target is not None
    kind = what.type.pieces
    depth = w.lines.depth
    w.owns("z", w.b.shelves.where(kind))
    marks.moved(w.b, w.lines, w.block.key, call)
    if _single(what):
        guard, piece, _ = values.bare(w.b, what, w.scope)
        if kind not in w.b.plan.tiles and laying.taken_off(w, guard, piece, call, kind, clause):
            keeping.moved(w.b, w.lines, w.block.key, call)
            w.last("1")
            w.lines.depth = depth
            return
        piece = _copied(w.b, what, kind, piece)
        if guard:
            w.lines.into(f"if {guard}:")
        _laid(w, kind, piece, target, call, clause)
        w.last("1")
    else:
        _many(w, kind, what, target, call, clause)
    w.lines.depth = depth


def _copied(b: Book, what: v.T, kind: str, piece: str) -> str:
    """A row with copies, named: the first copy that lies in the box."""
    if not isinstance(what, v.Const) or len(b.plan.copies(kind)[what.value]) == 1:
        return piece
    zones = {n for n, (name, _) in enumerate(b.plan.zones) if name == b.symbols.boxes[kind]}
    copies = b.constant(b.plan.copies(kind)[what.value])
    return f"boxed_copy(s.{b.shelves.where(kind)}, {copies}, {b.constant(frozenset(zones))}, {piece})"


def _many(w: Body, kind: str, what: v.T, target: v.T, call: typed_statements.Call, clause: str | None) -> None:
    if laying.all_moved(w, kind, what, target, call.end):
        keeping.moved(w.b, w.lines, w.block.key, call)
        return
    source = values.iterable(w.b, what, w.scope)
    if call.end == "bottom":
        source = f"reversed({source})"
    name = w.b.fresh("m")
    counter = w.b.fresh("n")
    if w.needs_last:
        w.lines.put(f"{counter} = 0")
    depth = w.lines.depth
    w.lines.into(f"for {name} in {source}:")
    _laid(w, kind, name, target, call, clause)
    if w.needs_last:
        w.lines.put(f"{counter} += 1")
    w.lines.depth = depth
    w.last(counter)


def _laid(w: Body, kind: str, piece: str, target: v.T, call: typed_statements.Call, clause: str | None) -> None:
    """One piece to one place; opens a test if the place may be nothing."""
    end = call.end
    if not piece.isidentifier() and not piece.isdigit():
        name = w.b.fresh("m")
        w.lines.put(f"{name} = {piece}")
        piece = name
    scope = {**w.scope, "it": Bound(piece, True)}
    guard, zone, _ = values.bare(w.b, target, scope)
    if guard:
        w.lines.into(f"if {guard}:")
    shape, at = _shape(w.b, target)
    where = w.b.shelves.where(kind)
    mover = {"pile": "to_top" if end == "top" else "to_bottom", "set": "to_set", "bag": "to_set"}.get(shape or "")
    if shape == "one":
        mover = "to_one"
    more = f", {quoted(clause)}" if mover == "to_one" else ""
    keeping.touched(w.lines, f"s.{where}[{piece}], {zone}", *keeping.moving(w.b, w.block.key, call))
    if w.b.loose and mover in ("to_top", "to_set"):
        _here(w, f"s.{where}", piece, zone, mover)
    elif mover is not None:
        w.lines.put(f"{mover}(s.z, s.{where}, {piece}, {zone}{more})")
    else:
        w.lines.put(f"to_any(s.z, s.{where}, {piece}, {zone}, {end!r}, {quoted(clause)})")
    keeping.moved(w.b, w.lines, w.block.key, call, near=True)
    if kind in w.b.plan.tiles and at is not True:
        _flat(w, kind, piece, zone if at is None else None)


def _here(w: Body, where: str, piece: str, zone: str, mover: str) -> None:
    """The same written out, for zones that are lists."""
    w.lines.put(f"there = s.z[{where}[{piece}]]")
    w.lines.put(f"if there[-1] == {piece}: del there[-1]")
    w.lines.put(f"else: there.remove({piece})")
    w.lines.put(f"{where}[{piece}] = zone = {zone}")
    w.lines.put(f"s.z[zone].append({piece})" if mover == "to_top" else f"insort(s.z[zone], {piece})")


def _flat(w: Body, kind: str, piece: str, zone: str | None) -> None:
    """A tile that leaves its places faces as it was printed."""
    slot = w.b.shelves.slot(FACING)
    w.owns(slot)
    w.lines.into(f"if {f'not AT[{zone}] and ' if zone else ''}s.{slot}[{piece}]:")
    w.lines.put(f"s.{slot}[{piece}] = 0")
    keeping.touched(w.lines, f"s.{w.b.shelves.where(kind)}[{piece}]", marks.FACING)
    keeping.wrote(w.lines, marks.FACING, near=True)
    w.lines.out()


def _shape(b: Book, target: v.T) -> tuple[str | None, bool | None]:
    """The shape of the zone if it is known, and whether it has an `at` index."""
    if isinstance(target, v.ZoneAt):
        info = b.symbols.zones[target.zone]
        return info.shape, bool(info.at)
    return None, None


def _show(w: Body, call: typed_statements.Call) -> None:
    what = call.get("")
    if what is None or not w.needs_last:
        return
    code = values.value(w.b, what, w.scope)
    w.last(f"shown({code})")
