"""Proofs by cases: what play decides is replaced by every value it could have, and the rest is worked out.

A question like "is this value ever nothing?" about `price of c at level` is answered by asking the evaluator once for
each card and each level. The outermost values that only play knows are found first, with their domains; where there
are few enough combinations all are tried, in every configuration that matters. The answer is then sure, not likely.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulekit.check.configuration_space import SEATS, GameConfig, allowed_configurations
from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.range_inference import flow_of
from rulekit.check.effects.effect_summary import SEATS as HOW_MANY
from rulekit.check.effects.effect_summary import rests_on_configuration
from rulekit.check.evaluation.constant_folding import OPEN, ConstantFolder, foldable
from rulekit.check.proofs.inlining import replace_name
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedCase, CheckedRulebook
from rulekit.check.tree.typed_walk import all_of, children, locals_of
from rulekit.memo import memoize
from rulekit.typesystem import types as t
from rulekit.words.word import Gives
from rulekit.words.word_context import END, PRINTED

# Beyond these a question is answered by "not proven", which keeps a warning back or lets play find out; it never makes
# something true. They bound the time of one question and were chosen, not measured.
MOST_CASES = 4_000  # combinations of values tried for one question
MOST_STEPS = 60_000  # nodes worked out for them
MOST_NUMBERS = 64  # values of a range that are tried one by one
MOST_NODES = 3_000  # looked at to find out what play decides
MOST_STATES = 200  # combinations of values that small states may have, and choices tried in one of them
FIRST = 6  # values of a first parameter

Cases = Mapping[v.T, Any]
Domains = dict[v.T, tuple[Any, ...]]
Binds = tuple[tuple[str, v.T], ...]
Offer = tuple[Binds, Sequence[v.T]]  # what is chosen, and the guards


def assignments(folder: ConstantFolder, domains: Mapping[v.T, Sequence[Any]]) -> Iterator[Cases]:
    """Each combination of values; the folder takes it as given until the next one is asked for."""
    try:
        for values in itertools.product(*domains.values()):
            folder.known = dict(zip(domains, values, strict=True))
            yield folder.known
    finally:
        folder.known = {}


def _count(domains: Mapping[v.T, Sequence[Any]]) -> int:
    """How many combinations of values there are."""
    size = 1
    for domain in domains.values():
        size *= len(domain)
    return size


class CaseAnalysis:
    """For one rulebook; nothing is claimed of what has too many cases."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.checked = checked
        self.intervals = flow_of(checked).intervals
        self._looked = 0
        self._allowed: dict[frozenset[str], list[ConstantFolder]] = {}

    def values(self, nodes: list[v.T]) -> Iterator[tuple[Cases, list[Any]]] | None:
        """The values of some expressions in every case; None if there are too many cases."""
        found: Domains = {}
        self._looked = 0
        try:
            if not all(self._gather(node, frozenset(), found) for node in nodes):
                return None
        except RecursionError:
            return None
        folders = self.folders(self.intervals.effects.depends(nodes))
        return None if _count(found) * len(folders) > MOST_CASES else self._run(nodes, found, folders)

    def is_never_nothing(self, node: v.T) -> bool:
        """Is it never nothing?"""
        cases = self.values([node])
        return cases is not None and all(answer is not OPEN and answer is not None for _, (answer,) in cases)

    def _run(self, nodes: list[v.T], found: Domains, folders: list[ConstantFolder]) -> Iterator[Any]:
        """Each case with the values asked for. Once too much work was done one more case comes, with OPEN for all
        values, and no further one.
        """
        steps = 0
        for folder in folders:
            for cases in assignments(folder, found):
                if self._foreign(cases, folder):
                    continue
                answers = [folder.ask(node) for node in nodes]
                steps += folder.steps * len(nodes)
                yield cases, answers if steps < MOST_STEPS else [OPEN] * len(nodes)
                if steps >= MOST_STEPS:
                    return

    def _foreign(self, cases: Cases, folder: ConstantFolder) -> bool:
        """Somebody who does not play."""
        seats = folder.context.seats
        return any(n.type.bare.player and c is not None and c >= seats for n, c in cases.items())

    def folders(self, reads: Iterable[str]) -> list[ConstantFolder]:
        """One for each allowed choice of the options these read; the others do not matter."""
        names = frozenset(r.removeprefix("option ") for r in reads if r.startswith("option ") or r == HOW_MANY)
        if names not in self._allowed:
            seen: dict[tuple[Any, ...], ConstantFolder] = {}
            for config in self.configurations:
                chosen = {n: value for n, value in config.options if n in names}
                key = (*sorted(chosen.items()), config.seats if HOW_MANY in names else SEATS)
                seen.setdefault(key, ConstantFolder(self.checked, chosen, config.seats))
            self._allowed[names] = list(seen.values())
        return self._allowed[names]

    @functools.cached_property
    def configurations(self) -> tuple[GameConfig, ...]:
        """Every way to set the game up, or a sample of them if there are too many."""
        return allowed_configurations(self.checked)

    # -------------------------------------------------------------- what play decides

    def _gather(self, node: Any, bound: frozenset[str], found: Domains) -> bool:
        """The outermost values that only play knows, with their domains; false if one has too many."""
        self._looked += 1
        if self._looked > MOST_NODES:
            return False
        if not isinstance(node, v.T | CheckedCase):
            return True
        if (isinstance(node, v.Local) and node.name in bound) or isinstance(node, v.OptionValue | v.Members | v.Const):
            return True
        if isinstance(node, v.Use | v.Related):
            return self._gather_word(node, bound, found)
        if self._plain(node):
            inner = bound | {name for name, _ in node.binds} if isinstance(node, v.T) else bound
            return all(self._gather(child, inner, found) for child in children(node))
        return isinstance(node, v.T) and not isinstance(node, v.Named) and self._leaf(node, bound, found)

    def _gather_word(self, node: v.Use | v.Related, bound: frozenset[str], found: Domains) -> bool:
        """A word that hangs on the configuration alone is worked out, so only its arguments are looked at; any other
        is replaced by what stands in it, or is itself a value that play decides.
        """
        known = self.intervals.effects
        key = f"word {node.word}" if isinstance(node, v.Use) else f"relation {node.relation}"
        if rests_on_configuration(known.names_behind(key)):
            values = [*node.args, *(value for _, value in node.hidden)]
            return all(self._gather(value, bound, found) for value in values)
        meaning = known.meaning(node) if isinstance(node, v.Use) else node
        return self._leaf(node, bound, found) if meaning is node else self._gather(meaning, bound, found)

    def _leaf(self, node: v.T, bound: frozenset[str], found: Domains) -> bool:
        """Takes a value that play decides with its domain; false if it has too many values, or hangs on a name that is
        bound further out.
        """
        domain = self.domain(node) if bound.isdisjoint(locals_of(node)) else ()
        if domain:
            found[node] = domain
        return bool(domain)

    def _plain(self, node: Any) -> bool:
        """Is it worked out from its parts?"""
        if isinstance(node, v.CoreUse):
            return self.intervals.effects.is_fixed(node) or not _reads_places(node)
        return foldable(node) and not isinstance(node, v.Local)

    def domain(
        self, node: v.T, facts: Facts = f.NONE, numbers: int = MOST_NUMBERS, most: int = MOST_CASES
    ) -> tuple[Any, ...]:
        """Every value it could have, nothing first; () if they are too many. Two places are soon too many cases."""
        kind = node.type.bare
        none = (None,) if self.intervals.may_be_nothing(node, facts) else ()
        if kind.numeric:
            low, high = self.intervals.bounds_of(node, facts)
            return (*none, *range(low, high + 1)) if high - low < numbers else ()
        if kind == t.YES_NO:
            return (*none, False, True)
        if kind.listed and (not kind.space or (kind.place and most < MOST_CASES)):
            size = self.intervals.sizing.members(kind)
            return (*none, *range(size)) if size <= most else ()
        return ()

    # -------------------------------------------------------------- how many

    def at_most_one(self, node: v.T, facts: Facts = f.NONE) -> bool:
        """Has a set never two members?"""
        if self.intervals.size(node, facts)[1] <= 1:
            return True
        node = self.intervals.effects.meaning(node)
        while isinstance(node, v.Let):
            node = node.value
        if isinstance(node, v.Filter) and self._told_apart(node.condition, node.name):
            return True
        cases = self.values([node])
        return cases is not None and all(answer is not OPEN and len(set(answer)) <= 1 for _, (answer,) in cases)

    def _told_apart(self, condition: v.T, name: str) -> bool:
        """A condition that only one can meet, for what it asks differs from one to the next."""
        for part in condition.parts if isinstance(condition, v.And) else (condition,):
            if isinstance(part, v.IsIn) and not part.negated and name not in locals_of(part.left):
                if _is_indexed_by(part.right, name):
                    return True
            if isinstance(part, v.Equal) and not part.negated:
                for one, other in ((part.left, part.right), (part.right, part.left)):
                    if name not in locals_of(other) and self._differs(one, name):
                        return True
        return False

    def _differs(self, node: v.T, name: str) -> bool:
        """Is a value another one for each that the name stands for? A piece is in one place, at one height there."""
        if _is(node, name) or _is_indexed_by(node, name) or _item(node, name):
            return True
        if isinstance(node, v.FieldOf):
            return self._differs(node.of, name) and self._names_it(node)
        if isinstance(node, v.CoreUse) and node.definition.gives is Gives.END and node.get("n") is None:
            of = node.get("of")
            return of is not None and _is_indexed_by(of, name)
        if isinstance(node, v.Arith) and node.op in "+-":
            pairs = ((node.left, node.right), (node.right, node.left))
            return any(self._differs(one, name) and name not in locals_of(other) for one, other in pairs)
        return False

    def _names_it(self, node: v.FieldOf) -> bool:
        """Is nothing printed twice in this column?"""
        members = self.intervals.sizing.members(node.of.type.bare)
        rows = self.checked.symbols.kinds[node.kind].rows
        printed = [row.values.get(node.field) for row in rows]
        return members == len(rows) == len(set(map(repr, printed))) and None not in printed

    # -------------------------------------------------------------- something to choose, or nothing

    def always_has_choice(self, binds: Binds, guards: Sequence[v.T], known: Iterable[v.T]) -> bool:
        """Is there a choice whatever the states hold? If a state depends on the first choice, that is fixed first."""
        reads = _reads([*(source for _, source in binds), *guards])
        if all(_free(read, binds) for read in reads):
            domains: Domains = {read: self._small(read) for read in reads}
            if not 0 < _count(domains) <= MOST_STATES:
                return False
            facts = list(known)
            return all(
                self._is_refuted(facts) or self._choice(binds, guards, {}) for _ in assignments(self._folder, domains)
            )
        if not binds:
            return False
        (name, source), rest = binds[0], binds[1:]
        found = self._folder.ask(source)
        for value in list(found)[:FIRST] if isinstance(found, tuple | list | range) else []:
            fixed = v.Const(value, type=source.type.member or t.UNKNOWN)
            more = tuple((n, replace_name(s, name, fixed)) for n, s in rest)
            if self.always_has_choice(more, [replace_name(g, name, fixed) for g in guards], known):
                return True
        return False

    def nothing_left(self, offers: Sequence[Offer], known: Sequence[v.T], facts: Facts) -> tuple[v.Read, Any] | None:
        """A state and a value of it with which nothing can be chosen, whatever else holds; nothing if there is none."""
        nodes = [node for binds, guards in offers for node in (*(source for _, source in binds), *guards)]
        for read in _reads(nodes):
            domain = () if read.args else self._small(read, facts)
            for _ in assignments(self._folder, {read: domain}):
                left = [MOST_STATES]
                if not self._is_refuted(known) and all(self._none(binds, guards, {}, left) for binds, guards in offers):
                    return read, self._folder.known[read]
        return None

    @functools.cached_property
    def _folder(self) -> ConstantFolder:
        """In which options and players are open."""
        return ConstantFolder(self.checked)

    def _small(self, read: v.Read, facts: Facts = f.NONE) -> tuple[Any, ...]:
        return () if read.type.bare.player else self.domain(read, facts, MOST_STATES, MOST_STATES)

    def _is_refuted(self, known: Iterable[v.T]) -> bool:
        """Does what is known not hold in this case?"""
        return any(self._folder.ask(fact) is False for fact in known)

    def _choice(self, binds: Binds, guards: Sequence[v.T], names: dict[str, Any]) -> bool:
        if not binds:
            return all(self._folder.ask(guard, names) is True for guard in guards)
        (name, source), rest = binds[0], binds[1:]
        found = self._folder.ask(source, names)
        if found is OPEN or found is None:
            return False
        return any(self._choice(rest, guards, {**names, name: value}) for value in found)

    def _none(self, binds: Binds, guards: Sequence[v.T], names: dict[str, Any], left: list[int]) -> bool:
        """Is it sure that every choice is refused? `left` counts how many may still be tried."""
        left[0] -= 1
        if left[0] < 0:
            return False
        if any(self._folder.ask(guard, names) is False for guard in guards):
            return True
        if not binds:
            return False
        (name, source), rest = binds[0], binds[1:]
        found = self._folder.ask(source, names)
        if found is OPEN or found is None:
            return False
        return all(self._none(rest, guards, {**names, name: value}, left) for value in found)


@memoize
def cases_of(checked: CheckedRulebook) -> CaseAnalysis:
    """Worked out when first asked for."""
    return CaseAnalysis(checked)


def _reads_places(node: v.CoreUse) -> bool:
    """Does it ask where pieces lie, or what is in a state?"""
    return (
        bool(node.reads - {PRINTED, END})
        or node.definition.ordered
        or any(isinstance(value, v.Held | v.ZoneAt | v.MapValues | v.AsSet) for _, value in node.args)
    )


def _reads(nodes: Iterable[v.T]) -> list[v.Read]:
    """The states that decide, each once."""
    return list(dict.fromkeys(node for root in nodes for node in all_of(root, v.Read)))


def _free(read: v.Read, binds: Binds) -> bool:
    names = {name for name, _ in binds}
    return not any(name in names or "#" in name for name in locals_of(read))


def _is(node: v.T | None, name: str) -> bool:
    return node is not None and node.local == name


def _is_indexed_by(node: v.T, name: str) -> bool:
    """What lies in the zone of each: no piece lies in two."""
    zones = list(all_of(node, v.ZoneAt)) if isinstance(node, v.Held | v.AsSet) else []
    return len(zones) == 1 and any(_is(arg, name) for arg in zones[0].args)


def _item(node: v.T, name: str) -> bool:
    """`item (n) of z`: no piece stands at two heights."""
    of = node.get("of") if isinstance(node, v.CoreUse) and node.definition.gives is Gives.NTH else None
    if of is None or not (of.type.member or t.UNKNOWN).bare.piece:
        return False
    assert isinstance(node, v.CoreUse)
    return _is(node.get("n"), name) and name not in locals_of(of)
