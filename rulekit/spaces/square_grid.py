"""square-grid: places in rows and columns, bounded by `across` and `down` or open as far as `reaching`."""

from __future__ import annotations

from rulekit.spaces.shape import HALF, Facts, Layout, Shape, square_steps


def build(facts: Facts) -> Layout:
    """Lay out the places, row by row."""
    if "reaching" in facts:
        reach = range(-facts["reaching"], facts["reaching"] + 1)
        spots, origin = tuple((x, y) for y in reach for x in reach), (0, 0)
    else:
        across, down = range(1, facts["across"] + 1), range(1, facts["down"] + 1)
        spots, origin = tuple((x, y) for y in down for x in across), (1, 1)
    sides = sides_of(facts)
    steps = square_steps(len(sides)) if len(sides) in (4, 8) else square_steps(4)
    straights = HALF if len(sides) != 4 else HALF[:2]
    return Layout(spots, sides, steps, origin, straights=straights, level=1, across=0)


def sides_of(facts: Facts) -> tuple[str, ...]:
    """The directions: four, or eight with diagonals."""
    return tuple(facts.get("sides", ()))


SHAPE = Shape(
    "square-grid",
    {"across": "number", "down": "number", "sides": "ring", "reaching": "number"},
    2,
    sides_of,
    build,
    "`across n, down m` or `sides S, reaching n`; places are (x, y)",
)
