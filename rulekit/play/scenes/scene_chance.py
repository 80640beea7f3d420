"""Chance in a scene: what the script says for a line, in turn, else the first outcome there is."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.machine import Machine
from rulekit.play.moves.move_matching import MoveMatcher, SceneValue


class BadScript(Exception):
    """An outcome that its line cannot have."""


@attrs.define(eq=False)
class SceneChance:
    """Outcomes by the id of the line; `deep` are pieces that a shuffle lays deepest."""

    outcomes: dict[str, list[SceneValue]] = attrs.field(factory=dict)
    deep: dict[str, tuple[int, ...]] = attrs.field(factory=dict)
    asked: set[str] = attrs.field(factory=set)  # the lines that have drawn

    def copy(self) -> SceneChance:
        """The same, from which outcomes can be taken while these stay."""
        left = {line: [*values] for line, values in self.outcomes.items()}
        return SceneChance(left, dict(self.deep), {*self.asked})

    def outcome(self, m: Machine, point: ChancePoint) -> Any:
        """What the scene says for this line, in turn; where it says nothing, the first outcome there is."""
        self.asked.add(point.line)
        left = self.outcomes.get(point.line)
        if left:
            return _outcome_told(m, point, left.pop(0))
        return self.usual_outcome(m, point)

    def usual_outcome(self, m: Machine, point: ChancePoint) -> Any:
        """The first outcome in canonical order; in a shuffle the pieces that are named come last."""
        if point.kind == "order":
            assert point.type.piece
            deep = self.deep.get(point.type.kind, ())
            return tuple(sorted(point.domain, key=lambda piece: (piece in deep, piece)))
        return next(iter(point.outcomes()))


def _outcome_told(m: Machine, point: ChancePoint, told: SceneValue) -> Any:
    if point.kind == "dice":
        faces = told.value if isinstance(told.value, tuple) else (told.value,)
        return _checked_outcome(point, faces)
    if point.kind == "order":
        return _checked_outcome(point, _order(m, point, told.value))
    for member in point.domain:
        if MoveMatcher(m).fits(told, member, point.type):
            return member
    raise BadScript(f"[{point.line}] cannot come out like this")


def _order(m: Machine, point: ChancePoint, told: Any) -> tuple[int, ...]:
    """Rows become pieces: of several copies the first that is not yet laid."""
    left = list(point.domain)
    found = []
    copies = m.plan.copies(point.type.kind)
    for name in told if isinstance(told, tuple) else (told,):
        piece = next((p for p in left if copies[p][0] == copies[name][0]), None)
        if piece is None:
            raise BadScript(f"[{point.line}] does not shuffle this")
        left.remove(piece)
        found.append(piece)
    if left:
        count, said = len(point.domain), len(found)
        cure = (
            "brackets round one order, top first" if said == 1 else "say all of them, top first, or leave the line out"
        )
        why = f"shuffles {count} pieces and is told {said}: {cure}"
        raise BadScript(f"[{point.line}] {why}")
    return tuple(found)


def _checked_outcome(point: ChancePoint, outcome: tuple[Any, ...]) -> tuple[Any, ...]:
    if not point.allows(outcome):
        raise BadScript(f"[{point.line}] cannot come out like this")
    return outcome
