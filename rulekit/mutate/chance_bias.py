"""Chance that favours what was changed: in every second game the changed row comes early, so that it is met at all."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.model import declarations as d
from rulekit.model.rulebook import Rulebook
from rulekit.mutate.mutant_generation import Mutant
from rulekit.mutate.mutation_site import node_at
from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.random_bits import Bits

EARLY = 4  # among the first fourth of a shuffled pile


@attrs.frozen
class FavouredRow:
    """The pieces of one row; none of no row."""

    kind: str = ""
    pieces: frozenset[int] = frozenset()


NOBODY = FavouredRow()


def favour_of(rulebook: Rulebook, checked: CheckedRulebook, mutant: Mutant) -> FavouredRow:
    """The pieces of the row in which a mutant changes something."""
    way = [node_at(rulebook, mutant.change.path[:n]) for n in range(len(mutant.change.path) + 1)]
    rows = next((node for node in way if isinstance(node, d.Rows)), None)
    row = next((node for node in way if isinstance(node, d.Row)), None)
    info = checked.symbols.kinds.get(rows.kind) if rows is not None and row is not None else None
    if info is None or row is None:
        return NOBODY
    return FavouredRow(
        info.name, frozenset(n for n, place in enumerate(info.members) if info.rows[place].name == row.name)
    )


@attrs.frozen
class BiasedChance:
    """All that is left to chance in one game: the moves, and what chance answers."""

    bits: Bits
    favour: FavouredRow = NOBODY

    def below(self, count: int) -> int:
        """A number below `count`, with equal odds."""
        return self.bits.below(count)

    def outcome(self, point: ChancePoint) -> Any:
        """One outcome; favoured pieces come early in a pile, and in every second lot."""
        usual = point.draw_one(self.bits)
        mine = [one for one in point.domain if one in self.favour.pieces] if self._favours(point) else []
        if not mine:
            return usual
        if point.kind == "pick":
            return self.bits.pick(mine) if self.bits.below(2) else usual
        rest = [one for one in usual if one not in self.favour.pieces]
        place = self.bits.below(len(rest) // EARLY + 1)
        return (*rest[:place], *mine, *rest[place:])

    def _favours(self, point: ChancePoint) -> bool:
        kind = point.type.bare.kind
        return point.kind in ("pick", "order") and bool(self.favour.pieces) and kind == self.favour.kind


def biased_chance(bits: Bits, number: int, favour: FavouredRow) -> BiasedChance:
    """Of the game of that number."""
    return BiasedChance(bits, favour if number % 2 else NOBODY)
