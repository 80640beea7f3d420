"""What there is to reach in one configuration: lines, guards that alone refuse a move, effects with the lines they run.

The rest of the rulebook is named as well, with the reason why nobody can get there.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulekit.check import does
from rulekit.play import ops as o
from rulekit.play.compiled import alone, counting
from rulekit.play.compiled.book import Book
from rulekit.play.machine import Program

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
    """From an engine that was written for the configuration: what is not in its text cannot happen."""
    lines = {name for name in known_lines(b.program) if name in b.noted or name in _endings(b)}
    guards = b.guards | _tried_guards(b)
    found = {(LINE, name) for name in lines} | {(GUARD, name) for name in guards}
    found |= {(PAIR, name) for name in _pairs(b, lines)}
    return Goals(frozenset(found), _shut(b, lines, guards))


def pair(effect: str, line: str) -> str:
    """An effect and a line in it; without a line, the effect itself."""
    name = effect.removeprefix(counting.EFFECT)
    return f"{name}{INTO}{line}" if line else name


# ------------------------------------------------------------------ all there is


def known_lines(program: Program) -> list[str]:
    """Every line of the rulebook that does something, and every ending."""
    found = [op.id for block in program.blocks.values() for op in block.ops if isinstance(op, o.LineEnd | o.Finish)]
    found += [ending.id for ending in program.checked.endings]
    return list(dict.fromkeys(name for name in found if name))


def known_guards(program: Program) -> list[str]:
    """Every guard of an action and every price of one, and the guards of procedures."""
    found: list[str] = []
    for body in program.checked.bodies.values():
        guards = [step for step in body.front if isinstance(step, does.Guard) and step.id]
        found += [step.id or "" for step in guards] if body.sort in ("action", "procedure") else []
        if body.sort == "action" and any(line.price is not None and not line.openers for line in body.lines):
            found.append(alone.named(body, None))
    return found


# ------------------------------------------------------------------ what can be reached


def _endings(b: Book) -> set[str]:
    """Endings that can come."""
    return {e.id for e in b.program.checked.endings if e.id and not _never(b, e.condition)}


def _never(b: Book, condition: object) -> bool:
    return b.purity.constant(condition) and b.purity.fold(condition) is False  # type: ignore[arg-type]


def _tried_guards(b: Book) -> set[str]:
    """Guards of procedures that a price runs."""
    keys = {key for block in b.tries for key in counting.below(b, block)}
    keys |= counting.reached(b, sorted(keys))
    blocks = [b.program.blocks[key] for key in keys if key.startswith("proc ")]
    return {op.id for block in blocks for op in block.ops if isinstance(op, o.Require) and op.id and not _sure(b, op)}


def _sure(b: Book, op: o.Require) -> bool:
    return b.purity.constant(op.condition) and b.purity.fold(op.condition) is True


def _pairs(b: Book, lines: Iterable[str]) -> list[str]:
    """Each effect itself, and each line it can run without another effect in between."""
    known, found = set(lines), []
    for effect in counting.effects(b):
        keys = [effect, *sorted(counting.reached(b, [effect], through_effects=False))]
        ops = [op for key in keys for op in b.program.blocks[key].ops]
        found.append(pair(effect, ""))
        found += [pair(effect, op.id) for op in ops if isinstance(op, o.LineEnd) and op.id in known]
    return found


# ------------------------------------------------------------------ what cannot


def _shut(b: Book, lines: set[str], guards: set[str]) -> dict[Goal, str]:
    """Why the others are out of reach."""
    found: dict[Goal, str] = {}
    owners = {op.id: block.key for block in b.program.blocks.values() for op in block.ops if op.id}
    for name in known_lines(b.program):
        if name not in lines:
            found[LINE, name] = _why(b, owners.get(name, "")) or "nothing in this configuration leads there"
    sure = {s.id for body in b.program.checked.bodies.values() for s in body.front if _certain(b, s)}
    for name in known_guards(b.program):
        if name not in guards:
            clause = name.removeprefix("price of ")
            held = "it always holds in this configuration"
            idle = _why(b, owners.get(clause, _action_of(b, clause))) or "no price of this configuration runs it"
            found[GUARD, name] = held if name in sure else idle
    return found


def _certain(b: Book, step: object) -> bool:
    return isinstance(step, does.Guard) and alone.always(b, step)


def _action_of(b: Book, clause: str) -> str:
    bodies = b.program.checked.bodies.items()
    return next((key for key, body in bodies for s in body.front if getattr(s, "id", None) == clause), "")


def _why(b: Book, key: str) -> str:
    """The action that has gone."""
    action = key.removeprefix("action ")
    return f"the action `{action}` is not in this configuration" if action in b.program.gone else ""
