"""What is known while one body is written: its text, its names, and whether anybody asks for `last`."""

from __future__ import annotations

from rulekit.check.tree import typed_expressions as v
from rulekit.play.codegen.book import Book, Bound, Lines, names_read, read_by
from rulekit.play.codegen.shelf import quoted, safe
from rulekit.play.machine import ops as o


class Body:
    """One function for one block. `framed`: it can wait, and its names are kept in a frame."""

    def __init__(self, b: Book, block: o.Block, lines: Lines, framed: bool) -> None:
        self.b = b
        self.block = block
        self.lines = lines
        self.framed = framed
        self.scope: dict[str, Bound] = {}
        self.read = names_read(block)
        self.bound = bound_often(block)
        self.needs_last = "last" in self.read
        self.reported = "f.reported" if framed else "reported"
        self.early: set[str] = set()
        self.stem = "l"
        self.yields = False  # is a generator being written?
        self.playing: bool | None = None  # is the set-up over? Nothing where that is only known in play

    def unset(self, given: set[str]) -> list[str]:
        """What stands at the head of a body: names that only get a value further in are nothing until then.

        Those the body is `given` have their value, and keep it where the body does not set them.
        """
        return [f"{variable} = None" for variable in sorted(self.early - given)]

    def codes(self) -> set[str]:
        """The Python of every name that is known by now."""
        return {bound.code for bound in self.scope.values()}

    def variable(self, name: str) -> str:
        """What a name of the game is called in the text."""
        return f"{self.stem}_{safe(name)}"

    def last(self, code: str) -> None:
        """How much the verb at hand has done, if somebody asks."""
        if self.needs_last:
            self.lines.put(f"_last = {code}")

    def last_is(self, code: str) -> None:
        if self.needs_last:
            self.lines.put(f"{self.variable('last')} = {code}")
            self.keep("last", self.variable("last"))

    def owns(self, *slots: str) -> None:
        """Before writing: what is shared with another position is copied first."""
        if self.b.manner.shared:
            for slot in slots:
                if slot in self.b.shelves.lists:
                    self.lines.put(f"if {slot!r} not in s.own: s.own.add({slot!r}); s.{slot} = s.{slot}[:]")

    def bind(self, name: str, code: str, sure: bool) -> None:
        """A name gets a value."""
        self.lines.put(f"{self.variable(name)} = {code}")
        self.named(name, sure)

    def named(self, name: str, sure: bool) -> None:
        variable = self.variable(name)
        self.scope[name] = Bound(variable, sure and name not in self.bound)
        if self.lines.depth > 1:
            self.early.add(variable)
        self.keep(name, variable)

    def keep(self, name: str, variable: str) -> None:
        """What may be read after waiting lies in the frame."""
        if self.framed:
            self.lines.put(f"E[{quoted(name)}] = {variable}")

    def code(self, node: v.T) -> str:
        from rulekit.play.codegen import values

        return values.value(self.b, node, self.scope)


def bound_often(block: o.Block) -> set[str]:
    """Names that are bound at several lines, or set: any of these may make them nothing."""
    times: dict[str, int] = {}
    for op in block.ops:
        for name in bound_by(op):
            times[name] = times.get(name, 0) + 1
    return {name for name, count in times.items() if count > 1} | passed_by(block)


def passed_by(block: o.Block) -> set[str]:
    """Names bound where the game may pass by, and read behind it: there they may be nothing."""
    found: set[str] = set()
    for n, op in enumerate(block.ops):
        behind = [end for before in block.ops[:n] if (end := leads_to(before)) > n]
        names = bound_by(op) if behind else []
        if names:
            found |= set(names) & read_by(block.ops[min(behind) :])
    return found


def leads_to(op: o.Op) -> int:
    """How far a branch or loop may go on at once."""
    return max(getattr(op, "target", 0), getattr(op, "exit", 0))


def bound_by(op: o.Op) -> list[str]:
    if isinstance(op, o.Let):
        return [op.name]
    if isinstance(op, o.EachNext):
        return [op.step.name]
    if isinstance(op, o.Ask):
        return [p.name for p in getattr(op.step, "params", ())]
    if isinstance(op, o.Roll):
        return list(op.step.names)
    if isinstance(op, o.Lot):
        return [op.step.param.name]
    if isinstance(op, o.SealNext):
        return [op.name]
    if isinstance(op, o.Core):
        place = op.call.place
        return [place.name] * 2 if isinstance(place, v.Local) else []
    return []
