"""Which game is played next: a new one, or one that goes on from an earlier one; and the habit of its players.

Games in which everybody has some habit reach more than games in which nobody has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import attrs

from rulekit.fuzz.game_script import MOST, PACKED, Chooser, Script, anything, seldom, shy
from rulekit.fuzz.guidance.goal_guidance import Wanted, keen
from rulekit.play.games.random_bits import Bits


@attrs.define(eq=False, slots=False)
class Players:
    """For the games of one packet. `ways` counts the ways to move, `leading` tells what moves lead to something new.

    `parents` are games that reached something new, `far` games in which some number was greater than ever.
    """

    parents: Sequence[Script]
    far: Sequence[Script]
    ways: int
    leading: Callable[[], Wanted]
    guided: bool
    few: bool = False  # is little left?
    used: Counter[Any] = attrs.field(factory=Counter)

    @cached_property
    def wanted(self) -> Wanted:
        return self.leading()

    def planned(self, bits: Bits) -> tuple[Script, Chooser, bool]:
        """One game, and whether it goes on from where some number was what it seldom is."""
        fate, tail = bits.below(MOST), bits.below(MOST)
        if not self.guided:
            return Script(fate, (), tail), anything, False
        start = bits.below(6)
        if start < (3 if self.few else 1) and self.far:
            return onward(bits.pick(self.far), tail, bits), self._habit(bits, 2), True
        if start < 4 and self.parents:
            return changed(bits.pick(self.parents), fate, tail, bits), self._habit(bits, 4), False
        return Script(fate, (), tail), self._habit(bits, 4), False

    def _habit(self, bits: Bits, often: int) -> Chooser:
        """How somebody plays; one in so many wants what is left."""
        kind = bits.below(8)
        if kind < 3:
            habit = shy(frozenset(code for code in range(-PACKED, self.ways) if bits.below(4) == 0))
        else:
            habit = seldom(self.used) if kind == 3 else anything
        return keen(self.wanted, habit) if bits.below(often) == 0 and self.wanted else habit


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


def onward(parent: Script, tail: int, bits: Bits) -> Script:
    """An earlier game from where it came to, or from a little before."""
    back = bits.below(8) if bits.below(2) else 0
    return Script(parent.fate, parent.picks[: max(0, len(parent.picks) - back)], tail)
