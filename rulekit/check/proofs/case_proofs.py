"""Proofs by cases: what play decides is replaced by every value it could have, and the rest is worked out."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulekit.check.configuration_space import SEATS, Configuration, allowed
from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.intervals import Numbers
from rulekit.check.dataflow.nullability import may_be_nothing
from rulekit.check.effects.value_dependencies import SEATS as HOW_MANY
from rulekit.check.effects.value_dependencies import settled
from rulekit.check.elaboration.definitions import CheckedCase
from rulekit.check.evaluation.constant_folding import FORMS, OPEN, Folder
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.substitution import spelled
from rulekit.check.tree.typed_walk import children, locals_of
from rulekit.typesystem import types as t
from rulekit.words.eyes import END, PRINTED

MOST_CASES = 4_000
MOST_STEPS = 60_000
MOST_NUMBERS = 64
MOST_NODES = 3_000  # looked at to find out what play decides
Cases = Mapping[v.T, Any]


class Proofs:
    """For one rulebook; nothing is claimed of what has too many cases."""

    def __init__(self, checked: Checked, numbers: Numbers) -> None:
        self.checked = checked
        self.numbers = numbers
        self.looked = 0
        self._allowed: dict[frozenset[str], list[Folder]] = {}

    def values(self, nodes: list[v.T]) -> Iterator[tuple[Cases, list[Any]]] | None:
        """The values of some expressions in every case; None if there are too many cases."""
        found: dict[v.T, tuple[Any, ...]] = {}
        self.looked = 0
        try:
            if not all(self._gather(node, frozenset(), found) for node in nodes):
                return None
        except RecursionError:
            return None
        size = 1
        for domain in found.values():
            size *= max(1, len(domain))
        folders = self.folders(self.numbers.reading.of(nodes))
        return None if size * len(folders) > MOST_CASES else self._run(nodes, found, folders)

    def something(self, node: v.T) -> bool:
        """Is it never nothing?"""
        cases = self.values([node])
        return cases is not None and all(answer is not OPEN and answer is not None for _, (answer,) in cases)

    def _run(self, nodes: list[v.T], found: dict[v.T, tuple[Any, ...]], folders: list[Folder]) -> Iterator[Any]:
        steps = 0
        for folder in folders:
            for values in itertools.product(*found.values()):
                cases = dict(zip(found, values, strict=True))
                if self._foreign(cases, folder):
                    continue
                folder.known = cases
                answers = [folder.ask(node) for node in nodes]
                folder.known = {}
                steps += folder.steps * len(nodes)
                yield cases, answers if steps < MOST_STEPS else [OPEN] * len(nodes)
                if steps >= MOST_STEPS:
                    return

    def _foreign(self, cases: Cases, folder: Folder) -> bool:
        """Somebody who does not play."""
        seats = folder.eyes.seats
        return any(isinstance(t.bare(n.type), t.Seat) and c is not None and c >= seats for n, c in cases.items())

    def folders(self, reads: Iterable[str]) -> list[Folder]:
        """One for each allowed choice of the options these read; the others do not matter."""
        names = frozenset(r.removeprefix("option ") for r in reads if r.startswith("option ") or r == HOW_MANY)
        if names not in self._allowed:
            seen: dict[tuple[Any, ...], Folder] = {}
            for config in self.configurations:
                chosen = {n: value for n, value in config.options if n in names}
                key = (*sorted(chosen.items()), config.seats if HOW_MANY in names else SEATS)
                seen.setdefault(key, Folder(self.checked, chosen, config.seats))
            self._allowed[names] = list(seen.values())
        return self._allowed[names]

    @functools.cached_property
    def configurations(self) -> tuple[Configuration, ...]:
        return allowed(self.checked)

    # -------------------------------------------------------------- what play decides

    def _gather(self, node: Any, bound: frozenset[str], found: dict[v.T, tuple[Any, ...]]) -> bool:
        """The outermost values that only play knows, with their domains; false if one has too many."""
        self.looked += 1
        if self.looked > MOST_NODES:
            return False
        if not isinstance(node, v.T | CheckedCase):
            return True
        if (isinstance(node, v.Local) and node.name in bound) or isinstance(node, v.OptionValue | v.Members | v.Const):
            return True
        if isinstance(node, v.Use | v.Related):
            return self._used(node, bound, found)
        if self._plain(node):
            inner = bound | _binds(node)
            return all(self._gather(child, inner, found) for child in children(node))
        if isinstance(node, v.Named) or not isinstance(node, v.T) or not bound.isdisjoint(locals_of(node)):
            return False
        domain = self._domain(node)
        if domain is None:
            return False
        found[node] = domain
        return True

    def _used(self, node: v.Use | v.Related, bound: frozenset[str], found: dict[v.T, tuple[Any, ...]]) -> bool:
        reading = self.numbers.reading
        body = reading.word(node.word) if isinstance(node, v.Use) else reading.relation(node.relation)
        if settled(body):
            values = [*node.args, *(value for _, value in node.hidden)]
            return all(self._gather(value, bound, found) for value in values)
        meaning = spelled(node, reading.words)
        if meaning is not node:
            return self._gather(meaning, bound, found)
        return self._leaf(node, bound, found)

    def _leaf(self, node: v.T, bound: frozenset[str], found: dict[v.T, tuple[Any, ...]]) -> bool:
        domain = self._domain(node) if bound.isdisjoint(locals_of(node)) else None
        if domain is not None:
            found[node] = domain
        return domain is not None

    def _plain(self, node: Any) -> bool:
        """Is it worked out from its parts?"""
        if isinstance(node, v.CoreUse):
            return self.numbers.reading.fixed(node) or not _placed(node)
        return type(node) in FORMS and not isinstance(node, v.Local)

    def _domain(self, node: v.T) -> tuple[Any, ...] | None:
        """Every value it could have; nothing first."""
        kind = t.bare(node.type)
        none = (None,) if may_be_nothing(self.numbers, node, f.NONE) else ()
        if isinstance(kind, t.Number):
            low, high = self.numbers.of(node, f.NONE)
            return (*none, *range(low, high + 1)) if high - low < MOST_NUMBERS else None
        if isinstance(kind, t.YesNo):
            return (*none, False, True)
        if isinstance(kind, t.Choice | t.Seat | t.Piece | t.Row):
            size = self.numbers.sizing.members(kind)
            return (*none, *range(size)) if size <= MOST_CASES else None
        return None


def _binds(node: Any) -> frozenset[str]:
    if isinstance(node, v.Filter | v.Collect):
        return frozenset((node.name,))
    return frozenset(name for name, _ in node.binds) if isinstance(node, v.Quantifier) else frozenset()


def _placed(node: v.CoreUse) -> bool:
    """Does it ask where pieces lie, or what is in a state?"""
    return (
        bool(node.reads - {PRINTED, END})
        or node.word in ("top", "bottom", "item")
        or any(isinstance(value, v.Held | v.ZoneAt | v.MapValues | v.AsSet) for _, value in node.args)
    )
