"""Rulebooks under which play is dead, one fault in each, and what tells of it."""

from __future__ import annotations

import attrs

HEAD = "game pebbles for 2 players\n"
HEAP = HEAD + "state heap is 0 to 9, starts 9, must fit\n"
GRAB = "action grab\n  [grab.n]  n in 1 to 3\n  [grab.fit]  require n <= heap\n  [grab.do]  take n from heap\n"
TURN = "turn\n  [turn.go]  player must grab\n"
END = "end\n  [end.gone]  at end of turn when heap = 0\nresult\n  [win.last]  winner is active\n"
BEADS = "piece Bead, 8 in all\n  face names it: worth 1 to 8\n"
ZONES = "zone bag pile of Bead  nobody sees it\nzone lap of Player set of Bead  owner sees it\n"
STOCK = "setup\n  [setup.bag]  shuffle Bead into bag\n"
PICK = "action pick\n  [pick.do]  move top of bag to lap of player\n"
MOST = "result\n  [win.most]  most count of lap of player wins, ties are shared\n"


@attrs.frozen
class Wrong:
    """A rulebook, the command with its defaults that fails, and some words of what it says."""

    text: str
    command: tuple[str, ...]
    said: str


FUZZ = ("fuzz", "--games", "15000", "--seed", "1")  # a default campaign takes a minute and plays more
STRICT = ("check", "--strict")  # a warning: the rules can be meant so, and only then may it be silenced
WRONG = {
    "an ending that cannot come": Wrong(
        HEAD + BEADS + ZONES + STOCK + PICK + "turn\n  [turn.go]  player must pick\n"
        "end\n  [end.all]  at end of turn when every p in Player has count of lap of p >= 5\n" + MOST,
        ("test", "--games", "60"),
        "not one game ended",
    ),
    "a pile that is drawn from and never filled": Wrong(
        HEAD
        + BEADS
        + ZONES
        + "setup\n  [setup.bag]  shuffle bag\n"
        + PICK
        + "turn\n  [turn.go]  if bag is not empty: player must pick\nend\n"
        "  [end.out]  at end of turn when bag is empty\n" + MOST,
        ("check",),
        "Nothing is ever moved to `zone bag`",
    ),
    "a game in which nobody is asked": Wrong(
        HEAP
        + "state over is yes or no\n"
        + GRAB
        + "turn\n  [turn.go]  if heap < 3: player must grab\n  [turn.over]  set over to yes\n"
        "end\n  [end.over]  at end of turn when over is yes\nresult\n  [win.last]  winner is active\n",
        ("test", "--games", "60"),
        "nobody was ever asked",
    ),
    "two guards that never hold together": Wrong(
        HEAP + GRAB + "action sweep\n  [sweep.n]  n in 1 to 9\n  [sweep.much]  require n * n > 50\n"
        "  [sweep.few]  require n + n < 12\n  [sweep.do]  take n from heap\nturn\n"
        "  [turn.go]  player must grab or sweep\n" + END,
        FUZZ,
        "line [sweep.do]",
    ),
    "a guard that never refuses": Wrong(
        HEAP
        + "state luck is 0 to 9, starts 9, must fit\n"
        + GRAB.replace(
            "grab.fit]  require n <= heap", "grab.fit]  require n <= heap\n  [grab.luck]  require luck + n > heap - 1"
        )
        + TURN
        + END,
        FUZZ,
        "guard [grab.luck]",
    ),
    "moves that undo each other": Wrong(
        HEAD + "state lamp is 0 to 2\nstate wick is 0 to 2\n"
        "action light\n  [light.can]  require lamp < 2\n  [light.do]  add 1 to lamp\n"
        "action blow\n  [blow.can]  require lamp > 0\n  [blow.do]  take 1 from lamp\n"
        "turn\n  [turn.go]  player must light or blow\n"
        "end\n  [end.bright]  at end of turn when lamp = 2 and player is seat-two\nresult\n"
        "  [win.last]  winner is active\n",
        FUZZ,
        "this game can go on for ever",
    ),
    "sealed answers that clash": Wrong(
        HEAD + "state pot is 0 to 30, starts 30, must fit\nstate gain of Player is 0 to 60, must fit\n"
        "action dip\n  [dip.n]  n in 0 to 4\n"
        "  [dip.do]  as far as possible: take n from pot then add last to gain of player\n"
        "play\n  [play.on]  repeat 5: round\n  [play.end]  finish\n"
        "to round\n  [round.all]  together each player: player must dip\nresult\n"
        "  [win.most]  most gain wins, ties are shared\n",
        STRICT,
        "K36",
    ),
    "a tie that nobody rules": Wrong(
        HEAD
        + "state points of Player is 0 to 3, excess lost\ndefine best is most of points of p for each p in Player\n"
        "action toss\n  [toss.die]  roll d in 1 to 6\n  [toss.do]  if d > 3: add 1 to points of player\n"
        "play\n  [play.on]  repeat 3: round\n  [play.end]  finish\nto round\n"
        "  [round.each]  for each p of Player: p must toss\n"
        "result\n  [win.top]  winner is only of those p in Player having (points of p = best)\n",
        STRICT,
        "K25",
    ),
}
# Nothing but a law of the author can know what is meant here: both are games that could be meant as they stand.
ONLY_A_LAW_KNOWS = {
    "a cap that lets one too many in": (
        HEAD + BEADS + ZONES + STOCK + "action pick\n  [pick.cap]  require count of lap of player <= 3\n"
        "  [pick.do]  move top of bag to lap of player\nturn\n  [turn.go]  player must pick\n"
        "end\n  [end.out]  at end of turn when count of bag = 0\n" + MOST,
        "always\n  [law.cap]  every p in Player has count of lap of p <= 3\n",
    ),
    "cards that go to a pile that is never mixed in again": (
        HEAD
        + BEADS
        + ZONES
        + "zone gone set of Bead  everyone sees face\nstate turns is 0 to 30, excess lost\n"
        + STOCK
        + "action drop\n  [drop.b]  b in lap of player\n  [drop.do]  move b to gone\n"
        "turn\n  [turn.draw]  if bag is not empty: move top of bag to lap of player\n"
        "  [turn.drop]  player must drop, if able\n"
        "  [turn.tick]  add 1 to turns\nend\n  [end.late]  at end of turn when turns = 30\n" + MOST,
        "always\n  [law.bag]  turns < 20 or bag is not empty\n",
    ),
}
