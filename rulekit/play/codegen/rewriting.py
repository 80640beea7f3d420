"""Values with parts put in place of others: words and relations written out, names replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import fields, walk
from rulekit.play.codegen.book import Book
from rulekit.typesystem import types as t

BINDING = (v.Filter, v.Collect, v.Quantifier)
PARTS = ("args", "hidden", "per", "most")  # of a call: where values stand


def rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """The same node with each node directly under it changed."""
    changed = {name: _mapped(getattr(node, name), change) for name in fields(node)}
    return attrs.evolve(node, **changed)


def _mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, v.T):
        return change(value)
    if isinstance(value, tuple):
        return tuple([_mapped(inner, change) for inner in value])
    return value


def bound_in(node: v.T) -> set[str]:
    """The names bound somewhere inside."""
    found: set[str] = set()
    for inner in walk((node,)):
        if isinstance(inner, v.Filter | v.Collect):
            found.add(inner.name)
        elif isinstance(inner, v.Quantifier):
            found |= {name for name, _ in inner.binds}
    return found


def replaced(node: Any, names: dict[str, v.T]) -> Any:
    """With values in place of names; the node binds none of them."""
    if isinstance(node, v.Local):
        return names.get(node.name, node)
    if isinstance(node, v.Supposing):
        call = attrs.evolve(
            node.call, **{name: _mapped(getattr(node.call, name), lambda x: replaced(x, names)) for name in PARTS}
        )
        return v.Supposing(call, replaced(node.condition, names), type=node.type)
    return rebuilt(node, lambda inner: replaced(inner, names))


def certain(node: v.T, sure: frozenset[str]) -> bool:
    """A name that stands for something, or a value known before play."""
    if isinstance(node, v.Local):
        return node.name in sure or node.name == "player"
    return isinstance(node, v.Const) and node.value is not None


def written_out(b: Book, node: Any, sure: frozenset[str]) -> Any:
    """Words and relations in place of their names, where they are asked of something certain."""
    if isinstance(node, (*BINDING, v.Supposing, v.Earlier, v.Legal, v.Named)):
        return node
    if isinstance(node, v.Use | v.Related) and all(certain(a, sure) for a in node.args):
        body = body_of(b, node)
        if body is not None:
            return written_out(b, body, sure)
    return rebuilt(node, lambda inner: written_out(b, inner, sure))


def body_of(b: Book, node: v.Use | v.Related) -> v.T | None:
    """What a word or relation stands for where it is asked; None if that cannot be put there."""
    body: v.T | None
    if isinstance(node, v.Use):
        word = b.words[node.word]
        params, body = word.params, word.body if isinstance(word.body, v.T) else None
    else:
        info = b.program.relations[node.relation]
        params, body = info.params, _cases(b, info)
    if body is None:
        return None
    names = {p.name: a for p, a in zip(params, node.args, strict=True)} | dict(node.hidden)
    given = {n.name for a in names.values() for n in walk((a,)) if isinstance(n, v.Local)}
    if bound_in(body) & (given | set(names)) or any(isinstance(n, v.Earlier) for n in walk((body,))):
        return None
    found: v.T = replaced(body, names)
    return found


def _cases(b: Book, info: Any) -> v.T | None:
    cases = tuple([c for c in info.cases if c.sort == "case"])
    if any(c.id in b.program.bends for c in cases):
        return None
    parts = tuple([c.value for c in cases])
    return v.Or(parts, type=t.YES_NO) if info.decl.mode == "any" else v.And(parts, type=t.YES_NO)
