"""Which leak a message names does not hang on the hash seed of the process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.tests.check.questions.making import cited

pytestmark = pytest.mark.long

LEAKS = """game leaks for 2 to 3 players
card Card, 12 in all
  face names it: worth 1 to 6
zone deck pile of Card  nobody sees it
zone crypt pile of Card  nobody sees it
zone attic pile of Card  nobody sees it
zone hand of Player set of Card  owner sees it
zone vault of Player set of Card  nobody sees it
state points of Player is 0 to 40, excess lost
define held p: Player is (hand of p) + (vault of next of p) + crypt + attic + deck
define rich p: Player is some c in (held of p) has worth of c > 3
setup
  [setup.deck]  shuffle Card into deck
  [setup.deal]  for each p of Player: move top 2 of deck to hand of p
  [setup.vault]  for each p of Player: move top of deck to vault of p
  [setup.crypt]  move top of deck to crypt then move top of deck to attic
action rob
  [rob.poor]  require player is not rich
  [rob.do]  add 1 to points of player
action draw
  [draw.card]  c in held of player
  [draw.dear]  require worth of c > 2
  [draw.do]  add 2 to points of player
action seek
  [seek.card]  c in Card
  [seek.there]  require c in crypt or c in attic or c in vault of next of player
  [seek.do]  add 1 to points of player
turn
  [turn.one]  if some c in (held of player) has worth of c = 6: player must rob or draw or seek
end
  [end.forty]  at end of turn when points of player = 40
result
  [win.most]  most points wins, ties are shared
"""


def test_a_check_says_the_same_under_every_hash_seed(tmp_path: Path) -> None:
    """Several hidden places are read by one word: always the same one is named."""
    file = tmp_path / "leaks.rules"
    file.write_text(cited(LEAKS), encoding="utf-8")
    said = set()
    for seed in range(6):
        env = {**os.environ, "PYTHONHASHSEED": str(seed)}
        ran = subprocess.run(
            [sys.executable, "-m", "rulekit", "check", file], env=env, capture_output=True, text=True, timeout=120
        )
        assert ran.returncode == 1 and "error[K4" in ran.stdout, ran.stdout + ran.stderr
        said.add(ran.stdout)
    assert len(said) == 1
