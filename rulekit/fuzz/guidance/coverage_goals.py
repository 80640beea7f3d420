"""What there is to reach in one configuration: lines, guards that alone refuse a move, effects with the lines they run.

The rest of the rulebook is named as well, with the reason why nobody can get there.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulekit.check.tree import typed_statements
from rulekit.fuzz.guidance.reachability import Live
from rulekit.play.codegen import alone, counting
from rulekit.play.codegen.book import Book
from rulekit.play.machine import ops as o
from rulekit.play.machine.machine import Program

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
    live = Live(b.program)
    lines = {op.id for ops in live.ops.values() for op in ops if isinstance(op, o.LineEnd | o.Finish) and op.id}
    lines |= {ending.id for ending in b.program.checked.endings if ending.id and not live.never(ending.condition)}
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
    found = {op.id for op in ops if isinstance(op, o.LineEnd | o.Finish) and op.id}
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


def _guards(b: Book, live: Live) -> Iterator[tuple[str, bool]]:
    """Guards, and whether they can fail alone: of actions that can be offered, of procedures that a price tries."""
    keys = {key for block in b.tries for key in counting.below(b, block)}
    tried = keys | counting.reached(b, sorted(keys))
    for key, body in b.program.checked.bodies.items():
        if body.sort == "action":
            yield from ((n, n in b.guards and key in live.ops and not _sure(live, s)) for n, s in _own(body).items())
        elif body.sort == "procedure":
            yield from ((name, key in tried and not _sure(live, step)) for name, step in _own(body).items())


def _sure(live: Live, step: typed_statements.Guard | None) -> bool:
    return step is not None and live.always(step.condition)


def _pairs(live: Live) -> Iterator[str]:
    """Each effect itself, and each line it can run without another effect in between."""
    for effect in (key for key in live.ops if key.startswith(counting.EFFECT)):
        yield pair(effect, "")
        yield from (pair(effect, line) for line in live.lines_in(effect))


# ------------------------------------------------------------------ what cannot


def _why(program: Program, live: Live, name: str) -> str:
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
