"""What is supposed inside a word asks for `player` and `here` where the procedures it calls do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check.elaboration import expression_elaboration
from rulekit.check.names import symbol_info as i
from rulekit.check.tree import typed_statements
from rulekit.model import base
from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.source import Span

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator

HANDED = {"player": "player", "others": "player", "here": "here"}


def asked_for(e: Elaborator, call: typed_statements.Call, span: Span) -> set[str]:
    """What a call needs that is no argument of it: read from the text, since no body may be worked out yet."""
    procs = [p for p in e.symbols.procs.get(call.verb, ()) if p.key == call.proc]
    return _of_procedure(e, procs[0], span, set()) if procs else set()


def _of_procedure(e: Elaborator, proc: i.ProcInfo, span: Span, seen: set[str]) -> set[str]:
    if proc.key in seen:
        return set()
    seen.add(proc.key)
    found: set[str] = set()
    for node in base.walk(proc.decl.body):
        found |= _of_node(e, node, span, seen)
    return found - {p.name for p in proc.params} - _looped(proc.decl.body)


def _looped(body: base.Node) -> set[str]:
    """The names its loops go through: `for each player of Player`."""
    return {node.name for node in base.walk(body) if isinstance(node, s.Each)}


def _of_node(e: Elaborator, node: base.Node, span: Span, seen: set[str]) -> set[str]:
    if isinstance(node, x.Call):
        called = e.symbols.procs.get(node.verb, ())
        return {name for proc in called for name in _of_procedure(e, proc, span, seen)}
    if isinstance(node, x.Related) and node.verb in e.symbols.relations:
        info = e.symbols.relations[node.verb]
        if info.state == "new":
            expression_elaboration.relation(e, info)
        return set(info.hidden)
    word = node.name if isinstance(node, x.Name) else node.word if isinstance(node, x.Of) else None
    if word is None:
        return set()
    return {HANDED[word]} if word in HANDED else _of_words(e, word, span)


def _of_words(e: Elaborator, name: str, span: Span) -> set[str]:
    found: set[str] = set()
    for word in e.symbols.words.get(name, ()):
        if word.state == "new":
            e.ensure(word, span)
        found |= word.hidden
    return found
