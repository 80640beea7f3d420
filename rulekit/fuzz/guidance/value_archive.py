"""How far games came: what each number of a position has been, and for each value the shortest game that led there.

Where much is asked for, random players seldom have it; who goes on from where somebody had much of it comes nearer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import compress, repeat
from operator import attrgetter, ne
from typing import Any

import attrs

from rulekit.fuzz.game_script import Chooser, Script
from rulekit.fuzz.guidance.component_distance import Standing, Thing, lacking, standing
from rulekit.play.games.random_bits import Bits
from rulekit.typesystem import types as t

EACH = 32  # members of a family that are looked at one by one; of more, what they come to together
MANY = 512  # zones of one family that are not looked at any more
MOST = 96  # numbers that tell how near something is
WIDE = 1 << 24  # greater than any number is told
OFTEN = 16  # one game in so many that begins from the beginning is looked at
STRIDE = 2  # decisions from one look to the next
SMALL = 16  # greater numbers are alike if they are about the same
DRAWN = 4  # games of which the best is gone on from
ALONE = "|"  # between what is wanted and a number that decides it
Key = tuple[str, int]  # the name of a number, and its value
Far = Mapping[Key, int]  # how many picks it took


@attrs.frozen
class Record:
    """The shortest game in which a number had a value, up to there."""

    key: Key
    script: Script

    @property
    def aim(self) -> str:
        """What is wanted, if the number tells how near that is."""
        return self.key[0].rpartition(ALONE)[0]


class Gauge:
    """Reads the numbers of a position: what is counted, and how much lies in each zone."""

    def __init__(self, state: Any) -> None:
        """Any position of the engine will do."""
        plan, shelves = state.program.plan, state.shelves
        self.readers: list[Callable[[Any], Iterable[int]]] = []
        self.of: list[str] = []  # for each number its family
        for name, shelf in shelves.states.items():
            reader = _counts(shelves.slot(name), plan.symbols.states[name].type, bool(shelf.axes), shelf.size)
            if reader is not None:
                self.readers.append(reader)
                self.of += [f"state {name}"] * len(list(reader(state)))
        for shelf in shelves.zones.values():
            parts = [part for part in _parts(shelf) if shelf.size <= MANY]
            self.readers += [_lying(parts)] if parts else []
            self.of += [f"zone {shelf.name}"] * len(parts)

    def read(self, state: Any) -> list[int]:
        """All numbers."""
        found: list[int] = []
        for reader in self.readers:
            found += reader(state)
        return found


def _counts(slot: str, kind: t.Type, many: bool, size: int) -> Callable[[Any], Iterable[int]] | None:
    """The numbers of a state, or the sizes of its sets; of a great family what they come to together."""
    get = attrgetter(slot)
    if isinstance(kind, t.Number):
        if not many:
            return lambda state: (get(state),)
        return get if size <= EACH else lambda state: (sum(get(state)),)
    if isinstance(kind, t.SetOf) and many and size <= EACH:
        return lambda state: map(len, get(state))
    return None


def _parts(shelf: Any) -> list[tuple[int, int]]:
    """Zones that count together: all with the same first index."""
    step = shelf.stride(0) if len(shelf.axes) > 1 else 1
    return [(n, n + step) for n in range(shelf.base, shelf.base + shelf.size, step)]


def _lying(parts: list[tuple[int, int]]) -> Callable[[Any], Iterable[int]]:
    return lambda state: [sum(map(len, state.z[one:other])) for one, other in parts]


def rough(value: int) -> int:
    """Small numbers as they are, greater ones by about a third apart."""
    if -SMALL <= value <= SMALL:
        return value
    size = abs(value).bit_length() - 3
    found = ((abs(value) >> size) << 8) + (size << 16)
    return found if value > 0 else -found


@attrs.frozen
class Aim:
    """Something wanted: the component it is about, and the families of numbers that decide whether it is come to."""

    name: str
    thing: Thing | None
    families: frozenset[str]


class Lookout:
    """Sees what numbers come to while games are played."""

    def __init__(self, far: Far, aims: Sequence[Aim]) -> None:
        self.far, self.aims = dict(far), aims
        self.gauge: Gauge | None = None
        self.names: list[str] = []
        self.near: list[tuple[Standing | None, int]] = []  # for each aim and number that decides it
        self.found: dict[Key, int] = {}
        self.met: set[Key] = set()
        self.times: Counter[Key] = Counter()  # games in which a number had a value
        self.last: list[int] = []
        self.turn = 0

    def over(self, choose: Chooser, made: int) -> Chooser:
        """The same habit, looked at from so many picks on; other games at other places."""
        turn, self.turn = self.turn, self.turn + 1

        def looked(state: Any, seat: int, count: int, bits: Bits) -> int:
            nonlocal made
            if (made + turn) % STRIDE == 0:
                self._look(self.gauge or self._begun(state), state, made)
            made += 1
            return choose(state, seat, count, bits)

        return looked

    def _begun(self, state: Any) -> Gauge:
        self.gauge = gauge = Gauge(state)
        self.names = [str(n) for n in range(len(gauge.of))]
        for aim in self.aims:
            here = standing(state, aim.thing) if aim.thing is not None else None
            numbers = [n for n, name in enumerate(gauge.of) if name in aim.families] or [-1] * (here is not None)
            self.near += [(here, n) for n in numbers]
            self.names += [f"{aim.name}{ALONE}{n}" for n in numbers]
            if len(self.near) > MOST:
                break
        return gauge

    def _look(self, gauge: Gauge, state: Any, made: int) -> None:
        values = [*map(rough, gauge.read(state)), 0]
        stands = {here: here.read(state) * WIDE if here is not None else 0 for here, _ in self.near}
        near = [stands[here] + values[n] for here, n in self.near]
        values[-1:] = near
        changed = map(ne, values, self.last) if self.last else repeat(True)
        for key in compress(zip(self.names, values, strict=True), changed):
            self.met.add(key)
            known = self.far.get(key)
            if known is None or made * 8 < known * 7:
                self.far[key] = self.found[key] = made
        self.last = values

    def records(self, script: Script) -> list[Record]:
        """What the last game came to, of which these are the picks."""
        found = [Record(key, Script(script.fate, script.picks[:made])) for key, made in self.found.items()]
        self.times.update(self.met)
        self.found, self.met, self.last = {}, set(), []
        return found


@attrs.define(eq=False)
class Records:
    """What is known of one configuration."""

    known: dict[Key, Record] = attrs.field(factory=dict)
    times: Counter[Key] = attrs.field(factory=Counter)

    def take(self, records: Iterable[Record], times: Mapping[Key, int]) -> None:
        """Of two games with the same the shorter one is kept."""
        self.times.update(times)
        for one in records:
            old = self.known.get(one.key)
            if old is None or len(one.script.picks) < len(old.script.picks):
                self.known[one.key] = one

    @property
    def far(self) -> Far:
        return {key: len(one.script.picks) for key, one in self.known.items()}

    def parents(self, many: int, aims: Collection[str], bits: Bits) -> tuple[Script, ...]:
        """Some to go on from: by turns such as tell of what is wanted, and any."""
        wide: list[Record] = []
        near: dict[str, list[Record]] = {}
        for one in self.known.values():
            if one.script.picks and (not one.aim or one.aim in aims):
                (near.setdefault(one.aim, []) if one.aim else wide).append(one)
        wanted = list(near.values())
        found: list[Script] = []
        for n in range(many if wide else 0):
            some = bits.pick(wanted) if wanted and n % 2 else wide
            found.append(min((bits.pick(some) for _ in range(DRAWN)), key=self._rank).script)
        return tuple(found)

    def _rank(self, one: Record) -> tuple[int, int]:
        """What lacks least comes first, then what is seldom met."""
        return lacking(one.key[1] // WIDE) if one.aim else 0, self.times[one.key]
