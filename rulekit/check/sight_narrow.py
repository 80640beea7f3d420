"""What a condition says about a name: `x in zone` beside another test tells where x lies there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulekit.check import typed as v
from rulekit.check.sight_of import ASKED
from rulekit.check.sight_spots import Frame, Sense, union
from rulekit.node import evolve

if TYPE_CHECKING:
    from rulekit.check.sight_reads import Looker


def narrowed(looker: Looker, frame: Frame, conditions: tuple[v.T, ...]) -> Frame:
    """The frame where these conditions hold: names that could be anywhere lie where the conditions say."""
    better = {}
    for local in {node.name: node for condition in conditions for node in _about(condition)}.values():
        if local.name in frame.free or _lost(looker, local, frame):
            found = _said(looker, conditions, local.name, frame.aside())
            if found is not None:
                better[local.name] = found
    inner = frame.with_(**better) if better else frame
    states = tuple(_states(looker, conditions, frame))
    return evolve(inner, lying=frame.lying + states) if states else inner


def _states(looker: Looker, conditions: tuple[v.T, ...], frame: Frame) -> Iterator[tuple[v.T, Sense]]:
    """`lead in trick`, where `lead` is a state that holds a piece."""
    for condition in conditions:
        if isinstance(condition, v.And):
            yield from _states(looker, condition.parts, frame)
        elif isinstance(condition, v.IsIn) and not condition.negated and isinstance(condition.left, v.Read):
            found = _place(looker.sense(condition.right, frame.aside()))
            if found is not None:
                yield condition.left, found


def _lost(looker: Looker, local: v.Local, frame: Frame) -> bool:
    return any(spot.sort == "lost" for spot in looker.sense(local, frame.aside()).spots)


def _about(node: v.T) -> Iterator[v.Local]:
    """The names of which a condition may say where they lie."""
    parts: tuple[v.T, ...] = ()
    if isinstance(node, v.And | v.Or):
        for part in node.parts:
            yield from _about(part)
    elif isinstance(node, v.IsIn):
        parts = (node.left,)
    elif isinstance(node, v.Equal):
        parts = (node.left, node.right)
    elif isinstance(node, v.Use):
        parts = node.args
    yield from (part for part in parts if isinstance(part, v.Local))


def _said(looker: Looker, conditions: tuple[v.T, ...], name: str, frame: Frame) -> Sense | None:
    for condition in conditions:
        found = _one(looker, condition, name, frame)
        if found is not None:
            return found
    return None


def _one(looker: Looker, node: v.T, name: str, frame: Frame) -> Sense | None:
    if isinstance(node, v.And):
        return _said(looker, node.parts, name, frame)
    if isinstance(node, v.Or):
        found = [_one(looker, part, name, frame) for part in node.parts]
        return union([f for f in found if f is not None]) if None not in found else None
    if isinstance(node, v.IsIn) and not node.negated and _named(node.left, name):
        return _place(looker.sense(node.right, frame))
    if isinstance(node, v.Equal) and not node.negated:
        sides = ((node.left, node.right), (node.right, node.left))
        return next((_place(looker.sense(b, frame)) for a, b in sides if _named(a, name)), None)
    if isinstance(node, v.Use):
        return _word(looker, node, name, frame)
    return None


def _named(node: v.T, name: str) -> bool:
    return isinstance(node, v.Local) and node.name == name


def _place(found: Sense) -> Sense | None:
    """Only what tells a place makes a name better known."""
    if found.lying and len(found.lying) == len(found.spots):
        return found
    return Sense(seat=ASKED) if found.seat == ASKED else None


def _word(looker: Looker, node: v.Use, name: str, frame: Frame) -> Sense | None:
    """`x is on-board`, where that word says that x is in some zone."""
    word = looker.words.get(node.word)
    if word is None or not isinstance(word.body, v.T):
        return None
    for param, arg in zip(word.params, node.args, strict=False):
        if _named(arg, name):
            return _one(looker, word.body, param.name, word_frame(looker, node, frame))
    return None


def word_frame(looker: Looker, node: v.Use | v.Related, frame: Frame) -> Frame:
    """Inside a word or relation: its parameters are what was given, and so are `player` and `here`."""
    if isinstance(node, v.Use):
        params = looker.words[node.word].params
    else:
        params = looker.symbols.relations[node.relation].params
    env = {p.name: looker.sense(a, frame) for p, a in zip(params, node.args, strict=False)}
    env.update({name: looker.sense(value, frame) for name, value in node.hidden})
    return Frame(env, asked=tuple(who for who in frame.asked if isinstance(who, v.Read) and not who.args))
