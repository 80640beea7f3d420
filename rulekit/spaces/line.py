"""line: places in a row."""

from __future__ import annotations

from rulekit.spaces.shape import Facts, Layout, Shape


def build(facts: Facts) -> Layout:
    """Lay out the places, from the first to the last."""
    spots = tuple((n,) for n in range(1, facts["long"] + 1))
    return Layout(spots, ("fore", "back"), ((1,), (-1,)), (1,), straights=((1,),), across=0)


SHAPE = Shape("line", {"long": "number!"}, 1, lambda facts: ("fore", "back"), build, "`long n` places, 1 to n")
