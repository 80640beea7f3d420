"""Answers that are kept while a game is played, until something they read is written.

Worth it for values with loops that read what most decisions leave alone: a map that grows, a row of cards laid out.
Every writing leaves a line `wrote(..)` in the text; when all is written these become what throws answers away. A
position that shares its answers with a copy throws away its own only: the copy keeps the old ones.
"""

from __future__ import annotations

import re
from typing import Any

from rulekit.check.effects.effect_summary import EffectSummaries, effects
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import memory
from rulekit.play.codegen.book import Book, Lines
from rulekit.play.codegen.marks import ACTIVE, supposed
from rulekit.typesystem import types as t
from rulekit.words import vocabulary
from rulekit.words.pieces.places import WORD as PLACES
from rulekit.words.word_context import ASKED, END, PAST

WROTE = re.compile(r"^( *)wrote\((.*)\)$", re.M)
TOUCHED = re.compile(r"^( *)touched\((.*)\) at (.*)\n", re.M)
NEAR = "near"
SHARED = "shares(s, t)"  # a glimpse of a position shares its answers
# "Seldom written" (decision 0018): by at most FEW bodies, and by no more than one decision in TIMES + 1. A wrong guess
# costs time only, since whatever is written throws the answer away. The numbers were chosen, not measured one by one.
SHORT = 8  # members that are soon looked at
FEW = 2  # bodies that write it: what more of them write changes too often
TIMES = 2  # so many decisions leave it alone for each that does not
UNKEPT = (v.Earlier, v.Broken, v.Legal)
LOOKING = frozenset((ASKED, PAST, END))  # more than states and zones


def worth(b: Book, what: str) -> frozenset[str]:
    """What the answers of a word or relation rest on; nothing if they are not to be kept."""
    if what not in b.kept_of:
        reads = _reads(b, what)
        b.kept_of[what] = reads if reads <= slow(b) else frozenset()
    return b.kept_of[what]


def kept(b: Book, what: str, function: str, names: list[str], types: list[t.Type]) -> str:
    """The function that keeps what another gives, or that one itself; `what` it is, as effects name it."""
    reads = worth(b, what)
    return _keeping(b, reads, function, names) if reads and not any(map(_bag, types)) else function


def _bag(kind: t.Type) -> bool:
    return isinstance(kind.bare, t.BagOf)


def lasting(b: Book, nodes: tuple[v.T, ...], never: bool = False) -> bool:
    """Does all that these values read change seldom? What reads nothing changes `never`."""
    if never and all(map(b.purity.is_pure, nodes)):
        return True
    reads = _reads_of(b, nodes, ())
    return bool(reads) and reads <= slow(b)


def kept_for(b: Book, nodes: tuple[v.T, ...], function: str) -> str:
    """The function that keeps what another without names gives, which is made of these values."""
    return _keeping(b, _reads_of(b, nodes, ()), function, [])


def _keeping(b: Book, reads: frozenset[str], function: str, names: list[str]) -> str:
    number = len(b.keeping)
    b.keeping.append(reads)
    name = b.fresh("kept")
    given = ", ".join(["s", *names])
    key = "0" if not names else names[0] if len(names) == 1 else f"({', '.join(names)})"
    lines = Lines(f"def {name}({given}):")
    lines.put(f"found = s.m_{number}.get({key}, NOTYET)")
    lines.put(f"if found is NOTYET: found = s.m_{number}[{key}] = {function}({given})")
    lines.put("return found")
    b.add(lines)
    return name


def known_for(b: Book, nodes: tuple[v.T, ...], names: set[str], table: str) -> str:
    """The function that gives the answers kept for members; `table` tells at which zones each looks.

    A writing that tells the zones it touches leaves those that look elsewhere as they are.
    """
    number = len(b.keeping)
    b.keeping.append(_reads_of(b, nodes, ()))
    b.near[number] = frozenset(names)
    name = b.fresh("known")
    lines = Lines(f"def {name}(s):")
    lines.into(f"if s.t_{number}:")
    lines.put(f"touched, s.t_{number} = s.t_{number}, ()")
    lines.put(f"s.m_{number} = {{m: x for m, x in s.m_{number}.items() if touched.isdisjoint({table}[m])}}")
    lines.out()
    lines.put(f"return s.m_{number}")
    b.add(lines)
    return name


def _reads(b: Book, what: str) -> frozenset[str]:
    """The states and zones an answer rests on; none if it is not to be kept."""
    found = effects(b.program.checked)
    own = found.values.get(what, ())
    nodes = _all(b, own)
    if not any(_long(b, n) and not b.purity.is_pure(n) for node in nodes for n in walk(node)):
        return frozenset()
    return _reads_of(b, own, nodes)


def _all(b: Book, own: tuple[Any, ...]) -> list[Any]:
    """Values with those of all words and relations they go through."""
    found = effects(b.program.checked)
    return [*own, *(node for key in found.names_used(found.gather("", own)) for node in found.values.get(key, ()))]


def _reads_of(b: Book, own: tuple[Any, ...], nodes: Any) -> frozenset[str]:
    """What some values read; nothing if they look at more than states and zones, or note something."""
    nodes = nodes or _all(b, own)
    found = effects(b.program.checked)
    walked = [inner for node in nodes for inner in walk(node)]
    if any(isinstance(n, UNKEPT) or (isinstance(n, v.CoreUse) and n.reads & LOOKING) for n in walked):
        return frozenset()
    if b.manner.counted and any(isinstance(n, v.Supposing) for n in walked):
        return frozenset()  # what is tried is noted each time
    turn = any(isinstance(n, v.Local) and n.name == "player" for n in walked) and vocabulary.ACTIVE in b.shelves.states
    return found.reads(*own) | supposed(b, nodes) | ({ACTIVE} if turn else frozenset())


def _long(b: Book, node: Any) -> bool:
    """Does it take a while? A loop over a few printed or named things does not."""
    sources = [source for _, source in node.binds] if isinstance(node, v.Quantifier) else []
    sources += [node.source] if isinstance(node, v.Filter | v.Collect) and not isinstance(node, v.Let) else []
    if sources and all(_short(b, source) for source in sources):
        return False
    spread = isinstance(node, v.Held) and isinstance(node.zone.type.bare, t.Map)
    return spread or memory.loops(node) or (isinstance(node, v.CoreUse) and node.word == PLACES.name)


def _short(b: Book, source: v.T) -> bool:
    if not isinstance(source, v.Members):
        return b.purity.is_pure(source)
    return len(b.plan.members(source.of)) <= SHORT


# ------------------------------------------------------------------ what is written seldom


def slow(b: Book) -> frozenset[str]:
    """The states and zones that few bodies write, and few decisions."""
    if b.slow is None:
        b.slow = frozenset(_slow(b))
    return b.slow


def _slow(b: Book) -> set[str]:
    found = effects(b.program.checked)
    bodies = [key for key in b.program.checked.bodies if key != "setup"]
    writers: dict[str, int] = {}
    for key in bodies:
        for name in {w.name for w in found.direct_effects(key).writes}:
            writers[name] = writers.get(name, 0) + 1
    decided = [_writes(found, key) for key in bodies if key.startswith("action ")]
    decided += [frozenset()] * _choices(b)
    names = {*(f"state {name}" for name in b.shelves.states), *(f"zone {name}" for name in b.shelves.zones)}
    return {
        name
        for name in names
        if writers.get(name, 0) <= FEW and _seldom(sum(name in one for one in decided), len(decided))
    }


def _writes(found: EffectSummaries, key: str) -> frozenset[str]:
    return found.summary_of(key).writes


def _seldom(times: int, decisions: int) -> bool:
    return times * (TIMES + 1) <= decisions


def _choices(b: Book) -> int:
    """Choices on the spot."""
    return sum(isinstance(n, typed_statements.Choose) for body in b.program.checked.bodies.values() for n in walk(body))


# ------------------------------------------------------------------ what is written


def wrote(lines: Lines, *names: str, near: bool = False) -> None:
    """These states and zones have been written; if `near`, only at places that `touched` has told."""
    if names:
        lines.put(f"wrote({', '.join([*map(repr, sorted(set(names))), *([NEAR] if near else [])])})")


def touched(lines: Lines, zones: str, *names: str) -> None:
    """These are about to be written, or noted of pieces, in some zones and nowhere else."""
    lines.put(f"touched({', '.join(map(repr, sorted(set(names))))}) at {zones}")


def moved(b: Book, lines: Lines, key: str, call: typed_statements.Call, near: bool = False) -> None:
    """Pieces have been moved: from wherever they may have lain to wherever they may lie."""
    wrote(lines, *moving(b, key, call), near=near)


def moving(b: Book, key: str, call: typed_statements.Call) -> list[str]:
    """The zones that a moving may write."""
    return [one.name for one in effects(b.program.checked).gather(key, (call,)).writes]


def settled(b: Book, text: str) -> str:
    """The text with what throws answers away."""

    def gone(found: re.Match[str]) -> str:
        names, told = _names(found[2]), found[2].endswith(NEAR)
        lost = [n for n, reads in enumerate(b.keeping) if reads & names and not (told and _near(b, n, names))]
        return f"{found[1]}{'; '.join(f's.m_{n} = {{}}' for n in lost) or 'pass'}"

    def told(found: re.Match[str]) -> str:
        names = _names(found[2])
        near = [n for n in sorted(b.near) if b.keeping[n] & names and _near(b, n, names)]
        return "".join(
            f"{found[1]}if s.m_{n}: s.t_{n} = {{*s.t_{n}, {found[3]}}}\n{found[1]}else: s.m_{n} = {{}}\n" for n in near
        )

    shared = "; ".join(f"t.{slot} = s.{slot}" for slot in slots(b)) or "pass"
    return TOUCHED.sub(told, WROTE.sub(gone, text)).replace(SHARED, shared)


def _names(found: str) -> set[str]:
    return {name.strip().strip("'") for name in found.split(",")} - {NEAR}


def _near(b: Book, number: int, names: set[str]) -> bool:
    """Are all of these that an answer rests on read at places its name tells?"""
    return b.keeping[number] & names <= b.near.get(number, frozenset())


def slots(b: Book) -> tuple[str, ...]:
    return (*(f"m_{n}" for n in range(len(b.keeping))), *(f"t_{n}" for n in sorted(b.near)))
