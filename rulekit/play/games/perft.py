"""Counting every way a game can go to a depth: decision, chance and end nodes, positions, information sets, hashes.

Depth counts decisions; chance takes none. All outcomes of a chance point are tried while all chance since the last
decision comes to few enough ways, else one, drawn by a seed and the position, and said in the notes. Positions reached
in several ways are expanded once and counted as often as they are reached. An information set of a seat is what it sees
where it is asked, together with what it saw and answered before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.play import json_api
from rulekit.play.engines import CHANCE, DECISION, Engine
from rulekit.play.machine import ops as o
from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.machine import Machine, Program
from rulekit.play.machine.random_bits import stream
from rulekit.play.position.chance_outcomes import ChanceOutcomes
from rulekit.play.position.strict_json import dumps

MOST_OUTCOMES = 216
Memory = tuple[str, ...]  # for each seat: the digest of what it saw and answered so far


@attrs.frozen
class PerftNode:
    """A state and its hash, what each seat remembers, and how many ways chance had since the last decision."""

    state: Any
    hash: str
    memory: Memory
    ways: int = 1


@attrs.define
class PerftLevel:
    """Everything that lies exactly so many decisions deep."""

    depth: int
    decisions: int = 0
    chance: int = 0
    ends: int = 0
    positions: int = 0
    mixed: int = 0  # the hashes of all different positions, mixed by exclusive or

    @property
    def histories(self) -> int:
        """How many ways lead here and not further by chance alone."""
        return self.decisions + self.ends

    def to_json(self) -> dict[str, Any]:
        """The figures of one depth, and the sum of the hashes of its positions."""
        found = {
            name: getattr(self, name) for name in ("depth", "histories", "positions", "decisions", "chance", "ends")
        }
        return found | {"hash": f"{self.mixed:064x}"}


@attrs.define
class PerftCount:
    """What was counted."""

    levels: list[PerftLevel] = attrs.field(factory=list)
    seen: list[set[str]] = attrs.field(factory=list)  # information sets of each seat
    notes: dict[str, str] = attrs.field(factory=dict)  # chance points of which not every outcome was tried

    def total(self, name: str) -> int:
        """One figure summed over all depths."""
        return sum(getattr(level, name) for level in self.levels)

    def to_json(self) -> dict[str, Any]:
        """The whole count; information sets only if they were asked for."""
        return {
            "levels": [level.to_json() for level in self.levels],
            "total": {name: self.total(name) for name in ("decisions", "chance", "ends")},
            "information_sets": [len(seen) for seen in self.seen] if self.seen else None,
            "notes": self.notes,
        }


Nodes = dict[Any, tuple[PerftNode, int]]  # each node with the number of ways that lead to it


@attrs.frozen
class PerftTask:
    """How to count, and the counting.

    `PerftTask(engine).count(engine.start(), 3)` gives the figures of every level down to three decisions.
    """

    engine: Engine
    sets: bool = False  # information sets too
    merge: bool = True
    most: int = MOST_OUTCOMES
    seed: int | str = 0

    def count(self, state: Any, depth: int) -> PerftCount:
        """Count from one state."""
        m = self.engine.machine(state)
        seats = m.plan.seats
        found = PerftCount(seen=[set() for _ in range(seats)] if self.sets else [])
        nodes: Nodes = {}
        self._add(nodes, PerftNode(state, json_api.hash_of(m), ("",) * seats), 1)
        for n in range(depth + 1):
            if not nodes:
                break
            level = PerftLevel(n)
            found.levels.append(level)
            settled = self._after_chance(nodes, level, found)
            self._sort(settled, level, found)
            nodes = {}
            for node, times in settled.values() if n < depth else ():
                for child in self._children(node):
                    self._add(nodes, child, times)
        return found

    def count_by_first_move(self, state: Any, depth: int) -> list[tuple[str, PerftCount]]:
        """The same, apart for each first answer."""
        m = self.engine.machine(state)
        if isinstance(m.pending, ChancePoint):
            tried = self._outcomes(m, m.pending, ChanceOutcomes(m, m.pending).count(), PerftCount())
            texts = ((dumps(ChanceOutcomes(m, m.pending).outcome_json(one)), one) for one in tried)
            return [(text, self.count(self.engine.draw(state, one), depth)) for text, one in texts]
        seat = self._seat(state)
        if seat is None or not depth:
            return []
        words = json_api.legal_in_words(m, seat)
        return [(text, self.count(self.engine.decide(state, seat, n), depth - 1)) for n, text in enumerate(words)]

    # -------------------------------------------------------------- one level

    def _add(self, nodes: Nodes, node: PerftNode, times: int) -> None:
        """One more way to a node; two nodes are one if the position, what seats remember and the ways of chance are."""
        waits = self.engine.short_question(node.state)[0] == CHANCE
        key: Any = (node.hash, node.memory if self.sets else (), node.ways if waits else 1) if self.merge else object()
        known = nodes.get(key)
        nodes[key] = (node, times) if known is None else (known[0], known[1] + times)

    def _after_chance(self, nodes: Nodes, level: PerftLevel, found: PerftCount) -> Nodes:
        """The nodes of a level after all that chance does to them."""
        settled: Nodes = {}
        while nodes:
            drawn: Nodes = {}
            for key, (node, times) in nodes.items():
                if self.engine.short_question(node.state)[0] != CHANCE:
                    known = settled.get(key)
                    settled[key] = (node, times) if known is None else (node, known[1] + times)
                    continue
                level.chance += times
                m = self.engine.machine(node.state)
                assert isinstance(m.pending, ChancePoint)
                ways = node.ways * ChanceOutcomes(m, m.pending).count()
                for outcome in self._outcomes(m, m.pending, ways, found):
                    made = self.engine.draw(node.state, outcome)
                    text = json_api.hash_of(self.engine.machine(made))
                    self._add(
                        drawn, PerftNode(made, text, node.memory, ways if ways <= self.most else node.ways), times
                    )
            nodes = drawn
        return settled

    def _outcomes(self, m: Machine, point: ChancePoint, ways: int, found: PerftCount) -> Iterator[Any]:
        """Every outcome, or one if that would be too many."""
        if ways <= self.most:
            return ChanceOutcomes(m, point).all_outcomes()
        found.notes[f"[{point.line}]"] = (
            f"one outcome of {ChanceOutcomes(m, point).count():,}, drawn with seed {self.seed}"
        )
        return iter((point.draw_one(stream(self.seed, json_api.hash_of(m))),))

    def _sort(self, nodes: Nodes, level: PerftLevel, found: PerftCount) -> None:
        """Sort the nodes of a level into decisions and ends."""
        hashes: set[str] = set()
        for node, times in nodes.values():
            hashes.add(node.hash)
            seat = self._seat(node.state)
            if seat is None:
                level.ends += times
                continue
            level.decisions += times
            if self.sets:
                found.seen[seat].add(_information_set(self.engine.machine(node.state), node.memory[seat], seat))
        level.positions = len(hashes)
        for text in hashes:
            level.mixed ^= int(text, 16)

    def _children(self, node: PerftNode) -> Iterator[PerftNode]:
        """Every position one decision further."""
        seat = self._seat(node.state)
        if seat is None:
            return
        memories = list(self._memories(node, seat)) if self.sets else []
        for n in range(self.engine.short_question(node.state)[3]):
            made = self.engine.decide(node.state, seat, n)
            yield PerftNode(made, json_api.hash_of(self.engine.machine(made)), memories[n] if memories else node.memory)

    def _memories(self, node: PerftNode, seat: int) -> Iterator[Memory]:
        """What all seats remember after each of the legal moves: the one who answers saw the position, and his move."""
        m = self.engine.machine(node.state)
        seen = _information_set(m, node.memory[seat], seat)
        for move in json_api.legal(m, seat):
            yield (*node.memory[:seat], _digest(seen, move), *node.memory[seat + 1 :])

    def _seat(self, state: Any) -> int | None:
        """Who answers next; of several that answer together the first that has not."""
        kind, _, seat, _ = self.engine.short_question(state)
        return seat if kind == DECISION else None


def draws(program: Program) -> bool:
    """Does anything of this game depend on chance?"""
    return any(isinstance(op, o.Roll | o.Lot | o.Shuffle) for block in program.blocks.values() for op in block.ops)


def _information_set(m: Machine, before: str, seat: int) -> str:
    """An information set: what a seat sees now, on top of what it remembers."""
    return _digest(before, json_api.view(m, seat))


def _digest(before: str, data: Any) -> str:
    return hashlib.sha256(f"{before}{dumps(data)}".encode()).hexdigest()
