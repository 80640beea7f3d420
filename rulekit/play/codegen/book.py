"""What is being written: functions one after another, and the constants they use."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import loose
from rulekit.play.codegen.reach import Reach
from rulekit.play.codegen.shelf import Shelves, is_kept, quoted, safe
from rulekit.play.machine import ops as o
from rulekit.play.machine.machine import Machine, Program
from rulekit.play.machine.purity import Purity


def names_read(block: o.Block) -> set[str]:
    """Every name some op of a block reads."""
    body = () if block.body is None else walk(block.body)
    return read_by(block.ops) | {n.name for n in body if isinstance(n, v.Local)}


def read_by(ops: tuple[o.Op, ...]) -> set[str]:
    return {n.name for n in walk(_nodes(ops)) if isinstance(n, v.Local)}


def _nodes(ops: tuple[o.Op, ...]) -> tuple[Any, ...]:
    found: list[Any] = []
    for op in ops:
        for name in ("value", "condition", "call", "step", "steps", "times"):
            inner = getattr(op, name, None)
            if inner is not None:
                found.append(inner)
    return tuple(found)


CALL = re.compile(r"[a-z]\d+\(s(, [^()]+)*\)")
SLOT = re.compile(r"\bs\.((?:x|w)_\w+|z)\b(?! = )")


@attrs.frozen
class Bound:
    """A name of the game in a function: the Python that reads it, and whether it can be nothing."""

    code: str
    sure: bool = False


Scope = Mapping[str, Bound]
NOTHING = Bound("None")


@attrs.frozen
class Manner:
    """Which engine is written."""

    traced: bool = False  # keeps the ids of lines that ran, and how often an action was answered
    counted: bool = False  # notes lines with the effect they ran in, and guards that failed alone
    shared: bool = False  # what is written may be shared with another position: copy it first
    whole: bool = False  # plays games from the beginning to the end: nothing can be copied or written down between
    watched: bool = False  # marks what is written, looks at laws about runs, and has a function for each other law


class Lines:
    """The text of one function while it is written."""

    def __init__(self, head: str) -> None:
        self.head = head
        self.body: list[str] = []
        self.depth = 1

    def put(self, line: str) -> None:
        self.body.append("    " * self.depth + line)

    def into(self, line: str) -> None:
        self.put(line)
        self.depth += 1

    def out(self, times: int = 1) -> None:
        self.depth -= times

    def text(self) -> str:
        return "\n".join([self.head, *(self.body or ["    pass"]), ""])


def prices_in(program: Program) -> bool:
    """Is anything tried on a copy? Copies are cheap only where zones are shared."""
    bodies = [block.body for block in program.blocks.values() if block.body is not None]
    words = [word.body for word in program.checked.words]
    cases = [case.value for relation in program.checked.relations for case in relation.cases]
    return any(_priced(node) for node in walk((*bodies, *words, *cases)))


def _priced(node: Any) -> bool:
    return isinstance(node, v.Supposing) or (isinstance(node, typed_statements.Line) and node.price is not None)


class Book:
    """One module of Python for one program."""

    def __init__(self, program: Program, machine: Machine, manner: Manner) -> None:
        self.program = program
        self.plan = program.plan
        self.symbols = program.checked.symbols
        self.manner = manner
        self.shelves = Shelves(program.plan)
        self.purity = Purity(program, machine)
        self.reach = Reach(program.checked)
        self.words = {w.key: w for w in program.checked.words}
        self.space: dict[str, Any] = {}
        self.behind: list[tuple[Any, Bound]] = []  # runs just walked, and the place behind each
        self.watched: dict[str, list[int]] = {}
        self.masks: list[Any] = []  # actions whose legal members are remembered as bits
        self.looking: frozenset[int] = frozenset()  # every `old` that looks back at an earlier position
        self.remembering = False  # laws are written, which remember what words have answered
        self.keeping: list[frozenset[str]] = []  # for each value that is kept in play what it rests on
        self.near: dict[int, frozenset[str]] = {}  # of such a value what it reads at places that its name tells
        self.kept_of: dict[str, frozenset[str]] = {}  # the same for words and relations; nothing where not worth it
        self.slow: frozenset[str] | None = None  # what is written seldom
        self.memories: list[int] = []  # for each word that is remembered the marks that end it
        self.bits: dict[str, int] = {}  # the mark that a state or zone leaves when it is written
        self.texts: list[str] = []
        self.done: dict[Any, str] = {}
        self.numbers = itertools.count(1)
        self.noted: set[str] = set()  # lines that are in the text
        self.guards: set[str] = set()  # guards that can fail
        self.tries: list[o.Block] = []  # prices and suppositions
        self.loose = manner.whole and not prices_in(program)  # zones are lists that change in place
        self.packs: dict[str, Any] = {}  # actions whose moves are whole numbers
        self.pack: Any = None  # the one whose moves are being listed
        self.kept: dict[Any, str] = {}
        self.asks_last = any("last" in names_read(block) for block in program.blocks.values())

    def fresh(self, stem: str) -> str:
        return f"{stem}{next(self.numbers)}"

    # -------------------------------------------------------------- constants

    def constant(self, value: Any) -> str:
        """Python for a value known before play."""
        if isinstance(value, str):
            return quoted(value)
        if value is None or isinstance(value, bool | int):
            return repr(value)
        if isinstance(value, tuple) and len(value) <= 1 and all(isinstance(m, int) for m in value):
            return repr(value)
        key = (type(value).__name__, repr(value))
        if key not in self.kept:
            self.kept[key] = self.give("K", value)
        return self.kept[key]

    def give(self, stem: str, value: Any) -> str:
        """Put an object where the written text can name it."""
        name = self.fresh(stem)
        self.space[name] = value
        return name

    # -------------------------------------------------------------- functions

    def add(self, lines: Lines, still: bool = False) -> None:
        """A function is finished; one that only looks reads every list once."""
        if self.loose:
            lines.body = [loose.read(line, still) for line in lines.body]
        text = lines.text()
        if still:
            text = _aliased(lines)
        self.texts.append(text)

    def outlined(self, stem: str, scope: Scope, names: frozenset[str]) -> tuple[Lines, Scope, str]:
        """A function of its own for part of a value: its text, the names in it, and the call."""
        name = self.fresh(stem)
        inner: dict[str, Bound] = {}
        given: list[str] = []
        params: list[str] = []
        for one in sorted(names & set(scope)):
            bound = scope[one]
            if (
                bound.code.isidentifier()
                and bound.code not in ("None", "True", "False")
                and bound.code not in self.space
            ):
                code = f"l_{safe(one)}"
                params.append(code)
                given.append(bound.code)
                inner[one] = Bound(code, bound.sure)
            elif literal(bound.code) or bound.code in self.space:
                inner[one] = bound
            else:
                code = f"l_{safe(one)}"
                params.append(code)
                given.append(bound.code)
                inner[one] = Bound(code, bound.sure)
        lines = Lines(f"def {name}({', '.join(['s', *params])}):")
        return lines, inner, f"{name}({', '.join(['s', *given])})"

    def again(self, node: Any, names: frozenset[str], scope: Scope, write: Callable[[], str]) -> str:
        """A function that was written for the same value before is called again."""
        bounds = [(n, scope[n]) for n in sorted(names & set(scope))]
        fixed = [literal(x.code) or x.code in self.space for _, x in bounds]
        signs = tuple((n, x.sure, x.code if still else "") for (n, x), still in zip(bounds, fixed, strict=True))
        olds = tuple(sorted((n, x.code) for n, x in scope.items() if is_kept(n)))
        key = ("again", self.remembering, id(node), signs, olds, len(self.behind))
        if key in self.done:
            given = [x.code for (_, x), still in zip(bounds, fixed, strict=True) if not still]
            return f"{self.done[key]}({', '.join(['s', *given])})"
        code = write()
        if CALL.fullmatch(code):
            self.done[key] = code.split("(")[0]
        return code

    def text(self) -> str:
        return "\n".join(self.texts)


def literal(code: str) -> bool:
    """Is it written out, and no name or sum?"""
    return code in ("None", "True", "False") or code.lstrip("-").isdigit()


def _aliased(lines: Lines) -> str:
    body = "\n".join(lines.body)
    loops = "for " in body
    slots: dict[str, int] = {}
    for found in SLOT.findall(body):
        slots[found] = slots.get(found, 0) + 1
    often = [slot for slot, count in slots.items() if loops or count > 1]
    for slot in often:
        body = re.sub(rf"\bs\.{slot}\b", f"_{slot}", body)
    prelude = [f"    _{slot} = s.{slot}" for slot in often]
    return "\n".join([lines.head, *prelude, body or "    pass", ""])
