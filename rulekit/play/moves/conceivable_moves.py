"""Moves that somebody might try now, whether they are legal or not: each parameter what it could be, no guard asked."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from rulekit.check.evaluation.evaluator import Env
from rulekit.check.tree import typed_statements
from rulekit.play.machine.machine import Machine
from rulekit.play.moves.legal_moves import LegalMoves
from rulekit.play.position.frames import Decision, Move, Sealed
from rulekit.play.position.seat_json import SeatCodec
from rulekit.play.scenes.scene_moves import Offer, legal, offers
from rulekit.typesystem import types as t

MOST = 3000  # moves
MOST_VALUES = 120  # of one parameter
OF_TYPE = t.Choice | t.Row | t.Place | t.Piece | t.Seat | t.Number


def conceivable(m: Machine, seat: int) -> tuple[Move, ...]:
    """Moves under the names that are offered now and that are not legal, at most so many."""
    allowed = {(move.name, move.args) for move in legal(m, seat)}
    found = itertools.islice(_all(m, seat), MOST)
    return tuple(dict.fromkeys(move for move in found if (move.name, move.args) not in allowed))


def _all(m: Machine, seat: int) -> Iterator[Move]:
    sight = SeatCodec(m, seat, in_move=True)
    for name in _names(m):
        for offer in offers(m, seat, name):
            yield from _moves(m, sight, name, offer)


def _names(m: Machine) -> list[str]:
    """The names under which something is offered."""
    if not isinstance(m.pending, Decision | Sealed):
        return []
    step = m.pending.op.step  # type: ignore[attr-defined]
    if isinstance(step, typed_statements.Choose):
        return [step.name]
    offered = (
        [one for group in step.groups for one in group.offers]
        if isinstance(step, typed_statements.Menu)
        else step.offers
    )
    return list(dict.fromkeys(m.written(one) for one in offered))


def _moves(m: Machine, sight: SeatCodec, name: str, offer: Offer) -> Iterator[Move]:
    front, body, env, _ = offer
    params = [step for step in front if isinstance(step, typed_statements.Param)]
    for found in _filled(m, sight, front, env):
        args = tuple((param.name, found[param.name]) for param in params)
        action = body.name if body is not None else None
        yield Move(name, args, "action" if action else "choose", action, types=tuple(param.type for param in params))


def _filled(m: Machine, sight: SeatCodec, front: tuple[Any, ...], env: Env) -> Iterator[Env]:
    """Every way to fill in the parameters."""
    if not front:
        yield env
        return
    step, rest = front[0], front[1:]
    if isinstance(step, typed_statements.Bound):
        yield from _filled(m, sight, rest, {**env, step.name: m.eyes().value(step.value, env)})
    elif isinstance(step, typed_statements.Param):
        for value in _values(m, sight, step, env):
            yield from _filled(m, sight, rest, {**env, step.name: value})
    else:
        yield from _filled(m, sight, rest, env)


def _values(m: Machine, sight: SeatCodec, step: typed_statements.Param, env: Env) -> list[Any]:
    """What the rules offer first, then whatever else is of the type, as far as the seat can name it."""
    found = list(itertools.islice(LegalMoves(m.eyes()).domain(step, env), MOST_VALUES))
    kind = t.bare(step.type)
    if step.amount == "one" and isinstance(kind, OF_TYPE) and not _is_wide(m, kind):
        found += [one for one in m.plan.members(kind) if _can_be_named(sight, kind, one)]
    return list(dict.fromkeys(found))[:MOST_VALUES]


def _is_wide(m: Machine, kind: t.Type) -> bool:
    """Has it more members than anybody would go through, or are they parts of pieces, many of which lie nowhere?"""
    if isinstance(kind, t.Number):
        return kind.high - kind.low > MOST_VALUES
    is_part = isinstance(kind, t.Row) and m.plan.symbols.kinds[kind.kind].whole is not None
    return is_part or len(m.plan.members(kind)) > MOST_VALUES


def _can_be_named(sight: SeatCodec, kind: t.Type, value: Any) -> bool:
    return not isinstance(kind, t.Piece) or sight.can_name(kind.kind, value)
