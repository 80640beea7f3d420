"""Guided search: which game is played next and by what habits of its players, so that it reaches what is left.

Half of the games go on from earlier ones: from such as reached something new, or from such as came nearer to what is
left than others. For this an archive holds the shortest game for each value of each number of a position. Numbers are
also made for what is left: where a component lies, how much is missing of what is asked for on it, and what decides
whether a line is come to. Players avoid some moves, or like those that may lead to what is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress, repeat
from operator import attrgetter, ne
from typing import Any

import attrs

from rulekit.check.effects.effect_summary import effects
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import all_of
from rulekit.fuzz.coverage_goals import INTO, PAIR, Goal
from rulekit.fuzz.game_script import (
    MOST,
    PACKED,
    Chooser,
    GameScript,
    choose_any,
    choose_avoiding_ways,
    choose_rare_moves,
    moves_of,
)
from rulekit.play.codegen import counting
from rulekit.play.machine import ops as o
from rulekit.play.machine.machine import Program
from rulekit.play.machine.random_bits import Bits
from rulekit.typesystem import types as t

DEEP = 3  # bodies upwards that are asked where a body itself decides nothing
FEW = 4  # what more than so many decide is decided by everything
Place = tuple[str, int]  # in a body


class LineDependencies:
    """Of one configuration."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.lines: dict[str, list[Place]] = {}
        self.callers: dict[str, list[Place]] = {}
        self.known: dict[str, frozenset[str]] = {}
        for key, block in program.blocks.items():
            for n, op in enumerate(block.ops):
                if isinstance(op, o.LineEnd) and op.id:
                    self.lines.setdefault(op.id, []).append((key, n))
                elif isinstance(op, o.Invoke):
                    self.callers.setdefault(f"proc {op.call.proc}", []).append((key, n))

    def of(self, line: str) -> frozenset[str]:
        """Like `state purse` and `zone hand`; nothing where everything decides, or nothing does."""
        if line not in self.known:
            found = frozenset[str]().union(*(self._before(place) for place in self.lines.get(line, ())))
            self.known[line] = found if len(found) <= FEW else frozenset()
        return self.known[line]

    def _before(self, place: Place) -> frozenset[str]:
        """What decides whether a body comes to one of its places, or else whether the body is begun."""
        left, seen = [place], {place[0]}
        for _ in range(DEEP):
            found = self._read(left)
            if found:
                return found
            left = [one for key, _ in left for one in self.callers.get(key, ()) if one[0] not in seen]
            seen |= {key for key, _ in left}
        return frozenset()

    def _read(self, places: Iterable[Place]) -> frozenset[str]:
        """What the conditions that may lead past some places look at, with all that has got a name before."""
        nodes = []
        for key, place in places:
            ops = self.program.blocks[key].ops[:place]
            nodes += [op.condition for op in ops if isinstance(op, o.Unless) and op.target > place]
            nodes += [op.value for op in ops if isinstance(op, o.Let)]
        return effects(self.program.checked).reads(*nodes) if nodes else frozenset()


FULL = 64  # more is never missing
Thing = tuple[str, int]  # a kind, and the number of a member
Places = tuple[tuple[int, int], ...]  # of a family of numbers: where how much should stand


@attrs.frozen(eq=False)
class ComponentDistance:
    """Of one component."""

    member: int
    where: str  # the slot with the zones of its kind; nothing for what is not laid out
    zones: tuple[int, ...]  # the number of the family of each zone
    asked: tuple[tuple[str, tuple[Places, ...]], ...]  # for each slot what each seat should have

    def distance_in(self, state: Any) -> int:
        """One number for where it lies and for the least that anybody lacks."""
        least = 0
        for slot, seats in self.asked:
            held = getattr(state, slot)
            least += min(sum([max(0, many - held[n]) for n, many in one]) for one in seats)
        family = self.zones[getattr(state, self.where)[self.member]] if self.where else 0
        return family * FULL + min(least, FULL - 1)


def number_missing(read: int) -> int:
    """What was missing, of a number that was read."""
    return read % FULL


def component_distance(state: Any, thing: Thing) -> ComponentDistance:
    """How to read it, from any position."""
    plan, shelves = state.program.plan, state.shelves
    kind, member = thing
    families = {name: n for n, name in enumerate(plan.zone_ids)}
    zones = tuple(families[name] for name, _ in plan.zones)
    where = shelves.where(kind) if kind in shelves.kinds else ""
    return ComponentDistance(member, where, zones, tuple(_amounts_asked(state, kind, member)))


def _amounts_asked(state: Any, kind: str, member: int) -> Iterator[tuple[str, tuple[Places, ...]]]:
    """What the bags on a component ask of whom."""
    plan, shelves = state.program.plan, state.shelves
    for field, one in plan.symbols.kinds[kind].fields.items():
        bag: dict[Any, int] = plan.column(kind, field)[member] if one.type.counted else {}
        for name, shelf in shelves.states.items() if bag else ():
            info = plan.symbols.states[name]
            if info.type.numeric and info.indexes and info.indexes[-1] == one.type.of:
                yield shelves.slot(name), tuple(_places(shelf, bag))


def _places(shelf: Any, bag: dict[Any, int]) -> Iterator[Places]:
    """For whatever stands before the last index."""
    size = shelf.axes[-1].size
    for first in range(0, shelf.size, size):
        spots = enumerate(shelf.spots[first : first + size], first)
        yield tuple((n, bag[spot[-1]]) for n, spot in spots if spot[-1] in bag)


EACH = 32  # members of a family that are looked at one by one; of more, what they come to together
MANY = 512  # zones of one family that are not looked at any more
MOST_NUMBERS = 96  # numbers that tell how near something is
WIDE = 1 << 24  # greater than any number is told
OFTEN = 16  # one game in so many that begins from the beginning is looked at
STRIDE = 2  # decisions from one look to the next
SMALL = 16  # greater numbers are alike if they are about the same
DRAWN = 4  # games of which the best is gone on from
ALONE = "|"  # between what is wanted and a number that decides it
Key = tuple[str, int]  # the name of a number, and its value
Far = Mapping[Key, int]  # how many picks it took


@attrs.frozen
class ArchiveEntry:
    """The shortest game in which a number had a value, up to there."""

    key: Key
    script: GameScript

    @property
    def aim(self) -> str:
        """What is wanted, if the number tells how near that is."""
        return self.key[0].rpartition(ALONE)[0]


class NumberReader:
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

    def read_numbers(self, state: Any) -> list[int]:
        """All numbers."""
        found: list[int] = []
        for reader in self.readers:
            found += reader(state)
        return found


def _counts(slot: str, kind: t.Type, many: bool, size: int) -> Callable[[Any], Iterable[int]] | None:
    """The numbers of a state, or the sizes of its sets; of a great family what they come to together."""
    get = attrgetter(slot)
    if kind.numeric:
        if not many:
            return lambda state: (get(state),)
        return get if size <= EACH else lambda state: (sum(get(state)),)
    if kind.distinct and many and size <= EACH:
        return lambda state: map(len, get(state))
    return None


def _parts(shelf: Any) -> list[tuple[int, int]]:
    """Zones that count together: all with the same first index."""
    step = shelf.stride(0) if len(shelf.axes) > 1 else 1
    return [(n, n + step) for n in range(shelf.base, shelf.base + shelf.size, step)]


def _lying(parts: list[tuple[int, int]]) -> Callable[[Any], Iterable[int]]:
    return lambda state: [sum(map(len, state.z[one:other])) for one, other in parts]


def rough_number(value: int) -> int:
    """Small numbers as they are, greater ones by about a third apart."""
    if -SMALL <= value <= SMALL:
        return value
    size = abs(value).bit_length() - 3
    found = ((abs(value) >> size) << 8) + (size << 16)
    return found if value > 0 else -found


@attrs.frozen
class SearchGoal:
    """Something wanted: the component it is about, and the families of numbers that decide whether it is come to."""

    name: str
    thing: Thing | None
    families: frozenset[str]


class ArchiveRecorder:
    """Sees what numbers come to while games are played."""

    def __init__(self, far: Far, aims: Sequence[SearchGoal]) -> None:
        self.far, self.aims = dict(far), aims
        self.gauge: NumberReader | None = None
        self.names: list[str] = []
        self.near: list[tuple[ComponentDistance | None, int]] = []  # for each aim and number that decides it
        self.found: dict[Key, int] = {}
        self.met: set[Key] = set()
        self.times: Counter[Key] = Counter()  # games in which a number had a value
        self.last: list[int] = []
        self.turn = 0

    def record_while(self, choose: Chooser, made: int) -> Chooser:
        """The same habit, looked at from so many picks on; other games at other places."""
        turn, self.turn = self.turn, self.turn + 1

        def looked(state: Any, seat: int, count: int, bits: Bits) -> int:
            nonlocal made
            if (made + turn) % STRIDE == 0:
                self._look(self.gauge or self._first_gauge(state), state, made)
            made += 1
            return choose(state, seat, count, bits)

        return looked

    def _first_gauge(self, state: Any) -> NumberReader:
        self.gauge = gauge = NumberReader(state)
        self.names = [str(n) for n in range(len(gauge.of))]
        for aim in self.aims:
            here = component_distance(state, aim.thing) if aim.thing is not None else None
            numbers = [n for n, name in enumerate(gauge.of) if name in aim.families] or [-1] * (here is not None)
            self.near += [(here, n) for n in numbers]
            self.names += [f"{aim.name}{ALONE}{n}" for n in numbers]
            if len(self.near) > MOST_NUMBERS:
                break
        return gauge

    def _look(self, gauge: NumberReader, state: Any, made: int) -> None:
        values = [*map(rough_number, gauge.read_numbers(state)), 0]
        stands = {here: here.distance_in(state) * WIDE if here is not None else 0 for here, _ in self.near}
        near = [stands[here] + values[n] for here, n in self.near]
        values[-1:] = near
        changed = map(ne, values, self.last) if self.last else repeat(True)
        for key in compress(zip(self.names, values, strict=True), changed):
            self.met.add(key)
            known = self.far.get(key)
            if known is None or made * 8 < known * 7:
                self.far[key] = self.found[key] = made
        self.last = values

    def records(self, script: GameScript) -> list[ArchiveEntry]:
        """What the last game came to, of which these are the picks."""
        found = [ArchiveEntry(key, GameScript(script.chance, script.picks[:made])) for key, made in self.found.items()]
        self.times.update(self.met)
        self.found, self.met, self.last = {}, set(), []
        return found


@attrs.define(eq=False)
class ValueArchive:
    """What is known of one configuration."""

    known: dict[Key, ArchiveEntry] = attrs.field(factory=dict)
    times: Counter[Key] = attrs.field(factory=Counter)

    def take(self, records: Iterable[ArchiveEntry], times: Mapping[Key, int]) -> None:
        """Of two games with the same the shorter one is kept."""
        self.times.update(times)
        for one in records:
            old = self.known.get(one.key)
            if old is None or len(one.script.picks) < len(old.script.picks):
                self.known[one.key] = one

    @property
    def distances(self) -> Far:
        """For each counter value, after how many moves it is come to at the earliest."""
        return {key: len(one.script.picks) for key, one in self.known.items()}

    def parents(self, many: int, aims: Collection[str], bits: Bits) -> tuple[GameScript, ...]:
        """Some to go on from: by turns such as tell of what is wanted, and any."""
        wide: list[ArchiveEntry] = []
        near: dict[str, list[ArchiveEntry]] = {}
        for one in self.known.values():
            if one.script.picks and (not one.aim or one.aim in aims):
                (near.setdefault(one.aim, []) if one.aim else wide).append(one)
        wanted = list(near.values())
        found: list[GameScript] = []
        for n in range(many if wide else 0):
            some = bits.pick(wanted) if wanted and n % 2 else wide
            found.append(min((bits.pick(some) for _ in range(DRAWN)), key=self._rank).script)
        return tuple(found)

    def _rank(self, one: ArchiveEntry) -> tuple[int, int]:
        """What lacks least comes first, then what is seldom met."""
        return number_missing(one.key[1] // WIDE) if one.aim else 0, self.times[one.key]


# ------------------------------------------------------------------ which moves may lead to what nobody has reached


Pair = tuple[str, str]  # the key of an effect, and a line in it
MANY_MOVES = 30_000  # moves that are remembered
NO, WAY, NAMED = range(3)  # how much a move is wanted


class ActionReach:
    """What the actions of one engine may come to."""

    def __init__(self, book: Any) -> None:
        self.book = book
        self.known: dict[str, frozenset[str]] = {}
        self.deciding = LineDependencies(book.program)

    def of(self, action: str) -> frozenset[str]:
        """The lines an action may come to, its guards, and the keys of effects."""
        if action not in self.known:
            key = f"action {action}"
            keys = (key, *counting.reached(self.book, [key]))
            blocks = [self.book.program.blocks[one] for one in keys]
            body = blocks[0].body
            front = [getattr(step, "id", None) for step in body.front] if body is not None else []
            names = (*keys, *front, *(op.id for block in blocks for op in block.ops))
            self.known[action] = frozenset(name for name in names if name)
        return self.known[action]


class GoalGuidance:
    """How much each move is wanted while these goals are left."""

    def __init__(self, module: Any, below: ActionReach, left: Iterable[Goal]) -> None:
        self.moves = module.moves
        plan = below.book.program.plan
        goals = list(left)
        lines = {name for sort, name in goals if sort != PAIR}
        pairs = [
            (counting.EFFECT + effect, line) for effect, _, line in (n.partition(INTO) for s, n in goals if s == PAIR)
        ]
        keys = {key for key, _ in pairs}
        self.ways: set[int] = set()  # by which a line or a guard that is left may be come to
        self.into: set[int] = set()  # by which an effect that is left may be come to
        for code, way in enumerate(module.ways):
            reach = below.of(way.action) if way.action is not None else frozenset()
            if reach & lines:
                self.ways.add(code)
            if any(key in reach and (not line or line in reach) for key, line in pairs):
                self.into.add(code)
        self.effects = {n for n, one in enumerate(plan.effects) if one.key in keys}
        rows = {(one.kind, one.row): one.key.removeprefix(counting.EFFECT) for one in plan.effects if one.key in keys}
        self.things = {**_members(plan, rows), **_things_named(below.book.program, lines)}
        self.kinds = {kind for kind, _ in self.things}
        self.aims = _aims(below, self.things, lines, pairs)
        self.known: dict[Any, int] = {}

    def __bool__(self) -> bool:
        return bool(self.ways or self.into or self.effects)

    def worth_of(self, token: Any) -> int:
        """What a kind of move is worth to somebody who looks for open goals; kept until too many are known."""
        found = self.known.get(token)
        if found is None:
            if len(self.known) > MANY_MOVES:
                self.known.clear()
            found = self.known[token] = self._match_of(token)
        return found

    def _match_of(self, token: Any) -> int:
        """A move that names what is wanted is wanted most; one that names something else of that kind is not."""
        move = self.moves[token]
        named = [self._names(kind.bare, value) for (_, value), kind in zip(move.args, move.types, strict=True)]
        if True in named:
            return NAMED
        code = token[0] if isinstance(token, tuple) else None
        if code in self.ways:
            return WAY
        return WAY if code in self.into and False not in named else NO

    def _names(self, kind: t.Type, value: Any) -> bool | None:
        """Does a value name something that is wanted? Nothing if it names nothing of such a kind."""
        if kind.effects:
            return value in self.effects if isinstance(value, int) else None
        if kind.table and kind.kind in self.kinds and isinstance(value, int):
            return (kind.kind, value) in self.things
        inner = kind.member
        if inner is not None and isinstance(value, tuple):
            found = [self._names(inner.bare, one) for one in value]
            return True if True in found else None
        return None


def _members(plan: Any, rows: Mapping[tuple[str, str], str]) -> dict[Thing, str]:
    """Components by their rows, each with the name of what is wanted of it."""
    found: dict[Thing, str] = {}
    for kind in sorted({kind for kind, _ in rows}):
        info = plan.symbols.kinds[kind]
        names = [(n, (kind, info.rows[row].name)) for n, row in enumerate(info.members)]
        found |= {(kind, n): rows[name] for n, name in names if name in rows}
    return found


def _things_named(program: Any, lines: Collection[str]) -> dict[Thing, str]:
    """Components that a line which is left speaks of by name."""
    told = [line for block in program.blocks.values() if block.body is not None for line in block.body.lines]
    known = [(one, line.id) for line in told if line.id in lines for one in all_of(line, v.Const)]
    return {(one.type.kind, one.value): name for one, name in known if one.type.piece}


def _aims(
    below: ActionReach, things: Mapping[Thing, str], lines: Collection[str], pairs: Collection[Pair]
) -> list[SearchGoal]:
    """What is wanted, with what decides it: components for the sake of their effects, and lines."""
    decided = {line: below.deciding.of(line) for line in {*lines, *(line for _, line in pairs if line)}}
    wished: dict[str, frozenset[str]] = {}
    for key, line in pairs:
        name = key.removeprefix(counting.EFFECT)
        wished[name] = wished.get(name, frozenset()) | decided.get(line, frozenset())
    aims = [SearchGoal(name, thing, wished.get(name, decided.get(name, frozenset()))) for thing, name in things.items()]
    return [*aims, *(SearchGoal(line, None, decided[line]) for line in sorted(lines) if decided.get(line))]


def choose_wanted_moves(wanted: GoalGuidance, otherwise: Chooser) -> Chooser:
    """Three times of four one of the moves that are wanted most, if there are any."""

    def choose(state: Any, seat: int, count: int, bits: Bits) -> int:
        if count > 1 and bits.below(4):
            worth = [wanted.worth_of(move) for move in moves_of(state, seat)]
            most = max(worth)
            if most:
                return bits.pick([number for number, one in enumerate(worth) if one == most])
        return otherwise(state, seat, count, bits)

    return choose


# ------------------------------------------------------------------ which game is played next


@attrs.define(eq=False, slots=False)
class GameScheduler:
    """For the games of one packet. `ways` counts the ways to move, `leading` tells what moves lead to something new.

    `parents` are games that reached something new, `far` games in which some number was greater than ever.
    """

    parents: Sequence[GameScript]
    far: Sequence[GameScript]
    ways: int
    leading: Callable[[], GoalGuidance]
    guided: bool
    few: bool = False  # is little left?
    used: Counter[Any] = attrs.field(factory=Counter)

    @cached_property
    def guidance(self) -> GoalGuidance:
        """The preference among moves that leads to open goals, for the next game."""
        return self.leading()

    def next_game(self, bits: Bits) -> tuple[GameScript, Chooser, bool]:
        """One game, and whether it goes on from where some number was what it seldom is.

        Of six games one begins from a rare number (three, if little is left to find), two or three from a game that
        reached something new, and the others at the beginning. The shares are choices of decision 0020; find rates
        are measured as a whole (`rulekit.tests.testing.find_rates`), and none of the shares was measured alone.
        """
        chance, tail = bits.below(MOST), bits.below(MOST)
        if not self.guided:
            return GameScript(chance, (), tail), choose_any, False
        start = bits.below(6)
        if start < (3 if self.few else 1) and self.far:
            return continued_game(bits.pick(self.far), tail, bits), self._habit(bits, 2), True
        if start < 4 and self.parents:
            return change_script(bits.pick(self.parents), chance, tail, bits), self._habit(bits, 4), False
        return GameScript(chance, (), tail), self._habit(bits, 4), False

    def _habit(self, bits: Bits, often: int) -> Chooser:
        """How somebody plays; one in so many wants what is left.

        Of eight players three avoid a fourth of the kinds of moves, one prefers what is seldom done, and half play
        evenly: even play is what the other habits are measured against (decision 0030).
        """
        kind = bits.below(8)
        if kind < 3:
            habit = choose_avoiding_ways(frozenset(code for code in range(-PACKED, self.ways) if bits.below(4) == 0))
        else:
            habit = choose_rare_moves(self.used) if kind == 3 else choose_any
        return choose_wanted_moves(self.guidance, habit) if bits.below(often) == 0 and self.guidance else habit


def change_script(parent: GameScript, chance: int, tail: int, bits: Bits) -> GameScript:
    """An earlier game with another end, another move, or other chance outcomes."""
    picks = parent.picks
    if not picks:
        return GameScript(chance, (), tail)
    how, at = bits.below(6), bits.below(len(picks))
    if how == 0:
        return GameScript(chance, picks, tail)  # the same moves, as far as they go, in another game
    if how == 1:
        return GameScript(parent.chance, (*picks[:at], bits.below(1 << 16), *picks[at + 1 :]), tail)
    return GameScript(parent.chance, picks[:at], tail)


def continued_game(parent: GameScript, tail: int, bits: Bits) -> GameScript:
    """An earlier game from where it came to, or from a little before."""
    back = bits.below(8) if bits.below(2) else 0
    return GameScript(parent.chance, parent.picks[: max(0, len(parent.picks) - back)], tail)
