"""What an instrumented engine notes while it runs: each line, with the effect it ran in.

`NOTED` has a set of line ids for each effect, for `""` outside of all effects, and for `TRIED`, which did not happen;
`HERE[0]` is the one that is written to. `FELL` has the guards of procedures that kept somebody from paying a price.
"""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_statements
from rulekit.play.codegen import stillness
from rulekit.play.codegen.book import Book, Lines
from rulekit.play.codegen.shelf import quoted
from rulekit.play.machine import ops as o
from rulekit.play.machine.body_end_steps import event_name

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


# ------------------------------------------------------------------ what is written


def line(b: Book, lines: Lines, clause: str) -> None:
    """A line is done."""
    if b.manner.counted:
        b.noted.add(clause)
        lines.put(f"HERE[0].add({quoted(clause)})")


def entered(b: Book, lines: Lines, key: str) -> None:
    """A body with a frame, or an answer, goes on: in which effect?"""
    if not b.manner.counted:
        return
    if key.startswith(EFFECT):
        lines.put(f"HERE[0] = NOTED[{quoted(key)}]")
        lines.put(f"HERE[0].add({quoted(ITSELF)})")
    elif key in within(b):
        lines.put("HERE[0] = NOTED[inside(s.frames)]")
    else:
        lines.put("HERE[0] = NOTED['']")


def called(b: Book, lines: Lines, key: str) -> None:
    """An effect begins as a function."""
    if b.manner.counted and key.startswith(EFFECT):
        lines.put(f"outer, HERE[0] = HERE[0], NOTED[{quoted(key)}]")
        lines.put(f"HERE[0].add({quoted(ITSELF)})")


def gone(b: Book, lines: Lines, key: str) -> None:
    """It ends."""
    if b.manner.counted and key.startswith(EFFECT):
        lines.put("HERE[0] = outer")


def tried(b: Book, lines: Lines, block: o.Block) -> tuple[str, str]:
    """What runs now is only tried; gives what is said before it is left in either way."""
    if not b.manner.counted:
        return "", ""
    b.tries.append(block)
    lines.put(f"outer, HERE[0] = HERE[0], NOTED[{quoted(TRIED)}]")
    return "HERE[0] = outer; ", "HERE[0] = outer"


def required(b: Book, lines: Lines, clause: str | None, test: str) -> None:
    """A guard of a procedure does not hold: where that is tried, a price cannot be paid."""
    if b.manner.counted and clause:
        lines.put(f"if not ({test}): FELL.add({quoted(clause)})")


# ------------------------------------------------------------------ which body may run in which


def within(b: Book) -> frozenset[str]:
    """The bodies that can run while an effect is under way."""
    found: Any = b.done.get("within")
    if found is None:
        found = b.done["within"] = frozenset(reached(b, effects(b)))  # type: ignore[assignment]
    return found  # type: ignore[no-any-return]


def reached(b: Book, keys: list[str], through_effects: bool = True) -> set[str]:
    """What bodies begin, and what that begins in turn."""
    found: set[str] = set()
    left = keys
    while left:
        known = dict.fromkeys(key for one in left for key in below(b, b.program.blocks[one]))
        left = [key for key in known if key not in found and (through_effects or not key.startswith(EFFECT))]
        found |= set(left)
    return found


def below(b: Book, block: o.Block) -> list[str]:
    """The bodies a body may begin: what it calls, performs and offers, and what reacts to it."""
    name = event_name(block.key)
    found = [r.key for (_, event), known in b.program.reactions.items() if event == name for r in known]
    for op in block.ops:
        found += stillness.callees(b, op)
        if isinstance(op, o.Ask | o.Menu | o.Seal):
            groups = op.step.groups if isinstance(op.step, typed_statements.Menu) else (op.step,)
            offered = [name for group in groups for name in getattr(group, "offers", ())]
            found += [f"action {name}" for name in (*offered, *(info.name for info in b.program.anytime))]
    return found
