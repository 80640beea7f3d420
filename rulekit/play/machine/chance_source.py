"""Where chance comes from: a tape that was written before, or a seed. Neither is part of a position.

A source never changes: it gives an outcome and the source that goes on, so two branches of one game draw alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import attrs

from rulekit.play.games.random_bits import Bits, stream
from rulekit.play.machine.chance_outcomes import ChanceOutcomes
from rulekit.play.machine.machine import Machine
from rulekit.play.moves.refusals import Refused
from rulekit.play.position.frames import ChancePoint


class Source(Protocol):
    """Answers chance points."""

    def answer(self, m: Machine, point: ChancePoint, label: str) -> tuple[Any, Source]:
        """An outcome as the engine holds it, and the source that is left."""
        ...

    @property
    def left(self) -> tuple[Any, ...]:
        """What is on it and was not asked for yet."""
        ...


@attrs.frozen
class Seeded:
    """Outcomes drawn by the generator of random_bits.py. `state` is where its stream stands."""

    state: int

    @classmethod
    def of(cls, seed: int | str) -> Seeded:
        return cls(stream(seed).state)

    def answer(self, m: Machine, point: ChancePoint, label: str) -> tuple[Any, Source]:
        bits = Bits(self.state)
        outcome = point.drawn(bits)
        return outcome, Seeded(bits.state)

    @property
    def left(self) -> tuple[Any, ...]:
        return ()


@attrs.frozen
class Tape:
    """Written outcomes in order, each bare or as `{"chance": label, "outcome": ..}`, whose label is then compared."""

    entries: tuple[Any, ...]
    read: int = 0

    @classmethod
    def of(cls, entries: Sequence[Any]) -> Tape:
        return cls(tuple(entries))

    def answer(self, m: Machine, point: ChancePoint, label: str) -> tuple[Any, Source]:
        if self.read >= len(self.entries):
            raise Refused("chance-missing", f"the tape has no outcome for {label}")
        wanted, data = _entry(self.entries[self.read])
        if wanted not in (None, label):
            raise Refused("bad-chance", f"[{point.line}]", f"the tape goes on with {wanted}, the game asks for {label}")
        return ChanceOutcomes(m, point).read(data), attrs.evolve(self, read=self.read + 1)

    @property
    def left(self) -> tuple[Any, ...]:
        return self.entries[self.read :]


def _entry(entry: Any) -> tuple[str | None, Any]:
    """The label, if there is one, and the outcome."""
    if isinstance(entry, dict) and set(entry) == {"chance", "outcome"}:
        return str(entry["chance"]), entry["outcome"]
    return None, entry


def source(given: Any) -> Source | None:
    """What may be handed to `start(chance=..)`: nothing, a seed, a list, or a source."""
    if given is None or isinstance(given, Seeded | Tape):
        return given
    if isinstance(given, int | str) and not isinstance(given, bool):
        return Seeded.of(given)
    if isinstance(given, list | tuple):
        return Tape.of(given)
    if hasattr(given, "answer"):
        found: Source = given
        return found
    raise Refused("malformed", "chance is a seed, a list of outcomes, or a source of its own")
