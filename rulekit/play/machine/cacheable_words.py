"""Words and relations whose value depends on the table alone: while what they read is as it was they answer alike."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import all_of
from rulekit.words.word_context import ASKED, END, PAST

FLEETING = frozenset((ASKED, PAST, END))  # what these tell is not on the table


def pure_names(checked: CheckedRulebook) -> frozenset[str]:
    """Keys of words and names of relations that read neither the past nor what is asked."""
    bodies: dict[str, Any] = {word.key: word.body for word in checked.words}
    keys: dict[str, set[str]] = {}
    for word in checked.words:
        keys.setdefault(word.name, set()).add(word.key)
    for relation in checked.relations:
        bodies[relation.name] = (relation.cases, [_exceptions_to(checked, case.id) for case in relation.cases])
    counted = _counts_actions(checked)
    uses: dict[str, set[str]] = {}
    impure = _of_zones(checked)
    for name, body in bodies.items():
        if any(node.looks_at & FLEETING for node in all_of(body, v.T)) or (counted and any(all_of(body, v.Supposing))):
            impure.add(name)
        given = {node.name for node in all_of(body, v.Named)}  # adjectives and relations that words are given by name
        uses[name] = {node.word for node in all_of(body, v.Use)} | {node.relation for node in all_of(body, v.Related)}
        uses[name] |= given.union(*(keys.get(one, ()) for one in given))
    before = -1
    while len(impure) != before:
        before = len(impure)
        impure |= {name for name, needs in uses.items() if needs & impure}
    return frozenset(bodies) - impure


def _exceptions_to(checked: CheckedRulebook, target: str | None) -> tuple[Any, ...]:
    """The exceptions to a clause, and those to them."""
    found = [bend for bend in checked.bends if target is not None and bend.target == target]
    return tuple(one for bend in found for one in (bend, *_exceptions_to(checked, bend.id)))


def _counts_actions(checked: CheckedRulebook) -> bool:
    """Does anything ask how often an action was done? Then what is supposed may ask it too, out of sight."""
    said = (*checked.bodies.values(), *(word.body for word in checked.words), *(r.cases for r in checked.relations))
    return any(PAST in node.reads for one in said for node in all_of(one, v.CoreUse))


def _of_zones(checked: CheckedRulebook) -> set[str]:
    """Words and relations asked about a zone: one as it was and the same one as it is now have one number."""
    asked = [(word.key, word.params) for word in checked.words] + [(r.name, r.params) for r in checked.relations]
    return {name for name, params in asked if any((p.type.bare.zone or p.type.bare.indexes) for p in params)}
