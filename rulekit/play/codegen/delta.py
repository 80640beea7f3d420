"""Endings of the form "some line is full": only lines through what was written since they were last looked at."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs

from rulekit.check.tree import typed_expressions as v
from rulekit.play.codegen import values
from rulekit.play.codegen.book import Book, Lines
from rulekit.play.codegen.rewriting import written_out
from rulekit.play.codegen.shelf import quoted
from rulekit.typesystem import types as t

# One form of ending has code of its own because it is asked after every move of every game about rows, and asking all
# lines is most of such a move (decision 0014). Games about rows of stones gain; others do not have this form.
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
    if person.name != who[0] or not isinstance(read.type.bare, t.Seat | t.Choice | t.Number):
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
    whole = values.value(b, ending.condition, {})
    if b.manner.whole:
        b.texts.append(f"FRESH[{f'e_{n}'!r}] = lambda s: [] if not {whole} else None\n")
        lines.put(f"new = s.e_{n}[:]")
        lines.put(f"s.e_{n}.clear()")
    else:
        lines.put(f"new = s.e_{n}")
        lines.put(f"s.e_{n} = ()")
        lines.put(f"if new is None: return {whole}")
    lines.put(f"held = s.{slot}")
    lines.into("for place in new:")
    lines.put("who = held[place]")
    lines.put(f"if {_somebody(b, shape)} and {_through(b, shape)}[place](held, who): return True")
    lines.depth = 1
    lines.put("return False")
    b.add(lines)
    return f"{name}(s)"


def written(w: Any, ending: Any) -> bool:
    """The same look written out in a generator; False if the condition must be looked at as a whole."""
    b: Book = w.b
    if test(b, ending) is None:
        return False
    shape = lined(b, ending.condition)
    assert shape is not None
    n, slot = b.program.checked.endings.index(ending), b.shelves.slot(shape.state)
    lines = w.lines
    lines.into(f"for place in s.e_{n}:")
    lines.put(f"who = s.{slot}[place]")
    lines.into(f"if {_somebody(b, shape)} and {_through(b, shape)}[place](s.{slot}, who):")
    lines.put(f"done(s, None, {quoted(ending.id)})")
    lines.put("yield")
    lines.out(2)
    lines.put(f"s.e_{n}.clear()")
    return True


def _somebody(b: Book, shape: Lined) -> str:
    people = frozenset(b.purity.fold(shape.people))
    everybody = people >= frozenset(b.plan.members(b.symbols.states[shape.state].type.bare))
    return "who is not None" if everybody else f"who in {b.constant(people)}"


def _any_full(lines: list[tuple[int, ...]]) -> str:
    """Python for "somebody has all of one of these"; a place that stands in many is asked for once."""
    if not all(lines):
        return "True"
    times = Counter(one for line in lines for one in line)
    place, often = max(times.items(), key=lambda item: item[1])
    if often == 1:
        return " or ".join(" and ".join(f"h[{one}] == w" for one in line) for line in lines)
    inside = [tuple([one for one in line if one != place]) for line in lines if place in line]
    outside = [line for line in lines if place not in line]
    found = f"h[{place}] == w and ({_any_full(inside)})"
    return f"{found} or {_any_full(outside)}" if outside else found


def _through(b: Book, shape: Lined) -> str:
    """For each place a test whether somebody has one of the lines through it."""
    found, size = b.purity.fold(shape.lines), b.shelves.states[shape.state].size
    key = ("through", found)
    if key in b.done:
        return b.done[key]
    through = Through(found)
    name = b.done[key] = b.fresh("BY")
    if sum(len(line) for line in found) > MOST:
        b.space[name] = Loops(through)
        return name
    rows = []
    for place in range(size):
        others = [tuple([one for one in line if one != place]) for line in through[place]]
        rows.append(f"lambda h, w: {_any_full(others) if others else False}")
    b.texts.append(f"{name} = [{', '.join(rows)}]\n")
    return name


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
    told = {mask.number for mask in b.masks} if b.manner.whole else set()  # bits follow at once
    return [f"e_{n}" for states in b.watched.values() for n in states if n not in told]
