"""What `here` is in each effects column; known before words are read, since words may ask for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from rulekit.check.elaboration import blocks
from rulekit.check.elaboration.elaborator import Elaborator
from rulekit.check.names.component_rows import read_rows
from rulekit.check.names.declared_spaces import declared_spaces
from rulekit.check.names.symbol_passes import collect
from rulekit.model import base
from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model.rulebook import Rulebook
from rulekit.typesystem import types as t

Here = dict[tuple[str, str], t.Type]
WORDS = (d.Define, d.Cases, d.Total, d.Relation)


def note_here(e: Elaborator) -> None:
    """What `here` is in each column: what its `perform .. with` give."""
    for sort, what, _ in e.calls:
        if sort == "perform" and what[1] is not None:
            column = (what[0].kind, what[0].column)
            known = e.here.get(column)
            joined = t.bare(what[1]) if known is None else t.join(known, t.bare(what[1]))
            e.here[column] = joined or t.UNKNOWN
    for sort, what, _ in e.calls:
        if sort == "perform":
            e.here.setdefault((what[0].kind, what[0].column), t.UNKNOWN)


def here_before(rulebook: Rulebook) -> Here:
    """The same, from the bodies that perform something `with` something, on a copy of all names."""
    if not any(_says_here(decl) for decl in rulebook.declarations if isinstance(decl, WORDS)):
        return {}
    symbols = collect(rulebook)
    read_rows(symbols, rulebook)
    e = Elaborator(symbols)
    declared_spaces(e)
    for read in _performing(e):
        read()
    note_here(e)
    return e.here


def _says_here(decl: base.Node) -> bool:
    return any(isinstance(node, x.Name) and node.name == "here" for node in base.walk(decl))


def _performing(e: Elaborator) -> Iterator[Callable[[], object]]:
    """How to read each body that gives a `here`."""
    symbols = e.symbols
    for action in symbols.actions.values():
        if _gives(action.decl):
            yield partial(blocks.action, e, action)
    for proc in [p for known in symbols.procs.values() for p in known]:
        if _gives(proc.decl):
            yield partial(blocks.procedure, e, proc)
    for block in symbols.programme.values():
        if _gives(block):
            yield partial(blocks.programme, e, block)


def _gives(decl: base.Node) -> bool:
    calls = (node for node in base.walk(decl) if isinstance(node, x.Call) and node.verb == "perform")
    return any(prep == "with" for call in calls for prep, _ in call.args)
