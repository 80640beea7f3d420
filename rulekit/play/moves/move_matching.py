"""Is a value that somebody wrote down the value of a move? Compared as they are written."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs

from rulekit.check.elaboration import coercions
from rulekit.check.tree import typed_expressions as v
from rulekit.play.machine.machine import Machine
from rulekit.play.position.frames import Move
from rulekit.play.position.value_json import ProseCodec
from rulekit.typesystem import types as t


@attrs.frozen
class Told:
    """A value as it was told: what it is, and of which type it was read."""

    value: Any
    type: t.Type
    placed: bool = False  # told by where it lies, not by its name: then no other copy of the row will do


@attrs.frozen
class ToldMove:
    name: str
    args: dict[str, Told]


def fits(m: Machine, told: Told, value: Any, kind: t.Type) -> bool:
    """Does the value of a parameter stand in the text as it was told?"""
    kind = t.bare(kind)
    if value is None or told.value is None:
        return value is None and told.value is None
    if isinstance(kind, t.EffectOf) and isinstance(told.type, t.EffectOf):
        return value in m.plan.effects_told(kind, told.value)
    if not direct(m, told, kind):
        return bool(ProseCodec(m).write(value, kind) == ProseCodec(m).write(told.value, told.type))
    held = t.member(kind) if not isinstance(kind, t.Zone) else None
    if held is not None and not isinstance(kind, t.BagOf):
        return _same_members(m, told, value, kind, t.bare(held))
    if told.placed and isinstance(kind, t.Piece) and m.table.zone_of(kind.kind, value) != _zone_of(m, kind, told):
        return False
    if told.placed and isinstance(kind, t.Row):
        return bool(value == told.value)
    return bool(row_of(m, kind, value) == row_of(m, kind, told.value))


def _zone_of(m: Machine, kind: t.Piece, told: Told) -> int:
    return m.table.zone_of(kind.kind, told.value)


def direct(m: Machine, told: Told, kind: t.Type) -> bool:
    """Was it told as a member of the type itself, and not as it is written?"""
    if isinstance(kind, t.Number) and ProseCodec(m).form_of(kind, None) is not None:
        return False
    if isinstance(kind, t.SetOf | t.Sequence | t.BagOf):
        return True
    return coercions.fits(t.bare(told.type), kind)


def row_of(m: Machine, kind: t.Type, value: Any) -> Any:
    """Copies of one row are one thing."""
    if isinstance(kind, t.Row) and isinstance(value, int) and m.plan.symbols.kinds[kind.kind].whole is not None:
        return m.plan.row(kind.kind, value).name
    return m.plan.copies(kind.kind)[value][0] if isinstance(kind, t.Piece) and isinstance(value, int) else value


def _same_members(m: Machine, told: Told, value: Any, kind: t.Type, held: t.Type) -> bool:
    """Collections: a set in any order, a sequence in its own."""
    given = told.value if isinstance(told.value, tuple) else (told.value,)
    of = t.member(told.type) or told.type
    if direct(m, Told(None, of), held):
        mine, theirs = [row_of(m, held, one) for one in value], [row_of(m, held, one) for one in given]
    else:
        mine = [_key(ProseCodec(m).write(one, held)) for one in value]
        theirs = [_key(ProseCodec(m).write(one, of)) for one in given]
    return Counter(mine) == Counter(theirs) if isinstance(kind, t.SetOf) else mine == theirs


def _key(found: Any) -> Any:
    return tuple(_key(one) for one in found) if isinstance(found, list) else found


def matches(m: Machine, told: ToldMove, move: Move) -> bool:
    """Is this the move that was told? The label of a row that has but one may be left out."""
    if move.name != told.name:
        return False
    names = set()
    for (name, value), kind in zip(move.args, move.types, strict=True):
        if name in told.args:
            names.add(name)
            if not fits(m, told.args[name], value, kind):
                return False
        elif not only_label(m, value, kind):
            return False
    return names == set(told.args)


def only_label(m: Machine, value: Any, kind: t.Type) -> bool:
    """Is it the effect of a row that has no other?"""
    kind = t.bare(kind)
    if not isinstance(kind, t.EffectOf) or value is None:
        return False
    effect = m.plan.effects[value]
    return len(m.plan.effect_ids[effect.kind, effect.column][effect.row]) == 1


def shown(m: Machine, move: Move) -> str:
    """A move in words."""
    parts = [
        f"{name} {_text(ProseCodec(m).write(value, kind))}"
        for (name, value), kind in zip(move.args, move.types, strict=True)
        if not only_label(m, value, kind)
    ]
    return f"{move.name} {', '.join(parts)}".strip()


def _text(found: Any) -> str:
    if isinstance(found, list):
        return f"({', '.join(_text(one) for one in found)})"
    if found is None:
        return "nothing"
    return ("yes" if found else "no") if isinstance(found, bool) else str(found)


def told_value(node: v.T, value: Any) -> Told:
    """What a scene says; of a list of names every name counts, also one that stands twice."""
    if isinstance(node, v.Listed) and all(isinstance(item, v.Const) for item in node.items):
        names = tuple(item.value for item in node.items if isinstance(item, v.Const))
        return Told(names if isinstance(value, tuple) else value, node.type)
    return Told(value, node.type, placed=not isinstance(node, v.Const))
