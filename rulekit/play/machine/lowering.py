"""From checked bodies to flat blocks of ops.

What goes in is a checked rulebook, what comes out one block of ops for each body. A sample: of

A declaration::

    turn
      [turn.draw]  if count of deck > 0: move top of deck to hand of player
      [turn.grab]  player must grab

the block is: 0 Unless(5), 1 Start, 2 Core(move), 3 LineEnd, .. Start, Ask, LineEnd, Return. Lines that others
replace become tests in front of them; exceptions are asked where the line's condition is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulekit.check.budgets.cost_estimate import Costs, charge, costs_of, steps_of_passes
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import all_of
from rulekit.limits import CALLS_LIMIT, IDLE_LIMIT, PASSES_LIMIT
from rulekit.play.machine import ops as o
from rulekit.typesystem import types as t
from rulekit.verbs.state_verbs import SET
from rulekit.verbs.verb import NO_VERB
from rulekit.words.order.next import WORD as NEXT
from rulekit.words.vocabulary import ACTIVE

IDLE_PASS = PASSES_LIMIT // IDLE_LIMIT  # what play counts for a turn, or a pass of `for ever`


def lower(checked: CheckedRulebook) -> dict[str, o.Block]:
    """Every body as a block; `play` is made up where only `turn` is written."""
    replaced = _replacements(checked)
    reactions = [b for b in checked.bodies.values() if b.sort == "reaction"]
    blocks = {key: _block(checked, key, body, replaced, reactions) for key, body in checked.bodies.items()}
    blocks.setdefault("setup", o.Block("setup", (o.Return(),), None))
    if "play" not in blocks:
        blocks["play"] = _default_play()
    return blocks


def _default_play() -> o.Block:
    """For ever: turn, next player."""
    turn = typed_statements.Call("turn", None, ())
    active = v.Read(ACTIVE, (), type=t.SEAT)
    step = typed_statements.Call(
        SET.name, None, (("", active), ("to", v.CoreUse(NEXT.name, (("of", active),), type=t.SEAT)))
    )
    return o.Block("play", (o.Invoke(turn, id="play.turn"), o.Core(step), o.Jump(0, IDLE_PASS, id="play.turn")), None)


Replaced = Mapping[str, list[typed_statements.Line]]


def _replacements(checked: CheckedRulebook) -> Replaced:
    """The lines that stand `instead of` another one, by the id of that other one."""
    found: dict[str, list[typed_statements.Line]] = {}
    for body in checked.bodies.values():
        for node in all_of(body, typed_statements.Line):
            if node.replaces is not None:
                found.setdefault(node.replaces[0], []).append(node)
    return found


def _block(
    checked: CheckedRulebook,
    key: str,
    body: typed_statements.Body,
    replaced: Replaced,
    reactions: list[typed_statements.Body],
) -> o.Block:
    """One body as a block of ops, with its parameters, and for a procedure that calls itself how deep it may go and
    what must fall.

    The parameters and guards of an action are not in the block: they are asked when moves are listed, before there is
    a frame.
    """
    costs = costs_of(checked)
    writer = _Writer(replaced, costs)
    front = () if body.sort == "action" else body.front
    for step in front:
        writer.front(step)
    writer.body(body)
    writer.emit(o.Return())
    params: tuple[str, ...] = tuple(p.name for p in body.front if isinstance(p, typed_statements.Param))
    measure = None
    falling = None
    if body.sort == "procedure":
        proc = next(p for known in checked.symbols.procs.values() for p in known if p.key == body.name)
        params = tuple(p.name for p in proc.params)
        measure = proc.decl.measure
        falling = checked.measures.get(proc.key)
    if measure is None:
        return o.Block(key, tuple(writer.ops), body, params, None, falling, _olds(body, reactions))
    deep = CALLS_LIMIT if measure.deep is None else measure.deep
    return o.Block(
        key, tuple(writer.ops), body, params, deep, falling, _olds(body, reactions), steps_of_passes(costs.body(key))
    )


def _olds(body: typed_statements.Body, reactions: list[typed_statements.Body]) -> tuple[v.Earlier, ...]:
    """What `old` asks for in a body and in the reactions to it, outside `supposing`."""
    names = {body.name, body.name.split("/")[0]}
    bodies = [body] + [r for r in reactions if names & set(r.events)] if body.sort != "reaction" else []
    supposed = {id(n) for b in bodies for s in all_of(b, v.Supposing) for n in all_of(s.condition, v.Earlier)}
    return tuple(n for b in bodies for n in all_of(b, v.Earlier) if id(n) not in supposed)


class _Writer:
    """Writes ops one after another and fills in where jumps go."""

    def __init__(self, replaced: Replaced, costs: Costs) -> None:
        self.ops: list[o.Op] = []
        self.costs = costs
        self.replaced = replaced
        self.slots = 0
        self.event_done = False

    def emit(self, op: o.Op) -> int:
        """Writes an op and gives its place, to be filled in by `patch` if it jumps."""
        self.ops.append(op)
        return len(self.ops) - 1

    def here(self) -> int:
        """The place of the next op."""
        return len(self.ops)

    def front(self, step: typed_statements.Step) -> None:
        """A guard or a name that stands before the lines; parameters are filled in by whoever begins the frame."""
        if isinstance(step, typed_statements.Guard):
            self.emit(o.Require(step.condition, id=step.id))
        elif isinstance(step, typed_statements.Bound):
            self.emit(o.Let(step.name, step.value, id=step.id))

    def body(self, body: typed_statements.Body) -> None:
        """Reactions before the first effect come in behind its price."""
        first = next((line for line in body.lines if line.bend is None and line.replaces is None), None)
        prices = first is not None and first.price is not None and not first.openers and body.sort == "action"
        if not prices and body.sort in ("action", "procedure"):
            self.emit(o.Event())
            self.event_done = True
        self.event_done = not prices or body.sort not in ("action", "procedure")
        self.lines(body.lines, False, body.sort == "action")

    # -------------------------------------------------------------- lines

    def lines(self, lines: tuple[typed_statements.Line, ...], far: bool, top: bool) -> None:
        """The lines one after another. Lines joined by `else` are a group: each that ran jumps behind the last of
        them.
        """
        ends: list[int] = []  # jumps to behind an if/else group
        for n, line in enumerate(lines):
            if line.bend is not None or line.replaces is not None:
                continue
            following = lines[n + 1] if n + 1 < len(lines) else None
            chained = (
                following is not None and following.openers and isinstance(following.openers[0], typed_statements.Else)
            )
            jump = self.line(line, far, top, bool(chained))
            if jump is not None:
                ends.append(jump)
            if not chained:
                self.patch(ends)
                ends = []

    def patch(self, places: list[int]) -> None:
        """Lets the jumps at these places go to the next op."""
        import attrs

        for place in places:
            op = self.ops[place]
            name = "target" if hasattr(op, "target") else "exit"
            changed: Any = {name: self.here()}
            self.ops[place] = attrs.evolve(op, **changed)

    def line(self, line: typed_statements.Line, far: bool, top: bool, chained: bool) -> int | None:
        """One line with what replaces it; gives the jump over a following `else`."""
        instead = self.replaced.get(line.id or "", [])
        overs: list[int] = []
        for new in instead:
            assert new.replaces is not None
            condition = new.replaces[1]
            skip = self.emit(o.Unless(condition, 0, id=new.id)) if condition is not None else None
            self.content(new, far, False)
            self.emit(o.LineEnd(id=new.id))
            overs.append(self.emit(o.Jump(0)))
            if skip is None:
                self.patch(overs)
                return None
            self.patch([skip])
        jump = self.opened(line, list(line.openers), far, top, chained)
        self.patch(overs)
        return jump

    def opened(
        self, line: typed_statements.Line, openers: list[typed_statements.Step], far: bool, top: bool, chained: bool
    ) -> int | None:
        """Openers from the outside in."""
        if not openers:
            self.content(line, far, top)
            self.emit(o.LineEnd(id=line.id))
            return None
        opener, rest = openers[0], openers[1:]
        if isinstance(opener, typed_statements.When):
            skip = self.emit(o.Unless(opener.condition, 0, id=line.id))
            self.opened(line, rest, far, False, False)
            over = self.emit(o.Jump(0)) if chained else None
            self.patch([skip])
            return over
        if isinstance(opener, typed_statements.Else):
            return self.opened(line, rest, far, False, chained)
        if isinstance(opener, typed_statements.AsFar):
            return self.opened(line, rest, True, False, False)
        if isinstance(opener, typed_statements.Ever):
            self.ever(line, opener, rest, far)
        elif isinstance(opener, typed_statements.Together):
            self.together(line, opener, far)
        else:
            self.loop(line, opener, rest, far)
        return None

    # -------------------------------------------------------------- loops

    def loop(
        self, line: typed_statements.Line, opener: typed_statements.Step, rest: list[typed_statements.Step], far: bool
    ) -> None:
        """How a loop begins, the test before each pass, what is done in one, and the jump back to the test."""
        slot = self.slot()
        begin, test = LOOPS[type(opener)](slot, opener, charge(self.costs, line, opener), line.id)
        self.emit(begin)
        start = self.emit(test)
        self.opened(line, rest, far, False, False)
        self.emit(o.Jump(start))
        self.patch([start])

    def ever(
        self, line: typed_statements.Line, opener: typed_statements.Ever, rest: list[typed_statements.Step], far: bool
    ) -> None:
        """`for ever:` is a jump back to its beginning; passes are counted at the jump."""
        start = self.here()
        self.opened(line, rest, far, False, False)
        self.emit(o.Jump(start, IDLE_PASS, id=line.id))

    def together(self, line: typed_statements.Line, opener: typed_statements.Together, far: bool) -> None:
        """All answers first, then the rest of the chain for each who was asked, in seat order."""
        slot = self.slot()
        first = next(s for s in line.does if isinstance(s, typed_statements.Ask | typed_statements.Choose))
        seal = self.emit(o.Seal(slot, opener.name, opener.condition, first, 0, id=line.id))
        start = self.emit(o.SealNext(slot, opener.name, 0, id=line.id))
        self.emit(o.Start(id=line.id))
        for k, step in enumerate(line.does, 1):
            self.step(step, line, k, far, slot if step is first else None)
        self.emit(o.LineEnd(id=line.id))
        self.emit(o.Jump(start))
        self.patch([seal, start])

    def slot(self) -> int:
        """A new place in the frame for what a loop keeps."""
        self.slots += 1
        return self.slots

    # -------------------------------------------------------------- content

    def content(self, line: typed_statements.Line, far: bool, top: bool) -> None:
        """What a line does behind its openers: an indented body, or its price and then its statements.

        Whether the price can be paid is asked first, unless it is the price of an action: then the move was legal only
        because it can. Reactions `before` come when the price is paid.
        """
        if line.body is not None:
            self.lines(line.body, far, False)
            return
        self.emit(o.Start(id=line.id))
        k = 1
        skip = None
        if line.price is not None:
            if not (top and not line.openers):
                skip = self.emit(o.Payable(line.price, 0, id=line.id))
            for step in line.price:
                self.step(step, line, k, far)
                k += 1
            if not self.event_done:
                self.emit(o.Event())
                self.event_done = True
        for step in line.does:
            self.step(step, line, k, far)
            k += 1
        if skip is not None:
            self.patch([skip])

    def step(
        self, step: typed_statements.Step, line: typed_statements.Line, k: int, far: bool, sealed: int | None = None
    ) -> None:
        """One statement as one op. `k` is its number in the line, by which a written position tells where it stands."""
        at: dict[str, Any] = {"id": line.id, "k": k}
        if isinstance(step, typed_statements.Call):
            self.emit(_call(step, far, at))
        elif isinstance(step, typed_statements.Guard):
            self.emit(o.Require(step.condition, **at))
        elif isinstance(step, typed_statements.Bound):
            self.emit(o.Let(step.name, step.value, **at))
        elif isinstance(step, typed_statements.Ask | typed_statements.Choose):
            self.emit(o.Ask(step, sealed, **at))
        else:
            self.emit(STEPS[type(step)](step, **at))


STEPS = {
    typed_statements.Menu: o.Menu,
    typed_statements.Roll: o.Roll,
    typed_statements.Lot: o.Lot,
    typed_statements.Finish: o.Finish,
}


def _call(step: typed_statements.Call, far: bool, at: dict[str, Any]) -> o.Op:
    """The op for a call: of a procedure, of an effect, of a shuffle, or of a verb of the kit."""
    if step.core is NO_VERB:
        return o.Invoke(step, **at)
    if step.core.runs:
        return o.Perform(step, **at)
    if step.core.draws:
        return o.Shuffle(step, **at)
    return o.Core(step, far, **at)


LOOPS: dict[type, Callable[[int, Any, int, str | None], tuple[o.Op, o.Op]]] = {
    typed_statements.Each: lambda slot, opener, work, at: (
        o.EachStart(slot, opener, work, id=at),
        o.EachNext(slot, opener, 0, id=at),
    ),
    typed_statements.Repeat: lambda slot, opener, work, at: (
        o.RepeatStart(slot, opener.times, work, id=at),
        o.RepeatNext(slot, 0, id=at),
    ),
    typed_statements.Until: lambda slot, opener, work, at: (
        o.UntilStart(slot, id=at),
        o.UntilNext(slot, opener, 0, work, id=at),
    ),
}
