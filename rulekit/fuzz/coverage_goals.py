"""Goals of coverage in one configuration: lines, guards that alone refuse a move, effects with the lines they run.

What cannot be reached is named with the reason, and so is what the rulings of a game give a reason for: `## Unreached`
holds lines like `- guard [play.open]: the domain of the card says the same`, `## Endless` lines like
`- [turn.move]: a stone may go back and forth, and who does so is told to stop`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import attrs

from rulekit.check.evaluation.constant_folding import OPEN, ConstantFolder
from rulekit.check.evaluation.evaluator import Env as Names
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import all_of
from rulekit.files import reading
from rulekit.play.codegen import alone, counting
from rulekit.play.codegen.book import Book
from rulekit.play.machine import ops as o
from rulekit.play.machine.body_end_steps import event_name
from rulekit.play.machine.machine import Program
from rulekit.syntax.source_files import read_file

Known = dict[v.T, Any]  # values in a body that are settled by how it was called
NO_NAMES: Names = {}
ASKING = (o.Ask, o.Menu, o.Seal)


@attrs.define(eq=False, slots=False)
class Reachable:
    """`ops` holds the statements of each body that can be come to."""

    program: Program
    ops: dict[str, list[o.Op]] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.folder = ConstantFolder(self.program.checked, self.program.plan.chosen_options, self.program.plan.seats)
        left = ["setup", "play"]
        while left:
            key = left.pop()
            if key not in self.ops:
                self.ops[key] = list(self._ops_of(self.program.blocks[key]))
                left += self.bodies_begun(key)

    def never_holds(self, condition: Any) -> bool:
        """Whether a condition is known to fail in this configuration, whatever is played."""
        return self.folder.ask(condition) is False

    def always_holds(self, condition: Any) -> bool:
        """Whether a condition is known to hold in this configuration, whatever is played."""
        return self.folder.ask(condition) is True

    def bodies_begun(self, key: str) -> list[str]:
        """The bodies a body may begin: what it calls, performs and offers, and what reacts to it."""
        found = [name for op in self.ops[key] for name in _called_blocks(self.program, op)]
        return [*found, *self._offered_actions(key, self.ops[key])]

    def _offered_actions(self, key: str, ops: list[o.Op]) -> list[str]:
        """What reacts to a body, and the actions it offers."""
        name = event_name(key)
        found = [r.key for (_, event), known in self.program.reactions.items() if event == name for r in known]
        for op in ops:
            if isinstance(op, ASKING):
                groups = op.step.groups if isinstance(op.step, typed_statements.Menu) else (op.step,)
                offered = [name for group in groups for name in getattr(group, "offers", ())]
                offered += [info.name for info in self.program.anytime]
                found += [f"action {name}" for name in offered if name not in self.program.gone]
        return found

    # -------------------------------------------------------------- with what an effect says

    def lines_in(self, effect: str) -> set[str]:
        """The lines an effect may run without another effect in between, with the values it hands on."""
        found: set[str] = set()
        seen: set[tuple[str, str]] = set()
        left: list[tuple[str, Names, Known]] = [(effect, {} if self.has_placed_effect(effect) else {"here": None}, {})]
        while left:
            key, names, known = left.pop()
            if (key, repr((names, known))) in seen or (key != effect and key.startswith("effect ")):
                continue
            seen.add((key, repr((names, known))))
            self.folder.known = known
            ops = list(self._ops_of(self.program.blocks[key], names))
            found |= {op.id for op in ops if isinstance(op, o.LineEnd) and op.id}
            left += [(name, {}, {}) for name in self._offered_actions(key, ops)]
            left += [one for op in ops if isinstance(op, o.Invoke) for one in self._called_with(op, names)]
        self.folder.known = {}
        return found

    def has_placed_effect(self, effect: str) -> bool:
        """Does any statement say where an effect of this column happens?"""
        columns = {(one.kind, one.column) for one in self.program.plan.effects if one.key == effect}
        ops = (op for block in self.program.blocks.values() for op in block.ops if isinstance(op, o.Perform))
        return any(op.call.get("with") is not None and _column(op) in columns for op in ops)

    def _called_with(self, op: o.Invoke, names: Names) -> list[tuple[str, Names, Known]]:
        """A procedure with the values it is called with, as far as they are known; with nothing it is left out."""
        if op.call.proc is None:
            return [("turn", {}, {})]
        key = f"proc {op.call.proc}"
        given: dict[str, Any] = {name: names[name] for name in ("here",) if name in names}
        known: Known = {}
        for n, (name, node) in enumerate(op.call.args):
            value = self.folder.ask(node, names)
            if value is None:
                return []
            if n == 0 and (op.call.per is not None or op.call.most is not None):
                known = self._missing(key, name, value)
            elif value is not OPEN:
                given[name] = value
        return [(key, given, known)]

    def _missing(self, key: str, name: str, value: Any) -> Known:
        """However many times a bag is taken, there is none of what is not in it, where the procedure asks."""
        if not isinstance(value, dict):
            return {}
        asked = all_of(self.program.blocks[key].body, v.At)
        local = (node for node in asked if node.bag.local == name)
        return {node: 0 for node in local if node.key.known and node.key.constant not in value}

    def _ops_of(self, block: o.Block, names: Names = NO_NAMES) -> Iterator[o.Op]:
        names = {name: value for name, value in names.items() if name not in _rebound_names(block)}
        seen: set[int] = set()
        left = [0]
        while left:
            n = left.pop()
            if n not in seen and n < len(block.ops):
                seen.add(n)
                yield block.ops[n]
                left += self._after(n, block.ops[n], names)

    def _after(self, n: int, op: o.Op, names: Names) -> list[int]:
        if isinstance(op, o.Unless):
            held = self.folder.ask(op.condition, names)
            return [n + 1] * (held is not False) + [op.target] * (held is not True)
        if isinstance(op, o.Jump):
            return [op.target]
        if op.ends:
            return []
        exits = [getattr(op, name) for name in ("target", "exit") if hasattr(op, name)]
        return [n + 1, *exits]


def _rebound_names(block: o.Block) -> set[str]:
    """Names that get another value while a body runs."""
    return {op.name for op in block.ops if isinstance(op, o.Let)} | {"last", "it"}


def _called_blocks(program: Program, op: o.Op) -> list[str]:
    if isinstance(op, o.Invoke):
        return ["turn"] if op.call.proc is None else [f"proc {op.call.proc}"]
    if isinstance(op, o.Perform):
        kind = op.call.args[0][1].type.bare
        assert kind.effects
        return [program.plan.effects[n].key for n in program.plan.members(kind)]
    return []


def _column(op: o.Perform) -> tuple[str, str]:
    found = op.call.args[0][1].type.bare.effects
    assert found is not None
    return found


LINE, GUARD, PAIR = "line", "guard", "pair"
SORTS = (LINE, GUARD, PAIR)
INTO = " > "  # between an effect and the line that was reached through it
Goal = tuple[str, str]  # one of SORTS, and a name


@attrs.frozen
class Goals:
    """`open` can be reached for all one knows; `shut` cannot, each with its reason."""

    open: frozenset[Goal]
    shut: dict[Goal, str]


def goals_of(b: Book) -> Goals:
    """From an engine that was written for the configuration."""
    live = Reachable(b.program)
    lines = {op.id for ops in live.ops.values() for op in ops if (isinstance(op, o.LineEnd) or op.ends) and op.id}
    lines |= {ending.id for ending in b.program.checked.endings if ending.id and not live.never_holds(ending.condition)}
    guards = {name for name, open_ in _guards(b, live) if open_}
    found = {(LINE, name) for name in lines} | {(GUARD, name) for name in guards}
    found |= {(PAIR, name) for name in _pairs(live)}
    shut = {(LINE, name): "no statement of this configuration leads there" for name in known_lines(b.program) - lines}
    shut |= {(GUARD, name): _why(b.program, live, name) for name in known_guards(b.program) - guards}
    return Goals(frozenset(found), shut)


def pair(effect: str, line: str) -> str:
    """An effect and a line in it; without a line, the effect itself."""
    name = effect.removeprefix(counting.EFFECT)
    return f"{name}{INTO}{line}" if line else name


# ------------------------------------------------------------------ all there is


def known_lines(program: Program) -> set[str]:
    """Every line of the rulebook that does something, and every ending."""
    ops = [op for block in program.blocks.values() for op in block.ops]
    found = {op.id for op in ops if (isinstance(op, o.LineEnd) or op.ends) and op.id}
    return found | {ending.id for ending in program.checked.endings if ending.id}


def known_guards(program: Program) -> set[str]:
    """Every guard and price of an action, and every guard of a procedure."""
    found: set[str] = set()
    for body in program.checked.bodies.values():
        found |= set(_own(body)) if body.sort in ("action", "procedure") else set()
    return found


def _own(body: typed_statements.Body) -> dict[str, typed_statements.Guard | None]:
    """The guards of a body by their clauses, and its price."""
    found: dict[str, typed_statements.Guard | None] = {
        s.id: s for s in body.front if isinstance(s, typed_statements.Guard) and s.id
    }
    if body.sort == "action" and any(line.price is not None and not line.openers for line in body.lines):
        found[alone.named(body, None)] = None
    return found


# ------------------------------------------------------------------ what can be reached


def _guards(b: Book, live: Reachable) -> Iterator[tuple[str, bool]]:
    """Guards, and whether they can fail alone: of actions that can be offered, of procedures that a price tries."""
    keys = {key for block in b.tries for key in counting.below(b, block)}
    tried = keys | counting.reached(b, sorted(keys))
    for key, body in b.program.checked.bodies.items():
        if body.sort == "action":
            yield from ((n, n in b.guards and key in live.ops and not _sure(live, s)) for n, s in _own(body).items())
        elif body.sort == "procedure":
            yield from ((name, key in tried and not _sure(live, step)) for name, step in _own(body).items())


def _sure(live: Reachable, step: typed_statements.Guard | None) -> bool:
    return step is not None and live.always_holds(step.condition)


def _pairs(live: Reachable) -> Iterator[str]:
    """Each effect itself, and each line it can run without another effect in between."""
    for effect in (key for key in live.ops if key.startswith(counting.EFFECT)):
        yield pair(effect, "")
        yield from (pair(effect, line) for line in live.lines_in(effect))


# ------------------------------------------------------------------ what cannot


def _why(program: Program, live: Reachable, name: str) -> str:
    """Why a guard never refuses anything here."""
    for body in program.checked.bodies.values():
        own = _own(body) if body.sort in ("action", "procedure") else {}
        if name not in own:
            continue
        if _sure(live, own[name]):
            return "it always holds in this configuration"
        if body.sort == "procedure":
            return "no price of this configuration runs it"
        return f"the action `{body.name}` is not offered in this configuration"
    return "it is not in this configuration"


# ------------------------------------------------------------------ what the rulings of a game give a reason for


SECTION = re.compile(r"^## +(?P<title>.+?)\s*$")
GOAL = re.compile(rf"^- (?P<sort>{'|'.join(SORTS)}) \[(?P<name>[^\]]+)\]:\s*(?P<why>\S.*)")
CLAUSE = re.compile(r"^- \[(?P<name>[^\]]+)\]:\s*(?P<why>\S.*)")
RULINGS = "rulings.md"
UNREACHED, ENDLESS = "unreached", "endless"  # titles of sections
STAR = "*"  # any part of a name


def read_excuses(game: Path) -> Mapping[Goal, str]:
    """Why goals are never reached."""
    found = (GOAL.match(line) for line in _section(game, UNREACHED))
    return {(entry["sort"], entry["name"]): entry["why"] for entry in found if entry}


def endless(game: Path) -> Mapping[str, str]:
    """Why a game may go on for ever, by the lines that ask meanwhile."""
    found = (CLAUSE.match(line) for line in _section(game, ENDLESS))
    return {entry["name"]: entry["why"] for entry in found if entry}


def _section(game: Path, title: str) -> Iterator[str]:
    """The lines of one section of the rulings; nothing where there are none."""
    file = game / RULINGS
    if not reading.is_there(file):
        return
    section = ""
    for line in read_file(file, game).text.splitlines():
        head = SECTION.match(line)
        if head:
            section = head["title"].lower()
        elif section == title:
            yield line


def match_excuses(reasons: Mapping[Goal, str], left: Collection[Goal], seen: Collection[Goal]) -> dict[Goal, str]:
    """A name with stars is a reason for everything left that fits, unless something that fits was reached."""
    found: dict[Goal, str] = {}
    for goal, why in reasons.items():
        if not any(fits(goal, one) for one in seen):
            found |= {one: why for one in left if fits(goal, one)}
    return found


def fits(reason: Goal, goal: Goal) -> bool:
    """Does a reason name this goal?"""
    (sort, name), (other, whole) = reason, goal
    return sort == other and (fnmatchcase(whole, name) if STAR in name else whole == name)
