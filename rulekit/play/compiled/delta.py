"""Endings of the form "some line is full": only lines through what was written since they were last looked at."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check import typed as v
from rulekit.kinds import types as t
from rulekit.play.compiled import values
from rulekit.play.compiled.book import Book, Lines
from rulekit.play.compiled.rewriting import written_out

MOST = 4000  # places in all lines, for which tests are written out


@attrs.frozen
class Lined:
    """some who in .. has some line in LINES has every c in line has STATE at c = who"""

    who: str
    people: v.T
    lines: v.T
    state: str


class Through(dict[int, tuple[Any, ...]]):
    """The lines through each place."""

    def __init__(self, lines: Any) -> None:
        super().__init__()
        for line in lines:
            for place in line:
                self[place] = (*self.get(place, ()), line)

    def __missing__(self, place: int) -> tuple[Any, ...]:
        return ()


def lined(b: Book, condition: v.T) -> Lined | None:
    """Is a condition of this form?"""
    outer = condition
    if not isinstance(outer, v.Quantifier) or outer.kind != "some":
        return None
    binds, body = list(outer.binds), written_out(b, outer.body, frozenset(name for name, _ in outer.binds))
    while isinstance(body, v.Quantifier) and body.kind == "some":
        binds += body.binds
        body = written_out(b, body.body, frozenset(name for name, _ in binds))
    if len(binds) != 2 or not all(b.purity.constant(source) for _, source in binds):
        return None
    return _full(b, binds[0], binds[1], body)


def _full(b: Book, who: tuple[str, v.T], line: tuple[str, v.T], body: Any) -> Lined | None:
    if not isinstance(body, v.Quantifier) or body.kind != "every" or len(body.binds) != 1:
        return None
    (name, source), test = body.binds[0], written_out(b, body.body, frozenset((body.binds[0][0], who[0])))
    while isinstance(source, v.AsSet):
        source = source.source
    if not isinstance(source, v.Local) or source.name != line[0] or not isinstance(test, v.Equal) or test.negated:
        return None
    sides = (test.left, test.right) if isinstance(test.left, v.Read) else (test.right, test.left)
    read, person = sides
    if not isinstance(read, v.Read) or len(read.args) != 1 or not isinstance(person, v.Local):
        return None
    if person.name != who[0] or not isinstance(t.bare(read.type), t.Seat | t.Choice | t.Number):
        return None
    at = read.args[0]
    if not isinstance(at, v.Local) or at.name != name or len(b.shelves.states[read.state].axes) != 1:
        return None
    return Lined(who[0], who[1], line[1], read.state)


def watched(b: Book) -> dict[str, list[int]]:
    """For each state the endings that are told what is written there."""
    found: dict[str, list[int]] = {}
    for n, ending in enumerate(b.program.checked.endings):
        if ending.moment is not None:
            shape = lined(b, ending.condition)
            reset = shape is not None and any(shape.state in states for states in b.program.resets.values())
            if shape is not None and not reset and b.shelves.states[shape.state].axes[0].low == 0:
                found.setdefault(shape.state, []).append(n)
    return found


def test(b: Book, ending: Any) -> str | None:
    """The call that looks at what is new; None if the condition must be looked at as a whole."""
    shape = lined(b, ending.condition)
    if shape is None or shape.state not in b.watched:
        return None
    n = b.program.checked.endings.index(ending)
    name = b.fresh("full")
    slot = b.shelves.slot(shape.state)
    lines = Lines(f"def {name}(s):")
    lines.put(f"new = s.e_{n}")
    lines.put(f"s.e_{n} = ()")
    whole = values.value(b, ending.condition, {})
    if b.manner.whole:
        b.texts.append(f"FRESH[{f'e_{n}'!r}] = lambda s: () if not {whole} else None\n")
    else:
        lines.put(f"if new is None: return {whole}")
    lines.put(f"held = s.{slot}")
    lines.into("for place in new:")
    lines.put("who = held[place]")
    people = frozenset(b.purity.fold(shape.people))
    everybody = people >= frozenset(b.plan.members(t.bare(b.symbols.states[shape.state].type)))
    somebody = "who is not None" if everybody else f"who in {b.constant(people)}"
    lines.put(f"if {somebody} and {_through(b, b.purity.fold(shape.lines))}[place](held, who): return True")
    lines.depth = 1
    lines.put("return False")
    b.add(lines)
    return f"{name}(s)"


def _through(b: Book, found: Any) -> str:
    """For each place a test whether somebody has one of the lines through it; the nearest places are asked first."""
    through = Through(found)
    name = b.fresh("BY")
    if sum(len(line) for line in found) > MOST:
        b.space[name] = Loops(through)
        return name
    rows = []
    for place, lines in through.items():
        nearest = [sorted(line, key=lambda one, line=line: abs(line.index(one) - line.index(place))) for line in lines]  # type: ignore[misc]
        tests = [" and ".join(f"h[{one}] == w" for one in line if one != place) or "True" for line in nearest]
        rows.append(f"{place}: lambda h, w: {' or '.join(tests)}")
    b.texts.append(f"{name} = Never({{{', '.join(rows)}}})\n")
    b.space["Never"] = Never
    return name


class Never(dict[int, Any]):
    """Places through which no line goes have no full one."""

    def __missing__(self, place: int) -> Any:
        return lambda h, w: False


class Loops(dict[int, Any]):
    """The same for very many lines, without a text for each."""

    def __init__(self, through: Through) -> None:
        super().__init__()
        self.through = through

    def __missing__(self, place: int) -> Any:
        lines = self.through[place]
        found = self[place] = lambda h, w: any(all(h[one] == w for one in line) for line in lines)
        return found


def slots(b: Book) -> list[str]:
    """The slots that hold what was written since an ending was looked at."""
    return [f"e_{n}" for states in b.watched.values() for n in states]
