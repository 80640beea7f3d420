"""Which game is played next: a new one, or one that goes on from an earlier one; and the habit of its players.

Games in which everybody has some habit reach more than games in which nobody has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import attrs

from rulekit.fuzz.script import MOST, PACKED, Chooser, Script, anything, keen, seldom, shy
from rulekit.play.random_bits import Bits


@attrs.define(eq=False, slots=False)
class Players:
    """For the games of one packet. `ways` counts the ways to move, `leading` tells those that lead to something new."""

    parents: Sequence[Script]
    ways: int
    leading: Callable[[], frozenset[int]]
    guided: bool
    used: Counter[Any] = attrs.field(factory=Counter)

    @cached_property
    def wanted(self) -> frozenset[int]:
        return self.leading()

    def planned(self, bits: Bits) -> tuple[Script, Chooser]:
        """One game."""
        fate, tail = bits.below(MOST), bits.below(MOST)
        if not self.guided:
            return Script(fate, (), tail), anything
        habit = self._habit(bits)
        if not self.parents or bits.below(3) == 0:
            return Script(fate, (), tail), habit
        return changed(bits.pick(self.parents), fate, tail, bits), habit

    def _habit(self, bits: Bits) -> Chooser:
        kind = bits.below(8)
        if kind == 0:
            return shy(frozenset(code for code in range(-PACKED, self.ways) if bits.below(4) == 0))
        if kind == 1:
            return seldom(self.used)
        return keen(self.wanted) if kind < 4 and self.wanted else anything


def changed(parent: Script, fate: int, tail: int, bits: Bits) -> Script:
    """An earlier game with another end, another move, or another fate."""
    picks = parent.picks
    if not picks:
        return Script(fate, (), tail)
    how, at = bits.below(6), bits.below(len(picks))
    if how == 0:
        return Script(fate, picks, tail)  # the same moves, as far as they go, in another game
    if how == 1:
        return Script(parent.fate, (*picks[:at], bits.below(1 << 16), *picks[at + 1 :]), tail)
    return Script(parent.fate, picks[:at], tail)
