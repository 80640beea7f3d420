"""A checked value with other values put where names stand, or where the arguments of a word stand.

The second is what `old` needs: `old coins of p` asks what the coins of a player were, and who `p` is, is asked now. The
word is read in the earlier position, its arguments are not. Interpreter and generated engine both ask here, so that
they agree.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeGuard

from rulekit.check.names.symbol_info import RelationInfo
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import fields, locals_of
from rulekit.records import evolve

Given = Mapping[str, v.T]


class NameCaptured(Exception):
    """A name of the value would be taken for one that is bound where it is put."""


def substitute(node: Any, given: Given) -> Any:
    """The value with names replaced; what holds none of them is kept as it is."""
    if isinstance(node, v.Local):
        return given.get(node.name, node)
    if isinstance(node, tuple):
        made = tuple(substitute(inner, given) for inner in node)
        return node if all(a is b for a, b in zip(made, node, strict=True)) else made
    if not isinstance(node, v.T) or isinstance(node, v.Const | v.Members):
        return node
    bound = {name for name, _ in node.binds}
    inner = {name: value for name, value in given.items() if name not in bound} if bound else given
    if bound and any(bound & locals_of(value) for value in inner.values()):
        raise NameCaptured
    changed: dict[str, Any] = {}
    for field in fields(node):
        before = getattr(node, field)
        after = substitute(before, given if field in OUTSIDE else inner)
        if after is not before:
            changed[field] = after
    return evolve(node, **changed) if changed else node


OUTSIDE = ("source",)  # read before the name is bound


def expand_word(node: v.T, words: Mapping[str, Any]) -> v.T:
    """A word without cases as what it stands for: `staffed` of this mine, written out."""
    word = words.get(node.word) if isinstance(node, v.Use) else None
    if word is None or not isinstance(word.body, v.T):
        return node
    assert isinstance(node, v.Use)
    given = {p.name: a for p, a in zip(word.params, node.args, strict=False)} | dict(node.hidden)
    try:
        made: v.T = substitute(word.body, given)
    except NameCaptured:
        return node
    return made


def expand_relation(node: v.T, relations: Mapping[str, RelationInfo], excepted: Collection[str]) -> v.T:
    """A relation as its cases: one of them, or all. One is left as it is if a case of it has an exception."""
    info = relations.get(node.relation) if isinstance(node, v.Related) else None
    if info is None or not isinstance(node, v.Related) or any(case.id in excepted for case in info.cases):
        return node
    return _cases_of(node, info)


def _cases_of(node: v.Related, info: RelationInfo) -> v.T:
    cases = tuple(case.condition or case.value for case in info.cases if case.sort == "case")
    if not cases or any(case.sort == "bend" for case in info.cases):
        return node
    given = {p.name: a for p, a in zip(info.params, node.args, strict=False)} | dict(node.hidden)
    make = v.Or if info.decl.mode == "any" else v.And
    try:
        return make(tuple(substitute(case, given) for case in cases), type=node.type, span=node.span)
    except NameCaptured:
        return node


# -------------------------------------------------------------- `old`: a word as it was, its arguments as now

WordNode = v.Read | v.ZoneAt | v.Use | v.Related | v.FieldOf


def is_word(node: v.T) -> TypeGuard[WordNode]:
    """Whether a value is a word with arguments: read in the earlier position with the arguments of now."""
    return isinstance(node, WordNode)


def with_arguments(node: WordNode, now: Callable[[v.T], v.T]) -> v.T:
    """The same word with each of its arguments as `now` gives it, also those it was not given in so many words."""
    if isinstance(node, v.FieldOf):
        return v.FieldOf(node.kind, node.field, now(node.of), node.sides, type=node.type, span=node.span)
    changed: dict[str, Any] = {"args": tuple(now(arg) for arg in node.args)}
    if isinstance(node, v.Use | v.Related):
        changed["hidden"] = tuple((name, now(arg)) for name, arg in node.hidden)
    return evolve(node, **changed)


def is_read_earlier(node: v.CoreUse, slot: str, arg: v.T) -> bool:
    """Whether an argument of a word of the kit is read in the earlier position as the word itself is.

    So it is with what a word only adds up, as in `old count of hand of p`, which is how many there were; and with a
    place that is turned into what lies in it.
    """
    place = isinstance(arg, v.Held | v.AsSet | v.AsBag | v.MapValues | v.ZoneAt) or (
        isinstance(arg, v.Read) and bool(arg.type.indexes)
    )
    return place or (node.definition.last and slot == "of")
