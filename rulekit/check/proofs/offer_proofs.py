"""Proof attempts: is something sure to be there to choose from? Where the attempt fails, play-outs must hunt it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from rulekit.check.dataflow.type_sizes import Sizing
from rulekit.check.proofs.atoms import atoms, empty_of, limits
from rulekit.check.proofs.inlining import Plain, replaced, same
from rulekit.check.proofs.state_cases import Cases
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.typed_walk import locals_of, walk
from rulekit.typesystem import types as t

Binds = tuple[tuple[str, v.T], ...]
TRIED = 8  # values of one parameter
DEEP = 3  # parameters that are tried
STEPS = 400  # values tried for one decision


class Prover:
    """Works with what is known at one decision."""

    def __init__(self, checked: Checked, plain: Plain, known: Iterable[v.T], names: dict[str, v.T]) -> None:
        self.checked = checked
        self.plain = plain
        self.names = names
        self.sizing = Sizing(checked.symbols)
        self.tried = 0
        self.atoms = [atom for fact in known for atom in atoms(plain.full(fact, names))]

    def with_(self, more: Iterable[v.T]) -> Prover:
        made = Prover(self.checked, self.plain, (), self.names)
        made.atoms = [*self.atoms, *(atom for fact in more for atom in atoms(fact))]
        return made

    # -------------------------------------------------------------- actions and choices

    def possible(self, action: str, who: v.T) -> bool:
        """Is a move of this action sure to be legal for a player?"""
        if any(_said_possible(atom, action) for atom in self.atoms):
            return True
        body = self.checked.bodies[f"action {action}"]
        if any(line.price is not None for line in body.lines if not line.openers):
            return False
        names = {**self.names, "player": self.plain.full(who, self.names)}
        return self.choosable(body.front, names)

    def choosable(self, front: Sequence[typed_statements.Step], names: dict[str, v.T]) -> bool:
        """Are there values for all parameters so that every guard holds?"""
        binds: list[tuple[str, v.T]] = []
        guards: list[v.T] = []
        inner = dict(names)
        for step in front:
            if isinstance(step, typed_statements.Bound):
                inner[step.name] = self.plain.full(step.value, inner)
            elif isinstance(step, typed_statements.Guard):
                guards += atoms(self.plain.full(step.condition, inner))
            elif isinstance(step, typed_statements.Param):
                source = self.plain.full(step.source, inner)
                inner.pop(step.name, None)
                if step.amount == "one":
                    binds.append((step.name, source))
                elif not self._several(step, source, inner):
                    return False
        return self.exists(tuple(binds), guards) or self.by_cases(tuple(binds), guards)

    def _several(self, step: typed_statements.Param, source: v.T, names: dict[str, v.T]) -> bool:
        """Can so many be chosen?"""
        if step.amount != "exactly" or step.count is None:
            return True
        wanted = self.plain.full(step.count, names)
        if isinstance(wanted, v.CoreUse) and wanted.word == "least":
            items = wanted.get("of")
            return isinstance(items, v.Listed) and any(_count_of(item, source) for item in items.items)
        if isinstance(wanted, v.Arith) and wanted.op == "-" and _count_of(wanted.left, source):
            return limits(wanted.right, self.atoms)[0] >= 0 and limits(wanted, self.atoms)[0] >= 0
        return limits(wanted, self.atoms)[1] <= self.least(source)

    def exists(self, binds: Binds, guards: Sequence[v.T]) -> bool:
        if all(self.some(source) for _, source in binds) and all(self.holds(guard) for guard in guards):
            return True
        if any(self._matches(binds, guards, atom) for atom in self.atoms if isinstance(atom, v.Quantifier)):
            return True
        names = {name for name, _ in binds}
        lasting = [guard for guard in guards if not names & locals_of(guard)]
        return all(self.holds(guard) for guard in lasting) and self._witness(binds, list(guards), DEEP)

    def by_cases(self, binds: Binds, guards: Sequence[v.T]) -> bool:
        return Cases(self.checked).always(binds, guards, self.atoms)

    # -------------------------------------------------------------- an example

    def _witness(self, binds: Binds, guards: list[v.T], deep: int) -> bool:
        """Is there a fixed value for one parameter after the other?"""
        if not binds:
            return all(self.holds(guard) for guard in guards)
        (name, source), rest = binds[0], binds[1:]
        if deep == 0:
            return False
        for value in islice(self._values(source), TRIED):
            self.tried += 1
            if self.tried > STEPS:
                return False
            more = tuple((n, replaced(s, name, value)) for n, s in rest)
            if self._witness(more, [g for guard in guards for g in atoms(replaced(guard, name, value))], deep - 1):
                return True
        return False

    def _values(self, source: v.T) -> Iterator[v.T]:
        """Members that are sure to be in a collection."""
        if isinstance(source, v.Interval):
            low, high = limits(source.low, self.atoms), limits(source.high, self.atoms)
            for n in range(low[1], min(high[0], low[1] + TRIED) + 1):
                yield v.Const(n, type=t.number(n, n))
        elif isinstance(source, v.Listed) and not source.flat:
            yield from (item for item in source.items if not isinstance(item.type, t.Maybe))
        elif isinstance(source, v.Members):
            first = source.of.low if isinstance(source.of, t.Number) else 0
            for n in range(min(self.sizing.members(source.of), TRIED)):
                yield v.Const(first + n, type=source.of)

    # -------------------------------------------------------------- what is known of such a thing

    def _matches(self, binds: Binds, guards: Sequence[v.T], atom: v.Quantifier) -> bool:
        """Does `some x in S has c` give the values that are wanted?"""
        if atom.kind != "some":
            return False
        found, body = _opened(atom)
        return self._matched(binds, list(guards), found, self.with_(body))

    def _matched(self, binds: Binds, guards: list[v.T], found: Binds, known: Prover) -> bool:
        if not binds:
            return all(known.holds(guard) for guard in guards)
        (name, source), rest = binds[0], binds[1:]
        for one, domain in found:
            if _inside(domain, source):
                value = v.Local(one, type=t.member(domain.type) or t.UNKNOWN)
                more = tuple((n, replaced(s, name, value)) for n, s in rest)
                if self._matched(more, [replaced(g, name, value) for g in guards], found, known):
                    return True
        return False

    # -------------------------------------------------------------- conditions

    def holds(self, node: v.T) -> bool:
        """Is a written-out condition sure?"""
        if isinstance(node, v.Const):
            return bool(node.value)
        if any(same(node, atom) for atom in self.atoms):
            return True
        if isinstance(node, v.And):
            return all(self.holds(part) for part in node.parts)
        if isinstance(node, v.Or):
            return any(self.holds(part) for part in node.parts)
        if isinstance(node, v.Compare):
            return self._compared(node)
        if isinstance(node, v.IsNothing):
            return node.negated and not isinstance(node.value.type, t.Maybe)
        if isinstance(node, v.IsIn) and not node.negated:
            return isinstance(node.right, v.Members) and not isinstance(node.left.type, t.Maybe)
        emptied = empty_of(node)
        if emptied is not None:
            return self.some(emptied)
        if isinstance(node, v.Quantifier) and node.kind == "some":
            return self.exists(node.binds, atoms(node.body))
        return False

    def _compared(self, node: v.Compare) -> bool:
        left, right = limits(node.left, self.atoms), limits(node.right, self.atoms)
        tests = {"<": left[1] < right[0], "<=": left[1] <= right[0], ">": left[0] > right[1], ">=": left[0] >= right[1]}
        return tests.get(node.op, left == right and left[0] == left[1])

    # -------------------------------------------------------------- collections

    def some(self, node: v.T) -> bool:
        """Is a written-out collection sure to hold something?"""
        return self.least(node) >= 1

    def least(self, node: v.T) -> int:
        """How many members it holds at the least, as far as can be told."""
        found = max((_promised(atom, node) for atom in self.atoms), default=0)
        if isinstance(node, v.Members):
            size = self.checked.symbols.seats[0] if isinstance(node.of, t.Seat) else self.sizing.members(node.of)
            return max(found, size)
        if isinstance(node, v.Interval):
            return max(found, limits(node.high, self.atoms)[0] - limits(node.low, self.atoms)[1] + 1)
        if isinstance(node, v.Listed):
            parts = [self.least(i) if t.is_collection(i.type) else self._thing(i) for i in node.items]
            return max([found, *parts])
        if isinstance(node, v.Single):
            return max(found, self._thing(node.member))
        if isinstance(node, v.Combine):
            left = self.least(node.left)
            if node.op == "+":
                return max(found, left, self.least(node.right))
            return max(found, left - 1) if isinstance(node.right, v.Single) else found
        if isinstance(node, v.CoreUse) and node.word in ("reach", "poses"):
            start = node.get("of")
            there = start is not None and (self.some(start) if t.is_collection(start.type) else self._thing(start))
            return max(found, int(bool(there)))
        if isinstance(node, v.Choice):
            return max(found, min(self.least(node.yes), self.least(node.no)))
        return max(found, self._kept(node)) if isinstance(node, v.Filter) else found

    def _kept(self, node: v.Filter) -> int:
        """Is there something that passes a filter?"""
        return int(self.exists(((node.name, node.source),), atoms(node.condition)))

    def _thing(self, node: v.T) -> int:
        there = v.IsNothing(node, True, type=t.YES_NO)
        return int(not isinstance(node.type, t.Maybe) or any(same(there, atom) for atom in self.atoms))


def _said_possible(atom: v.T, action: str) -> bool:
    of = atom.get("of") if isinstance(atom, v.CoreUse) and atom.word == "possible" else None
    return isinstance(of, v.Named) and of.name == action


def _count_of(node: v.T, source: v.T) -> bool:
    of = node.get("of") if isinstance(node, v.CoreUse) and node.word == "count" else None
    return of is not None and same(of, source)


def _opened(atom: v.Quantifier) -> tuple[Binds, list[v.T]]:
    """`some x has some y has c` as one sentence."""
    binds = list(atom.binds)
    body: list[v.T] = []
    for part in atoms(atom.body):
        if isinstance(part, v.Quantifier) and part.kind == "some":
            more, inner = _opened(part)
            binds += more
            body += inner
        else:
            body.append(part)
    return tuple(binds), body


def _inside(domain: v.T, wanted: v.T) -> bool:
    """Is everything of one collection sure to be in the other?"""
    if same(domain, wanted):
        return True
    if isinstance(domain, v.Filter) and _inside(domain.source, wanted):
        return True
    return (
        isinstance(wanted, v.Combine)
        and wanted.op == "+"
        and (_inside(domain, wanted.left) or _inside(domain, wanted.right))
    )


def _promised(atom: v.T, node: v.T) -> int:
    """How many members of a collection a known sentence promises."""
    emptied = empty_of(atom)
    if emptied is not None:
        return int(_about(emptied, node))
    if isinstance(atom, v.IsIn) and not atom.negated:
        return int(_about(atom.right, node))
    if isinstance(atom, v.Compare | v.Equal):
        for side, other in ((atom.left, atom.right), (atom.right, atom.left)):
            of = side.get("of") if isinstance(side, v.CoreUse) and side.word == "count" else None
            if of is not None and _about(of, node) and isinstance(other, v.Const):
                return max(0, limits(side, [atom])[0])
    if isinstance(atom, v.Quantifier) and atom.kind == "some":
        return int(any(_about(source, node) for _, source in atom.binds[:1]))
    if isinstance(atom, v.Quantifier) and atom.kind == "every":
        return _each(atom, node)
    return 0


def _about(found: v.T, node: v.T) -> bool:
    return same(found, node) or (isinstance(found, v.Filter) and same(found.source, node))


def _each(atom: v.Quantifier, node: v.T) -> int:
    """`every n in 1 to 3 has count of those x in S having (f of x = n) = 1`: three different ones."""
    (name, source), *rest = atom.binds
    size = limits(source.high, [])[0] - limits(source.low, [])[1] + 1 if isinstance(source, v.Interval) else 0
    promised = min((_promised(part, node) for part in atoms(atom.body)), default=0)
    parted = any(isinstance(n, v.Equal) and _names(n, name) for n in _inner(atom.body))
    return size if promised and parted and not rest else 0


def _names(node: v.Equal, name: str) -> bool:
    return any(isinstance(side, v.Local) and side.name == name for side in (node.left, node.right))


def _inner(node: v.T) -> tuple[v.T, ...]:
    return walk(node)
