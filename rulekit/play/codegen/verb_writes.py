"""What a core verb writes, by the slots of a position."""

from __future__ import annotations

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.play.codegen.book import Book
from rulekit.verbs.verb import VerbAction
from rulekit.words.vocabulary import FACING


def writes(b: Book, call: typed_statements.Call) -> set[str]:
    """The slots a core verb writes."""
    if call.core.does is VerbAction.MOVE:
        what = call.get("")
        assert what is not None
        kind = what.type.pieces
        more = {b.shelves.slot(FACING)} if kind in b.plan.tiles and FACING in b.shelves.states else set()
        return {"z", b.shelves.where(kind), *more}
    found = set()
    for _, node in call.args:
        if isinstance(node, v.Read):
            found.add(b.shelves.slot(node.state))
    return found if call.core.writes is not None else set()
