"""Words and relations whose value depends on the table alone: asked twice of one table they answer alike."""

from __future__ import annotations

from typing import Any

from rulekit.check import typed as v
from rulekit.check.examined import Checked
from rulekit.check.walking import walk

FLEETING = ("finished", "tally", "payable", "possible")  # these look beyond the table


def pure_names(checked: Checked) -> frozenset[str]:
    """Keys of words and names of relations that read neither the past nor what is asked."""
    bodies: dict[str, Any] = {word.key: word.body for word in checked.words}
    bends = {b.target: b for b in checked.bends}
    for relation in checked.relations:
        bodies[relation.name] = (relation.cases, [bends[c.id] for c in relation.cases if c.id in bends])
    uses: dict[str, set[str]] = {}
    impure: set[str] = set()
    for name, body in bodies.items():
        uses[name] = set()
        for node in walk(body):
            if isinstance(node, v.Earlier | v.Legal) or (isinstance(node, v.CoreUse) and node.word in FLEETING):
                impure.add(name)
            elif isinstance(node, v.Use):
                uses[name].add(node.word)
            elif isinstance(node, v.Related):
                uses[name].add(node.relation)
            elif isinstance(node, v.Named):
                uses[name] |= {w.key for w in checked.words if w.name == node.name} | {node.name}
    before = -1
    while len(impure) != before:
        before = len(impure)
        impure |= {name for name, needs in uses.items() if needs & impure}
    return frozenset(bodies) - impure
