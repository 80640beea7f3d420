"""Moves that are refused by one clause alone: legal moves with one value changed until exactly one guard says no."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from rulekit.check.tree import typed_statements
from rulekit.play import json_api
from rulekit.play.games.game import Position
from rulekit.play.machine.frames import Move
from rulekit.play.machine.legal_moves import LegalMoves
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.moves.move_decoder import OfferedForm, forms, question_of
from rulekit.play.position.seat_json import to_move
from rulekit.play.position.strict_json import dumps
from rulekit.play.refusals import Refused
from rulekit.typesystem import types as t

BASES, VALUES, COMBINED = 3, 24, 48  # moves that are changed, values tried for each parameter, values tried together


@attrs.frozen(repr=False)
class NearMiss:
    """A move that a seat may not make at a position, because of one clause; `because` has the cases within it too."""

    position: Position = attrs.field(repr=False)
    seat: int
    move: dict[str, Any]
    clause: str
    because: tuple[str, ...]

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """How Hypothesis shows a counter-example."""
        printer.text(repr(self))

    def __repr__(self) -> str:
        return f"<{self.position!r}: seat {self.seat} may not {dumps(self.move)} because of [{self.clause}]>"


def near_misses(position: Position) -> Iterator[NearMiss]:
    """Those that can be found at a position, each move once."""
    m = position.machine
    for seat in position.pending.seats:
        try:
            line, step, legal = question_of(m, seat)
        except Refused:
            continue
        seen = {dumps(to_move(m, seat, move)) for move in legal}
        for form in forms(m, step, line):
            if form.params:
                yield from _of_form(position, m, seat, form, legal, seen)


def _of_form(
    position: Position, m: Machine, seat: int, form: OfferedForm, legal: tuple[Move, ...], seen: set[str]
) -> Iterator[NearMiss]:
    front = _front(m, form)
    own = {step.id for step in front if getattr(step, "id", None)}
    for move in _candidates(m, seat, form, legal):
        try:
            data = to_move(m, seat, move)
            text = dumps(data)
            if text in seen:
                continue
            seen.add(text)
            reasons = [one.strip("[]") for one in json_api.why_not(m, seat, data)]
        except (Refused, Fault, KeyError, IndexError, TypeError, ValueError, AttributeError):
            continue  # a value that this seat cannot name
        guards = [one for one in reasons if one in own]
        if len(guards) == 1 and guards[0] == reasons[0] and all(one in position.game.clauses.lines for one in reasons):
            yield NearMiss(position, seat, data, guards[0], tuple(reasons))


def _front(m: Machine, form: OfferedForm) -> tuple[Any, ...]:
    if form.action is None:
        return tuple(form.params)
    body = m.blocks[f"action {form.action}"].body
    return body.front if body is not None else ()


def _candidates(m: Machine, seat: int, form: OfferedForm, legal: tuple[Move, ...]) -> Iterator[Move]:
    """Legal moves of the form with one value changed; without any, values put together."""
    names = [param.name for param in form.params]
    like = [one for one in legal if one.name == form.name and [name for name, _ in one.args] == names]
    values = {param.name: _values(m, seat, param, like) for param in form.params}
    for base in like[:BASES]:
        for name in names:
            for value in values[name]:
                args = tuple((one, value if one == name else kept) for one, kept in base.args)
                yield attrs.evolve(base, args=args)
    if not like:
        types = tuple(param.type for param in form.params)
        for combined in itertools.islice(itertools.product(*values.values()), COMBINED):
            yield Move(form.name, tuple(zip(names, combined, strict=True)), form.how, form.action, types=types)


def _values(m: Machine, seat: int, param: typed_statements.Param, like: list[Move]) -> list[Any]:
    """What the parameter could be as far as its type goes, spread evenly; and what it is in legal moves."""
    kind = param.type.bare
    given = [move.value(param.name) for move in like]
    if param.amount != "one" or not isinstance(kind, t.Type):
        return list(dict.fromkeys(given))[:VALUES]
    if kind.numeric:
        return _numbers(range(kind.low, kind.high + 1), given)
    try:
        members: Sequence[Any] = m.plan.members(kind)
    except (KeyError, TypeError, ValueError, AttributeError):
        members = list(LegalMoves(m.evaluator()).domain(param, {"player": seat}))
    return _spread(members)


def _numbers(all_: range, given: list[Any]) -> list[int]:
    """Those just beside the legal ones first, for there mistakes are made; a range may be too long to be listed."""
    legal = {one for one in given if type(one) is int}
    beside = sorted({n for one in legal for n in (one - 1, one + 1)} - legal)
    return list(dict.fromkeys((*(n for n in beside[:VALUES] if n in all_), *_spread(all_))))


def _spread(members: Sequence[Any]) -> list[Any]:
    """So many of them at most, evenly."""
    return list(members[:: max(1, len(members) // VALUES)][:VALUES])
