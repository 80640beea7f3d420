"""Holders of the sentences of a ledger: a line of the rules, an option, a law, a scene, a reason in rulings.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check.sources.clauses import ClausePlace, clauses
from rulekit.check.sources.ledger import Rulings
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.model.base import Node, children, fields
from rulekit.model.printer import print_node
from rulekit.model.rulebook import Rulebook
from rulekit.records import record
from rulekit.source import Span

LINE, OPTION, LAW, SCENE, REASON = "line", "option", "law", "scene", "reason"
SORTS = (LINE, OPTION, LAW, SCENE, REASON)  # the strongest first: a line does it, the others only say or show it
DEMANDS = "demands"  # the one block of laws that binds play: it refuses configurations
WORDS = (d.Define, d.Cases, d.Total, d.Relation)


@record
class Holder:
    """One place that claims a sentence: of which sort it is, what it is called and where it stands."""

    sort: str
    name: str
    span: Span


def holders(rulebook: Rulebook, rulings: Rulings) -> dict[str, tuple[Holder, ...]]:
    """All places that claim a sentence, by the id of the sentence; those that do it stand first."""
    found: dict[str, dict[tuple[str, str], Holder]] = {}
    for clause, holder in (*_lines_citing(rulebook), *_scenes_showing(rulebook), *_reasons_given(rulings)):
        found.setdefault(clause, {}).setdefault((holder.sort, holder.name), holder)
    return {id_: tuple(sorted(held.values(), key=lambda one: SORTS.index(one.sort))) for id_, held in found.items()}


def claimed_ids(places: Iterable[ClausePlace], scenes: Iterable[sc.Scene]) -> frozenset[str]:
    """The ids of all sentences that one of these lines cites or one of these scenes is about."""
    cited = {cite.text for place in places for cite in place.clause.cites}
    return frozenset(cited | {scene.clause for scene in scenes})


def _lines_citing(rulebook: Rulebook) -> Iterator[tuple[str, Holder]]:
    only_laws = _words_of_laws(rulebook)
    for place in clauses(rulebook):
        sort = LAW if id(place.decl) in only_laws else sort_of(place.decl)
        for cite in place.clause.cites:
            yield cite.text, Holder(sort, name_of(place), place.clause.span)


def _scenes_showing(rulebook: Rulebook) -> Iterator[tuple[str, Holder]]:
    return (
        (scene.clause, Holder(SCENE, f"scene {scene.clause}", scene.span))
        for scene in rulebook.declarations_of(sc.Scene)
    )


def _reasons_given(rulings: Rulings) -> Iterator[tuple[str, Holder]]:
    return ((line.id, Holder(REASON, "rulings.md", line.span)) for line in rulings.explained)


def sort_of(decl: d.Decl) -> str:
    """What a declaration is to a sentence that one of its lines cites."""
    if isinstance(decl, d.Option | d.Edition):
        return OPTION
    if isinstance(decl, sc.Scene):
        return SCENE
    if isinstance(decl, d.Laws):
        return LINE if decl.kind == DEMANDS else LAW
    return LINE


def name_of(place: ClausePlace) -> str:
    """`[play.fits]`, or for a line without an id what it declares: `define crew`, `zone hand`, `row oak`.

    A declaration::

        define crew of p: Player is count of hand of p

    `define crew`, since the line has no id.
    """
    clause = place.clause
    if clause.id is not None:
        return f"[{clause.id}]"
    for within in (clause, *reversed(place.around)):
        if isinstance(within, d.Row | d.PartRow):
            return f"row {within.name}"
        if within.id is not None:
            return f"[{within.id}]"
    if isinstance(place.decl, d.Rows):
        return f"rows {place.decl.kind}"
    return " ".join(print_node(place.decl).split()[:2]).rstrip(",:")


# ------------------------------------------------------------------ what only laws use


def _words_of_laws(rulebook: Rulebook) -> frozenset[int]:
    """Words, states and reactions that no rule needs: ghosts, and what nothing but laws, scenes and these mention."""
    decls = rulebook.declarations
    said = {id(decl): frozenset(_names(decl)) for decl in decls if not isinstance(decl, sc.Scene)}
    ghosts = {decl.name for decl in decls if isinstance(decl, d.State) and decl.ghost}
    spare = {id(decl): _name_declared(decl) for decl in decls if isinstance(decl, WORDS)}
    needed = [one for one in decls if sort_of(one) == LINE and id(one) not in spare and not _ghostly(one, ghosts, said)]
    reached = {id(decl) for decl in needed}
    todo = [name for decl in needed for name in said[id(decl)]]
    known: set[str] = set()
    while todo:
        name = todo.pop()
        if name in known:
            continue
        known.add(name)
        for key, head in spare.items():
            if head == name and key not in reached:
                reached.add(key)
                todo += said[key]
    return frozenset(id(decl) for decl in decls if sort_of(decl) == LINE) - reached


def _ghostly(decl: d.Decl, ghosts: set[str], said: dict[int, frozenset[str]]) -> bool:
    """Is it a state kept for the laws, or a reaction that keeps one?"""
    return (isinstance(decl, d.State) and decl.ghost) or (
        isinstance(decl, d.Reaction) and bool(said[id(decl)] & ghosts)
    )


def _name_declared(decl: Any) -> str:
    return str(decl.verb if isinstance(decl, d.Relation) else decl.head.name)


def _names(node: Node) -> Iterator[str]:
    """Every name a declaration mentions, its own left out."""
    todo: list[Node] = [node]
    while todo:
        one = todo.pop()
        if one is not node:
            yield from (part for name in fields(one) for part in _strings(getattr(one, name)))
        todo.extend(kid for kid in children(one) if not isinstance(kid, d.Head))


def _strings(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        return (value,)
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, tuple) else ()
