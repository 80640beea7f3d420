"""What a value depends on: names bound around it, and whether it reads the position.

What reads nothing of the position can be worked out once and kept; what needs no name besides is a constant before
play. Most questions come from the generated engine, which writes such values as tables; laws are asked about as well.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check.evaluation.evaluator import Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import children, walk
from rulekit.play.machine.program import Program
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.state import MachineState
from rulekit.words.word_context import ASKED, END, GIVEN, PAST, POSITION, PRINTED, DeclaredReads

LOOKING = frozenset((POSITION, GIVEN, ASKED, PAST, END))  # what a position alone can tell; drawings never change
IMPLICIT = ("player", "here", "owner", "it")


def kept_name(node: Any) -> str:
    """The name under which a body has what an `old` value was when it began; no name of a game holds a space."""
    return f"old {id(node)}"


class Purity:
    """Answers for one program, each node asked once."""

    def __init__(self, program: Program, machine: MachineState) -> None:
        self.program = program
        self.evaluator = Evaluator(program.plan, machine.table, machine)
        context: Any = DeclaredReads(self.evaluator.context, (PRINTED,))
        self.evaluator.context = context
        self.known: dict[int, bool] = {}
        self.settled: dict[int, bool] = {}
        self.freed: dict[int, frozenset[str]] = {}
        self.kept: list[Any] = []  # nodes whose number is a key stay alive

    def is_pure(self, node: Any) -> bool:
        """Does this read nothing of the position?"""
        found = self.known.get(id(node))
        if found is None:
            self.known[id(node)] = False
            self.kept.append(node)
            found = all(self._quiet(n) for n in walk((node,)))
            self.known[id(node)] = found
        return found

    def _quiet(self, node: Any) -> bool:
        """Whether this node, its parts aside, reads nothing of the position; of a word or relation what stands in it
        counts.
        """
        if isinstance(node, v.Read | v.Held | v.Supposing | v.Legal | v.Earlier | v.Broken):
            return False
        if isinstance(node, v.CoreUse):
            return not node.reads & LOOKING
        if isinstance(node, v.Use):
            word = {w.key: w for w in self.program.checked.words}[node.word]
            return self._body_pure(word.body)
        if isinstance(node, v.Related):
            return self._relation_pure(node.relation)
        if isinstance(node, v.Named):
            return self._named_quiet(node)
        return True

    def _named_quiet(self, node: v.Named) -> bool:
        """A relation or adjective that is handed to a word: whether it could be asked without the position."""
        if node.sort == "relation":
            return node.name not in self.program.relations or self._relation_pure(node.name)
        if node.sort == "adjective":
            word = self.program.checked.symbols.words[node.name][0]
            return self._body_pure(word.body)
        return True

    def _body_pure(self, body: Any) -> bool:
        """Whether everything a word is worked out from is pure, conditions included."""
        nodes = [body] if isinstance(body, v.T) else [n for c in body for n in (c.value, c.condition) if n is not None]
        return all(self.is_pure(n) for n in nodes)

    def _relation_pure(self, name: str) -> bool:
        """Whether all cases are pure. One with exceptions is not taken for pure, since they are asked apart."""
        info = self.program.relations[name]
        bends = [b for c in info.cases for b in self.program.bends.get(c.id or "", ())]
        return not bends and all(self.is_pure(c.value) for c in info.cases if c.sort == "case")

    # -------------------------------------------------------------- names

    def free_names(self, node: Any) -> frozenset[str]:
        """The names bound outside that a value needs; a value kept as it was when the body began has one as well."""
        found = self.freed.get(id(node))
        if found is None:
            self.kept.append(node)
            found = self.freed[id(node)] = frozenset(self._free(node, frozenset()))
        return found

    def _free(self, node: Any, bound: frozenset[str]) -> set[str]:
        """The names a value needs and does not bind; what asks for moves needs the implied names as well."""
        if isinstance(node, v.Local):
            return set() if node.name in bound else {node.name}
        found = set(IMPLICIT) - bound if _implicit(node) else set()
        if isinstance(node, v.Earlier):
            found.add(kept_name(node))
        if isinstance(node, v.Filter):
            return found | self._free(node.source, bound) | self._free(node.condition, bound | {node.name})
        if isinstance(node, v.Collect):
            return found | self._free(node.source, bound) | self._free(node.value, bound | {node.name})
        if isinstance(node, v.Quantifier):
            for name, source in node.binds:
                found |= self._free(source, bound)
                bound = bound | {name}
            return found | self._free(node.body, bound)
        for child in children(node):
            found |= self._free(child, bound)
        return found

    # -------------------------------------------------------------- folding

    def constant(self, node: v.T) -> bool:
        """Is the value known before play?"""
        if isinstance(node, v.Const | v.OptionValue | v.Members):
            return True
        return self.is_pure(node) and not self.free_names(node) and self._comes_to_something(node)

    def _comes_to_something(self, node: v.T) -> bool:
        """What is a fault whenever it is worked out is one in play, and not before."""
        found = self.settled.get(id(node))
        if found is None:
            self.kept.append(node)
            try:
                self.fold(node)
                found = True
            except Fault:
                found = False
            self.settled[id(node)] = found
        return found

    def fold(self, node: v.T) -> Any:
        """What a value comes to that reads nothing of the position."""
        return self.evaluator.value(node, {})


def _implicit(node: Any) -> bool:
    """Whether a value asks for `player`, `here` and the like without saying so."""
    return isinstance(node, v.Named | v.Legal | v.Supposing | v.Earlier) or (
        isinstance(node, v.CoreUse) and ASKED in node.reads
    )


def _with_parts(node: Any, **parts: Any) -> v.T:
    """The same node with other parts."""
    found: v.T = attrs.evolve(node, **parts)
    return found


def relaxed_condition(p: Purity, node: v.T) -> v.T | None:
    """A weaker condition that reads nothing of the position; None if nothing is left of it."""
    if p.is_pure(node):
        return node
    if isinstance(node, v.And):
        parts = tuple(r for r in (relaxed_condition(p, n) for n in node.parts) if r is not None)
        return _with_parts(node, parts=parts) if parts else None
    if isinstance(node, v.Or):
        weak = [relaxed_condition(p, n) for n in node.parts]
        return None if None in weak else _with_parts(node, parts=tuple(w for w in weak if w is not None))
    if isinstance(node, v.Quantifier) and node.kind == "some" and all(p.is_pure(source) for _, source in node.binds):
        body = relaxed_condition(p, node.body)
        return None if body is None else _with_parts(node, body=body)
    return None
