"""K41: when several pieces go from one pile to another, which goes first?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.effects.effect_summary import effects
from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.enclosing_lines import source_at
from rulekit.check.tree.typed_walk import all_of, walk
from rulekit.diagnostics import Problem
from rulekit.typesystem import types as t
from rulekit.verbs.verb import VerbAction
from rulekit.words.order.top import WORD as TOP


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K41 for each move of several pieces into a pile whose order something reads later.

    A line::

        move hand of player to discard
    """
    lying = effects(checked).zone_flow
    heeded = {zone for node, key in _orders(checked) for zone, _ in lying.zones_of(node, key)}
    for key, body in checked.bodies.items():
        for node in all_of(body, typed_statements.Call):
            if node.core.does is VerbAction.MOVE and len(node.args) == 2:
                matters = any(zone in heeded for zone, _ in lying.zones_of(node.args[1][1], key))
                yield from _check_move(checked, node, node.args[0][1], node.args[1][1], matters)


def _orders(checked: CheckedRulebook) -> Iterator[tuple[v.T, str]]:
    """Every value whose order some rule heeds, with the body it stands in."""
    roots: list[tuple[object, str]] = [(body, key) for key, body in checked.bodies.items()]
    roots += [(word.body, "") for word in checked.words] + [(case, "") for r in checked.relations for case in r.cases]
    for root, key in roots:
        for part in root if isinstance(root, tuple) else (root,):
            for node in walk(part):
                if isinstance(node, v.CoreUse) and node.definition.ordered:
                    yield from ((value, key) for slot, value in node.args if slot == "of")
                elif isinstance(node, typed_statements.Each) and node.by == "pile":
                    yield node.source, key


def _check_move(
    checked: CheckedRulebook, node: typed_statements.Call, what: v.T, to: v.T, matters: bool
) -> Iterator[Problem]:
    if not _pile(to.type):
        return
    if isinstance(what, v.Held) and _pile(what.zone.type) and matters:
        piles = {"from": source_at(checked, what.zone.span), "to": source_at(checked, to.span)}
        yield problem_at("K41", node.span, "between", **piles)
    elif isinstance(what, v.CoreUse) and what.word == TOP.name:
        number, source = what.get("n"), what.get("of")
        pile = source.zone if isinstance(source, v.Held) else source
        one = number is None or (isinstance(number, v.Const) and number.value == 1)
        if not one and number is not None and pile is not None and _pile(pile.type):
            yield problem_at("K41", node.span, "top", amount=source_at(checked, number.span))


def _pile(kind: t.Type) -> bool:
    kind = kind.bare
    return kind.zone and kind.shape == "pile"
