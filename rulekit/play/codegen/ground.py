"""The ground of a space as tables: what lies beyond a place, and beside it; each place is worked out when it is met."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.spaces.shape import Layout


class Steps(dict[int, tuple[int | None, ...]]):
    """For each place the next one in every direction."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self.layout = layout

    def __missing__(self, place: int) -> tuple[int | None, ...]:
        sides = range(len(self.layout.steps))
        found = self[place] = tuple([self.layout.next_place(place, side) for side in sides])
        return found


class Near(dict[int, tuple[int, ...]]):
    """For each place all that are beside it."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self.layout = layout

    def __missing__(self, place: int) -> tuple[int, ...]:
        found = self[place] = self.layout.neighbours(place)
        return found


def beside(near: Near, places: Iterable[int]) -> tuple[int, ...]:
    """What is beside some of these places, in reading order."""
    return tuple(sorted({one for place in places for one in near[place]}))
