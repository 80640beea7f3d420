"""Tiles turn with their space and have mirror images where a law asks for them."""

from rulekit.check.lints.geometry import turning
from rulekit.tests.check.questions.alone import said

TILES = """
game pebbles for 2 players
type Side is ring of n, e, s, w
type Wind is ring of north, east, south, west
space Cell is square-grid, sides Side, reaching 4
tile Tile, 2 in all
  face names it: mouths set of {ring}, doors set of Side
rows of Tile
  [tile.bend]  bend: mouths {mouth}, doors {door}
  [tile.twin]  twin: mouths {mouth}, doors {other}
zone board at Cell one Tile everyone sees face
play
  [play.over]  finish
same
  [law.mirror]  under mirroring Cell
"""


def test_sides_of_another_ring_do_not_turn() -> None:
    """K61 at the field."""
    text = TILES.format(ring="Wind", mouth="north", door="n", other="s")
    assert said(turning, text) == ["K61: mouths set of Wind"]


def test_a_mirrored_law_wants_mirror_images() -> None:
    """K85 at every row without one."""
    assert [f[:4] for f in said(turning, TILES.format(ring="Side", mouth="n", door="e", other="e"))] == ["K85:", "K85:"]


def test_two_tiles_can_be_images_of_each_other() -> None:
    """Turned if need be."""
    assert said(turning, TILES.format(ring="Side", mouth="n", door="e", other="w")) == []
