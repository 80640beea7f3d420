"""What an instrumented engine notes: lines with the effect they ran in, and moves that one guard alone refused.

`NOTED` has a set of line ids for each effect, for `""` outside of all effects, and for `TRIED`, which did not happen;
`HERE[0]` is the one that is written to. While `LOOK[0]` is set every legal list is asked which guard alone keeps a move
out of it; `ALONE` keeps one such move for each guard, with the seat. `FELL` has the guards of procedures that stopped
somebody from paying a price.
"""

from __future__ import annotations

from typing import Any

from rulekit.check import does
from rulekit.check.walking import walk
from rulekit.play import ops as o
from rulekit.play.compiled import offers, stillness, values
from rulekit.play.compiled.book import Book, Lines, Scope
from rulekit.play.steps import event_name

TRIED = "tried"
EFFECT = "effect "
ITSELF = ""  # stands for an effect as a whole: its lines have no ids


def furniture(b: Book) -> dict[str, Any]:
    """What the written text finds in its space."""
    noted: dict[str, set[str]] = {key: set() for key in ("", TRIED, *effects(b))}
    return {"NOTED": noted, "HERE": [noted[""]], "LOOK": [False], "ALONE": {}, "FELL": set(), "inside": inside}


def effects(b: Book) -> list[str]:
    """The keys of all effects."""
    return [key for key in b.program.blocks if key.startswith(EFFECT)]


def inside(frames: list[Any]) -> str:
    """The innermost effect under way."""
    for frame in reversed(frames):
        if frame.key.startswith(EFFECT):
            key: str = frame.key
            return key
    return ""


# ------------------------------------------------------------------ lines


def line(b: Book, lines: Lines, clause: str) -> None:
    """A line is done."""
    if b.manner.counted:
        b.noted.add(clause)
        lines.put(f"HERE[0].add({clause!r})")


def entered(b: Book, lines: Lines, key: str) -> None:
    """A body that is run with a frame, or an answer, goes on: in which effect?"""
    if not b.manner.counted:
        return
    if key.startswith(EFFECT):
        lines.put(f"HERE[0] = NOTED[{key!r}]")
        lines.put(f"HERE[0].add({ITSELF!r})")
    elif key in within(b):
        lines.put("HERE[0] = NOTED[inside(s.frames)]")
    else:
        lines.put("HERE[0] = NOTED['']")


def called(b: Book, lines: Lines, key: str) -> None:
    """An effect begins as a function."""
    if b.manner.counted and key.startswith(EFFECT):
        lines.put(f"outer, HERE[0] = HERE[0], NOTED[{key!r}]")
        lines.put(f"HERE[0].add({ITSELF!r})")


def gone(b: Book, lines: Lines, key: str) -> None:
    """It ends."""
    if b.manner.counted and key.startswith(EFFECT):
        lines.put("HERE[0] = outer")


def within(b: Book) -> frozenset[str]:
    """The bodies that can run while an effect is under way."""
    if "within" not in b.done:
        found: set[str] = set()
        left = effects(b)
        while left:
            left = [key for one in left for key in below(b, one) if key not in found]
            found |= set(left)
        b.done["within"] = frozenset(found)  # type: ignore[assignment]
    return b.done["within"]  # type: ignore[return-value]


def below(b: Book, key: str) -> list[str]:
    """The bodies a body may begin: what it calls, performs and offers, and what reacts to it."""
    found = [r.key for (_, event), known in b.program.reactions.items() if event == event_name(key) for r in known]
    for op in b.program.blocks[key].ops:
        found += stillness.callees(b, op)
        step = getattr(op, "step", None)
        groups = step.groups if isinstance(step, does.Menu) else (step,)
        offered = [name for group in groups for name in getattr(group, "offers", ())]
        if isinstance(op, o.Ask | o.Menu | o.Seal):
            offered += [info.name for info in b.program.anytime]
        found += [f"action {name}" for name in offered]
    return found


# ------------------------------------------------------------------ guards


def looked(b: Book, lines: Lines, body: does.Body) -> None:
    """A legal list is made: which guard, or the price, keeps a move out of it that nothing else does?"""
    tests = [step for step in body.front if isinstance(step, does.Guard) and step.id]
    names = [(step.id or "", _without(b, body, step)) for step in tests if not always(b, step)]
    line = next((one for one in body.lines if one.price is not None and not one.openers), None)
    if line is not None:
        names.append((f"price of {line.id}", _without(b, body, None)))
    b.guards |= {name for name, _ in names}
    if not names:
        return
    lines.into("if LOOK[0]:")
    for name, function in names:
        lines.put(f"if {name!r} not in ALONE: {function}(s, l_player, code)")
    lines.out()


def always(b: Book, step: does.Guard) -> bool:
    """A guard that cannot fail in this configuration."""
    return bool(b.purity.constant(step.condition) and b.purity.fold(step.condition) is True)


def _without(b: Book, body: does.Body, left_out: does.Guard | None) -> str:
    """A function that notes the first move all other guards let through and this one, or the price, does not."""
    name = b.fresh("but")
    lines = Lines(f"def {name}(s, l_player, code):")
    lines.into("try:")
    scope: Scope = offers.filled(b, lines, body.front, {"player": offers.Bound("l_player", True)}, body, (left_out,))
    clause = f"price of {_priced(body)}" if left_out is None else left_out.id
    move = offers.token(body.front, scope)
    lines.put(f"ALONE[{clause!r}] = (l_player, (code{move or ','}))")
    lines.put("return")
    lines.depth = 1
    lines.put("except Exception: return")  # what comes later may rest on the guard that was left out
    b.add(lines, True)
    return name


def _priced(body: does.Body) -> str | None:
    return next(one.id for one in body.lines if one.price is not None and not one.openers)


def required(b: Book, lines: Lines, clause: str | None, test: str) -> None:
    """A guard of a procedure does not hold: when that is tried, a price cannot be paid."""
    if b.manner.counted and clause:
        b.guards.add(clause)
        lines.put(f"if not ({test}): FELL.add({clause!r})")


__all__ = ["TRIED", "below", "furniture", "inside", "within"]
_ = (walk, values)
