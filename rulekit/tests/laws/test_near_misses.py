"""Moves just beside the legal ones are looked for where mistakes are made, however far a number may go."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.laws.near_misses import near_misses
from rulekit.pipeline import load

PIECES = """game take-away for 2 players
type Place is 1 to 6
card Stone, 6 in all, listed in "stones.toml"
  face names it: mark Place
zone heap  set of Stone  everyone sees it
zone gone  set of Stone  everyone sees it
state taken is 0 to 60, must fit
setup
  [setup.heap]  move every stone of box to heap  @public:toy
action grab
  [grab.number]  n in 1 to count of heap  @public:toy
  [grab.three]   require n is not 3 or count of heap < 4 @public:toy
  [grab.take]    repeat n: lot c in heap then move c to gone  @public:toy
  [grab.count]   add n to taken  @public:toy
turn
  [turn.go]  player must grab  @public:toy
end
  [end.gone]  at end of turn when heap is empty  @public:toy
result
  [result.won]  winner is those p in Player having (p = active) @public:toy
"""


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    """A number that is at most what lies there: as far as its type goes, it may be anything."""
    (tmp_path / "game.rules").write_text(PIECES, encoding="utf-8")
    stones = "".join(f'[[row]]\nid = "stone-{n}"\nmark = {n}\n' for n in range(1, 7))
    (tmp_path / "stones.toml").write_text(stones, encoding="utf-8")
    return tmp_path


def test_a_number_without_a_bound_is_tried_just_beside_the_legal_ones(heap: Path) -> None:
    here = load(heap).start(2)
    assert [move["n"] for move in here.legal(0)] == [1, 2, 4, 5, 6]
    found = {miss.move["n"]: miss.clause for miss in near_misses(here)}
    assert found[3] == "grab.three" and found[7] == "grab.number"
    assert max(found) > 1000  # and far away
