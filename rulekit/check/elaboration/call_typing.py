"""Verbs: which procedure a sentence calls, and what the core verbs may be given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check.elaboration import core_verbs
from rulekit.check.elaboration.argument_slots import Slots, given, sentence_of
from rulekit.check.names import symbol_info as i
from rulekit.check.names.scope import Scope
from rulekit.check.names.unknown_names import kind_of
from rulekit.check.tree import typed_statements
from rulekit.diagnostics import nearest
from rulekit.model import expressions as x
from rulekit.typesystem import types as t
from rulekit.words.core import VERBS

# What people say for the verbs of the kit.
EVERYDAY = {
    **dict.fromkeys(("increase", "gain", "get", "score", "earn", "give", "increment"), ("add",)),
    **dict.fromkeys(("decrease", "reduce", "subtract", "lose", "pay", "spend", "decrement"), ("take",)),
    **dict.fromkeys(("put", "place", "lay", "transfer", "discard", "play", "deal", "draw", "return"), ("move",)),
    **dict.fromkeys(("remove", "discard"), ("move", "take")),
    **dict.fromkeys(("mix", "randomize", "stir"), ("shuffle",)),
    **dict.fromkeys(("reveal", "flip", "look"), ("show",)),
    **dict.fromkeys(("assign", "make", "change", "become"), ("set",)),
}

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator


def call(e: Elaborator, node: x.Call, scope: Scope) -> typed_statements.Call:
    """One sentence with a verb."""
    if node.verb in VERBS and node.verb not in e.symbols.procs:
        made = core_verbs.core(e, node, scope)
    else:
        made = _own(e, node, scope)
    return _measured(e, node, made, scope)


def _measured(e: Elaborator, node: x.Call, made: typed_statements.Call, scope: Scope) -> typed_statements.Call:
    """`per n w` and `at most v`."""
    per = most = None
    if node.per is not None:
        if node.per[0] < 1:
            e.wrong("K22", node.span, "zero")
        per = (node.per[0], e.as_(node.per[1], scope, t.ANY_NUMBER, "verb", verb=node.verb))
    if node.limit is not None:
        most = e.as_(node.limit[1], scope, t.ANY_NUMBER, "verb", verb=node.verb)
    if per is None and most is None:
        return made
    return typed_statements.Call(made.verb, made.proc, made.args, made.hidden, made.end, per, most, span=node.span)


# ------------------------------------------------------------------ procedures


def _own(e: Elaborator, node: x.Call, scope: Scope) -> typed_statements.Call:
    known = e.symbols.procs.get(node.verb, [])
    if not known and node.verb == "turn" and "turn" in e.symbols.programme and node.arg is None and not node.args:
        scope.frame.reads.add("turn")
        return typed_statements.Call("turn", None, (), span=node.span)
    if not known:
        return _unknown(e, node, scope)
    preps = frozenset(p for proc in known for p in proc.preps)
    found = given(e, node, preps, scope)
    slots = frozenset(found)
    fitting = [p for p in known if frozenset(q.prep for q in p.params) == slots]
    if not fitting:
        return _no_such(e, node, known, found, scope)
    proc = fitting[0]
    args = []
    for param in proc.params:
        want = param.type
        args.append((param.name, e.as_(found[param.prep], scope, want, "verb", verb=node.verb)))
    scope.frame.reads.add(f"proc {proc.key}")
    return typed_statements.Call(node.verb, proc.key, tuple(args), span=node.span)


def _no_such(e: Elaborator, node: x.Call, known: list[i.ProcInfo], slots: Slots, scope: Scope) -> typed_statements.Call:
    sentences = [sentence_of(p.verb, [q.prep for q in p.params]) for p in known]
    variant = "prepositions" if any(set(slots) - {""} != p.preps for p in known) else "argument"
    e.wrong("K08", node.span, variant, sentence=sentence_of(node.verb, slots), known=sentences)
    for value in slots.values():
        e.operand(value, scope, None)
    return typed_statements.Call(node.verb, None, (), span=node.span)


def _unknown(e: Elaborator, node: x.Call, scope: Scope) -> typed_statements.Call:
    if node.verb in e.symbols.actions:
        e.wrong("K08", node.span, "action-called", name=node.verb)
    else:
        if node.arg is None and (kind_of(e, node.verb) or [prep for prep, _ in node.args] == ["from"]):
            e.wrong("K08", node.span, "parameter", verb=node.verb)
            return typed_statements.Call(node.verb, None, (), span=node.span)
        near = nearest(node.verb, [*VERBS, *e.symbols.procs]) or [*EVERYDAY.get(node.verb, ())]
        e.wrong("K08", node.span, verb=node.verb, near=near)
    with e.quietly():
        for value in given(e, node, frozenset(), scope).values():
            e.operand(value, scope, None)
    return typed_statements.Call(node.verb, None, (), span=node.span)
