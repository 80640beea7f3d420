"""Matching values that a scene tells with those of moves, as they are written."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs

from rulekit.check.elaboration import coercions
from rulekit.check.tree import typed_expressions as v
from rulekit.play.machine.frames import Move
from rulekit.play.machine.state import MachineState
from rulekit.play.position.value_json import ProseCodec
from rulekit.typesystem import types as t


@attrs.frozen
class SceneValue:
    """A value as it was told: what it is, and of which type it was read."""

    value: Any
    type: t.Type
    placed: bool = False  # told by where it lies, not by its name: then no other copy of the row will do


@attrs.frozen
class SceneMove:
    """A move as a scene tells it: its name and the values told, which may be fewer than the move has."""

    name: str
    args: dict[str, SceneValue]


def _key(found: Any) -> Any:
    return tuple(_key(one) for one in found) if isinstance(found, list) else found


def _text(found: Any) -> str:
    if isinstance(found, list):
        return f"({', '.join(_text(one) for one in found)})"
    if found is None:
        return "nothing"
    return ("yes" if found else "no") if isinstance(found, bool) else str(found)


def told_value(node: v.T, value: Any) -> SceneValue:
    """What a scene says; of a list of names every name counts, also one that stands twice."""
    if node.elements is not None and all(item.known for item in node.elements):
        names = tuple(item.constant for item in node.elements)
        return SceneValue(names if isinstance(value, tuple) else value, node.type)
    return SceneValue(value, node.type, placed=not node.known)


class MoveMatcher:
    """Compares what scenes tell with the moves of one position."""

    def __init__(self, m: MachineState) -> None:
        self.m = m
        self.prose = ProseCodec(m)

    def fits(self, told: SceneValue, value: Any, kind: t.Type) -> bool:
        """Does the value of a parameter stand in the text as it was told?"""
        kind = kind.bare
        if value is None or told.value is None:
            return value is None and told.value is None
        if kind.effects and told.type.effects:
            return value in self.m.plan.effects_told(kind, told.value)
        if not self.is_member_itself(told, kind):
            return bool(ProseCodec(self.m).write(value, kind) == ProseCodec(self.m).write(told.value, told.type))
        held = kind.member if not kind.zone else None
        if held is not None and not kind.counted:
            return self._same_members(told, value, kind, held.bare)
        if told.placed and kind.piece and self.m.table.zone_of(kind.kind, value) != self._zone_of(kind, told):
            return False
        if told.placed and kind.row:
            return bool(value == told.value)
        return bool(self.row_of(kind, value) == self.row_of(kind, told.value))

    def _zone_of(self, kind: t.Type, told: SceneValue) -> int:
        return self.m.table.zone_of(kind.kind, told.value)

    def is_member_itself(self, told: SceneValue, kind: t.Type) -> bool:
        """Was it told as a member of the type itself, and not as it is written?"""
        if kind.numeric and ProseCodec(self.m).form_of(kind, None) is not None:
            return False
        if kind.plural or kind.counted:
            return True
        return coercions.fits(told.type.bare, kind)

    def row_of(self, kind: t.Type, value: Any) -> Any:
        """Copies of one row are one thing."""
        if kind.row and isinstance(value, int) and self.m.plan.symbols.kinds[kind.kind].whole is not None:
            return self.m.plan.row(kind.kind, value).name
        return self.m.plan.copies(kind.kind)[value][0] if kind.piece and isinstance(value, int) else value

    def _same_members(self, told: SceneValue, value: Any, kind: t.Type, held: t.Type) -> bool:
        """Collections: a set in any order, a sequence in its own."""
        given = told.value if isinstance(told.value, tuple) else (told.value,)
        of = told.type.member or told.type
        if self.is_member_itself(SceneValue(None, of), held):
            mine, theirs = [self.row_of(held, one) for one in value], [self.row_of(held, one) for one in given]
        else:
            mine = [_key(ProseCodec(self.m).write(one, held)) for one in value]
            theirs = [_key(ProseCodec(self.m).write(one, of)) for one in given]
        return mine == theirs if kind.ordered else Counter(mine) == Counter(theirs)

    def matches(self, told: SceneMove, move: Move) -> bool:
        """Is this the move that was told? The label of a row that has but one may be left out."""
        if move.name != told.name:
            return False
        names = set()
        for (name, value), kind in zip(move.args, move.types, strict=True):
            if name in told.args:
                names.add(name)
                if not self.fits(told.args[name], value, kind):
                    return False
            elif not self.only_label(value, kind):
                return False
        return names == set(told.args)

    def only_label(self, value: Any, kind: t.Type) -> bool:
        """Is it the effect of a row that has no other?"""
        kind = kind.bare
        if not kind.effects or value is None:
            return False
        effect = self.m.plan.effects[value]
        return len(self.m.plan.effect_ids[effect.kind, effect.column][effect.row]) == 1

    def move_text(self, move: Move) -> str:
        """A move in words."""
        parts = [
            f"{name} {_text(ProseCodec(self.m).write(value, kind))}"
            for (name, value), kind in zip(move.args, move.types, strict=True)
            if not self.only_label(value, kind)
        ]
        return f"{move.name} {', '.join(parts)}".strip()
