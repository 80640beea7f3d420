"""Chance: every outcome of a chance point, how outcomes are written, and where they come from, a tape or a seed."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import attrs

from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.random_bits import Bits, stream
from rulekit.play.position.strict_json import dumps
from rulekit.play.position.value_json import ValueCodec
from rulekit.play.refusals import Refused, short_text


class ChanceOutcomes:
    """The outcomes of one chance point of one position."""

    def __init__(self, m: Machine, point: ChancePoint) -> None:
        self.m = m
        self.point = point

    # ------------------------------------------------------------------ as it is written

    def outcome_json(self, outcome: Outcome) -> Any:
        """An outcome in JSON: a value for each name, pieces top first, or what was picked."""
        scribe = ValueCodec(self.m)
        if self.point.kind == "pick":
            return scribe.write(outcome, self.point.type)
        return [scribe.write(one, self.point.type) for one in outcome]

    def read_outcome(self, data: Any) -> Outcome:
        """The outcome that was written; refused if it is not in the domain."""
        members: dict[str, list[Any]] = {}
        for member, text in zip(self.point.domain, self.member_texts(), strict=True):
            members.setdefault(text, []).append(member)
        if self.point.kind == "pick":
            return self._one(members, data)
        count = self.point.count if self.point.kind == "dice" else len(self.point.domain)
        if not isinstance(data, list) or len(data) != count:
            raise Refused(
                "bad-chance", f"[{self.point.line}]", f"an outcome here is a list of {count}, not {short_text(data)}"
            )
        if self.point.kind == "dice":
            return tuple(self._one(members, one) for one in data)
        return tuple(self._unused_member(members, one) for one in data)

    # ------------------------------------------------------------------ all of them

    def count(self) -> int:
        """How many different outcomes there are."""
        texts = Counter(self.member_texts())
        if self.point.kind == "dice":
            return int(len(texts) ** self.point.count)
        if self.point.kind == "pick":
            return len(texts)
        return math.factorial(len(self.point.domain)) // math.prod(math.factorial(n) for n in texts.values())

    def all_outcomes(self) -> Iterator[Outcome]:
        """Every different outcome, in the order of the domain."""
        classes: dict[str, list[Any]] = {}
        for member, text in zip(self.point.domain, self.member_texts(), strict=True):
            classes.setdefault(text, []).append(member)
        firsts = [found[0] for found in classes.values()]
        if self.point.kind == "dice":
            yield from itertools.product(firsts, repeat=self.point.count)
        elif self.point.kind == "pick":
            yield from firsts
        else:
            yield from _orders([list(found) for found in classes.values()], len(self.point.domain))

    def member_texts(self) -> list[str]:
        """The members of the domain as they are written; members that cannot be told apart have the same text."""
        scribe = ValueCodec(self.m)
        return [dumps(scribe.write(member, self.point.type)) for member in self.point.domain]

    def _one(self, members: dict[str, list[Any]], data: Any) -> Any:
        found = members.get(_text(data))
        if not found:
            raise Refused("bad-chance", f"[{self.point.line}]", f"{short_text(data)} cannot come here")
        return found[0]

    def _unused_member(self, members: dict[str, list[Any]], data: Any) -> Any:
        """A member that is not used again."""
        found = members.get(_text(data))
        if not found:
            raise Refused(
                "bad-chance", f"[{self.point.line}]", f"{short_text(data)} cannot come here, or not once more"
            )
        return found.pop(0)


Outcome = Any


def _text(data: Any) -> str:
    try:
        return dumps(data)
    except (TypeError, ValueError, RecursionError):
        return ""


def _orders(classes: list[list[Any]], left: int) -> Iterator[tuple[Any, ...]]:
    """Orders of classes; the members of one class keep theirs."""
    if not left:
        yield ()
        return
    for found in classes:
        if found:
            first = found.pop(0)
            for rest in _orders(classes, left - 1):
                yield (first, *rest)
            found.insert(0, first)


class ChanceSource(Protocol):
    """Answers chance points."""

    def answer(self, m: Machine, point: ChancePoint, label: str) -> tuple[Any, ChanceSource]:
        """An outcome as the engine holds it, and the source that is left."""
        ...

    @property
    def unused_outcomes(self) -> tuple[Any, ...]:
        """What is on it and was not asked for yet."""
        ...


@attrs.frozen
class SeededChance:
    """Outcomes drawn by the generator of random_bits.py. `state` is where its stream stands."""

    state: int

    @classmethod
    def of(cls, seed: int | str) -> SeededChance:
        """The source that a seed stands for; the same seed gives the same game."""
        return cls(stream(seed).state)

    def answer(self, m: Machine, point: ChancePoint, label: str) -> tuple[Any, ChanceSource]:
        """An outcome with the odds of the chance point, and the source that goes on behind it."""
        bits = Bits(self.state)
        outcome = point.draw_one(bits)
        return outcome, SeededChance(bits.state)

    @property
    def unused_outcomes(self) -> tuple[Any, ...]:
        """Nothing: a seed never runs out."""
        return ()


@attrs.frozen
class ScriptedChance:
    """Written outcomes in order, each bare or as `{"chance": label, "outcome": ..}`, whose label is then compared."""

    entries: tuple[Any, ...]
    read: int = 0

    @classmethod
    def of(cls, entries: Sequence[Any]) -> ScriptedChance:
        """A tape of outcomes as traces write them."""
        return cls(tuple(entries))

    def answer(self, m: Machine, point: ChancePoint, label: str) -> tuple[Any, ChanceSource]:
        """The next outcome on the tape. Raises `Refused` if there is none, or if it belongs to another line."""
        if self.read >= len(self.entries):
            raise Refused("chance-missing", f"the tape has no outcome for {label}")
        wanted, data = _entry(self.entries[self.read])
        if wanted not in (None, label):
            raise Refused("bad-chance", f"[{point.line}]", f"the tape goes on with {wanted}, the game asks for {label}")
        return ChanceOutcomes(m, point).read_outcome(data), attrs.evolve(self, read=self.read + 1)

    @property
    def unused_outcomes(self) -> tuple[Any, ...]:
        """The outcomes nobody has asked for yet."""
        return self.entries[self.read :]


def _entry(entry: Any) -> tuple[str | None, Any]:
    """The label, if there is one, and the outcome."""
    if isinstance(entry, dict) and set(entry) == {"chance", "outcome"}:
        return str(entry["chance"]), entry["outcome"]
    return None, entry


def source(given: Any) -> ChanceSource | None:
    """What may be handed to `start(chance=..)`: nothing, a seed, a list, or a source."""
    if given is None or isinstance(given, SeededChance | ScriptedChance):
        return given
    if isinstance(given, int | str) and not isinstance(given, bool):
        return SeededChance.of(given)
    if isinstance(given, list | tuple):
        return ScriptedChance.of(given)
    if hasattr(given, "answer"):
        found: ChanceSource = given
        return found
    raise Refused("malformed", "chance is a seed, a list of outcomes, or a source of its own")
