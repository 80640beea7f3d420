"""Zones as lists that change in place, for whole games: what is kept of them is copied, what is only read is not."""

from __future__ import annotations

import re
from bisect import insort
from typing import Any

from rulekit.play.machine.rule_faults import Fault

ZONE = r"\(\*((?:s\.|_)z\[[^\[\]]*\]),\)"
AT_AN_END = (
    re.compile(
        r"\((\w+)\[(_t\d+)\] if \(\2 := \((_t\d+)\[(-1|0)\] if \(\3 := (\w+|(?:s\.|_)z\[[^\[\]]*\])\) else None\)\)"
        r" is not None else None\)"
    ),
    r"(\1[\5[\4]] if \5 else None)",
)
# The text is made better after it is written, by its form, for the writers of values know nothing of lists that change.
# Where a writer comes to say the same in another form, no pattern fits and the copy stays: slower, never wrong. No test
# would notice; the benches of whole games would.
SAFE = (
    (re.compile(rf"\blen\({ZONE}\)"), r"len(\1)"),
    (re.compile(rf"\bnot {ZONE}"), r"not \1"),
    (re.compile(rf"(\(_t\d+\[(?:-1|0)\] if \(_t\d+ := ){ZONE}(\) else None\))"), r"\1\2\3"),
    (re.compile(rf"{ZONE}\[::-1\]"), r"\1[::-1]"),
    (re.compile(rf"\btuple\({ZONE}\)"), r"tuple(\1)"),
    (re.compile(rf"\bisdisjoint\({ZONE}\)"), r"isdisjoint(\1)"),
    (re.compile(rf"\*{ZONE}"), r"*\1"),
    (re.compile(rf"\bheld = {ZONE}"), r"held = \1"),
    AT_AN_END,  # a printed value of the piece at an end
)
WALKED = re.compile(rf"\bfor (\w+) in {ZONE}")


def contents(place: str) -> str:
    """Python for all that lies in a zone, as it is now."""
    return f"(*s.z[{place}],)"


def read(text: str, still: bool) -> str:
    """What is only looked at is not copied; a function that changes nothing may walk through it as well."""
    for pattern, better in SAFE:
        text = pattern.sub(better, text)
    return WALKED.sub(r"for \1 in \2", text) if still else text


# ------------------------------------------------------------------ what moves pieces


def taken_out(z: Any, w: Any, piece: int) -> None:
    there = z[w[piece]]
    if there[-1] == piece:
        del there[-1]
    else:
        there.remove(piece)


def to_top(z: Any, w: Any, piece: int, zone: int) -> None:
    taken_out(z, w, piece)
    z[zone].append(piece)
    w[piece] = zone


def to_bottom(z: Any, w: Any, piece: int, zone: int) -> None:
    taken_out(z, w, piece)
    z[zone].insert(0, piece)
    w[piece] = zone


def to_set(z: Any, w: Any, piece: int, zone: int) -> None:
    taken_out(z, w, piece)
    insort(z[zone], piece)
    w[piece] = zone


class Movers:
    """Those that must know how the zones of a game are."""

    def __init__(self, shapes: tuple[str, ...], names: tuple[str, ...]) -> None:
        self.shapes = shapes
        self.names = names

    def to_one(self, z: Any, w: Any, piece: int, zone: int, clause: str | None) -> None:
        if z[zone] and z[zone] != [piece]:
            raise Fault("full", clause, self.names[zone])
        to_top(z, w, piece, zone)

    def full(self, zone: int, clause: str | None) -> None:
        raise Fault("full", clause, self.names[zone])

    def to_any(self, z: Any, w: Any, piece: int, zone: int, end: str, clause: str | None) -> None:
        shape = self.shapes[zone]
        if shape == "one":
            self.to_one(z, w, piece, zone, clause)
        elif shape in ("set", "bag"):
            to_set(z, w, piece, zone)
        elif end == "top":
            to_top(z, w, piece, zone)
        else:
            to_bottom(z, w, piece, zone)


def lay_order(z: Any, w: Any, order: Any, zone: int, shapes: tuple[str, ...]) -> None:
    """Lay pieces in an order, the first of them on top."""
    moved = set(order)
    sources = {w[piece] for piece in order}
    for source in sources:
        emptied = len(sources) == 1 and len(z[source]) == len(moved)
        z[source] = [] if emptied else [p for p in z[source] if p not in moved]
    z[zone] += reversed(order)
    if shapes[zone] in ("set", "bag"):
        z[zone].sort()
    for piece in order:
        w[piece] = zone


def furniture(shapes: tuple[str, ...], names: tuple[str, ...]) -> dict[str, Any]:
    """What the written text finds in its space."""
    movers = Movers(shapes, names)
    found = {"to_top": to_top, "to_bottom": to_bottom, "to_set": to_set, "taken_out": taken_out, "insort": insort}
    return {**found, "to_one": movers.to_one, "to_any": movers.to_any, "full": movers.full, "lay_order": lay_order}
