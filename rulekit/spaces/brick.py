"""brick: rows of places, each row half a place beside the row above."""

from __future__ import annotations

from rulekit.spaces.shape import Facts, Layout, Shape

STEPS = ((-1, -1), (-1, 1), (0, 2), (1, 1), (1, -1), (0, -2))


def build(facts: Facts) -> Layout:
    """Lay out the places, row by row."""
    far = facts["reaching"]
    levels = range(1, facts["deep"] + 1)
    spots = tuple((level, x) for level in levels for x in range(-far, far + 1) if (level + x) % 2)
    return Layout(
        spots, tuple(facts["sides"]), STEPS, (1, 0), straights=(STEPS[2], STEPS[3], STEPS[4]), level=0, across=1
    )


SHAPE = Shape(
    "brick",
    {"sides": "ring!", "deep": "number!", "reaching": "number!"},
    2,
    lambda facts: tuple(facts["sides"]),
    build,
    "`sides S, deep n, reaching m`; places are (level, x) with level + x odd",
)
