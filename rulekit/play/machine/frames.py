"""Frames, and what is asked: the state of control of a game, innermost last."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.play.machine import ops as o
from rulekit.play.machine.random_bits import Bits

MEASURE = " measure"  # of a body that must fall each time it runs inside itself; no name of a game has a space in it


@attrs.define(eq=False)
class Frame:
    """One body that has begun. `env` holds its names; what is not live is dropped when it is written down."""

    key: str
    env: dict[str, Any]
    pc: int = 0
    loops: dict[int, Any] = attrs.field(factory=dict)
    menu: tuple[int, tuple[tuple[str, Any], ...]] | None = None
    reported: int = 0
    old: dict[int, Any] | None = None
    phase: str = "run"  # run | after
    fired: bool = False
    host: bool = False  # an `instead of` reaction: its host stands below
    before: Any = None  # the table when it began, where a law asks for it; not part of a position
    seen: dict[int, int] = attrs.field(factory=dict)  # loops tested since the last answer; not part of a position

    def copy(self) -> Frame:
        """A frame that can go on without changing this one; the values themselves are never changed and so are
        shared.
        """
        return attrs.evolve(self, env=dict(self.env), loops=dict(self.loops), seen={})


@attrs.frozen
class Decision:
    """Somebody is asked."""

    line: str
    seat: int
    op: o.Op
    step: Any
    moves: tuple[Move, ...]
    cut: bool = False  # the list ends as soon as it is sure that somebody is asked


@attrs.frozen
class Sealed:
    """Several are asked together; answers lie face down until all are in."""

    line: str
    op: o.Op
    asked: tuple[int, ...]
    moves: dict[int, tuple[Move, ...]] = attrs.field(hash=False)
    answers: dict[int, Move] = attrs.field(factory=dict, hash=False)
    cut: bool = False  # so do the lists


@attrs.frozen
class ChancePoint:
    """Chance is asked. `domain` is what may come: faces, members, or the pieces to be put in order."""

    line: str
    kind: str  # order | dice | pick
    op: o.Op
    domain: tuple[Any, ...]
    count: int = 1
    type: Any = None

    def allows(self, outcome: Any) -> bool:
        """Is an outcome in the domain of its chance point?"""
        if self.kind == "dice":
            return isinstance(outcome, tuple) and len(outcome) == self.count and all(f in self.domain for f in outcome)
        if self.kind == "order":
            return isinstance(outcome, tuple) and sorted(outcome) == sorted(self.domain)
        return outcome in self.domain

    def outcomes(self) -> Iterator[Any]:
        """Every outcome in canonical order."""
        if self.kind == "dice":
            return itertools.product(self.domain, repeat=self.count)
        if self.kind == "order":
            return itertools.permutations(self.domain)
        return iter(self.domain)

    def draw_one(self, bits: Bits) -> Any:
        """One outcome, all equally likely."""
        if self.kind == "dice":
            return tuple(bits.pick(self.domain) for _ in range(self.count))
        if self.kind == "order":
            return bits.order(self.domain)
        return bits.pick(self.domain)


@attrs.frozen
class Over:
    """The game has ended."""

    won_by: tuple[int, ...] | None = None


@attrs.frozen
class Move:
    """A move as the engine holds it: what is done, with values in order. `how` says what kind of answer it is."""

    name: str
    args: tuple[tuple[str, Any], ...] = ()
    how: str = "action"  # action | choose | decline | close | anytime
    action: str | None = None
    group: str | None = attrs.field(default=None, eq=False)
    types: tuple[Any, ...] = attrs.field(default=(), eq=False, repr=False)

    def value(self, name: str) -> Any:
        """What was chosen for a parameter, None if the move has none of this name."""
        return dict(self.args).get(name)


Pending = Decision | Sealed | ChancePoint | Over


def legal_of(pending: Pending, seat: int) -> tuple[Move, ...]:
    """All moves of a seat, in canonical order; none if it is not asked."""
    if isinstance(pending, Decision):
        return pending.moves if pending.seat == seat else ()
    if isinstance(pending, Sealed):
        return () if seat in pending.answers else pending.moves.get(seat, ())
    return ()


def env_of(f: Frame) -> dict[str, Any]:
    """The names of a frame, with what `old` asked for when it began."""
    return f.env if f.old is None else {**f.env, "old": f.old}
