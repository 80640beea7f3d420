"""What the legality of a move looks at: parameters, guards and prices, clause by clause."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.check import does
from rulekit.check import typed as v
from rulekit.check.sight_narrow import narrowed
from rulekit.check.sight_reads import Looker
from rulekit.check.sight_spots import Frame, Sense, Sighting
from rulekit.node import evolve, record
from rulekit.source import Span

PEOPLE = ("player", "here")


@record
class Look:
    """One clause and what it looks at."""

    id: str | None
    sort: str  # parameter | guard | price
    openly: bool
    found: tuple[Sighting, ...]
    span: Span


def look_at_action(looker: Looker, key: str, player: Sense, asked: tuple[v.T, ...] = ()) -> Iterator[Look]:
    """Every clause that decides whether an action or effect, by the name of its body, is legal for this player."""
    body = looker.checked.bodies.get(key)
    if body is not None:
        yield from _front(looker, body, Frame({"player": player}, body, asked, early=True))
        for line in body.lines:
            if line.price is not None and not line.openers:
                frame = Frame({"player": player}, body, asked, early=True)
                _price(looker, line.price, frame)
                yield Look(line.id, "price", False, tuple(frame.found), line.span)


def _front(looker: Looker, body: does.Body, frame: Frame) -> Iterator[Look]:
    for step in body.front:
        inner = frame.aside()  # what is looked at counts for this clause alone
        if isinstance(step, does.Param):
            _param(looker, step, inner)
            yield Look(step.id, "parameter", False, tuple(inner.found), step.span)
        elif isinstance(step, does.Guard):
            for condition in (step.condition, *looker.bends.get(step.id or "", ())):
                if looker.told(condition) is None:
                    looker.sense(condition, inner)
            yield Look(step.id, "guard", step.openly, tuple(inner.found), step.span)
            frame = narrowed(looker, frame, (step.condition,))


def _param(looker: Looker, param: does.Param, frame: Frame) -> None:
    for node in (param.source, param.count, param.normal):
        if node is not None:
            looker.sense(node, frame)


def look_at_choice(looker: Looker, choose: does.Choose, body: does.Body) -> Iterator[Look]:
    """The same for a decision put by a line."""
    for param in choose.params:
        frame = Frame({}, body, (choose.who,))
        _param(looker, param, frame)
        yield Look(param.id, "parameter", False, tuple(frame.found), param.span)


# ------------------------------------------------------------------ prices


def _price(looker: Looker, steps: tuple[does.Step, ...], frame: Frame) -> None:
    """A price is paid on trial: what it asks for and the guards of what it calls."""
    for step in steps:
        if isinstance(step, does.Guard):
            looker.sense(step.condition, frame)
        elif isinstance(step, does.Bound):
            looker.sense(step.value, frame)
        elif isinstance(step, does.Call):
            env = {name: looker.sense(arg, frame) for name, arg in step.args}
            _called(looker, step, env, frame)


def _called(looker: Looker, call: does.Call, env: dict[str, Sense], frame: Frame) -> None:
    body = looker.checked.bodies.get(f"proc {call.proc}")
    key = ("price", call.proc)
    if body is None or key in looker.open:
        return
    people = {name: sense for name, sense in frame.env.items() if name in PEOPLE}
    inner = Frame({**people, **env}, body, early=True)
    looker.open.add(key)
    for look in _front(looker, body, inner):
        inner.found += look.found
    for line in body.lines:
        _price(looker, (line.price or ()) + line.does, inner)
    looker.open.discard(key)
    frame.found += [evolve(s, span=call.span, inner=s.inner if s.inner.line else s.span) for s in inner.found]


def look_at_effects(looker: Looker, column: tuple[str, str], frame: Frame) -> list[Sighting]:
    """What decides whether the effects of a column can be paid."""
    kind, name = column
    found: dict[Sighting, None] = {}
    for key, body in looker.checked.bodies.items():
        if not key.startswith(f"effect {kind}.{name}."):
            continue
        inner = Frame(dict(frame.env), body, early=True)
        for look in _front(looker, body, inner):
            found.update(dict.fromkeys(look.found))
        for line in body.lines:
            _price(looker, line.price or (), inner)
        found.update(dict.fromkeys(inner.found))
    return list(found)
