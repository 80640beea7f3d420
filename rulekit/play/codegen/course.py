"""Python for whole games: bodies that wait become generators, and what they begin is written into them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import (
    calls,
    course_asks,
    course_draws,
    course_loops,
    course_menus,
    endings,
    loose,
    quiet,
    stillness,
    values,
)
from rulekit.play.codegen.book import NOTHING, Book, Bound, Lines, Scope, literal
from rulekit.play.codegen.shelf import quoted, safe
from rulekit.play.machine import ops as o
from rulekit.play.machine.body_end_steps import event_name
from rulekit.play.machine.machine import Program
from rulekit.play.machine.purity import kept_name
from rulekit.typesystem import types as t
from rulekit.verbs.verb import VerbAction

ROOM = 400  # ops that may be written into others, all told
LISTED = re.compile(r"\bs\.(z|[ewx]_\w+)\b")
COUNTED = "s.waits += 1"


def possible(program: Program) -> bool:
    """Can this game be written so? Reactions instead look at the frames below them."""
    return not any(timing == "instead of" and found for (timing, _), found in program.reactions.items())


def game(b: Book) -> None:
    """The generator of a game from the beginning; it yields wherever somebody, or chance, must answer."""
    lines = Lines("def course(s):")
    for slot in course_loops.measures(b.program).values():
        lines.put(f"s.{slot} = []")
    for key in ("setup", "play"):
        body = Course(b, b.program.blocks[key], lines)
        if key == "play":
            lines.put("s.started = True")
            endings.beginning(body)
        body.playing, body.yields = key == "play", True
        body.written_in({})
    lines.put("over(s, None, None)")
    lines.put("yield")
    body.finished()
    _unwaited(b)


def _unwaited(b: Book) -> None:
    """Answers are counted only where somebody looks at their number."""
    if not any("s.waits" in text.replace(COUNTED, "") for text in b.texts[1:]):
        b.texts[:] = [re.sub(rf"\n *{re.escape(COUNTED)}(?=\n)", "", text) for text in b.texts]


class Course(quiet.Quiet):
    """Writes a body where it is begun."""

    def __init__(self, b: Book, block: o.Block, lines: Lines, above: tuple[str, ...] = ()) -> None:
        super().__init__(b, block, lines)
        self.above = (*above, block.key)
        self.stem = b.fresh("l")
        self.reported = f"reported_{self.stem}"  # no name of the game begins so
        self.heads = course_loops.heads(block)
        self.clause = "None"  # the line that begins this body
        self.room = b.done.setdefault("room", [ROOM])  # type: ignore[arg-type]

    def written_in(self, given: Scope, known: Scope | None = None) -> None:
        """The whole body here; what it is given gets names of its own."""
        for name, bound in given.items():
            code = bound.code
            if name in self.bound or not literal(code):
                self.lines.put(f"{self.variable(name)} = {code}")
                code = self.variable(name)
            self.scope[name] = Bound(code, bound.sure and name not in self.bound)
        self.scope |= known or {}
        course_loops.bounded(self)
        endings.entered(self)
        if any(isinstance(op, o.Core) and op.call.core.does is VerbAction.REPORT for op in self.block.ops):
            self.lines.put(f"{self.reported} = 0")
        else:
            self.reported = "0"
        start, depth, given_codes = len(self.lines.body), self.lines.depth, self.codes()
        self.run(0, len(self.block.ops) - 1)
        self.lines.body[start:start] = ["    " * depth + line for line in self.unset(given_codes)]
        course_loops.unbounded(self)
        reactions(self, "after")
        endings.left(self)

    def run(self, n: int, end: int) -> None:
        while n < end:
            if n in self.heads:
                n = course_loops.ever(self, n, self.heads.pop(n))
                continue
            n = HANDLERS[type(self.block.ops[n])](self, n, self.block.ops[n])

    def fits(self, key: str) -> bool:
        """Is there room to write another body in this one? A body is never written into itself."""
        size = len(self.b.program.blocks[key].ops)
        if key in self.above or self.room[0] < size:  # type: ignore[operator]
            return False
        self.room[0] -= size  # type: ignore[index, operator]
        return True

    def begun(self, key: str, given: Scope, known: Scope | None = None, clause: str | None = None) -> str:
        """Another body runs here; gives what it reports."""
        if self.fits(key):
            inner = self.inner(key)
            inner.clause = quoted(clause)
            inner.written_in(given, known)
            return inner.reported
        olds = tuple(known or {})
        name, still = function(self.b, key, tuple(given), olds)
        codes = [bound.code for bound in (*given.values(), *(known or {}).values())]
        call = f"{name}({', '.join(['s', *codes, *course_loops.told(self.b, key, quoted(clause))])})"
        found = self.b.fresh("r")
        self.lines.put(f"{found} = {call if still else f'yield from {call}'}")
        return found

    def inner(self, key: str) -> Course:
        """Another body, to be written in this one."""
        made = Course(self.b, self.b.program.blocks[key], self.lines, self.above)
        made.playing, made.yields = self.playing, self.yields
        return made

    def apart(self, key: str, lines: Lines) -> Course:
        """Another body, to be written as a function of its own."""
        made = Course(self.b, self.b.program.blocks[key], lines)
        made.yields = not stillness.is_quiet(self.b, key)
        return made

    def finished(self) -> None:
        """Lists are never put in another's place while a game is played: each is looked up once."""
        body = "\n".join(self.lines.body)
        body = loose.read(body, False) if self.b.loose else body
        found = [
            slot
            for slot in dict.fromkeys(LISTED.findall(body))
            if slot in self.b.shelves.lists or slot.startswith("e_")
        ]
        for slot in found:
            body = re.sub(rf"\bs\.{slot}\b", f"_{slot}", body)
        heads = [f"    _{slot} = s.{slot}" for slot in found]
        self.b.texts.append("\n".join([self.lines.head, *heads, body, ""]))

    def wait(self, **told: str) -> str:
        """Stop until there is an answer; gives its name."""
        for slot, code in told.items():
            self.lines.put(f"s.{slot} = {code}")
        answer = self.b.fresh("k")
        self.lines.put(f"{answer} = yield")
        self.lines.put(COUNTED)
        return answer


def function(b: Book, key: str, names: tuple[str, ...], olds: tuple[str, ...] = ()) -> tuple[str, bool]:
    """A body as a function of its own, and whether it never waits."""
    still = stillness.is_quiet(b, key)
    done = ("course", key, names, olds)
    if done not in b.done:
        name = b.done[done] = b.fresh(f"c_{safe(event_name(key))}_")
        block = b.program.blocks[key]
        lines = Lines("")
        body = Course(b, block, lines, ())
        body.yields = not still
        body.clause = "clause"
        heads = [*(body.variable(n) for n in names), *(f"old_{n}" for n in range(len(olds)))]
        lines.head = f"def {name}({', '.join(['s', *heads, *course_loops.told(b, key, 'clause')])}):"
        sure = {"player", *block.params} if key.startswith("action ") else set(block.params)
        body.scope = {n: Bound(body.variable(n), n in sure and n not in body.bound) for n in names}
        body.written_in({}, {one: Bound(f"old_{n}") for n, one in enumerate(olds)})
        lines.put(f"return {body.reported}")
        if not still:
            lines.put("yield")
        body.finished()
    return b.done[done], still


# ------------------------------------------------------------------ what runs inside


def invoked(w: Course, n: int, op: o.Invoke) -> int:
    key = "turn" if op.call.proc is None else f"proc {op.call.proc}"
    guard, args = calls.arguments(w, op.call)
    found: dict[str, Bound] = {}
    if key != "turn":
        found = {name: w.scope.get(name, NOTHING) for name in ("player", "here")}
    params = set(w.b.program.blocks[key].params)
    found |= {name: Bound(code, name in params) for (name, _), code in zip(op.call.args, args, strict=True)}
    named = stillness.parameters(w.b, key)
    given = {name: found.get(name, NOTHING) for name in named}
    within(w, guard, lambda: w.begun(key, given, clause=op.id))
    return n + 1


def within(w: Course, guard: str, run: Callable[[], str]) -> None:
    """Something that is left out where an argument is missing; `last` becomes what it reports."""
    depth = w.lines.depth
    if guard:
        w.lines.into(f"if {guard}:")
    start = len(w.lines.body)
    w.last_is(run())
    if len(w.lines.body) == start:
        w.lines.put("pass")
    w.lines.depth = depth
    if guard and w.needs_last:
        w.lines.into("else:")
        w.last_is("0")
        w.lines.out()


def performed(w: Course, n: int, op: o.Perform) -> int:
    """An effect: one function for each of the column."""
    what = op.call.args[0][1]
    kind = what.type.bare
    assert isinstance(kind, t.EffectOf)
    if all(stillness.is_quiet(w.b, key) for key in stillness.callees(w.b, op)):
        return quiet.HANDLERS[o.Perform](w, n, op)
    guard, effect, _ = values.bare(w.b, what, w.scope)
    at = op.call.get("with")
    here = "None" if at is None else values.value(w.b, at, w.scope)
    names = stillness.column_names(w.b, kind)
    given = [w.scope.get("player", NOTHING).code, here, *(w.scope.get(x, NOTHING).code for x in names)]
    call = f"{effects(w.b, kind)}[{effect}]({', '.join(['s', *given])})"

    def run() -> str:
        found = w.b.fresh("r")
        w.lines.put(f"{found} = yield from {call}")
        return found

    within(w, guard, run)
    return n + 1


def effects(b: Book, kind: t.EffectOf) -> str:
    """The generators of all effects of a column, all taking the same names."""
    key = ("courses", kind.kind, kind.column)
    if key not in b.done:
        name = b.done[key] = b.fresh("EFFECTS")
        names = stillness.column_names(b, kind)
        rows = ", ".join(f"{n}: {_effect(b, b.plan.effects[n].key, names)}" for n in b.plan.members(kind))
        b.texts.append(f"{name} = {{{rows}}}\n")
    return b.done[key]


def _effect(b: Book, key: str, names: list[str]) -> str:
    done = ("course effect", key, tuple(names))
    if done not in b.done:
        inner, still = function(b, key, tuple(stillness.parameters(b, key)))
        name = b.done[done] = b.fresh("e")
        lines = Lines(f"def {name}({', '.join(['s', 'l_player', 'l_here', *(f'l_{safe(n)}' for n in names)])}):")
        given = [f"l_{safe(n)}" if n in ("player", "here", *names) else "None" for n in stillness.parameters(b, key)]
        lines.put(f"return {'' if still else '(yield from '}{inner}({', '.join(['s', *given])}){'' if still else ')'}")
        lines.put("yield")
        b.texts.append(lines.text())
    return b.done[done]


def reactions(w: quiet.Quiet, timing: str) -> None:
    """Reactions run where they come in; they see the names and `old` of their event."""
    assert isinstance(w, Course)
    if not w.block.key.startswith(("action ", "proc ", "turn")):
        return
    for block in w.b.program.reactions.get((timing, event_name(w.block.key)), ()):
        names = [n for n in stillness.parameters(w.b, block.key) if n != "here"]
        given = {n: Bound(w.scope.get(n, NOTHING).code, n == "player" and w.scope.get(n, NOTHING).sure) for n in names}
        olds = [kept_name(n) for n in walk(block.body) if isinstance(n, v.Earlier)]
        kept = {name: w.scope[name] for name in olds if name in w.scope}
        w.begun(block.key, {**given, "here": NOTHING}, kept)


def _event(w: Course, n: int, op: o.Event) -> int:
    reactions(w, "before")
    return n + 1


Handler = Callable[[Any, int, Any], int]
HANDLERS: dict[type, Handler] = {
    **quiet.HANDLERS,
    o.Invoke: invoked,
    o.Perform: performed,
    o.Event: _event,
    o.UntilStart: course_loops.until,
    o.Ask: lambda w, n, op: course_asks.ask(w, n, op),
    o.Menu: lambda w, n, op: course_menus.menu(w, n, op),
    o.Seal: lambda w, n, op: course_menus.seal(w, n, op),
    o.Roll: lambda w, n, op: course_draws.roll(w, n, op),
    o.Lot: lambda w, n, op: course_draws.lot(w, n, op),
    o.Shuffle: lambda w, n, op: course_draws.shuffle(w, n, op),
}
