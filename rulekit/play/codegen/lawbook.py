"""Python for the laws that hold of positions and of steps: one function for each, with the marks that wake it."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import conditions, marks, values, watching
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.play.codegen.lookback import looking

ALWAYS, REST, STEP, NUMBER, END = "always", "at-rest", "each-step", "number", "at-end"
PHASES = {
    "always": ALWAYS, "never": ALWAYS, "at-rest": REST, "each-step": STEP, "at-end": END, "at-most": END,
    "never-rises": NUMBER, "never-falls": NUMBER, "never-changes": NUMBER,
}  # fmt: skip


@attrs.frozen
class WrittenLaw:
    """One law in the text of a module."""

    number: int  # among the laws of the rulebook
    law: Any
    phase: str
    function: str  # (s, out): adds (number, seat) where it is broken; of a number (s): its value for each seat
    mask: int


def prepare(b: Book) -> None:
    """Before anything is written: what leaves marks, and which `old` look back."""
    b.space["JUDGED"] = set()  # numbers of the laws about single runs that were put to the test
    b.looking = looking(b.program.checked.laws)
    b.bits = marks.bits(b, [law for law in b.program.checked.laws if _stated(b, law)])


def _stated(b: Book, law: Any) -> bool:
    """A law about positions that reads some state; one that reads only tables is settled before play."""
    return law.sort == "plain" and not b.purity.is_pure(law.condition)


def write(b: Book) -> None:
    """Every law, and what must be kept between two steps."""
    laws = [(n, law) for n, law in enumerate(b.program.checked.laws) if _stated(b, law)]
    b.remembering = True
    b.space["LAWS"] = [_law(b, n, law) for n, law in laws]
    b.remembering = False
    b.space["MEMORIES"] = b.memories
    steps = [law for _, law in laws if PHASES[law.kind] == STEP]
    kept = watching.glimpse(b, steps)
    lines = Lines("def kept_for_laws(s):")
    lines.put(f"return {kept}")
    b.add(lines)
    b.space["NOW"] = any(isinstance(n, v.Earlier) for law in steps for n in walk((law.condition,)))


def _law(b: Book, number: int, law: Any) -> WrittenLaw:
    name = b.fresh("law")
    phase = PHASES[law.kind]
    mask = marks.mask(b, marks.reads(b, law))
    if phase == NUMBER:
        _number(b, name, law)
    else:
        _condition(b, name, number, law, phase)
    return WrittenLaw(number, law, phase, name, mask)


def _scope(law: Any, code: str) -> Scope:
    return {name: Bound(code, True) for name in law.free}


def _condition(b: Book, name: str, number: int, law: Any, phase: str) -> None:
    lines = Lines(f"def {name}(s, out):")
    back = phase != STEP and any(id(n) in b.looking for n in walk((law.condition,)))
    if back:
        lines.put("s.was = s")  # nothing is earlier than now
    if law.free:
        lines.into(f"for l_p in range({b.plan.seats}):")
    code = conditions.boolean(b, law.condition, _scope(law, "l_p"))
    lines.put(
        f"if {'' if law.kind == 'never' else 'not '}{code}: out.append(({number}, {'l_p' if law.free else None}))"
    )
    lines.depth = 1
    if back:
        lines.put("s.was = None")
    b.add(lines, True)


def _number(b: Book, name: str, law: Any) -> None:
    """The value for each seat; or once, if no seat is named."""
    lines = Lines(f"def {name}(s):")
    seats = range(b.plan.seats) if law.free else (0,)
    found = "".join(f"{values.value(b, law.condition, _scope(law, str(seat)))}, " for seat in seats)
    lines.put(f"return ({found})")
    b.add(lines, True)


def tables(b: Book) -> list[tuple[int, int | None]]:
    """Laws that read no state, and are broken whatever happens: number and seat."""
    found: list[tuple[int, int | None]] = []
    for number, law in enumerate(b.program.checked.laws):
        if law.sort != "plain" or _stated(b, law) or PHASES[law.kind] not in (ALWAYS, REST):
            continue
        for seat in range(b.plan.seats) if law.free else (None,):
            env = dict.fromkeys(law.free, seat)
            assert law.condition is not None
            if b.purity.evaluator.holds(law.condition, env) == (law.kind == "never"):
                found.append((number, seat))
    return found
