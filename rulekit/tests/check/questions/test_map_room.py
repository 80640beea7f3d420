"""An open map needs room for what can be laid on it."""

import pytest

from rulekit.check.lints.geometry import map_bounds
from rulekit.tests.check.questions.alone import said

MAP = """
game pebbles for 2 players
type Side is ring of n, e, s, w
space Cell is square-grid, sides Side, reaching {reach}
piece Post, 9 in all
  face names it: hue red or blue
rows of Post
  [post.red]  red-post: hue red, copies 9
zone board {of}at Cell one Post everyone sees face
action put
  [put.cell]  c in Cell
  [put.do]  lot x in box then move x to board {mine}at c
play
  [play.put]  repeat 4: for each p of Player: p must put
"""


@pytest.mark.parametrize(("reach", "count"), [(7, 1), (8, 0)])
def test_a_shared_map_needs_room_for_all_pieces(reach: int, count: int) -> None:
    """All but the first, which lies at the origin."""
    assert len(said(map_bounds, MAP.format(reach=reach, of="", mine=""))) == count


@pytest.mark.parametrize(("reach", "count"), [(2, 1), (3, 0)])
def test_on_a_map_of_his_own_a_player_lays_only_so_many(reach: int, count: int) -> None:
    """As many as his turns let him."""
    text = MAP.format(reach=reach, of="of Player ", mine="of player ")
    assert len(said(map_bounds, text)) == count
