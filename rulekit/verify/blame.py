"""Which clauses answer for a difference: those that allow or refuse the move, wrote the place, or count it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from weakref import WeakKeyDictionary

import attrs

from rulekit.check import typed as v
from rulekit.check.effects_of import Effects
from rulekit.check.examined import Checked
from rulekit.check.steps import lines_of
from rulekit.check.walking import walk
from rulekit.play import desk
from rulekit.play import ops as o
from rulekit.play.frames import Frame
from rulekit.play.machine import Machine
from rulekit.play.moment import Position
from rulekit.play.reasons import Reason
from rulekit.play.recording import Look, Recorder, changed, moved
from rulekit.play.refusals import Refused
from rulekit.verify.parting import Parting

MOST = 6  # clauses that are named
maps: WeakKeyDictionary[Checked, Map] = WeakKeyDictionary()


def blamed(here: Position, parting: Parting) -> tuple[str, ...]:
    """Clause ids without brackets, the likeliest first. `here` is where the two part, after the last answer."""
    found = SORTS.get(parting.what, _of_step)(here, parting)
    return tuple(dict.fromkeys(name.strip("[]") for name in found if name))[:MOST]


# ------------------------------------------------------------------ moves


def _of_legal(here: Position, parting: Parting) -> Iterable[str]:
    """A move that is missing rests on what allows it and no agreed move; one too many is refused by something."""
    seat = parting.seat if parting.seat is not None else 0
    if parting.move is None:
        return (here.pending.line,)
    if parting.engine == "missing":
        number = desk.numbered(here.machine, seat, parting.move)
        return _own(here, seat, number) or desk.held(here.machine, seat, number) or (here.pending.line,)
    return _against(here, seat, parting.move)


def _own(here: Position, seat: int, number: int) -> tuple[str, ...]:
    """What allows this move but not every other one."""
    others = [set(desk.held(here.machine, seat, n)) for n in range(len(here.legal(seat))) if n != number]
    common = set.intersection(*others) if others else set()
    return tuple(name for name in desk.held(here.machine, seat, number) if name not in common)


def _against(here: Position, seat: int, move: Any) -> tuple[str, ...]:
    try:
        found = desk.why_not(here.machine, seat, move)
    except Refused as refused:
        found = refused.reasons
    return tuple(name for name in found if name.startswith("[")) or (here.pending.line,)


def _of_refusal(here: Position, parting: Parting) -> Iterable[str]:
    """A legal move was refused, or one that is not legal was taken."""
    seat = parting.seat if parting.seat is not None else 0
    if parting.rules == "legal":
        before = here.before
        return (
            () if before is None or here.answer is None else _own(before, here.answer[0], here.answer[1]) or here.held
        )
    return _against(here, seat, parting.move)


# ------------------------------------------------------------------ what changed


@attrs.frozen
class Write:
    """One line, those that had called it, the nearest first, and the names of the states and zones it changed."""

    lines: tuple[str, ...]
    names: frozenset[str]


class Witness(Recorder):
    """Notes which line changed what, in the `writes` of its own."""

    def __init__(self) -> None:
        self.writes: list[Write] = []
        self.lines: tuple[str, ...] = ()

    def look(self, m: Machine, frame: Frame | None = None, op: o.Op | None = None) -> Look:
        self.lines = tuple(dict.fromkeys(((op.id if op is not None else None) or "", *under_way(m))))
        return Look(m.table.copy(), tuple(m.frames))

    def note(self, m: Machine, seen: Look) -> None:
        names = {name for name, _, _ in changed(seen.table, m.table)}
        for _, _, was, now in moved(seen.table, m.table):
            names |= {m.plan.zones[zone][0] for zone in (was, now) if zone >= 0}
        if names:
            self.writes.append(Write(self.lines, frozenset(names)))

    def answered(self, m: Machine, seat: int, move: Any) -> None:
        """Only changes count."""

    def drawn(self, m: Machine, pending: Any, outcome: Any) -> None:
        """Only changes count."""

    def settled(self, m: Machine) -> None:
        """Only changes count."""


def under_way(m: Machine) -> Iterator[str]:
    """The lines that are being done, the innermost first; a frame that has called another stands behind the call."""
    for height, frame in enumerate(reversed(m.frames)):
        ops, at = m.blocks[frame.key].ops, frame.pc - (1 if height else 0)
        if 0 <= at < len(ops) and ops[at].id:
            yield str(ops[at].id)


def writes_of(here: Position) -> tuple[Write, ...]:
    """What the lines of the last step changed, the last first."""
    from rulekit.play import answer, verdict

    if here.before is None or here.answer is None:
        return ()
    m = here.before.machine.copy()
    witness = Witness()
    m.recorder = witness
    if len(here.answer) == 1:
        answer.draw(m, here.answer[0])
    else:
        answer.decide(m, here.answer[0], verdict.legal(m, here.answer[0])[here.answer[1]])
    return tuple(reversed(witness.writes))


def _of_place(here: Position, parting: Parting) -> Iterator[str]:
    """Lines of this step that could have changed all that differs; then those that changed any of it, the most first.

    Where the rules changed nothing of what differs, something was done that they do only under a condition.
    """
    names = frozenset(parting.names) or frozenset(str(part).partition(" of ")[0] for part in parting.where[1:2])
    wrote = [one for one in writes_of(here) if one.names & names]
    alone = names.difference(*(one.names for one in wrote))
    map_, ran = map_of(here.game.checked), set(here.ran)
    before = here.before
    if alone and before is not None:
        yield from map_.reaching(names, ran, {*under_way(here.machine), *under_way(before.machine)})
    wrote.sort(key=lambda one: -len(one.names & names))
    for n, one in enumerate(wrote):
        yield from one.lines[:2]
        if n == 0:
            yield from _silent(here, one.lines[0])
    yield before.pending.line if before is not None else ""
    for name in sorted(alone or names):
        yield from (line for line in map_.writing(name) if line in ran)
        yield from map_.writing(name)


def _silent(here: Position, line: str) -> Iterator[str]:
    """Lines of the same block that ran and changed nothing, the last first: they say how often, and whether at all."""
    block, wrote = line.rpartition(".")[0], {one.lines[0] for one in writes_of(here)}
    yield from (name for name in reversed(here.ran) if name.rpartition(".")[0] == block and name not in wrote)


class Map:
    """What every line of a rulebook may write, by itself and with all that it sets off."""

    def __init__(self, checked: Checked) -> None:
        effects = Effects(checked)
        self.own: dict[str, frozenset[str]] = {}
        self.all: dict[str, frozenset[str]] = {}
        for key, body in checked.bodies.items():
            for line in lines_of(body.lines):
                if line.id:
                    self.own[line.id] = _bare(write.name for write in effects.gather(key, [line]).writes)
                    self.all[line.id] = _bare(effects.inside(key, [line]).writes)

    def writing(self, name: str) -> list[str]:
        return [line for line, names in self.own.items() if name in names]

    def reaching(self, names: frozenset[str], ran: set[str], open_: set[str]) -> list[str]:
        """Lines beside those that ran which could have written all these names, the narrowest first."""
        rooms = {line.rpartition(".")[0] for line in ran}
        found = [
            line
            for line, all_ in self.all.items()
            if names <= all_ and line not in open_ and line.rpartition(".")[0] in rooms
        ]
        return sorted(found, key=lambda line: (line in ran and bool(self.own[line]), len(self.all[line])))[:2]


def map_of(checked: Checked) -> Map:
    """Worked out once for a rulebook."""
    if checked not in maps:
        maps[checked] = Map(checked)
    return maps[checked]


def _bare(names: Iterable[str]) -> frozenset[str]:
    """`zone camp` is the camp."""
    return frozenset(name.partition(" ")[2] for name in names)


def _of_asked(here: Position, parting: Parting) -> Iterator[str]:
    """Whose turn it is rests on the lines of the last step; whether it is over, on the endings."""
    if not (parting.rules and parting.engine):
        yield from (ending.id or "" for ending in here.game.checked.endings)
    yield here.pending.line
    yield from _of_step(here, parting)


def _of_step(here: Position, parting: Parting) -> Iterator[str]:
    """The lines of the last step that changed anything, then all that ran."""
    yield from (one.lines[0] for one in writes_of(here))
    yield from here.ran
    yield here.pending.line


def declared(here: Position, parting: Parting) -> tuple[Reason, ...]:
    """What a view shows, and how things lie at the start, rests on the declaration of the zone or state."""
    begins = parting.what == "position" and not any("move" in one.step for one in here.line()[1:])
    if len(parting.where) < 2 or not (parting.what == "view" or begins):
        return ()
    name = str(parting.where[1]).partition(" of ")[0]
    symbols = here.game.checked.symbols
    info = symbols.zones.get(name) or symbols.states.get(name)
    if info is None or info.decl is None:
        return ()
    ledger = here.game.clauses.ledger
    cited = tuple((one.text, ledger[one.text]) for one in info.decl.cites if one.text in ledger)
    return (Reason("", f"what is said of {name}", cited),)


def _of_result(here: Position, parting: Parting) -> Iterator[str]:
    """The lines of the result and of what it counts."""
    checked = here.game.checked
    totals = [word.body for word in read_by(checked) if isinstance(word.body, tuple)]
    scored = [case.id for total in totals for case in total if case.sort == "term"]
    e = here.machine.eyes()
    told = [line.id for line in checked.results if line.condition is None or e.holds(line.condition, {})]
    counted = parting.where[:1] == ("scores",)
    yield from (name for name in ((*scored, *told) if counted else (*told, *scored)) if name)


def read_by(checked: Checked) -> list[Any]:
    """The words that the result reads, by itself or through others."""
    words = {word.name: word for word in checked.words}
    found: dict[str, Any] = {}
    todo: list[Any] = list(checked.results)
    while todo:
        for node in walk(todo.pop()):
            if isinstance(node, v.Use) and node.word in words and node.word not in found:
                body = words[node.word].body
                found[node.word] = words[node.word]
                todo += body if isinstance(body, tuple) else [body]
    return list(found.values())


SORTS: dict[str, Any] = {
    "asked": _of_asked,
    "legal": _of_legal,
    "refusal": _of_refusal,
    "position": _of_place,
    "view": _of_place,
    "result": _of_result,
}
