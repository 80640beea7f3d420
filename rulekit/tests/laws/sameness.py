"""Small games for laws about sameness: each is the same under its renaming, and not, once one line is in it."""

from __future__ import annotations

from pathlib import Path

RACE = """game toy-same for 2 players
type Hue is red or green or blue
card Gem, 6 in all
  face names it: hue Hue
rows of Gem
  [gem.r]  r: hue red
  [gem.g]  g: hue green
  [gem.b]  b: hue blue
  [gem.s]  s: hue red
  [gem.h]  h: hue green
  [gem.c]  c: hue blue
zone deck            pile of Gem  nobody sees it
zone hand of Player  set of Gem   owner sees face
state taken of Player is 0 to 9, starts 0
state marks of Hue is 0 to 9, starts 0
setup
  [deal.deck]  shuffle Gem into deck
  [deal.hand]  for each p of Player: move top 2 of deck to hand of p
action take
  [take.gem]   g in hand of player
{line}
  [take.move]  move g to box
  [take.mark]  add 1 to marks of hue of g
  [take.sum]   add 1 to taken of player
turn
  [turn.take]  player must take, if able
end
  [end.none]  at end of turn when every p in Player has hand of p is empty
result
  [result.most]  most taken wins, ties are shared
same
  [same.hues]   under renaming Hue
  [same.gems]   under swapping Gem
  [same.seats]  under rotating Player
  [same.deck]   under shuffling deck
"""
BOARD = """game toy-board for 2 players
type Side is ring of s, e, n, w
space Cell is square-grid, across 3, down 3, sides Side
state mark at Cell is Player or nothing
action put
  [put.cell]   c in Cell
  [put.free]   require mark at c is nothing
{line}
  [put.do]     set mark at c to player
turn
  [turn.put]  player must put, if able
end
  [end.full]  at end of turn when every c in Cell has mark at c is not nothing
define count-of p: Player is count of those c in Cell having (mark at c = p)
result
  [result.most]  most count-of wins, ties are shared
same
  [same.turned]  under turning Cell
  [same.mirror]  under mirroring Cell
  [same.seats]   under rotating Player
"""
SEALED = """game toy-sealed for 2 players
option bonus is no or yes
state bid of Player is 0 to 9, starts 0, owner sees it
state first is Player or nothing
state rounds is 0 to 3, starts 0
action offer
  [offer.n]   n in 1 to 3
  [offer.do]  set bid of player to n
{line}
play
  [play.bid]    together each p: p must offer
  [play.count]  add 1 to rounds
end
  [end.two]  at once when rounds = 2
result
  [result.most]  most bid wins, ties are shared
same
  [same.bids]   under reordering together
  [same.bonus]  under changing bonus
"""


def written(text: str, line: str = "") -> str:
    """The rules with one line more, every clause before the laws with a source."""
    rules, mark, laws = text.format(line=line).partition("same\n")
    found = [f"{one}  @public:toy" if one.startswith("  [") else one for one in rules.split("\n") if one.strip()]
    return "\n".join([*found, mark + laws])


def file(folder: Path, text: str, line: str = "") -> Path:
    """The same on disk."""
    made = folder / "toy.rules"
    made.write_text(written(text, line))
    return made


LOTS = """game toy-lots for 2 players
type Hue is one of red, green
card Gem, 9 in all
  face names it: hue Hue
rows of Gem
  [gem.r]  ruby: hue red, copies 4
  [gem.e]  emerald: hue green, copies 5
zone deck            set of Gem  nobody sees it
zone hand of Player  set of Gem  owner sees it
state taken of Player is 0 to 9, excess lost
setup
  [setup.deck]  move every gem of box to deck
action draw
  [draw.some]  require deck is not empty
  [draw.lot]   lot g in deck then move g to hand of player
  [draw.red]   if hue of g is red: add 1 to taken of player
turn
  [turn.draw]  player must draw, if able
end
  [end.deck]  at end of turn when deck is empty
result
  [result.most]  most taken wins, ties are shared
same
  [same.deck]   under shuffling deck
  [same.seats]  under rotating Player
"""
