"""The arguments of a call by slot: "" for the direct one, else its preposition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.check.names.scope import Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.model import expressions as x

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator

Slots = dict[str, Any]


def given(e: Elaborator, node: x.Call, preps: frozenset[str], scope: Scope) -> Slots:
    """The arguments by slot; prepositions written behind a value may be the verb's own."""
    sentence = e.sentence(scope)
    verb = sentence.verb(node.verb, preps, node.span)
    found: Slots = {}
    if node.arg is not None:
        found[""] = sentence.read(node.arg)
    for prep, value in node.args:
        found[prep] = sentence.read(value)
    return {**found, **verb.preps}


def sentence_of(verb: str, slots: Any) -> str:
    """`lay .. onto ..` from the slots of a call."""
    direct = " .." if "" in slots else ""
    return verb + direct + "".join(f" {p} .." for p in slots if p)


def made(node: x.Call, *args: tuple[str, v.T], end: str = "top") -> typed_statements.Call:
    return typed_statements.Call(node.verb, None, args, end=end, span=node.span)
