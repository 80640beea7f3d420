"""Python for what happens at the beginning and end of bodies and lines: resets, `old`, endings, traces."""

from __future__ import annotations

import itertools
from typing import Any

from rulekit.check import typed as v
from rulekit.check.walking import walk
from rulekit.play import ops as o
from rulekit.play.compiled import counting, delta, keeping, marks, values, verb_writes, watching
from rulekit.play.compiled.body import Body
from rulekit.play.compiled.book import Book, Bound
from rulekit.play.evaluate import zones
from rulekit.play.steps import event_name


def entered(w: Body) -> None:
    """A body begins: what is new each time is reset, what `old` will ask for is kept."""
    reset(w, event_name(w.block.key))
    watching.begun(w.b, w.lines, w.block.key, "before")
    for node in {id(n): n for n in w.block.olds}.values():
        name = w.b.fresh("old")
        code = values.value(w.b, node.value, w.scope)
        w.lines.put(f"{name} = past(s, {code})" if zones(node.type) else f"{name} = {code}")
        w.scope[f"old {id(node)}"] = Bound(name)


def reset(w: Body, name: str) -> None:
    for state in w.b.program.resets.get(name, ()):
        info = w.b.symbols.states[state]
        starts = w.b.program.checked.states[state].starts
        slot = w.b.shelves.slot(state)
        spots = list(itertools.product(*(w.b.plan.members(kind) for kind in info.indexes)))
        w.owns(slot)
        marks.put(w.b, w.lines, f"state {state}")
        if not info.indexes:
            code = w.b.constant(w.b.plan.default(info.type)) if starts is None else values.value(w.b, starts, {})
            w.lines.put(f"s.{slot} = {code}")
            keeping.wrote(w.lines, f"state {state}")
            continue
        found = []
        for spot in spots:
            scope = {"it": Bound(w.b.constant(spot[-1]), True)}
            found.append(
                w.b.constant(w.b.plan.default(info.type)) if starts is None else values.value(w.b, starts, scope)
            )
        w.lines.put(f"s.{slot}[:] = [{', '.join(found)}]" if found else "pass")
        keeping.wrote(w.lines, f"state {state}")


def left(w: Body) -> None:
    """Endings at the end of this body."""
    for ending in w.b.program.endings.get(event_name(w.block.key), ()):
        if w.yields and w.playing and delta.written(w, ending):
            continue
        test = delta.test(w.b, ending) or values.test(w.b, ending.condition, {})
        ended(w, test, ending.id)


def ended(w: Body, test: str, clause: str | None) -> None:
    """The game is over if a test holds; during set-up nothing is."""
    if w.playing and w.yields and test != "False":
        w.lines.put(f"if {test}:")
        w.lines.put(f"    done(s, None, {clause!r})")
        w.lines.put("    yield")
    elif w.playing is not False and test != "False":
        w.lines.put(f"if {'' if w.playing else 's.started and '}{test}: over(s, None, {clause!r})")


# ------------------------------------------------------------------ lines


def line(w: Body, n: int, op: o.LineEnd) -> None:
    """A line is done: it is noted, and endings at once are looked at if it may have changed what they read."""
    if w.block.key.startswith("reaction "):
        w.lines.put("f.fired = True" if w.framed else "fired = True")
    if op.id and w.b.manner.traced:
        w.lines.put(f"s.lines.append({op.id!r})")
    if op.id:
        counting.line(w.b, w.lines, op.id)
    if w.block.key in ("setup", "chain"):  # a chain is only ever tried
        return
    for ending in w.b.program.at_once:
        if touches(w.b, w.block, n, ending.condition):
            test = values.test(w.b, ending.condition, {})
            ended(w, test, ending.id)


def beginning(w: Body) -> None:
    """Set-up is over: from now on endings at once are watched."""
    for ending in w.b.program.at_once:
        test = values.test(w.b, ending.condition, {})
        if test != "False":
            w.lines.put(f"if {test}: over(s, None, {ending.id!r})")


def asking(w: Body) -> None:
    """Somebody will be asked: endings at once that read what changes between lines, as whose turn it is."""
    states = {state for found in w.b.program.resets.values() for state in found}
    between = {w.b.shelves.slot(state) for state in (*states, "active") if state in w.b.shelves.states}
    for ending in w.b.program.at_once:
        slots = reads(w.b, ending.condition)
        if slots is None or slots & between:
            ended(w, values.test(w.b, ending.condition, {}), ending.id)


def touches(b: Book, block: o.Block, n: int, condition: v.T) -> bool:
    """May the statements of the line that ends here have changed what a condition reads?"""
    if b.purity.constant(condition):
        return b.purity.fold(condition) is True
    slots = reads(b, condition)
    resets = {b.shelves.slot(state) for states in b.program.resets.values() for state in states}
    if slots is None or slots & resets:
        return True
    return any(slots & op_writes(b, op) for op in line_ops(block, n))


def line_ops(block: o.Block, n: int) -> list[o.Op]:
    """The ops since the line before ended."""
    found: list[o.Op] = []
    for op in reversed(block.ops[:n]):
        if isinstance(op, o.LineEnd):
            break
        found.append(op)
    return found


def op_writes(b: Book, op: o.Op) -> set[str]:
    if isinstance(op, o.Core):
        return verb_writes.writes(b, op.call)
    if isinstance(op, o.Shuffle):
        return {"z", *(b.shelves.where(kind) for kind in b.shelves.kinds)}
    return set()


def reads(b: Book, condition: Any) -> set[str] | None:
    """The slots a condition reads; None if it is not known."""
    found: set[str] = set()
    for node in walk((condition,)):
        inner = _read(b, node)
        if inner is None:
            return None
        found |= inner
    return found


def _read(b: Book, node: Any) -> set[str] | None:
    if isinstance(node, v.Read):
        return {b.shelves.slot(node.state)}
    if isinstance(node, v.ZoneAt | v.Held):
        return {"z", *(b.shelves.where(kind) for kind in b.shelves.kinds)}
    if isinstance(node, v.Use):
        return _inner(b, _bodies(b.words[node.word].body))
    if isinstance(node, v.Related):
        return _inner(b, [c.value for c in b.program.relations[node.relation].cases])
    if isinstance(node, v.Legal | v.Supposing | v.Earlier | v.Named):
        return None
    if isinstance(node, v.CoreUse) and node.word in ("owner", "zone", "place", "places", "empty"):
        return {"z", *(b.shelves.where(kind) for kind in b.shelves.kinds)}
    if isinstance(node, v.CoreUse) and node.word in ("payable", "possible", "tally", "finished"):
        return None
    return set()


def _bodies(body: Any) -> list[Any]:
    if isinstance(body, v.T):
        return [body]
    return [n for case in body for n in (case.value, case.condition) if n is not None]


def _inner(b: Book, nodes: list[Any]) -> set[str] | None:
    found: set[str] = set()
    for node in nodes:
        inner = reads(b, node)
        if inner is None:
            return None
        found |= inner
    return found
