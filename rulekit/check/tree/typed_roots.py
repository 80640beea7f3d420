"""Every checked value and body of a rulebook, with what it stands in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import walk
from rulekit.memo import memoize
from rulekit.records import record


@record
class Root:
    """`sort` is body, word, relation, view, state, written, ending, result, law, demand or bend."""

    sort: str
    node: Any


def nodes_with_roots(checked: CheckedRulebook, *kinds: type) -> list[tuple[str, Any]]:
    """Every node of these classes with the sort of its root, in the order of the roots; sorted by class once."""
    known = _by_class(checked)
    found = [one for kind in kinds for one in known.get(kind, ())]
    return [(sort, node) for _, sort, node in (sorted(found, key=lambda one: one[0]) if len(kinds) > 1 else found)]


@memoize
def _by_class(checked: CheckedRulebook) -> dict[type, list[tuple[int, str, Any]]]:
    found: dict[type, list[tuple[int, str, Any]]] = defaultdict(list)
    number = 0
    for root in roots(checked):
        for node in walk(root.node):
            number += 1
            found[type(node)].append((number, root.sort, node))
    return found


def roots(checked: CheckedRulebook) -> Iterator[Root]:
    """All of it, once."""
    yield from (Root("body", body) for body in checked.bodies.values())
    yield from (Root("word", word.body) for word in checked.words)
    yield from (Root("relation", info.cases) for info in checked.relations)
    for views in (*checked.zone_views.values(), *(s.views for s in checked.states.values())):
        parts = (node for view in views for node in (view.viewer, view.condition))
        yield from (Root("view", node) for node in parts if node is not None and not isinstance(node, str))
    for state in checked.states.values():
        nodes = [state.starts, *(node for _, node in state.bounds)]
        yield from (Root("state", node) for node in nodes if node is not None)
    yield from (Root("written", node) for node in checked.writtens.values())
    yield from (Root("ending", ending.condition) for ending in checked.endings)
    for result in checked.results:
        said = (*result.values, result.condition, result.ties)
        yield from (Root("result", node) for node in said if node is not None and not isinstance(node, str))
    yield from (Root("law", node) for law in checked.laws for node in (law.condition, *law.sides) if node is not None)
    yield from (Root("demand", demand) for demand in checked.demands)
    yield from (Root("bend", bend.condition) for bend in checked.bends)
    yield from (Root("body", key) for key in checked.menu_keys.values())
