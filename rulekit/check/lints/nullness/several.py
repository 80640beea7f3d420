"""K25: `only of` what may be several, where nobody has seen to it that it is one or that it may be none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.dataflow_walker import ProgramPoint
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.range_inference import flow_of
from rulekit.check.dataflow.write_transfer import target
from rulekit.check.emit import problem_at
from rulekit.check.proofs.case_analysis import cases_of
from rulekit.check.proofs.guarded_reads import GuardedReader
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.source_sentence import sentence
from rulekit.check.tree.substitution import expand_word
from rulekit.check.tree.typed_roots import Root, nodes_with_roots, roots
from rulekit.check.tree.typed_walk import all_of, children
from rulekit.diagnostics import Problem
from rulekit.source import Span
from rulekit.words.word import Gives

DEEPEST = 20  # words within words


def check(checked: CheckedRulebook) -> Iterator[Problem]:
    """Yields K25 for each `only of` whose set may have several members where nobody has asked for that.

    A line::

        let c be only of hand of player
    """
    found = list(_only(checked))
    doubts = {node.span: of for _, node, of in found if not cases_of(checked).at_most_one(of)}
    if not doubts:
        return
    looked = OnlyOfUses(checked, doubts)
    looked.rulebook(checked)
    words = {node.span for sort, node, _ in found if sort == "word"}  # one that nobody uses is told as that (K70)
    for span, of in doubts.items():
        if span in looked.bad or (span not in looked.good and span not in words):
            yield problem_at("K25", span, value=sentence(checked, of.span))


def _only(checked: CheckedRulebook) -> Iterator[tuple[str, v.CoreUse, v.T]]:
    for sort, node in nodes_with_roots(checked, v.CoreUse):
        of = node.get("of") if node.definition.gives is Gives.SOLE else None
        if of is not None:
            yield sort, node, of


class OnlyOfUses(GuardedReader):
    """Looks at each doubtful `only of` wherever it is asked, a word of the game at each of its uses."""

    def __init__(self, checked: CheckedRulebook, doubts: dict[Span, v.T]) -> None:
        super().__init__(flow_of(checked))
        self.proofs = cases_of(checked)
        self.words = self.intervals.effects.words
        self.doubts = doubts
        self.good: set[Span] = set()
        self.bad: set[Span] = set()
        self.named: dict[str, v.CoreUse] = {}  # the names of a body that stand for a doubtful `only of`
        self.depth = 0
        self.holds = {key: self._holds(word.body) for key, word in self.words.items()}

    def _holds(self, body: Any) -> bool:
        """May a word come to a doubtful `only of`? Those that other words hold are looked at when those are."""
        return any(isinstance(node, v.Use) or node.span in self.doubts for node in all_of(body, v.T))

    def rulebook(self, checked: CheckedRulebook) -> None:
        """Everything in bodies, results, relations and words, each with what is known there."""
        for key in checked.bodies:
            points = self.flow.body(key)
            self.named = self._single_names(points)
            for seen in points:
                self.statement(seen)
        self.named = {}
        for result in checked.results:
            known = self._if(result.condition)
            for node in (*result.values, result.ties, result.condition):
                self.value(node, known if node is not result.condition else f.NONE)
        for info in checked.relations:
            self.cases(info.cases, f.NONE)
        for word in checked.words:
            if isinstance(word.body, tuple):
                self.cases(word.body, f.NONE)
        for root in roots(checked):
            if root.sort not in ("body", "word", "relation", "result"):
                self.check_elsewhere(root)

    def _single_names(self, points: Iterable[ProgramPoint]) -> dict[str, v.CoreUse]:
        """Each `let x be only of ..`, if nothing else is ever written to x: it is looked at where x is used."""
        written = {target(p.node) for p in points if isinstance(p.node, typed_statements.Call)}
        set_anew = {place.name for place in written if isinstance(place, v.Local)}
        lets = [p.node for p in points if isinstance(p.node, typed_statements.Bound)]
        found = {step.name: self._unfold(step.value) for step in lets}
        return {
            name: node
            for name, node in found.items()
            if isinstance(node, v.CoreUse) and node.span in self.doubts and name not in set_anew
        }

    def _unfold(self, node: v.T) -> v.T:
        for _ in range(DEEPEST):
            node = expand_word(node, self.words)
        return node

    def statement(self, seen: ProgramPoint) -> Facts:
        """A doubtful `let` waits for the uses of its name."""
        step = seen.node
        if isinstance(step, typed_statements.Bound) and step.name in self.named:
            if not self.is_single(self.named[step.name], seen.facts):
                self.parts(self._unfold(step.value), seen.facts)
                return seen.facts
            self.named = {name: node for name, node in self.named.items() if name != step.name}
        return super().statement(seen)

    def _if(self, condition: v.T | None) -> Facts:
        return f.NONE if condition is None else self.intervals.assume(condition, f.NONE)

    def check_elsewhere(self, root: Root) -> None:
        """What is not followed line by line; nothing is known there."""
        for node in root.node if isinstance(root.node, tuple) else (root.node,):
            self.value(node, f.NONE)

    # -------------------------------------------------------------- one value

    def visit(self, node: v.T, facts: Facts) -> bool:
        """One value on the way; whether the parts below it are still to be looked at."""
        if isinstance(node, v.Otherwise | v.IsNothing):
            self.note_answered(node.value, facts)
            self.value(getattr(node, "default", None), facts)
            return False
        if isinstance(node, v.Equal):
            self.note_answered(node.left, facts, deep=False)
            self.note_answered(node.right, facts, deep=False)
            return False
        if isinstance(node, v.Local) and node.name in self.named:
            (self.good if node.name in facts.sure else self.bad).add(self.named[node.name].span)
        elif isinstance(node, v.CoreUse) and node.span in self.doubts:
            (self.good if self.is_single(node, facts) else self.bad).add(node.span)
        elif isinstance(node, v.Use) and f.key(node) in facts.sure:
            self.note_answered(node, facts)
        elif isinstance(node, v.Use) and self.depth < DEEPEST and self.holds.get(node.word):
            self.depth += 1
            self.value(_once(expand_word(node, self.words), node), facts)
            self.depth -= 1
        return True

    def note_answered(self, node: v.T, facts: Facts, deep: bool = True) -> None:
        """The rules say what holds if this is nothing; `deep` also if a part of it is."""
        node = self._unfold(node)
        if isinstance(node, v.Local) and node.name in self.named:
            self.good.add(self.named[node.name].span)
        elif isinstance(node, v.CoreUse) and node.span in self.doubts:
            self.good.add(node.span)
            self.parts(node, facts)
        elif deep and isinstance(node, PASSING):
            for child in children(node):
                self.note_answered(child, facts)
        elif isinstance(node, v.Use):
            self.parts(node, facts)  # a word with cases, which are looked at by themselves
        else:
            self.value(node, facts)

    def is_single(self, node: v.CoreUse, facts: Facts) -> bool:
        """Is it known here that there is one at most, or one at all?"""
        of = node.get("of")
        assert of is not None
        return f.key(node) in facts.sure or self.proofs.at_most_one(of, facts)


PASSING = (v.FieldOf, v.Arith, v.Read, v.CoreUse)  # nothing in, nothing out


def _once(body: v.T, node: v.Use) -> v.T | None:
    """What a word stands for; nothing to look at where it has cases, which are looked at by themselves."""
    return None if body is node else body
