"""`old w` in a procedure is what w was when that began, inside every form, also if somebody was asked since."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit import load
from rulekit.play.games.game_config import choose
from rulekit.play.games.variant_agreement import random_difference
from rulekit.play.machine.random_bits import stream
from rulekit.tests.calling import Call

GAME = """game lines for 2 players
type Spot is 1 to 3
card Card, 6 in all
  face names it: worth 1 to 6
zone deck           pile of Card  everyone sees it
zone row of Player  pile of Card  everyone sees it
state drawn at Spot is yes or no
state n is 0 to 99, excess lost
state rounds is 0 to 9, excess lost
setup
  [setup.deck]  move every card of box to deck  @public:toy
action line
  [line.spot]  e in Spot  @public:toy
  [line.free]  require drawn at e is no  @public:toy
  [line.draw]  set drawn at e to yes then add e to n then move top of deck to row of player  @public:toy
play
  [play.on]  for ever: one-turn  @public:toy
to one-turn
LINES
  [one.count]  add 1 to rounds then set active to next of active  @public:toy
end
  [end.four]  at end of one-turn when rounds = 4  @public:toy
result
  [result.more]  winner is seat-one if n > 5  @public:toy
  [result.less]  winner is seat-two if n <= 5  @public:toy
"""
ASKED = "  [one.line]  active must line, if able  @public:toy"
FORMS = [
    "if no b in Spot has (drawn at b is yes and old drawn is not drawn): add 10 to n",
    "if every b in Spot has (some c in Spot has b + old n <= n + c): add 4 to n",
    "if some b in Spot, c in Spot has (b + c + old n = n): add 4 to n",
    "add count of those b in Spot having (b > n - old n) to n",
    "add count of those b in Spot with most (b * (n - old n)) to n",
    "add sum of (n - old n + b) for each b in Spot to n",
    "add count of those c in row of seat-one having (c not in old row of seat-one) to n",
    "for each b in those x in Spot having (x > n - old n): add b to n",
    "repeat n - old n: add 1 to n",
    "until n > old n + 4, at most 9 times: add 1 to n",
    "lot b in those x in Spot having (x + old n <= n) then add (b otherwise 3) to n",
    "roll d in 1 to n - old n then add (d otherwise 1) to n",
    "active must choose pick: b in those x in Spot having (x + old n <= n), if able then add (b otherwise 3) to n",
    "shuffle (those c in deck having (worth of c + old n < n + 4)) into row of active then add 3 to n",
]


@pytest.mark.parametrize("form", FORMS)
def test_old_means_the_same_in_every_form_on_every_variant_of_the_engine(form: str, tmp_path: Path) -> None:
    _in_step(GAME.replace("LINES", f"{ASKED}\n  [one.form]  {form}  @public:toy"), tmp_path)


def test_cards_from_two_places_are_shuffled_into_one_of_them(tmp_path: Path) -> None:
    """As many are mixed as lie in the place that is left with one."""
    form = "shuffle (those c in deck having (worth of c < 5)) into row of active"
    _in_step(GAME.replace("LINES", f"{ASKED}\n  [one.form]  {form}  @public:toy"), tmp_path)


def _in_step(text: str, folder: Path) -> None:
    file = folder / "lines.rules"
    file.write_text(text, encoding="utf-8")
    game = load(file)
    setting = game.setting(choose(game.checked, 2, None, None))
    for number in range(6):
        assert random_difference(setting, stream("olds", number), 60) is None


@pytest.mark.parametrize("kept", ["old drawn is not drawn", "before is not drawn"])
def test_a_whole_map_that_is_kept_over_a_question_can_be_saved_and_loaded(
    kept: str, tmp_path: Path, rulekit: Call
) -> None:
    lines = f"  let before be drawn\n{ASKED}\n  [one.form]  if {kept}: add 10 to n  @public:toy"
    lines = lines if "before" in kept else lines.partition("\n")[2]
    file = tmp_path / "lines.rules"
    file.write_text(GAME.replace("LINES", lines), encoding="utf-8")
    ran = rulekit("test", file, "--games", "5", "--seed", "1")
    assert "is broken" not in ran.out + ran.err and ran.code == 0, ran.out
