"""Python for what happens at the beginning and end of bodies and lines: resets, `old`, endings, traces."""

from __future__ import annotations

import itertools
from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import counting, delta, keeping, marks, values, verb_writes, watching
from rulekit.play.codegen.body import Body
from rulekit.play.codegen.book import Book, Bound, Scope
from rulekit.play.codegen.shelf import quoted
from rulekit.play.machine import ops as o
from rulekit.play.machine.body_end_steps import event_name
from rulekit.play.machine.purity import kept_name
from rulekit.typesystem import types as t
from rulekit.words.vocabulary import ACTIVE
from rulekit.words.word_context import ASKED, END, GIVEN, PAST, POSITION

BEYOND = frozenset((ASKED, PAST, END))  # more than states and zones
CALLING = (o.Invoke, o.Perform, o.Ask, o.Menu, o.Seal)  # ops that may run lines of another body


def entered(w: Body) -> None:
    """A body begins: what is new each time is reset, what `old` will ask for is kept."""
    reset(w, event_name(w.block.key))
    watching.begun(w.b, w.lines, w.block.key, "before")
    for node in {id(n): n for n in w.block.olds}.values():
        name = w.b.fresh("old")
        code = values.value(w.b, node.value, w.scope)
        w.lines.put(f"{name} = past(s, {code})" if node.type.zones else f"{name} = {code}")
        w.scope[kept_name(node)] = Bound(name)


def reset(w: Body, name: str) -> None:
    for state in w.b.program.resets.get(name, ()):
        info = w.b.symbols.states[state]
        starts = w.b.program.checked.states[state].starts
        slot = w.b.shelves.slot(state)
        spots = list(itertools.product(*(w.b.plan.members(kind) for kind in info.indexes)))
        w.owns(slot)
        marks.put(w.b, w.lines, f"state {state}")
        if not info.indexes:
            w.lines.put(f"s.{slot} = {_first(w.b, info.type, starts, {})}")
            keeping.wrote(w.lines, f"state {state}")
            continue
        found = []
        for spot in spots:
            found.append(_first(w.b, info.type, starts, {"it": Bound(w.b.constant(spot[-1]), True)}))
        w.lines.put(f"s.{slot}[:] = [{', '.join(found)}]" if found else "pass")
        keeping.wrote(w.lines, f"state {state}")


def _first(b: Book, kind: t.Type, starts: v.T | None, scope: Scope) -> str:
    """How a state starts; where what is said is nothing, as if nothing were said."""
    usual = b.constant(kind.default)
    if starts is None:
        return usual
    code = values.value(b, starts, scope)
    if usual == "None" or values.sure(b, starts, scope):
        return code
    name = b.fresh("first")
    return f"({usual} if ({name} := {code}) is None else {name})"


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
        w.lines.put(f"    done(s, None, {quoted(clause)})")
        w.lines.put("    yield")
    elif w.playing is not False and test != "False":
        w.lines.put(f"if {'' if w.playing else 's.started and '}{test}: over(s, None, {quoted(clause)})")


# ------------------------------------------------------------------ lines


def line(w: Body, n: int, op: o.LineEnd) -> None:
    """A line is done: it is noted, and endings at once are looked at if it may have changed what they read."""
    if w.block.key.startswith("reaction "):
        w.lines.put("f.fired = True" if w.framed else "fired = True")
    if op.id and w.b.manner.traced:
        w.lines.put(f"s.lines.append({quoted(op.id)})")
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
            w.lines.put(f"if {test}: over(s, None, {quoted(ending.id)})")


def asking(w: Body, line: str | None) -> None:
    """Somebody will be asked: endings at once that read what changes before a line has ended, as whose turn it is.

    And no zone may hold more than `up to` allows.
    """
    for ending in w.b.program.at_once:
        slots = reads(w.b, ending.condition)
        if slots is None or slots & underway(w.b):
            ended(w, values.test(w.b, ending.condition, {}), ending.id)
    capacities = w.b.program.capacities
    for name, most in dict.fromkeys((name, most) for _, name, most in capacities):
        zones = w.b.constant(tuple(zone for zone, other, _ in capacities if other == name))
        w.lines.put(f"for n in {zones}:")
        told = f"{quoted(line or '')}, {quoted(name)}, len(s.z[n]), {most}"
        w.lines.put(f"    if len(s.z[n]) > {most}: raise overfull({told})")


def touches(b: Book, block: o.Block, n: int, condition: v.T) -> bool:
    """May the statements of the line that ends here have changed what a condition reads?"""
    if b.purity.constant(condition):
        return b.purity.fold(condition) is True
    slots = reads(b, condition)
    if slots is None or slots & underway(b):
        return True
    return any(slots & op_writes(b, op) for op in line_ops(block, n))


def underway(b: Book) -> frozenset[str]:
    """The slots that may be new at the end of a line that did not write them: reset, or written by a line under way."""
    if "underway" not in b.done:
        found = {b.shelves.slot(state) for states in b.program.resets.values() for state in states}
        for block in b.program.blocks.values():
            for ops in lines_of(block) if block.key != "setup" else ():
                found |= {slot for op in before_calls(b, block, ops) for slot in op_writes(b, op)}
        b.done["underway"] = frozenset(found)  # type: ignore[assignment]
    return b.done["underway"]  # type: ignore[return-value]


def before_calls(b: Book, block: o.Block, ops: list[o.Op]) -> list[o.Op]:
    """The ops of a line behind which lines of another body may end; turn after turn, each is before the next."""
    name = event_name(block.key)
    reacting = any(b.program.reactions.get((timing, name)) for timing in ("before", "instead of"))
    calls = [n for n, op in enumerate(ops) if isinstance(op, CALLING) or (reacting and isinstance(op, o.Event))]
    return ops if calls and block.body is None else ops[: max(calls, default=0)]


def lines_of(block: o.Block) -> list[list[o.Op]]:
    """The ops of a body, line by line; the turns of a game without a `play` of its own have no line."""
    found: list[list[o.Op]] = [[]]
    for op in block.ops:
        if isinstance(op, o.LineEnd):
            found.append([])
        else:
            found[-1].append(op)
    return found


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
    if isinstance(node, v.Local) and node.name == "player" and ACTIVE in b.shelves.states:
        return {b.shelves.slot(ACTIVE)}  # nobody is bound to the name in an ending
    if isinstance(node, v.ZoneAt | v.Held):
        return {"z", *(b.shelves.where(kind) for kind in b.shelves.kinds)}
    if isinstance(node, v.Use):
        return _inner(b, _bodies(b.words[node.word].body))
    if isinstance(node, v.Related):
        return _inner(b, [c.value for c in b.program.relations[node.relation].cases])
    if isinstance(node, v.Legal | v.Supposing | v.Earlier | v.Named):
        return None
    return _looked_at(b, node.reads) if isinstance(node, v.CoreUse) else set()


def _looked_at(b: Book, reads: frozenset[str]) -> set[str] | None:
    """What a word of the kit reads by itself."""
    if reads & BEYOND:
        return None
    return {"z", *(b.shelves.where(kind) for kind in b.shelves.kinds)} if reads & {POSITION, GIVEN} else set()


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
