"""A name without a meaning: what is nearest to it, and what else a reader may have had in mind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check.names.scope import Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.diagnostics import nearest
from rulekit.source import Span
from rulekit.typesystem import types as t
from rulekit.words import core

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator

# Words of everyday speech and of other languages, and the ones that stand for them here.
MEANT = {
    "true": "yes",
    "false": "no",
    "none": "nothing",
    "null": "nothing",
    "nil": "nothing",
    "me": "player",
    "self": "player",
    "everybody": "everyone",
    "anyone": "everyone",
    "opponents": "others",
    "owner": "player",
    **{word: str(n) for n, word in enumerate("zero one two three four five six seven eight nine ten".split())},
}

# The same for words that are asked `of` something.
MEANT_OF = {
    **dict.fromkeys(("any", "some", "one"), "first"),
    **dict.fromkeys(("max", "maximum", "greatest", "biggest"), "most"),
    **dict.fromkeys(("min", "minimum", "smallest", "fewest"), "least"),
    **dict.fromkeys(("mod", "modulo", "rest"), "remainder"),
    **dict.fromkeys(("number", "size", "length"), "count"),
}


def unknown(e: Elaborator, name: str, span: Span, scope: Scope, want: t.Type | None) -> v.T:
    """No meaning was found; say what is nearest, and why a word cannot stand alone."""
    if name in e.symbols.broken:
        return v.Broken(type=t.UNKNOWN, span=span)
    if name == "it":
        return e.wrong("K07", span, "it")
    names = [*scope.names(), *e.symbols.constants()]
    goal = _goal(want)
    if isinstance(goal, t.Choice):
        near = nearest(name, goal.members)
        other = [] if near else nearest(name, names)
        if not other:
            return e.wrong("K15", span, name=name, type=str(goal), members=goal.members, near=near)
        return e.wrong("K07", span, name=name, near=other)
    if isinstance(goal, t.Piece | t.Row) and goal.kind in e.symbols.kinds:
        rows = list(e.symbols.kinds[goal.kind].number)
        known = nearest(name, [*rows, *names])
        if known or not _other(e, name):
            row = "row" if not known or known[0] in rows else ""
            return e.wrong("K07", span, row, name=name, kind=goal.kind, near=known)
    for word in e.symbols.words.get(name, ()):
        wanted = word.params[0].type.phrase
        return e.wrong("K19", span, "missing", word=name, wanted=wanted, prep=word.params[0].prep or "of")
    if name in MEANT:
        return e.wrong("K07", span, name=name, near=[MEANT[name]])
    if name == "players":
        return e.wrong("K07", span, name=name, near=["Player"])
    near = nearest(name, [*names, *core.adjectives(), *core.SEATS[: e.symbols.seats[1]]])
    return _other_sort(e, name, span) or e.wrong("K07", span, name=name, near=near)


def _goal(want: t.Type | None) -> t.Type | None:
    goal = t.bare(want) if want is not None else None
    while isinstance(goal, t.SetOf | t.BagOf | t.Sequence):
        goal = t.bare(goal.of)
    return goal


def _other(e: Elaborator, name: str) -> bool:
    return bool(e.symbols.fields.get(name)) or kind_of(e, name) != "" or name in e.symbols.actions


def _other_sort(e: Elaborator, name: str, span: Span) -> v.T | None:
    """A field without its thing, a kind in small letters, an action in the place of a value."""
    if e.symbols.fields.get(name):
        return e.wrong("K09", span, "of", word=name)
    kind = kind_of(e, name)
    if kind:
        return e.wrong("K07", span, "kind", name=name, kind=kind)
    if name in e.symbols.actions:
        return e.wrong("K07", span, "no-value", name=name)
    return None


def kind_of(e: Elaborator, name: str) -> str:
    """The kind whose name in small letters this is, or its plural."""
    for one in (name, name.removesuffix("s")):
        kind = "".join(part.capitalize() for part in one.split("-"))
        if kind in e.symbols.types:
            return kind
    return ""
