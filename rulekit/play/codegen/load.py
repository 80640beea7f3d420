"""From a program to a running engine: writes the module, runs its text once, and drives it.

`Module` writes the text of one configuration, function by function into a `Book`, and runs it; what functions of the
text call stands in the kit modules (`collecting`, `changing`, `runtime` ..), put under its name into the space of the
text. A move is held as a tuple or number (`Way` and its values) and becomes a `Move` only when somebody asks, since
most moves of a list are never looked at.
"""

from __future__ import annotations

import warnings
from types import CodeType
from typing import Any

from rulekit.diagnostics import Problems, problem
from rulekit.gamestate.game_state import GameState
from rulekit.play.codegen import (
    changing,
    collecting,
    counting,
    course,
    course_loops,
    delta,
    framed,
    ground,
    keeping,
    lawbook,
    loose,
    masks,
    runtime,
)
from rulekit.play.codegen.answers import Way
from rulekit.play.codegen.book import Book, Manner
from rulekit.play.codegen.bridge import asked_of, order_seen_by
from rulekit.play.codegen.packing import Pack
from rulekit.play.codegen.shelf import quoted
from rulekit.play.codegen.state import State, aliasing, freshening, shaped
from rulekit.play.machine.body_end_steps import event_name
from rulekit.play.machine.frames import ChancePoint, Move
from rulekit.play.machine.machine import Machine, Program
from rulekit.play.machine.rule_faults import Fault, overfull
from rulekit.play.machine.run_limits import check_passes, gone_through, numbers, spend, within

WATCHED = ("marks", "was", "heard", "memos")  # what was written, an earlier position, laws broken by single runs

MANY = 30_000  # moves that are kept; where sets are chosen there can be millions of them


class Moves(dict[Any, Move]):
    """Moves as they are written, by the short form the engine holds."""

    def __init__(self, ways: list[Way]) -> None:
        super().__init__()
        self.ways = ways
        self.packed: dict[Pack, Way] = {}

    def __missing__(self, token: Any) -> Move:
        if len(self) > MANY:
            self.clear()
        if isinstance(token, int):
            return self._unpacked(token)
        way = self.ways[token[0]]
        args, types, place = [], [], 1
        for param, extra in zip(way.params, way.extras, strict=False):
            args.append((param.name, token[place]))
            types.append(param.type)
            place += 1
            if extra:
                for inner, value in zip(way.brought(token[place - 1]), token[place], strict=True):
                    args.append((inner.name, value))
                    types.append(inner.type)
                place += 1
        made = Move(way.name, tuple(args), way.how, way.action, way.group, tuple(types))
        self[token] = made
        return made

    def _unpacked(self, token: int) -> Move:
        """The move that a number stands for: of all packs the one in whose range it lies."""
        pack, way = next((p, w) for p, w in self.packed.items() if p.base <= token < p.end)
        args = tuple(zip([p.name for p in way.params], pack.read(token), strict=True))
        made = Move(way.name, args, way.how, way.action, way.group, tuple([p.type for p in way.params]))
        self[token] = made
        return made

    def token(self, move: Move) -> tuple[Any, ...]:
        """The short form of a move."""
        return token_of(self, move)


def token_of(moves: Moves, move: Move) -> tuple[Any, ...]:
    """The short form of a move: the number of its way, then its values."""
    given = dict(move.args)
    for code, way in enumerate(moves.ways):
        if (way.name, way.how, way.action, way.group) == (move.name, move.how, move.action, move.group):
            found: list[Any] = [code]
            for param, extra in zip(way.params, way.extras, strict=False):
                found.append(given[param.name])
                if extra:
                    found.append(tuple([given[inner.name] for inner in way.brought(given[param.name])]))
            return tuple(found)
    raise KeyError(move.name)


def _compiled(text: str, name: str) -> CodeType:
    """Python has limits of its own; rules within ours keep them, and if some do not, their depth is told."""
    try:
        return compile(text, name, "exec")
    except (SyntaxError, RecursionError, MemoryError) as wrong:
        if isinstance(wrong, SyntaxError) and "too many" not in str(wrong):
            raise
        raise Problems([problem("K88", None, "engine")]) from wrong


class Module:
    """One written engine: its text and the names in it."""

    def __init__(self, program: Program, start: GameState, manner: Manner) -> None:
        self.program = program
        self.start = start
        self.book = Book(program, Machine(program, start), manner)
        self.ways: list[Way] = []
        self.moves = Moves(self.ways)
        self.book.watched = delta.watched(self.book)
        self.book.masks = masks.found(self.book)
        for mask in self.book.masks:
            self.book.watched.setdefault(mask.state, []).append(mask.number)
        self.space = self.book.space
        self._furnish()
        if manner.watched:
            lawbook.prepare(self.book)
        self._write()
        if manner.watched:
            lawbook.write(self.book)
        self.kind = shaped(program, self.book.shelves, self._more(), keeping.slots(self.book), manner.shared)
        self.space.update(KEPT=keeping.slots(self.book), Position=self.kind, new=self.kind.__new__)
        self._copying()
        self.text = keeping.settled(self.book, self.book.text())
        with warnings.catch_warnings():  # what is always false was told by the checker
            warnings.simplefilter("ignore", SyntaxWarning)
            code = _compiled(self.text, f"<{manner}>")
        exec(code, self.space)
        self.kind.alias = self.space["alias"]  # type: ignore[method-assign]

    def _furnish(self) -> None:
        plan = self.program.plan
        infos = [plan.symbols.zones[name] for name, _ in plan.zones]
        shapes, names = tuple(i.shape for i in infos), tuple(i.name for i in infos)
        movers = changing.Movers(shapes, names)
        space = self.space
        space.update({k: x for k, x in vars(runtime).items() if not k.startswith("_")})
        space.update({k: x for k, x in vars(collecting).items() if not k.startswith("_")})
        space.update(beside=ground.beside, within=within)
        space.update({x.__name__: x for x in (spend, check_passes, gone_through, numbers)})
        space.update({k: x for k, x in vars(changing).items() if not k.startswith("_")})
        space.update(to_one=movers.to_one, to_any=movers.to_any, SHAPES=shapes, AT=tuple(bool(i.at) for i in infos))
        if self.book.loose:
            space.update(loose.furniture(shapes, names))
        space.update(
            Fault=Fault,
            overfull=overfull,
            ChancePoint=ChancePoint,
            MOVES=self.moves,
            WAYS=self.ways,
            ANSWERS={},
            BODIES={},
        )
        space.update(LAY={}, NOTYET=object())
        space.update(counting.furniture(self.book))
        space.update(asked=asked_of, seen_order=order_seen_by)
        space.update(ENDS={key: len(block.ops) - 1 for key, block in self.program.blocks.items()})
        space.update(BROUGHT=self._brought, FRESH={})

    def _more(self) -> tuple[str, ...]:
        """Slots beside those of states and zones: the legal list, and what endings are told."""
        listed, watched = "listed" if self.book.manner.shared else "moves", WATCHED if self.book.manner.watched else ()
        whole = ("go", *course_loops.measures(self.program).values()) if self.book.manner.whole else ()
        return (listed, *whole, *watched, *delta.slots(self.book), *masks.slots(self.book))

    def _brought(self, effect: int) -> tuple[Any, ...]:
        from rulekit.check.tree import typed_statements

        body = self.program.blocks[self.program.plan.effects[effect].key].body
        return tuple(p for p in body.front if isinstance(p, typed_statements.Param)) if body is not None else ()

    def _write(self) -> None:
        """Every body that is begun with a frame, and through them all that they use."""
        b = self.book
        b.texts.append("")  # how positions are copied is known when all is written
        if b.manner.whole:
            course.game(b)
            return
        b.add(framed.beginning(b))
        keys = ["setup", "play"]
        done: set[str] = set()
        while keys:
            for key in keys:
                done.add(key)
                name = framed.function(b, key)
                b.texts.append(f"BODIES[{quoted(key)}] = {name}\n")
            keys = [key for key in self._begun() if key not in done]

    def _copying(self) -> None:
        b = self.book
        more = (*self._more(), *keeping.slots(b))
        b.texts[0] = aliasing(b.shelves, more, b.manner.whole)
        if b.manner.whole:
            b.texts[0] += "\n" + freshening(b.shelves, more, b.loose)

    def _begun(self) -> list[str]:
        """The bodies somebody begins with a frame."""
        pushed = [key[1] for key in self.book.done if isinstance(key, tuple) and key[0] == "push"]
        hosts = [*pushed, "setup", "play"]
        return [*pushed, *(r for host in hosts for r in self._reactions(host))]

    def _reactions(self, host: str) -> list[str]:
        name = event_name(host)
        if not host.startswith(("action ", "proc ", "turn")):
            return []
        found = [r for timing in ("before", "after", "instead of") for r in self.reactions(timing, name)]
        return found

    def reactions(self, timing: str, name: str) -> list[str]:
        return [block.key for block in self.program.reactions.get((timing, name), ())]


def first(module: Module) -> State:
    """A position with everything in its box."""
    made = module.kind()
    if module.book.manner.watched:
        made.marks, made.was, made.heard, made.memos = 0, None, (), None
    for slot in (*delta.slots(module.book), *masks.slots(module.book)):
        setattr(made, slot, None)
    if module.book.manner.whole:
        for slot in ("go", *course_loops.measures(module.program).values()):
            setattr(made, slot, None)
    for mask in () if module.book.manner.whole else module.book.masks:
        setattr(made, f"e_{mask.number}", ())
    made.lay_out(module.start)
    return made
