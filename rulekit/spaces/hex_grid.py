"""hex-grid: places with six sides, by two axes."""

from __future__ import annotations

from rulekit.spaces.shape import Facts, Layout, Shape

STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


def build(facts: Facts) -> Layout:
    """Lay out the places, row by row."""
    far = facts["reaching"]
    spots = tuple((x, y) for y in range(-far, far + 1) for x in range(-far, far + 1) if abs(x + y) <= far)
    return Layout(spots, tuple(facts["sides"]), STEPS, (0, 0), straights=STEPS[:3], level=1, across=0)


SHAPE = Shape(
    "hex-grid",
    {"sides": "ring!", "reaching": "number!"},
    2,
    lambda facts: tuple(facts["sides"]),
    build,
    "`sides S, reaching n`; places are (x, y) by two axes",
)
