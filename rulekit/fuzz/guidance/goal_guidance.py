"""Which moves may lead to what nobody has reached: by what their actions come to, and by the components they name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.fuzz.game_script import Chooser, moves_of
from rulekit.fuzz.guidance.component_distance import Thing
from rulekit.fuzz.guidance.coverage_goals import INTO, PAIR, Goal
from rulekit.fuzz.guidance.line_dependencies import Deciding
from rulekit.fuzz.guidance.value_archive import Aim
from rulekit.play.codegen import counting
from rulekit.play.games.random_bits import Bits
from rulekit.typesystem import types as t

Pair = tuple[str, str]  # the key of an effect, and a line in it
MANY = 30_000  # moves that are remembered
NO, WAY, NAMED = range(3)  # how much a move is wanted


class Below:
    """What the actions of one engine may come to."""

    def __init__(self, book: Any) -> None:
        self.book = book
        self.known: dict[str, frozenset[str]] = {}
        self.deciding = Deciding(book.program)

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


class Wanted:
    """How much each move is wanted while these goals are left."""

    def __init__(self, module: Any, below: Below, left: Iterable[Goal]) -> None:
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
        self.things = {**_members(plan, rows), **_told(below.book.program, lines)}
        self.kinds = {kind for kind, _ in self.things}
        self.aims = _aims(below, self.things, lines, pairs)
        self.known: dict[Any, int] = {}

    def __bool__(self) -> bool:
        return bool(self.ways or self.into or self.effects)

    def of(self, token: Any) -> int:
        found = self.known.get(token)
        if found is None:
            if len(self.known) > MANY:
                self.known.clear()
            found = self.known[token] = self._looked(token)
        return found

    def _looked(self, token: Any) -> int:
        """A move that names what is wanted is wanted most; one that names something else of that kind is not."""
        move = self.moves[token]
        named = [self._names(t.bare(kind), value) for (_, value), kind in zip(move.args, move.types, strict=True)]
        if True in named:
            return NAMED
        code = token[0] if isinstance(token, tuple) else None
        if code in self.ways:
            return WAY
        return WAY if code in self.into and False not in named else NO

    def _names(self, kind: t.Type, value: Any) -> bool | None:
        """Does a value name something that is wanted? Nothing if it names nothing of such a kind."""
        if isinstance(kind, t.EffectOf):
            return value in self.effects if isinstance(value, int) else None
        if isinstance(kind, t.Piece | t.Row) and kind.kind in self.kinds and isinstance(value, int):
            return (kind.kind, value) in self.things
        inner = t.member(kind)
        if inner is not None and isinstance(value, tuple):
            found = [self._names(t.bare(inner), one) for one in value]
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


def _told(program: Any, lines: Collection[str]) -> dict[Thing, str]:
    """Components that a line which is left speaks of by name."""
    told = [line for block in program.blocks.values() if block.body is not None for line in block.body.lines]
    known = [(one, line.id) for line in told if line.id in lines for one in walk(line) if isinstance(one, v.Const)]
    return {(one.type.kind, one.value): name for one, name in known if isinstance(one.type, t.Piece)}


def _aims(below: Below, things: Mapping[Thing, str], lines: Collection[str], pairs: Collection[Pair]) -> list[Aim]:
    """What is wanted, with what decides it: components for the sake of their effects, and lines."""
    decided = {line: below.deciding.of(line) for line in {*lines, *(line for _, line in pairs if line)}}
    wished: dict[str, frozenset[str]] = {}
    for key, line in pairs:
        name = key.removeprefix(counting.EFFECT)
        wished[name] = wished.get(name, frozenset()) | decided.get(line, frozenset())
    aims = [Aim(name, thing, wished.get(name, decided.get(name, frozenset()))) for thing, name in things.items()]
    return [*aims, *(Aim(line, None, decided[line]) for line in sorted(lines) if decided.get(line))]


def keen(wanted: Wanted, otherwise: Chooser) -> Chooser:
    """Three times of four one of the moves that are wanted most, if there are any."""

    def choose(state: Any, seat: int, count: int, bits: Bits) -> int:
        if count > 1 and bits.below(4):
            worth = [wanted.of(move) for move in moves_of(state, seat)]
            most = max(worth)
            if most:
                return bits.pick([number for number, one in enumerate(worth) if one == most])
        return otherwise(state, seat, count, bits)

    return choose
