"""What a watched engine writes leaves a mark: a bit for each group of states and zones that the same laws read.

A law that reads nothing of what was written since it was last looked at need not be looked at again.
"""

from __future__ import annotations

from typing import Any

from rulekit.check.effects.effect_summary import effects
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen.book import Book, Lines
from rulekit.words.word_context import PAST

ALL = -1  # every mark there is
ACTIVE = "state active"
FACING = "state facing"


def reads(b: Book, law: Any) -> frozenset[str] | None:
    """The states and zones a law reads; None if it may read anything."""
    found = effects(b.program.checked)
    direct = found.gather("", (law.condition,))
    keys = found.names_used(direct)
    nodes = [law.condition, *(node for key in keys for node in found.values.get(key, ()))]
    if any(anything(node) for one in nodes for node in walk(one)):
        return None
    names = found.read_by(direct) | supposed(b, nodes)
    turn = "player" in b.purity.free_names(law.condition) and "player" not in law.free
    return names | {ACTIVE} if turn else names


def anything(node: Any) -> bool:
    """Does a word look at what was done before? Whether the game is over matters at the end, when all is looked at."""
    return isinstance(node, v.CoreUse) and PAST in node.reads


def supposed(b: Book, nodes: Any) -> frozenset[str]:
    """What is tried reads what its procedures and prices read."""
    found = effects(b.program.checked)
    calls = [n.call for one in nodes for n in walk(one) if isinstance(n, v.Supposing)]
    keys = [f"proc {call.proc}" for call in calls if call.proc is not None]
    inner = frozenset().union(*(part.reads for key in keys for _, part in found.summary_of(key).parts))
    uses = [found.read_by(part) for key in keys for _, part in found.summary_of(key).parts]
    return inner.union(*uses)


def bits(b: Book, laws: Any) -> dict[str, int]:
    """For each state and zone its mark; what no law reads has none."""
    readers: dict[str, set[int]] = {}
    for n, law in enumerate(laws):
        for name in reads(b, law) or ():
            readers.setdefault(name, set()).add(n)
    groups = {group: 1 << k for k, group in enumerate(sorted({tuple(sorted(one)) for one in readers.values()}))}
    return {name: groups[tuple(sorted(one))] for name, one in readers.items()}


def mask(b: Book, names: frozenset[str] | None) -> int:
    """The marks of these states and zones together."""
    if names is None:
        return ALL
    found = 0
    for name in names:
        found |= b.bits.get(name, 0)
    return found


# ------------------------------------------------------------------ what is written


def put(b: Book, lines: Lines, *names: str) -> None:
    """These states and zones are about to be written."""
    found = mask(b, frozenset(names)) if b.manner.watched else 0
    if found:
        lines.put(f"s.marks |= {found}")


def moved(b: Book, lines: Lines, key: str, call: typed_statements.Call) -> None:
    """Pieces are about to be moved: from wherever they may lie to wherever they may go."""
    if b.manner.watched:
        written = effects(b.program.checked).gather(key, (call,)).writes
        kinds = {b.symbols.zones[one.name.removeprefix("zone ")].kind for one in written}
        more = (FACING,) if kinds & set(b.plan.tiles) else ()
        put(b, lines, *(one.name for one in written), *more)
