"""Moves as their chooser sees them: an object for machines, words for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import walk
from rulekit.play.machine.machine import Machine
from rulekit.play.moves.piece_encoder import Sight
from rulekit.play.moves.value_encoder import Scribe
from rulekit.play.position.frames import Move
from rulekit.play.position.strict_json import dumps
from rulekit.typesystem import types as t

Params = tuple[typed_statements.Param, ...]


def to_move(m: Machine, seat: int, move: Move) -> dict[str, Any]:
    """`{"do": name, parameter: value, ...}`, parameters in the order written."""
    return write_move(Sight(m, seat, in_move=True), move)


def write_move(scribe: Scribe, move: Move) -> dict[str, Any]:
    """A move as one reader sees it."""
    found: dict[str, Any] = {"do": move.name}
    params = {p.name: p for p in params_of(scribe.m, move)}
    for (name, value), kind in zip(move.args, move.types, strict=True):
        bare = t.bare(kind)
        if isinstance(bare, t.EffectOf) and value is not None:
            label = effect_label(scribe, move, bare, value)
            if label is not None:
                found[name] = label
        else:
            found[name] = written_param(scribe, value, kind, params.get(name))
    return found


def written_param(scribe: Scribe, value: Any, kind: t.Type, param: typed_statements.Param | None) -> Any:
    """A value of a parameter; ranges may be written in a form of their own."""
    alias = range_name(scribe.m, param) if param is not None else None
    bare = t.bare(kind)
    if alias is not None and isinstance(bare, t.SetOf | t.Sequence):
        return [scribe.write(one, bare.of, alias) for one in value]
    return scribe.write(value, kind, alias)


def effect_label(scribe: Scribe, move: Move, kind: t.EffectOf, value: int) -> str | None:
    """The label; nothing where the row is told by another parameter and has but one effect."""
    effect = scribe.plan.effects[value]
    if not says_row(scribe, move, kind, effect.row):
        return scribe.effect(value)
    labels = scribe.plan.effect_ids[kind.kind, kind.column][effect.row]
    return None if len(labels) == 1 else scribe.effect(value, row_said=True)


def says_row(scribe: Scribe, move: Move, kind: t.EffectOf, row: str) -> bool:
    """Does another parameter hold the thing on which the effect is printed?"""
    for (_, value), of in zip(move.args, move.types, strict=True):
        bare = t.bare(of)
        if isinstance(bare, t.Piece | t.Row) and bare.kind == kind.kind and value is not None:
            if scribe.row_name(kind.kind, value) == row:
                return True
    return False


# ------------------------------------------------------------------ parameters


def params_of(m: Machine, move: Move) -> Params:
    """The parameters of a move, with those that a chosen effect brings along."""
    if move.how == "choose":
        own = choose_params(m, move.name)
    elif move.action is not None:
        own = action_params(m, move.action)
    else:
        return ()
    found: list[typed_statements.Param] = []
    for param in own:
        found.append(param)
        kind, value = t.bare(param.type), move.value(param.name)
        if isinstance(kind, t.EffectOf) and isinstance(value, int):
            found += effect_params(m, value)
    return tuple(found)


def action_params(m: Machine, action: str) -> Params:
    body = m.blocks[f"action {action}"].body
    return only_params(body.front) if body is not None else ()


def effect_params(m: Machine, effect: int) -> Params:
    body = m.blocks[m.plan.effects[effect].key].body
    return only_params(body.front) if body is not None else ()


def choose_params(m: Machine, name: str) -> Params:
    """One name of a choice has the same parameters everywhere."""
    for body in m.program.checked.bodies.values():
        for node in walk(body):
            if isinstance(node, typed_statements.Choose) and node.name == name:
                return node.params
    return ()


def only_params(front: Iterable[Any]) -> Params:
    return tuple(step for step in front if isinstance(step, typed_statements.Param))


def range_name(m: Machine, param: typed_statements.Param) -> str | None:
    """The name of a range with a written form, if the parameter's members are of it."""
    checked = m.program.checked
    kind = t.bare(t.member(param.source.type) or t.UNKNOWN)
    if not isinstance(kind, t.Number) or _counted(param.source):
        return None
    return next((name for name in checked.writtens if checked.symbols.types.get(name) == kind), None)


def _counted(source: v.T) -> bool:
    """Is it a plain `a to b`, which is of no named range?"""
    if isinstance(source, v.Filter):
        return _counted(source.source)
    return isinstance(source, v.Interval)


# ------------------------------------------------------------------ text


def text(move: dict[str, Any], order: Iterable[str]) -> str:
    """The words of a written move in order, without the names of its parameters."""
    return " ".join([str(move["do"]), *(_word(move[name]) for name in order if name in move)])


def move_text(m: Machine, seat: int, move: Move) -> str:
    """The text form of a move: lists without brackets, sets and bags joined by `+`."""
    written = to_move(m, seat, move)
    words = [move.name]
    for (name, _), kind in zip(move.args, move.types, strict=True):
        if name in written:
            words.append(
                _joined(written[name]) if isinstance(t.bare(kind), t.SetOf | t.BagOf) else _word(written[name])
            )
    return " ".join(words)


def _word(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_word(one) for one in value)
    if isinstance(value, dict):
        return _joined(value)
    return value if isinstance(value, str) else dumps(value)


def _joined(value: Any) -> str:
    """A bag repeats what it holds several times; an empty one is `none`."""
    members = value if isinstance(value, list) else [key for key, count in value.items() for _ in range(count)]
    return "+".join(_word(one).replace(" ", ",") for one in members) or "none"
