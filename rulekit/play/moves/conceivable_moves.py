"""Moves that somebody might try now, whether they are legal or not: each parameter what it could be, no guard asked."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from rulekit.check.evaluation.evaluator import Env
from rulekit.check.tree import typed_statements
from rulekit.play.machine.frames import Decision, Move, Sealed
from rulekit.play.machine.legal_moves import LegalMoves
from rulekit.play.machine.machine import Machine
from rulekit.play.moves.move_decoder import forms
from rulekit.play.moves.scene_moves import Offer, SceneMoves
from rulekit.play.position.seat_json import SeatCodec
from rulekit.typesystem import types as t

MOST = 3000  # moves


MOST_VALUES = 120  # of one parameter


OF_TYPE = t.Choice | t.Row | t.Place | t.Piece | t.Seat | t.Number


class ConceivableMoves:
    """What one seat might try."""

    def __init__(self, m: Machine, seat: int) -> None:
        self.m = m
        self.seat = seat
        self.codec = SeatCodec(m, seat, in_move=True)

    def all(self) -> tuple[Move, ...]:
        """Moves under the names that are offered now and that are not legal, at most so many."""
        allowed = {(move.name, move.args) for move in self.m.legal(self.seat)}
        found = itertools.islice(self._all(), MOST)
        return tuple(dict.fromkeys(move for move in found if (move.name, move.args) not in allowed))

    def _all(self) -> Iterator[Move]:
        for name in self._names():
            for offer in SceneMoves(self.m).offers(self.seat, name):
                yield from self._moves(name, offer)

    def _names(self) -> list[str]:
        """The names under which something is offered."""
        if not isinstance(self.m.pending, Decision | Sealed):
            return []
        step = self.m.pending.op.step  # type: ignore[attr-defined]
        offered = forms(self.m, step, self.m.pending.line)
        return list(dict.fromkeys(form.name for form in offered if form.how in ("action", "choose")))

    def _moves(self, name: str, offer: Offer) -> Iterator[Move]:
        front, body, env, _ = offer
        params = [step for step in front if isinstance(step, typed_statements.Param)]
        for found in self._environments(front, env):
            args = tuple((param.name, found[param.name]) for param in params)
            action = body.name if body is not None else None
            yield Move(
                name, args, "action" if action else "choose", action, types=tuple(param.type for param in params)
            )

    def _environments(self, front: tuple[Any, ...], env: Env) -> Iterator[Env]:
        """Every way to fill in the parameters."""
        if not front:
            yield env
            return
        step, rest = front[0], front[1:]
        if isinstance(step, typed_statements.Bound):
            yield from self._environments(rest, {**env, step.name: self.m.evaluator().value(step.value, env)})
        elif isinstance(step, typed_statements.Param):
            for value in self._values(step, env):
                yield from self._environments(rest, {**env, step.name: value})
        else:
            yield from self._environments(rest, env)

    def _values(self, step: typed_statements.Param, env: Env) -> list[Any]:
        """What the rules offer first, then whatever else is of the type, as far as the seat can name it."""
        found = list(itertools.islice(LegalMoves(self.m.evaluator()).domain(step, env), MOST_VALUES))
        kind = step.type.bare
        if step.amount == "one" and isinstance(kind, OF_TYPE) and not self._is_wide(kind):
            found += [one for one in self.m.plan.members(kind) if self._can_be_named(kind, one)]
        return list(dict.fromkeys(found))[:MOST_VALUES]

    def _is_wide(self, kind: t.Type) -> bool:
        """Has it more members than anybody would go through, or are they parts of pieces, many of which lie nowhere?"""
        if kind.numeric:
            return kind.high - kind.low > MOST_VALUES
        is_part = kind.row and self.m.plan.symbols.kinds[kind.kind].whole is not None
        return is_part or len(self.m.plan.members(kind)) > MOST_VALUES

    def _can_be_named(self, kind: t.Type, value: Any) -> bool:
        return not kind.piece or self.codec.can_name(kind.kind, value)
