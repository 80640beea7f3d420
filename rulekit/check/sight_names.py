"""Where the pieces may lie that a name in a body, or a state, stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check import does
from rulekit.check import typed as v
from rulekit.check.infos import StateInfo
from rulekit.check.sight_of import ANY, ASKED, index_of_player
from rulekit.check.sight_spots import NONE, Frame, Sense, changed, lost, union
from rulekit.kinds import types as t
from rulekit.node import evolve

if TYPE_CHECKING:
    from rulekit.check.sight_reads import Looker


def local(looker: Looker, node: v.Local, frame: Frame) -> Sense:
    """A name bound by a line, or given by whoever calls; `here` and what a reaction is told is as it is seen."""
    body = frame.body
    if body is None:
        return NONE
    key = ("local", id(body), node.name, tuple(w.name if isinstance(w, v.Local) else id(w) for w in frame.asked))
    if key in looker.open:
        return NONE
    looker.open.add(key)
    try:
        inner = evolve(frame, env=_people(frame), free=frozenset(), found=[])
        found = _bound(looker, node, inner, body)
    finally:
        looker.open.discard(key)
    if any(isinstance(step, does.Bound) and step.name == node.name for step in body.front):
        frame.found += [evolve(s, span=node.span, inner=s.span) for s in inner.found]
    return found


def _people(frame: Frame) -> dict[str, Sense]:
    """Who is asked stays who is asked, wherever in the body it is looked."""
    return {name: sense for name, sense in frame.env.items() if name == "player"}


def _bound(looker: Looker, node: v.Local, frame: Frame, body: does.Body) -> Sense:
    name = node.name
    moves = () if frame.early else looker.bodies.moves(body, name)
    moved = [looker.sense(to.value, frame.aside()) for to in moves]
    if moved:
        return union(moved)
    origins = looker.bodies.origins(body, name)
    if origins:
        return union([looker.sense(origin.value, frame) for origin in origins])
    callers = looker.bodies.callers(body, name)
    if callers:
        return union([_given(looker, call, value, caller, frame) for call, value, caller in callers])
    return union([local(looker, node, Frame({}, event)) for event in looker.bodies.events(body)])


def _given(looker: Looker, call: does.Call, value: v.T, caller: does.Body, frame: Frame) -> Sense:
    """What a caller gives; the seats that are the one asked are so there as well."""
    names = {who.name for who in frame.asked if isinstance(who, v.Local)}
    names |= {name for name, sense in frame.env.items() if sense.seat == ASKED}
    asked = [arg for slot, arg in call.args if slot in names]
    if "player" in names and call.get("player") is None:
        asked.append(v.Local("player", type=t.SEAT))
    asked += [who for who in frame.asked if not isinstance(who, v.Local)]
    return looker.sense(value, Frame({}, caller, tuple(asked)))


def written(looker: Looker, info: StateInfo, whose: str) -> Sense:
    """A piece a state holds: one that was written there."""
    from rulekit.check.sight_reads import of_pieces

    kind = of_pieces(looker, info.type)
    assert kind is not None
    key = ("written", info.name)
    if key in looker.open:
        return NONE
    if key not in looker.done:
        looker.open.add(key)
        looker.done[key] = (_written(looker, info, kind), ())
        looker.open.discard(key)
    return changed(looker.done[key][0], whose) if whose != ASKED else looker.done[key][0]


def _written(looker: Looker, info: StateInfo, kind: str) -> Sense:
    at = index_of_player(info.indexes)
    found = []
    for place, origin in looker.bodies.writes.get(info.name, ()):
        asked = (place.args[at],) if at is not None and at < len(place.args) else ()
        found.append(looker.sense(origin.value, Frame({}, origin.body, asked)))
    known = union(found)
    return known if known.spots else Sense(frozenset((lost(kind),)), ANY)
