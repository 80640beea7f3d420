"""Python that moves pieces between zones that are lists: taken off an end where they lie there, or all at once."""

from __future__ import annotations

import re

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import values
from rulekit.play.codegen.body import Body
from rulekit.play.codegen.book import Bound
from rulekit.play.codegen.shelf import quoted

ZONE = r"(?:\(\*)?(s\.z\[[^\[\]]+\])(?:,\))?"
AN_END = re.compile(rf"\((_t\d+) := \((_t\d+)\[(-1|0)\] if \(\2 := {ZONE}\) else None\)\) is not None")
WHOLE = re.compile(r"\(\*(s\.z\[[^\[\]]+\]),\)")
MOVERS = {"pile": "append", "one": "append", "set": "insort", "bag": "insort"}


def taken_off(w: Body, guard: str, piece: str, call: typed_statements.Call, kind: str, clause: str | None) -> bool:
    """A piece that lies at the end of a zone is taken off there; False if it is not so simple. Opens a test."""
    what, target = call.get(""), call.get("to")
    found = AN_END.fullmatch(guard)
    if not w.b.loose or call.end != "top" or found is None or found[1] != piece:
        return False
    if what is None or target is None or not apart(what, target):
        return False
    missing, zone, _ = values.bare(w.b, target, {**w.scope, "it": Bound(piece, True)})
    if missing or "z[" in zone or "(s" in zone or ".w_" in zone:
        return False
    w.lines.into(f"if {found[4]}:")
    w.lines.put(f"{piece} = {found[4]}{'[-1]' if found[3] == '-1' else '[0]'}")
    w.lines.put(f"zone = {zone}")
    if shape(w, target) == "one":
        w.lines.put(f"if s.z[zone]: full(zone, {quoted(clause)})")
    w.lines.put(f"del {found[4]}[{found[3]}]")
    put_down(w, kind, piece, target)
    return True


def put_down(w: Body, kind: str, piece: str, target: v.T) -> None:
    """A piece that lies nowhere is laid in `zone`."""
    w.lines.put(f"s.{w.b.shelves.where(kind)}[{piece}] = zone")
    if MOVERS[shape(w, target)] == "append":
        w.lines.put(f"s.z[zone].append({piece})")
    else:
        w.lines.put(f"insort(s.z[zone], {piece})")


def all_moved(w: Body, kind: str, what: v.T, target: v.T, end: str) -> bool:
    """Everything in one zone goes to another; False if it is not so simple."""
    simple = w.b.loose and not w.needs_last and end == "top" and kind not in w.b.plan.tiles
    if not simple or not apart(what, target) or shape(w, target) == "one" or "it" in w.b.purity.free_names(target):
        return False
    source = WHOLE.fullmatch(values.iterable(w.b, what, w.scope))
    missing, zone, _ = values.bare(w.b, target, w.scope)
    if source is None or missing:
        return False
    piece, left = w.b.fresh("m"), w.b.fresh("left")
    w.lines.put(f"zone = {zone}")
    w.lines.put(f"{left} = {source[1]}")
    w.lines.into(f"for {piece} in {left}:")
    put_down(w, kind, piece, target)
    w.lines.out()
    w.lines.put(f"del {left}[:]")
    return True


def apart(what: v.T, target: v.T) -> bool:
    """Is the target a zone of another family than any that is named here, and of known shape?"""
    if not isinstance(target, v.ZoneAt):
        return False
    named = {node.zone for node in walk((what,)) if isinstance(node, v.ZoneAt)}
    return bool(named) and target.zone not in named


def shape(w: Body, target: v.T) -> str:
    assert isinstance(target, v.ZoneAt)
    found: str = w.b.symbols.zones[target.zone].shape
    return found
