"""Proof by cases: for every value that a few small states may have there is something to choose, or for one nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from rulekit.check.dataflow.type_sizes import Sizing
from rulekit.check.evaluation.constant_folding import OPEN, Folder
from rulekit.check.proofs.inlining import replaced
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.typed_walk import walk
from rulekit.typesystem import types as t

Binds = tuple[tuple[str, v.T], ...]
Offer = tuple[Binds, Sequence[v.T]]  # what is chosen, and the guards
CASES = 200  # combinations of values
FIRST = 6  # values of a first parameter


class Cases:
    """Looks through the cases of one rulebook."""

    def __init__(self, checked: Checked) -> None:
        self.folder = Folder(checked)
        self.sizing = Sizing(checked.symbols)
        self.left = CASES  # choices that may still be tried

    def always(self, binds: Binds, guards: Sequence[v.T], known: Iterable[v.T]) -> bool:
        """Is there a choice in each case? If a state depends on the first choice, that is fixed first."""
        nodes = [*(source for _, source in binds), *guards]
        reads = _reads(nodes)
        if all(_free(read, binds) for read in reads):
            return self._each(binds, nodes[len(binds) :], reads, list(known))
        if not binds:
            return False
        (name, source), rest = binds[0], binds[1:]
        for value in self._first(source):
            fixed = v.Const(value, type=t.member(source.type) or t.UNKNOWN)
            more = tuple((n, replaced(s, name, fixed)) for n, s in rest)
            if self.always(more, [replaced(g, name, fixed) for g in guards], known):
                return True
        return False

    def _first(self, source: v.T) -> list[Any]:
        self.folder.known = {}
        found = self.folder.ask(source)
        return list(found)[:FIRST] if isinstance(found, tuple | list | range) else []

    def _each(self, binds: Binds, guards: Sequence[v.T], reads: list[v.Read], known: list[v.T]) -> bool:
        members = [self._members(read.type) for read in reads]
        size = 1
        for values in members:
            size *= len(values)
        if not 0 < size <= CASES:
            return False
        for values in product(*members):
            self.folder.known = dict(zip(reads, values, strict=True))
            if not any(self.folder.ask(fact) is False for fact in known) and not self._choice(binds, guards, {}):
                return False
        return True

    def _members(self, kind: t.Type) -> tuple[Any, ...]:
        more = (None,) if isinstance(kind, t.Maybe) else ()
        bare = t.bare(kind)
        if self.sizing.members(bare) > CASES or isinstance(bare, t.Seat):
            return ()
        return (*more, *self.folder.eyes.members(bare))

    def _choice(self, binds: Binds, guards: Sequence[v.T], names: dict[str, Any]) -> bool:
        if not binds:
            return all(self.folder.ask(guard, names) is True for guard in guards)
        (name, source), rest = binds[0], binds[1:]
        found = self.folder.ask(source, names)
        if found is OPEN or found is None:
            return False
        return any(self._choice(rest, guards, {**names, name: value}) for value in found)

    # -------------------------------------------------------------- the opposite

    def nothing_left(
        self, offers: Sequence[Offer], known: Sequence[v.T], bounds: Callable[[v.Read], tuple[int, int]]
    ) -> tuple[v.Read, Any] | None:
        """A state and a value of it with which nothing can be chosen, whatever else holds; nothing if there is none."""
        nodes = [node for binds, guards in offers for node in (*(source for _, source in binds), *guards)]
        for read in _reads(nodes):
            for value in () if read.args else self._within(read, bounds):
                self.folder.known, self.left = {read: value}, CASES
                if any(self.folder.ask(fact) is False for fact in known):
                    continue
                if all(self._none(binds, guards, {}) for binds, guards in offers):
                    return read, value
        return None

    def _within(self, read: v.Read, bounds: Callable[[v.Read], tuple[int, int]]) -> tuple[Any, ...]:
        members = self._members(read.type)
        if not isinstance(t.bare(read.type), t.Number):
            return members
        low, high = bounds(read)
        return tuple(value for value in members if value is None or low <= value <= high)

    def _none(self, binds: Binds, guards: Sequence[v.T], names: dict[str, Any]) -> bool:
        """Is it sure that every choice is refused?"""
        self.left -= 1
        if self.left < 0:
            return False
        if any(self.folder.ask(guard, names) is False for guard in guards):
            return True
        if not binds:
            return False
        (name, source), rest = binds[0], binds[1:]
        found = self.folder.ask(source, names)
        if found is OPEN or found is None:
            return False
        return all(self._none(rest, guards, {**names, name: value}) for value in found)


def _reads(nodes: Iterable[v.T]) -> list[v.Read]:
    """The states that decide, each once."""
    found: dict[v.Read, None] = {}
    for root in nodes:
        for node in walk(root):
            if isinstance(node, v.Read):
                found[node] = None
    return list(found)


def _free(read: v.Read, binds: Binds) -> bool:
    names = {name for name, _ in binds}
    return not any(isinstance(n, v.Local) and (n.name in names or "#" in n.name) for n in walk(read))
