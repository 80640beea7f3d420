"""Pairs of positions that differ only in what one reader cannot see, who must see the same in both."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from rulekit.play.games.random_bits import stream
from rulekit.play.moves.refusals import Refused
from rulekit.play.position.strict_json import dumps
from rulekit.play.views.indistinguishable_worlds import other_world, renaming, written
from rulekit.vectorgen.draft import Draft, Made
from rulekit.vectorgen.games import Played, in_turn


def made(games: Sequence[Played], most: int) -> Iterator[Made]:
    """Two vectors for each pair; a reader who sees all has no other world."""
    for number, game in in_turn(games, most):
        bits = stream("0", "worlds", number)
        at = game.decisions()
        if not at:
            continue
        here = game.positions[bits.pick(at)]
        reader = (*range(here.seats), None)[bits.below(here.seats + 1)]
        names = renaming(here.machine, reader, random.Random(f"worlds/{number}"))
        if other_world(here.machine, names) is None:
            continue
        try:
            other = here.game.position(written(here.machine, names))
        except Refused:
            continue
        both = [here, other]
        if dumps(here.view(reader)) != dumps(other.view(reader)):
            continue
        for one in both:
            draft = Draft("pair", one)
            draft.pair = f"pair-{number}"
            draft.look((reader,), legal=reader is not None and reader in one.pending.seats)
            yield draft.made()


__all__ = ["made"]
