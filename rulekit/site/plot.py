"""Plots of figures as drawings: bars, a line over the course of a game, ranges of scores; all fit a phone."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.looks.drawing.palette import HAIR, paint
from rulekit.looks.drawing.picture import Picture
from rulekit.looks.drawing.svg_shapes import circle, num, path, rect, text, text_width

WIDE, HIGH = 316.0, 132.0
LEFT, FOOT, TOP = 34.0, 22.0, 8.0
BAR, GAP = 22.0, 8.0
SMALL = 11.0


def histogram(counts: Sequence[int], first: int, width: int, unit: str) -> Picture:
    """How often each length came up: a bar for each stretch of lengths."""
    most = max(counts, default=1)
    room = (WIDE - LEFT - 6) / max(1, len(counts))
    svg = _ground(0, most)
    for at, count in enumerate(counts):
        height = (HIGH - FOOT - TOP) * count / most
        x = LEFT + at * room
        svg += rect(x + 1, HIGH - FOOT - height, max(room - 2, 1), height, 1, fill="blue") if count else ""
    last = first + width * len(counts) - 1
    svg += text(LEFT, HIGH - 6, f"{first:,}", SMALL, "dim")
    svg += text(WIDE - 6, HIGH - 6, f"{last:,} {unit}", SMALL, "dim", "end")
    return Picture(WIDE, HIGH, svg)


def course(values: Sequence[float]) -> Picture:
    """A value over the course of a game, from its first tenth to its last."""
    most = max([*values, 1])
    step = (WIDE - LEFT - 20) / max(1, len(values) - 1)
    points = [(LEFT + 6 + at * step, TOP + (HIGH - FOOT - TOP) * (1 - one / most)) for at, one in enumerate(values)]
    outline = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)
    svg = _ground(0, most) + path(outline, stroke="blue", width=2)
    svg += "".join(circle(x, y, 2.6, paint("blue")) for x, y in points)
    svg += text(LEFT, HIGH - 6, "first moves", SMALL, "dim") + text(
        WIDE - 6, HIGH - 6, "last moves", SMALL, "dim", "end"
    )
    return Picture(WIDE, HIGH, svg)


def shares(parts: Sequence[tuple[str, int]], total: int) -> Picture:
    """A bar for each part with its name and how many of a hundred it is."""
    names = max((text_width(name, 12) for name, _ in parts), default=0) + 10
    room = WIDE - names - 40
    svg = ""
    for at, (name, count) in enumerate(parts):
        y = at * (BAR + GAP)
        share = count / max(total, 1)
        svg += text(0, y + 15.5, name, 12)
        svg += rect(names, y + 2, max(room * share, 1), BAR - 4, 2, fill="blue")
        svg += text(names + max(room * share, 1) + 5, y + 15.5, f"{share:.0%}", SMALL, "dim")
    return Picture(WIDE, max(len(parts) * (BAR + GAP) - GAP, 1), svg)


def ranges(rows: Sequence[tuple[str, Sequence[int]]]) -> Picture:
    """Of each row least, lower quarter, middle, upper quarter and most: a line, a box on it, a stroke in the box."""
    low, high = min(one[0] for _, one in rows), max(one[4] for _, one in rows)
    names = max(text_width(name, 12) for name, _ in rows) + 12
    room = WIDE - names - 14

    def at(value: int) -> float:
        return names + room * (value - low) / max(high - low, 1)

    svg = ""
    for number, (name, (least, lower, middle, upper, most)) in enumerate(rows):
        y = number * (BAR + GAP)
        svg += text(0, y + 15.5, name, 12)
        svg += path(f"M{num(at(least))} {num(y + 11)}H{num(at(most))}", stroke="dim", width=HAIR)
        svg += rect(at(lower), y + 3, max(at(upper) - at(lower), 2), 16, 2, fill="blue-soft", stroke="blue")
        svg += path(f"M{num(at(middle))} {num(y + 1)}v20", stroke="blue", width=2.5)
    foot = len(rows) * (BAR + GAP)
    svg += text(names, foot + 10, f"{low:,}", SMALL, "dim") + text(
        WIDE - 4, foot + 10, f"{high:,}", SMALL, "dim", "end"
    )
    return Picture(WIDE, foot + 14, svg)


def _ground(low: float, high: float) -> str:
    """The axes: the foot, and how high the top is."""
    svg = path(f"M{num(LEFT)} {num(TOP)}V{num(HIGH - FOOT)}H{num(WIDE - 6)}", stroke="line", width=HAIR)
    svg += text(
        LEFT - 5, TOP + 9, f"{high:,.0f}" if high >= 10 else f"{high:.1f}".rstrip("0").rstrip("."), SMALL, "dim", "end"
    )
    return svg + text(LEFT - 5, HIGH - FOOT, f"{low:,.0f}", SMALL, "dim", "end")
